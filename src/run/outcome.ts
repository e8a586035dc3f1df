import type { BadWaiver, Report } from '../model/types.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { LoadStanding } from './load/load-standing.ts';

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
  /** undefined where there was neither load nor probe */
  readonly load: LoadStanding | undefined;
  /** of the clauses that can be judged and are not waived */
  readonly verdicts: Judgement['clauses'];
}

/** When several apply: 4, 2, 1, 3, 0. */
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
  if (failures > 0 || load?.kind === 'missed') return 'violations';
  if (interrupted) return 'partial';
  // No statement on conformance, whatever it has seen: that is made where all parts are joined.
  if (shard) return 'shard';
  if (load !== undefined && load.kind !== 'sound') return 'inconclusive';
  // What fails now and then is no violation shown, and no conformance either.
  if (flaky > 0) return 'inconclusive';
  // A run that judged nothing cannot pass.
  const judged = waived > 0 || verdicts.some(({ verdict }) => verdict === 'pass');
  const open = verdicts.some(({ verdict, erratum }) => verdict === 'error' || (verdict === 'inconclusive' && erratum === undefined));
  return judged && !open ? 'conformant' : 'inconclusive';
}
