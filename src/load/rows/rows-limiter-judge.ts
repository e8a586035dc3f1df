import { casesOf, exchangesIn } from '../../judge/evidence.ts';
import type { Judge, Judged } from '../../judge/finding.ts';
import type { DocumentSpec } from '../../spec/types.ts';
import type { CaseEvidence } from '../../judge/evidence.ts';
import type { Decision } from '../limiter/decisions.ts';
import { limiterJudge, judgeProbe } from '../limiter/judge/limiter-judge.ts';
import { evidenceOf } from '../limiter/judge/probe-evidence.ts';
import type { ProbeEvidence } from '../limiter/judge/probe-evidence.ts';
import { sampleOf } from '../limiter/sample.ts';

/** The place in the trace of answers that a classifier is to understand: recorded under load, not probed. */
export const ROWS_ROW = 'load:rows';

/** What the limiter's judge says of answers that nobody has asked for: only what did show. */
export const rowsLimiterJudge: Judge = {
  topic: 'limiter-of-rows',
  checks: limiterJudge.checks,
  judge: (bench) => {
    const judged = rowsEvidence(bench.spec, casesOf(bench.evidence, bench.spec.name)).map((evidence): Judged =>
      judgeProbe(bench, evidence),
    );
    return {
      findings: judged.flatMap(({ findings }) => findings).filter(({ verdict }) => verdict !== 'inconclusive'),
      observations: judged.flatMap(({ observations = [] }) => observations),
    };
  },
};

/** What the trace holds of each subject whose allowance nobody else has used. */
export function rowsEvidence(spec: DocumentSpec, cases: readonly CaseEvidence[]): readonly ProbeEvidence[] {
  const rows = spec.limits.rateLimitHeaders ?? [];
  return cases.flatMap((entry) => {
    const samples = exchangesIn(entry)
      .filter(({ place }) => place.row === ROWS_ROW)
      .map((exchange) => sampleOf(rows, exchange))
      .toSorted((one, other) => one.sentMs - other.sentMs);
    if (samples.length === 0) return [];
    const evidence = evidenceOf(samples, undefined);
    return evidence.foreign > 0 || isShared(evidence.facts.decisions) ? [] : [evidence];
  });
}

/**
 * Under load others use what is counted together with a subject's requests, where the document leaves open what a limit counts by:
 * between two of its answers more has gone then than it has used itself.
 */
function isShared(decisions: readonly Decision[]): boolean {
  let from: { readonly left: number; readonly index: number } | undefined;
  for (const [index, { passed, left }] of decisions.entries()) {
    // What comes back begins a new count.
    if (!passed || left === undefined || (from !== undefined && left > from.left)) from = undefined;
    if (!passed || left === undefined) continue;
    if (from !== undefined && from.left - left > index - from.index) return true;
    from ??= { left, index };
  }
  return false;
}
