import type { DocumentSpec } from '../../../model/types.ts';
import type { Observation } from '../../../judge/finding.ts';
import { remainsForOthers } from '../facts.ts';
import { isAstray, isPassed, isRefused, OWN, type Sample } from '../sample.ts';
import { nothingBackBefore } from '../clock.ts';
import type { ProbeEvidence } from './probe-evidence.ts';

/** What the documents leave open about a limit, as a probe saw it. */
export function observe(spec: DocumentSpec, evidence: ProbeEvidence): readonly Observation[] {
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
