import { createHash } from 'node:crypto';
import type { ProfileFile, Specs } from '../model/types.ts';
import { judge } from '../judge/judgement.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { Case } from '../plan/case.ts';
import type { DocumentPlan } from '../plan/plan.ts';
import type { Profile } from '../profile/profile.ts';
import { drivePlans } from '../run/drive-plans.ts';
import type { Unit } from '../run/drive-plans.ts';
import { failingFindings, followUp } from '../run/rerun-failures.ts';
import type { TraceEvent } from '../trace/events.ts';
import { openInProcessTarget } from './in-process-target.ts';
import type { InProcessTargetOptions } from './in-process-target.ts';
import { prepareSuite } from './suite.ts';
import type { Suite, SuiteOptions } from './suite.ts';
import { defined } from '../model/defined.ts';

/** A whole conformance run against the mock without a socket, a process or a file. */
export interface InProcessRun {
  readonly judgement: Judgement;
  readonly events: readonly TraceEvent[];
  readonly plans: readonly DocumentPlan[];
  readonly profile: Profile;
  /** SHA-256 over method, path and body of all requests, in order */
  readonly requestsDigest: string;
  readonly requests: number;
}

/** What is driven of a suite, and how. */
export interface DriveOptions extends InProcessTargetOptions {
  /** how often failures are driven again, in fewer steps and from fresh provider states; not at all where it is left out */
  readonly repeats?: number;
  /** only these cases, where given */
  readonly pick?: (planned: Case) => boolean;
  /** told of each case and walk before it is driven */
  readonly before?: (unit: Unit) => void;
}

export interface InProcessOptions extends DriveOptions, SuiteOptions {}

/** Drives the mock in process by its profile, and judges the trace. */
export async function runInProcess(specs: Specs, source: ProfileFile, file: string, options: InProcessOptions): Promise<InProcessRun> {
  const { seed, selection = {}, walks = 0, only, ...driveOptions } = options;
  const suite = prepareSuite(specs, source, file, { seed, selection, walks, ...defined({ only }) });
  return driveSuite(suite, driveOptions);
}

/** Drives a prepared suite, or what is picked of it, from its first case to its last. */
export async function driveSuite(suite: Suite, options: DriveOptions = {}): Promise<InProcessRun> {
  const { specs, profile, plans, selection } = suite;
  const { pick = () => true, before = () => undefined, repeats = 0, note = () => undefined, ...benchOptions } = options;
  const digest = createHash('sha256');
  const { drive, events } = openInProcessTarget(suite, {
    ...benchOptions,
    note(request) {
      digest.update(`${request.method} ${request.url}\n${request.body ?? ''}\n`);
      note(request);
    },
  });
  await drivePlans(drive, plans, async (unit, execute) => {
    if (!unit.cases.every(pick)) return;
    before(unit);
    await execute();
  });
  const first = judge(specs, profile, events, selection);
  if (repeats > 0) await followUp({ drive, plans, events, findings: failingFindings(first), repeats, onProgress: () => undefined });
  return {
    judgement: repeats === 0 ? first : judge(specs, profile, events, selection),
    events,
    plans,
    profile,
    requestsDigest: digest.digest('hex'),
    requests: events.filter(({ type }) => type === 'exchange').length,
  };
}
