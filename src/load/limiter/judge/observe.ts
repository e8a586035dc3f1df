import type { DocumentName } from '../../../spec/types.ts';
import type { Observation } from '../../../judge/finding.ts';
import { isPassed, isRefused } from '../sample.ts';
import type { ProbeEvidence } from './probe-evidence.ts';
import { OPEN_NUMBERS } from './topics.ts';

/** Subjects that a probe may be given beside its own, each sharing more with it than the next. */
export type OtherSubject = 'other-token' | 'other-user' | 'other-team';

const SHARED_BY: readonly (readonly [OtherSubject, string])[] = [
  ['other-team', 'client'],
  ['other-user', 'team'],
  ['other-token', 'user'],
];

/** What the documents leave open about a limit, as a probe saw it. */
export function observe(document: DocumentName, evidence: ProbeEvidence): readonly Observation[] {
  const clause = OPEN_NUMBERS[document];
  if (clause === undefined) return [];
  const { classification, facts, own, foreign } = evidence;
  const { kind, limit, periodMs, confidence, fits } = classification;
  const all: Readonly<Record<string, unknown>> = {
    kind,
    limit,
    period: periodMs,
    confidence: Math.round(confidence * 1000) / 1000,
    'counted-by': countedBy(evidence),
    'refused-requests-count': kind.startsWith('sliding') ? fits[0]?.refusedCount : undefined,
    'unknown-paths-count': facts.unknownPathCounts,
    'unknown-paths-are-refused': unknownPathsRefused(evidence),
    'remaining-of-a-refusal': distinct(own.filter(isRefused).map(({ remaining }) => remaining)),
    'remaining-has-the-present-request': facts.remaining === 'after' ? 'subtracted' : 'not subtracted yet',
    'used-by-others': foreign === 0 ? undefined : foreign,
  };
  return Object.entries(all).flatMap(([about, value]) => (value === undefined ? [] : [{ about: `limiter/${about}`, clause, value }]));
}

/** While the probed subject was refused: who was refused as well shares its allowance. */
function countedBy({ samples, classification }: ProbeEvidence): string | undefined {
  if (classification.kind === 'none' || classification.kind === 'concurrency') return undefined;
  const asked = samples.filter(({ phase }) => phase === 'refused');
  const answers = SHARED_BY.flatMap(([subject, sharing]) => {
    const sample = asked.find((candidate) => candidate.subject === subject);
    return sample === undefined || (!isPassed(sample) && !isRefused(sample)) ? [] : [{ sharing, isShared: isRefused(sample) }];
  });
  if (answers.length === 0) return undefined;
  return answers.find(({ isShared }) => isShared)?.sharing ?? 'token';
}

function unknownPathsRefused({ samples }: ProbeEvidence): boolean | undefined {
  const asked = samples.find(({ phase, asks }) => phase === 'refused' && asks === 'unknown-path');
  return asked?.status === undefined ? undefined : isRefused(asked);
}

function distinct(values: readonly (number | undefined)[]): readonly number[] | undefined {
  const told = [...new Set(values.flatMap((value) => (value === undefined ? [] : [value])))];
  return told.length === 0 ? undefined : told;
}
