import type { ProfileFile, Selection, Shard, Specs } from '../model/types.ts';
import type { DocumentPlan } from '../plan/plan.ts';
import { defined } from '../model/defined.ts';
import { resolveProfile } from '../profile/load-profile.ts';
import type { Profile } from '../profile/profile.ts';
import { unitsOf, type Unit } from '../run/drive-plans.ts';
import { plansFor, shardOf, type Planning } from '../run/plans.ts';
import { HOSTS } from './transport.ts';

export interface SuiteOptions {
  readonly seed: number;
  readonly selection?: Selection;
  /** random walks; none where omitted */
  readonly walks?: number;
  readonly depth?: Planning['depth'];
  /** one case or walk alone, as a replay drives it */
  readonly only?: NonNullable<Planning['only']>;
  /** this part of it alone */
  readonly shard?: Shard;
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
  { seed, selection = {}, walks = 0, depth, only, shard }: SuiteOptions,
): Suite {
  const profile = resolveProfile(source, file, {}, { services: HOSTS, control: 'http://control.assay.test' });
  const whole = plansFor(specs, profile, { seed, selection, walks, ...defined({ depth, only }) });
  const plans = [...(shard === undefined ? whole : shardOf(whole, profile, shard).plans).values()];
  return { specs, source, profile, seed, selection, plans, units: plans.flatMap(unitsOf) };
}
