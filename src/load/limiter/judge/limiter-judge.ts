import type { JudgeInput, Judge, Judged } from '../../../judge/finding.ts';
import { judgeComesBack, judgeInFuture } from './comes-back.ts';
import { judgeCounting, judgeLimitStays } from './counting.ts';
import { observe } from './observe.ts';
import { judgePermitted } from './permitted.ts';
import { probeEvidence, type ProbeEvidence } from './probe-evidence.ts';
import { judgeRefusal } from './refusal.ts';
import { findingOf, limiterChecks } from './ruling.ts';

/** The behaviour of a rate limit as a probe shows it: what a single answer cannot show. */
export const limiterJudge: Judge = {
  topic: 'limiter',
  checks: limiterChecks,
  judge: (bench) => {
    const evidence = probeEvidence(bench.spec, bench.evidence);
    return evidence === undefined ? { findings: [] } : judgeProbe(bench, evidence);
  },
};

/** What a probe that is understood already shows. */
export function judgeProbe(bench: JudgeInput, evidence: ProbeEvidence): Judged {
  const rulings = [
    ...judgePermitted(evidence),
    ...judgeCounting(evidence),
    ...judgeLimitStays(evidence),
    ...judgeInFuture(evidence),
    ...judgeComesBack(evidence),
    ...judgeRefusal(bench, evidence),
  ];
  return { findings: rulings.flatMap((ruling) => findingOf(bench.spec, ruling)), observations: observe(bench.spec, evidence) };
}
