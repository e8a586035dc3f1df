import type { JudgeInput, Judge, Judged } from '../../../judge/finding.ts';
import { judgeComesBack, judgeInFuture } from './comes-back.ts';
import { judgeCounting, judgeLimitStays } from './counting.ts';
import { observe } from './observe.ts';
import { judgePermitted } from './permitted.ts';
import { probeEvidence, type ProbeEvidence } from './probe-evidence.ts';
import { judgeRefusal } from './refusal.ts';
import { findingOf, isOpen, limiterChecks, type Ruling } from './ruling.ts';

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
    ...(evidence.isOfSeveral ? openOfSeveral(evidence) : ofOneLimit(evidence)),
    ...judgeLimitStays(evidence),
    ...judgeInFuture(evidence),
    ...judgeRefusal(bench, evidence),
  ];
  return { findings: rulings.flatMap((ruling) => findingOf(bench.spec, ruling)), observations: observe(bench.spec, evidence) };
}

function ofOneLimit(evidence: ProbeEvidence): readonly Ruling[] {
  return [...judgePermitted(evidence), ...judgeCounting(evidence), ...judgeComesBack(evidence)];
}

/** Of several limits at once, what one answer says of its own does not bind the next. */
function openOfSeveral({ own, classification: { open } }: ProbeEvidence): readonly Ruling[] {
  const [last] = own.slice(-1);
  return last === undefined ? [] : OF_ONE_LIMIT.map((topic) => isOpen(topic, open, 'target', last));
}

const OF_ONE_LIMIT = ['permitted', 'refused-beyond', 'counts-each', 'reset', 'retry-at', 'until-replenished'] as const;
