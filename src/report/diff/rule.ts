import type { Comparison, Report } from '../../model/types.ts';
import { staysOpen } from '../outcome.ts';

/** What can make a comparison fail. */
export const FAIL_ON = [
  'newly-failing',
  'fails-otherwise',
  'flaky',
  'not-judged',
  'observations',
  'latency',
  'suite',
  'newly-passing',
] as const;
export type FailOn = (typeof FAIL_ON)[number];

type Found = Pick<Comparison, 'clauses' | 'suite' | 'observations' | 'latency'>;

/** Those of the rule that apply. */
export function tripped(found: Found, failOn: readonly FailOn[]): readonly FailOn[] {
  return FAIL_ON.filter((one) => failOn.includes(one) && applies(found, one));
}

function applies({ clauses, suite, observations, latency }: Found, one: FailOn): boolean {
  switch (one) {
    case 'newly-failing':
      return clauses.newlyFailing.length > 0;
    case 'fails-otherwise':
      return clauses.failsOtherwise.length > 0;
    case 'flaky':
      return clauses.flaky.length > 0;
    case 'not-judged':
      return clauses.noLongerJudged.length > 0;
    case 'observations':
      return observations.length > 0;
    case 'latency':
      return latency.some(({ direction }) => direction === 'slower');
    case 'suite':
      return [...suite.added, ...suite.judgedOtherwise].some(({ after }) => after === 'fail');
    case 'newly-passing':
      return clauses.newlyPassing.length > 0;
  }
}

/** 1 where the rule applies; 3 where the later run says less than the earlier one; 0 otherwise. */
export function exitCodeOf(reasons: readonly FailOn[], { clauses }: Found, { outcome, partial }: Report): number {
  if (reasons.length > 0) return 1;
  const cut = partial !== undefined || outcome === 'partial' || outcome === 'usage' || outcome === 'error';
  return cut || clauses.noLongerJudged.length > 0 ? 3 : 0;
}

/** The exit code of a run that is held against an earlier one: violations that both have are no news, everything else stays. */
export function exitCodeAgainst({ exitCode, tripped: reasons }: Comparison, run: Report): number {
  if (run.outcome === 'error' || run.outcome === 'usage') return run.exitCode;
  if (reasons.length > 0) return exitCode;
  return Math.max(exitCode, run.outcome === 'violations' ? (staysOpen(run) ? 3 : 0) : run.exitCode);
}
