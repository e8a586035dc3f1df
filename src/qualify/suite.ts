import type { DocumentName, ProfileFile, Selection, Shard, Specs } from '../model/types.ts';
import { executeCase } from '../drive/execute-case.ts';
import { executeWalk } from '../drive/execute-walk.ts';
import type { Drive } from '../drive/drive.ts';
import type { Case } from '../plan/case.ts';
import type { DocumentPlan } from '../plan/plan.ts';
import { resolveProfile } from '../profile/load-profile.ts';
import type { Profile } from '../profile/profile.ts';
import { plansFor } from '../run/plans.ts';
import type { Only } from '../run/plans.ts';
import { HOSTS } from './transport.ts';

export interface SuiteOptions {
  readonly seed: number;
  readonly selection?: Selection;
  /** random walks; none where omitted */
  readonly walks?: number;
  /** one case or walk alone, as a replay drives it */
  readonly only?: Only;
  /** this part of it alone */
  readonly shard?: Shard;
}

/** What is driven in one go: a case, or a walk of several. */
export interface Unit {
  readonly id: string;
  readonly document: DocumentName;
  readonly cases: readonly Case[];
  readonly execute: (drive: Drive) => Promise<unknown>;
}

/** Everything about a run that is the same for every fault: made once, used again and again. */
export interface Suite {
  readonly specs: Specs;
  readonly source: ProfileFile;
  readonly profile: Profile;
  readonly seed: number;
  readonly selection: Selection;
  readonly plans: readonly DocumentPlan[];
  readonly units: readonly Unit[];
}

/** Plans the suite for the mock by its profile. */
export function prepareSuite(
  specs: Specs,
  source: ProfileFile,
  file: string,
  { seed, selection = {}, walks = 0, ...part }: SuiteOptions,
): Suite {
  const profile = resolveProfile(source, file, {}, { services: HOSTS, control: 'http://control.assay.test' });
  const plans = [...plansFor(specs, profile, { seed, selection, walks, ...part }).values()];
  return { specs, source, profile, seed, selection, plans, units: plans.flatMap(unitsOf) };
}

/** The cases of a plan in its order, and its walks after them. */
export function unitsOf({ spec, cases, walks }: DocumentPlan): readonly Unit[] {
  const document = spec.name;
  return [
    ...cases.map((planned): Unit => ({ id: planned.id, document, cases: [planned], execute: (drive) => executeCase(drive, planned) })),
    ...walks.map((walk): Unit => ({
      id: walk.id,
      document,
      cases: walk.cases,
      execute: (drive) => executeWalk(drive, walk),
    })),
  ];
}
