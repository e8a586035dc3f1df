import { exchangesWith, viewOf } from '../../../judge/evidence.ts';
import type { JudgeInput, Judge, Judged, Observation } from '../../../judge/finding.ts';
import type { DocumentSpec } from '../../../model/types.ts';
import { errorNamePointer } from '../../../profile/answer.ts';
import { nothingBackBefore } from '../clock.ts';
import { remainsForOthers } from '../facts.ts';
import { isAstray, isPassed, isRefused, OWN, type Sample } from '../sample.ts';
import { judgeComesBack, judgeInFuture } from './comes-back.ts';
import { judgeCounting, judgeLimitStays } from './counting.ts';
import { judgePermitted } from './permitted.ts';
import { probeEvidence, type ProbeEvidence } from './probe-evidence.ts';
import { fails, findingOf, isOpen, limiterChecks, passes, type Ruling } from './ruling.ts';

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

/** What exceeds the limit gets 429 with the document's name for it. */
function judgeRefusal(bench: JudgeInput, evidence: ProbeEvidence): readonly Ruling[] {
  const { spec, profile } = bench;
  const name = nameOfRefusal(spec);
  if (name === undefined) return [];
  const exchanges = new Map(exchangesWith(bench.evidence, spec.name).map((exchange) => [exchange.seq, exchange]));
  const isReadable = errorNamePointer(spec, profile) !== undefined;
  const all = evidence.own.filter((sample) => isRefused(sample) && sample.limit !== 0);
  const named = all.filter(({ status }) => status === 429);
  const failed = all.filter(({ status = 0 }) => status >= 500);
  // The last operation may have failed for another reason, where what comes after it is refused as it should be; not most of what does.
  const isOutage = named.length > 1 && (evidence.facts.failed.length > 0 || failed.length <= named.length);
  const refused = isOutage ? all.filter((sample) => !failed.includes(sample)) : all;
  const rulings = refused.map((sample): Ruling => {
    const exchange = exchanges.get(sample.seq);
    const view = exchange === undefined ? undefined : viewOf(spec, profile, exchange);
    if (sample.status === 429 && view?.error === name) return passes('named', sample);
    if (sample.status === 429 && !isReadable)
      return isOpen('named', 'errorName is not bound: the profile does not say where an error body holds its name', 'config', sample);
    return fails('named', `status 429, ${name}`, `status ${sample.status}, ${view?.error ?? 'no name'}`, sample);
  });
  const wrong = rulings.filter(({ verdict }) => verdict !== 'pass');
  return wrong.length > 0 ? wrong : rulings.slice(0, 1);
}

function nameOfRefusal(spec: DocumentSpec): string | undefined {
  return spec.errors.errors.find(({ status }) => status === 429)?.name;
}

/** What the documents leave open about a limit, as a probe saw it. */
function observe(spec: DocumentSpec, evidence: ProbeEvidence): readonly Observation[] {
  const [clause] = spec.document.laws?.limiter?.observed.clauses ?? [];
  if (clause === undefined) return [];
  const { classification, facts, own, foreign } = evidence;
  const { kind, limit, periodMs, confidence, fits } = classification;
  const all: Readonly<Record<string, unknown>> = {
    kind,
    limit,
    period: periodMs,
    confidence: Math.round(confidence * 1000) / 1000,
    'counted-by': countedBy(spec, evidence),
    'refused-requests-count': kind.startsWith('sliding') ? fits[0]?.refusedCount : undefined,
    'unknown-paths-count': facts.unknownPathCounts,
    'unknown-paths-are-refused': unknownPathsRefused(evidence),
    'remaining-of-a-refusal': distinct(own.filter(isRefused).map(({ remaining }) => remaining)),
    'remaining-has-the-present-request': facts.remaining === 'after' ? 'subtracted' : 'not subtracted yet',
    'used-by-others': foreign === 0 || facts.failed.length > 0 ? undefined : foreign,
  };
  return Object.entries(all).flatMap(([about, value]) => (value === undefined ? [] : [{ about: `limiter/${about}`, clause, value }]));
}

/**
 * While the probed subject was refused: who was refused as well shares its allowance; who passed does not, where that cannot be what had
 * come back meanwhile. Undefined where it cannot be told.
 */
function countedBy(spec: DocumentSpec, evidence: ProbeEvidence): string | undefined {
  const { samples, facts, classification } = evidence;
  if (classification.kind === 'none' || classification.mayBeConcurrency) return undefined;
  const asked = samples.filter(({ phase, asks }) => phase === 'refused' && asks === 'call');
  // The probed subject is asked last: without its answer, others have not been asked.
  if (!asked.some(({ subject }) => subject === OWN)) return undefined;
  let counted: string | undefined;
  for (const { name: subject, apart: own, shared: sharing } of spec.load.limiter?.others ?? []) {
    const sample = asked.find((candidate) => candidate.subject === subject);
    if (sample === undefined) continue;
    counted ??= own;
    if (isRefused(sample) || facts.sharing.includes(subject)) counted = sharing;
    else return isPassed(sample) && isApart(evidence, sample) ? counted : undefined;
  }
  return counted;
}

/** Whether it is not our allowance that another was let through with: we are refused before and after, though more remains, or nothing can be back. */
function isApart({ samples, facts, classification }: ProbeEvidence, other: Sample): boolean {
  const refused = samples.filter((sample) => sample.subject === OWN && sample.asks === 'call' && isRefused(sample));
  if (!refused.some(({ phase, seq }) => phase === 'refused' && seq > other.seq)) return false;
  if (classification.kind.startsWith('fixed') || remainsForOthers(samples, facts, other)) return true;
  const before = refused.findLast(({ seq }) => seq < other.seq);
  return other.receivedMs < ((before && nothingBackBefore(before, facts.offset)) ?? -Infinity);
}

function unknownPathsRefused({ samples }: ProbeEvidence): boolean | undefined {
  const asked = samples.find(({ phase, asks }) => phase === 'refused' && asks === 'unknown-path');
  return asked === undefined || isAstray(asked) ? undefined : isRefused(asked);
}

function distinct(values: readonly (number | undefined)[]): readonly number[] | undefined {
  const told = [...new Set(values.flatMap((value) => (value === undefined ? [] : [value])))];
  return told.length === 0 ? undefined : told;
}
