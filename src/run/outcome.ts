import type { BadWaiver, LoadEvent, Report } from '../spec/types.ts';
import type { Judgement } from '../judge/judgement.ts';

export const EXIT_CODES: Readonly<Record<Report['outcome'], number>> = {
  conformant: 0,
  violations: 1,
  usage: 2,
  shard: 0,
  inconclusive: 3,
  partial: 3,
  error: 4,
};

/** All that decides what a run comes to. */
export interface Outcomes {
  readonly harnessErrors: readonly string[];
  readonly interrupted: boolean;
  readonly stopped: boolean;
  /** the run is a part of one: what it leaves open, other parts may show */
  readonly shard: boolean;
  readonly badWaivers: readonly BadWaiver[];
  /** how many of each count: what is waived does not */
  readonly failures: number;
  readonly flaky: number;
  readonly waived: number;
  /** undefined where there was no load */
  readonly load: LoadEvent | undefined;
  /** of the clauses that can be judged and are not waived */
  readonly verdicts: Judgement['clauses'];
}

/** When several apply: 4, 2, 1, 3, 0 (DESIGN, section 7). */
export function outcomeOf({
  harnessErrors,
  interrupted,
  stopped,
  shard,
  badWaivers,
  failures,
  flaky,
  waived,
  load,
  verdicts,
}: Outcomes): Report['outcome'] {
  if (harnessErrors.length > 0) return 'error';
  // What is beyond a waiver's maximum is a violation, not a mistake.
  if (stopped || badWaivers.some(({ problem }) => problem !== 'exceeded')) return 'usage';
  if (failures > 0 || (load !== undefined && isMissed(load))) return 'violations';
  if (interrupted) return 'partial';
  // No statement on conformance, whatever it has seen: that is made where all parts are joined.
  if (shard) return 'shard';
  if (load !== undefined && !isComplete(load)) return 'inconclusive';
  // What fails now and then is no violation shown, and no conformance either.
  if (flaky > 0) return 'inconclusive';
  // A run that judged nothing cannot pass.
  const judged = waived > 0 || verdicts.some(({ verdict }) => verdict === 'pass');
  const open = verdicts.some(({ verdict, erratum }) => verdict === 'error' || (verdict === 'inconclusive' && erratum === undefined));
  return judged && !open ? 'conformant' : 'inconclusive';
}

/** A threshold is missed by the target where the generator was not the bottleneck. */
function isMissed({ thresholds, generator }: LoadEvent): boolean {
  return generator.bottleneck.length === 0 && thresholds.some(({ held }) => !held);
}

/**
 * A load that ended early, or was held up by its own generator, says nothing of thresholds; without any its figures are all there is.
 * Where generators have dropped requests it was not the load that was asked for.
 */
function isComplete({ end, thresholds, generator, generators = [] }: LoadEvent): boolean {
  if (generators.some(({ dropped }) => dropped > 0)) return false;
  return (end === 'completed' || end === 'budget') && (thresholds.length === 0 || generator.bottleneck.length === 0);
}
