import { casesOf, exchangesIn, type CaseEvidence } from '../../judge/evidence.ts';
import type { JudgeInput, Judge, Judged } from '../../judge/finding.ts';
import type { DocumentSpec } from '../../model/types.ts';
import type { Decision } from '../limiter/decisions.ts';
import { limiterJudge, judgeProbe } from '../limiter/judge/limiter-judge.ts';
import { evidenceOf, type ProbeEvidence } from '../limiter/judge/probe-evidence.ts';
import { isPassed, sampleOf } from '../limiter/sample.ts';

/** The place in the trace of answers that a classifier is to understand: recorded under load, not probed. */
export const ROWS_ROW = 'load:rows';

/** What the limiter's judge says of answers that nobody has asked for: only what did show. */
export const rowsLimiterJudge: Judge = {
  topic: 'limiter-of-rows',
  checks: limiterJudge.checks,
  judge: (bench) => {
    const judged = rowsEvidence(bench.spec, casesOf(bench.evidence, bench.spec.name)).map((evidence) => judgeReadings(bench, evidence));
    return {
      findings: judged.flatMap(({ findings }) => findings).filter(({ verdict }) => verdict !== 'inconclusive'),
      observations: judged.flatMap(({ observations = [] }) => observations),
    };
  },
};

/** Of the readings of Remaining that the rows leave open the kindest, without what another one permits. */
function judgeReadings(bench: JudgeInput, evidence: ProbeEvidence): Judged {
  const judged = readingsOf(evidence).map((reading) => judgeProbe(bench, reading));
  const failures = judged.map((one) => new Set(one.findings.flatMap(({ check, verdict }) => (verdict === 'fail' ? [check] : []))));
  const [kindest] = judged.toSorted((one, other) => failed(one) - failed(other));
  const findings = kindest?.findings ?? [];
  return {
    findings: findings.filter(({ check, verdict }) => verdict !== 'fail' || failures.every((checks) => checks.has(check))),
    observations: kindest?.observations ?? [],
  };
}

function failed({ findings }: Judged): number {
  return findings.filter(({ verdict }) => verdict === 'fail').length;
}

/**
 * Remaining has the present operation subtracted, or not yet. An answer that passes and leaves nothing shows the one, one that leaves the
 * whole limit the other; where the rows begin in the middle there may be neither.
 */
function readingsOf(evidence: ProbeEvidence): readonly ProbeEvidence[] {
  const passed = evidence.samples.filter((sample) => isPassed(sample) && sample.remaining !== undefined);
  const isKnown = passed.some(({ remaining = 0, limit = Infinity }) => remaining <= 0 || remaining >= limit);
  if (isKnown) return [evidence];
  const before = evidence.samples.map((sample) =>
    isPassed(sample) && sample.remaining !== undefined ? { ...sample, remaining: sample.remaining - 1 } : sample,
  );
  return [evidence, evidenceOf(before, evidence.stopped)];
}

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
    const { decisions } = evidence.facts;
    return evidence.foreign > 0 || isShared(decisions) || mayBeConcurrency(decisions) ? [] : [evidence];
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

const ENOUGH = 3;

/**
 * Where nothing was refused, only the number of requests at the same time may be limited, and those that came one by one say nothing of it:
 * unless nothing at all was left for several of them in turn.
 */
function mayBeConcurrency(decisions: readonly Decision[]): boolean {
  if (decisions.some(({ passed }) => !passed)) return false;
  return !decisions.some((_, index) => {
    const next = decisions.slice(index, index + ENOUGH);
    const isInTurn = next.every(({ sample }, at) => at === 0 || sample.sentMs >= (next[at - 1]?.sample.receivedMs ?? 0));
    return next.length === ENOUGH && isInTurn && next.every(({ left }) => left !== undefined && left <= 0);
  });
}
