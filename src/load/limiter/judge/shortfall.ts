import { isPassed, isRefused, type Sample } from '../sample.ts';
import type { Span } from '../span.ts';
import { GRAIN_MS } from '../moment.ts';
import { SOON_MS } from './announced-reset.ts';
import type { ProbeEvidence } from './probe-evidence.ts';
import { isPostponed, postponementsBy } from './retry-postponed.ts';

/** Shares of operations are rounded up or down. */
const ROUNDED = 1;
/** Less than this of the limit others may well use steadily. */
const MUCH = 0.25;

/** An answer after the announced end that tells of less than should be there. */
export interface Shortfall {
  readonly sample: Sample;
  readonly overdue: Sample;
  readonly missing: number;
  readonly used: number;
  /** how long after the announced end it was sent */
  readonly lateMs: number;
}

export function shortfallOf(evidence: ProbeEvidence, announcedBefore: AnnouncedBefore, sample: Sample): Shortfall | undefined {
  const overdue = announcedBefore(sample, GRAIN_MS);
  const missing = overdue === undefined ? 0 : shortfallSince(evidence, overdue, sample);
  if (overdue === undefined || missing === 0) return undefined;
  const lateMs = sample.sentMs + (evidence.facts.offset?.low ?? 0) - (overdue.reset?.seconds ?? 0) * 1000;
  return { sample, overdue, missing, used: usedSince(evidence, overdue, sample), lateMs };
}

/**
 * What others use is little, or another number each time, and a refusal because of it names a later moment. Where the same large number is
 * missing after a second wait, or all of it, or a refusal says itself that all should be there, it is not others.
 */
export function isNobodyElses(
  { sample, overdue, missing, lateMs }: Shortfall,
  lacking: readonly Shortfall[],
  { limit, offset }: { readonly limit: number; readonly offset: Span },
): boolean {
  const again = lacking.filter((other) => other.overdue.sentMs >= sample.sentMs && other.lateMs <= SOON_MS);
  const isSame = again.some((other) => isPassed(other.sample) && Math.abs(other.missing - missing) <= ROUNDED) && missing >= limit * MUCH;
  if (isSame && lateMs <= SOON_MS) return true;
  if (isPassed(sample)) return false;
  // It says itself that others have left some.
  if ((sample.remaining ?? 0) > 0) return true;
  return isBackSooner(sample, overdue, offset) || again.some((other) => isRefused(other.sample));
}

/**
 * Who has used all of it since the announced end has to wait as long again from there as one had to before, from one refusal to the end
 * that it announced: a refusal that names an earlier moment speaks of what was used before.
 */
function isBackSooner(sample: Sample, overdue: Sample, offset: Span): boolean {
  const [end, next] = [overdue.reset, sample.reset].map((moment) => (moment?.seconds ?? NaN) * 1000);
  if (end === undefined || next === undefined) return false;
  const waited = isRefused(overdue) ? end - (overdue.receivedMs + offset.high) - GRAIN_MS : 0;
  return next <= end + GRAIN_MS || next - end + GRAIN_MS < waited;
}

/** The newest answer before a request whose announced reset has surely come since, and was not put off; `byMs` earlier. */
export type AnnouncedBefore = (sample: Sample, byMs?: number) => Sample | undefined;

export function announcedIn(counted: readonly Sample[], offset: Span): AnnouncedBefore {
  const allBack = ({ reset }: Sample): number => (reset?.form === 'seconds' ? reset.seconds * 1000 - offset.low : Infinity);
  const postponements = postponementsBy(counted, allBack);
  const announcing = counted.filter((sample) => sample.limit !== 0 && allBack(sample) < Infinity);
  return (sample, byMs = 0) =>
    announcing.findLast(
      (announced) =>
        announced.receivedMs <= sample.sentMs &&
        allBack(announced) + byMs <= sample.sentMs &&
        !isPostponed(postponements, announced, sample, allBack(announced)),
    );
}

/** How many operations are missing though all but our own use since should be there. */
export function shortfallSince(evidence: ProbeEvidence, announced: Sample, sample: Sample): number {
  const { limit = 0, remaining } = evidence.facts;
  const due = limit - usedSince(evidence, announced, sample);
  if (isRefused(sample)) return Math.max(0, due);
  if (sample.remaining === undefined) return 0;
  return Math.max(0, due - 1 - (sample.remaining - (remaining === 'before' ? 1 : 0)));
}

function usedSince({ own, facts }: ProbeEvidence, announced: Sample, sample: Sample): number {
  // What the announcing answer itself took is back then, unless it was not subtracted yet.
  const isCounted = (other: Sample): boolean => other !== sample && (other !== announced || facts.remaining === 'before');
  return own.filter(
    (other) => isCounted(other) && other.receivedMs > announced.sentMs && other.sentMs < sample.receivedMs && !isRefused(other),
  ).length;
}
