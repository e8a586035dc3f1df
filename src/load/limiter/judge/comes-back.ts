import { untilRefused } from '../decisions.ts';
import type { Facts } from '../facts.ts';
import { notWaited, othersUse, type ProbeEvidence } from './probe-evidence.ts';
import { eachPassOnce, fails, isOpen, passes, type Ruling } from './ruling.ts';
import { GRAIN_MS, isPassed, isRefused, type Sample } from '../sample.ts';
import type { Span } from '../span.ts';
import { comes } from '../clock.ts';

/** Later than so long after an announced moment, others have had time enough to use what came back. */
const SOON_MS = 3000;

/** What was announced for a moment is there when that moment has surely come: some of the allowance, and at last all of it. */
export function judgeComesBack(evidence: ProbeEvidence): readonly Ruling[] {
  const { facts, own, classification } = evidence;
  const { offset } = facts;
  const refused = own.filter(isRefused);
  const last = own.at(-1);
  if (last === undefined || classification.mayBeConcurrency) return [];
  if (refused.length === 0) return [];
  if (!own.some(isPassed)) return RETURNS.map((topic) => isOpen(topic, NOTHING_PASSED, 'config', last));
  if (offset === undefined) return RETURNS.map((topic) => isOpen(topic, 'no answer says what time it is there (Date)', 'target', last));
  const some = partialRefill(evidence);
  return [...some, ...fullReset(evidence, offset, some)];
}

const RETURNS = ['retry-at', 'reset', 'until-replenished'] as const;
const NOTHING_PASSED =
  'every request was refused: nothing ever comes back, or somebody else takes all that does, which cannot be told apart. Probe with a key of its own';

/** Once something has been used, what is to come back cannot be back already: both timestamps lie ahead. */
export function judgeInFuture({ facts, own }: ProbeEvidence): readonly Ruling[] {
  const { offset } = facts;
  if (offset === undefined) return [];
  return own.flatMap((sample): readonly Ruling[] => {
    const isSpent = isRefused(sample) || (sample.remaining !== undefined && sample.limit !== undefined && sample.remaining < sample.limit);
    if (!isSpent || sample.limit === 0) return [];
    const now = sample.sentMs + offset.low;
    return (['reset', 'retryAt'] as const).flatMap((role) => past(sample, role, now));
  });
}

function past(sample: Sample, role: 'reset' | 'retryAt', now: number): readonly Ruling[] {
  const moment = sample[role];
  if (moment?.form !== 'seconds' || moment.seconds * 1000 + GRAIN_MS >= now) return [];
  return [
    fails(
      role === 'reset' ? 'reset' : 'retry-at',
      `a moment to come, after ${Math.floor(now / 1000)}, since something has been used`,
      String(moment.seconds),
      sample,
    ),
  ];
}

/** A request after the moment of partial replenishment passes, if it comes alone; several that share it may be refused again. */
function partialRefill(evidence: ProbeEvidence): readonly Ruling[] {
  const { own, counted, facts } = evidence;
  const some = announcementsOf(counted, ({ retryAt }) => comes(retryAt, facts.offset)?.high ?? Infinity);
  const announcing = some.announcing.filter(isRefused);
  const others = foreignTraffic(evidence);
  const last = own.at(-1);
  const rulings = counted.flatMap((sample): readonly Ruling[] => {
    const latest = announcing.findLast((refusal) => some.isDue(refusal, sample));
    if (latest !== undefined && isPassed(sample)) return [passes('retry-at', latest, sample), passes('until-replenished', latest, sample)];
    const overdue = announcing.find((refusal) => {
      const lateMs = sample.sentMs - some.momentOf(refusal);
      return lateMs <= SOON_MS && some.isDue(refusal, sample, GRAIN_MS) && !isTaken(own, refusal, sample);
    });
    if (!isRefused(sample) || overdue?.retryAt === undefined) return [];
    if (others !== undefined) return [isOpen('retry-at', others, 'config', overdue, sample)];
    const received = `refused ${((sample.sentMs - some.momentOf(overdue)) / 1000).toFixed(1)} s after it`;
    return [fails('retry-at', `a request at ${overdue.retryAt.seconds} passes`, received, overdue, sample)];
  });
  if (rulings.length > 0 || last === undefined || announcing.length === 0) return eachPassOnce(rulings);
  return [isOpen('retry-at', notWaited(evidence), 'config', last), isOpen('until-replenished', notWaited(evidence), 'config', last)];
}

/** What came back may be what another request of ours, sent meanwhile, was given. */
function isTaken(own: readonly Sample[], refusal: Sample, sample: Sample): boolean {
  return own.some((other) => other !== sample && isPassed(other) && other.receivedMs > refusal.sentMs && other.sentMs < sample.receivedMs);
}

const NEVER_NAMED =
  'no answer names the moment at which all is back as it has to: one header, in Unix seconds. So there was none to wait for';

const ONCE =
  'some of the allowance was missing when all of it should have been back, once, or each time another number: somebody else may have used that. Probe with a key of its own';

/**
 * Of the whole allowance only what we have used since may be missing.
 *
 * @param some what was shown of the moments at which some of it should be back
 */
function fullReset(evidence: ProbeEvidence, offset: Span, some: readonly Ruling[]): readonly Ruling[] {
  const { counted, facts } = evidence;
  const { limit } = facts;
  const last = counted.at(-1);
  const calls = limit === undefined ? [] : counted.filter(({ asks }) => asks === 'call');
  const all = announcementsOf(counted, ({ reset }) => comes(reset, offset)?.high ?? Infinity);
  const announcedBefore = (sample: Sample, byMs?: number): Sample | undefined =>
    all.announcing.findLast((announced) => all.isDue(announced, sample, byMs));
  const lacking = calls.flatMap((sample) => shortfallOf(evidence, announcedBefore(sample, GRAIN_MS), sample) ?? []);
  // Where nothing is back of what should be there in part, nothing is back of all of it.
  const notEvenSome = some.flatMap(({ verdict, shownBy }) => (verdict === 'fail' ? shownBy.slice(-1) : []));
  const isShown =
    evidence.isBroken ||
    lacking.some((lack) => notEvenSome.includes(lack.sample) || isNobodyElses(lack, lacking, { limit: limit ?? 0, offset }));
  const open = foreignTraffic(evidence) ?? (isShown ? undefined : ONCE);
  const rulings = calls.flatMap((sample): readonly Ruling[] => {
    const lack = lacking.find((one) => one.sample === sample);
    if (lack === undefined) {
      const due = announcedBefore(sample);
      const isThere = due !== undefined && isPassed(sample) && shortfallSince(evidence, due, sample) === 0;
      return isThere ? [passes('reset', due, sample), passes('until-replenished', due, sample)] : [];
    }
    const { overdue, missing, used } = lack;
    if (open !== undefined) return [isOpen('reset', open, 'config', overdue, sample)];
    const expected = `from ${overdue.reset?.seconds} on the whole allowance of ${limit}, less what was used since`;
    const received = isRefused(sample) ? `a refusal after ${used}` : `${sample.remaining} remain after ${used}, ${missing} too few`;
    const wrong = fails('reset', expected, received, overdue, sample);
    return isRefused(sample) ? [wrong, fails('until-replenished', expected, received, overdue, sample)] : [wrong];
  });
  if (rulings.length > 0 || last === undefined) return eachPassOnce(rulings);
  if (!counted.some(({ reset }) => reset?.form === 'seconds')) return [isOpen('reset', NEVER_NAMED, 'target', last)];
  return [isOpen('reset', notWaited(evidence), 'config', last)];
}

/** Shares of operations are rounded up or down. */
const ROUNDED = 1;
/** Less than this of the limit others may well use steadily. */
const MUCH = 0.25;

/** An answer after the announced end that tells of less than should be there. */
interface Shortfall {
  readonly sample: Sample;
  readonly overdue: Sample;
  readonly missing: number;
  readonly used: number;
  /** how long after the announced end it was sent */
  readonly lateMs: number;
}

function shortfallOf(evidence: ProbeEvidence, overdue: Sample | undefined, sample: Sample): Shortfall | undefined {
  const missing = overdue === undefined ? 0 : shortfallSince(evidence, overdue, sample);
  if (overdue === undefined || missing === 0) return undefined;
  const lateMs = sample.sentMs + (evidence.facts.offset?.low ?? 0) - (overdue.reset?.seconds ?? 0) * 1000;
  return { sample, overdue, missing, used: usedSince(evidence, overdue, sample), lateMs };
}

/**
 * What others use is little, or another number each time, and a refusal because of it names a later moment. Where the same large number is
 * missing after a second wait, or all of it, or a refusal says itself that all should be there, it is not others.
 */
function isNobodyElses(
  { sample, overdue, missing, lateMs }: Shortfall,
  lacking: readonly Shortfall[],
  { limit, offset }: { readonly limit: number; readonly offset: Span },
): boolean {
  const again = lacking.filter((other) => other.overdue.sentMs >= sample.sentMs && other.lateMs <= SOON_MS);
  // A single operation may be anybody's, time and again: of a limit of three it is much.
  const isMuch = missing > ROUNDED;
  const isSame = again.some((other) => isPassed(other.sample) && Math.abs(other.missing - missing) <= ROUNDED) && missing >= limit * MUCH;
  if (isSame && isMuch && lateMs <= SOON_MS) return true;
  if (isPassed(sample)) return false;
  // It says itself that others have left some.
  if ((sample.remaining ?? 0) > 0) return true;
  return isBackSooner(sample, overdue, offset) || (isMuch && again.some((other) => isRefused(other.sample)));
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

/** Answers that announce a moment, and whether it has surely come. */
interface Announcements {
  readonly announcing: readonly Sample[];
  /** on our clock */
  readonly momentOf: (sample: Sample) => number;
  /** whether it had come before a request was sent, `byMs` earlier, and was not put off */
  readonly isDue: (announced: Sample, sample: Sample, byMs?: number) => boolean;
}

function announcementsOf(counted: readonly Sample[], momentOf: (sample: Sample) => number): Announcements {
  const announcing = counted.filter((sample) => sample.limit !== 0 && momentOf(sample) < Infinity);
  const passed = announcing.filter(isPassed);
  // Requests that came too early may have put off what was announced, since no document says whether a refused request counts: the refusal of
  // one that was sent before the moment names a later one than anything that had passed by then.
  const postponing = announcing.filter(
    (refusal) => isRefused(refusal) && !passed.some((other) => other.sentMs < refusal.receivedMs && momentOf(other) >= momentOf(refusal)),
  );
  return {
    announcing,
    momentOf,
    isDue: (announced, sample, byMs = 0) => {
      const moment = momentOf(announced);
      const isPostponed = (refusal: Sample): boolean =>
        momentOf(refusal) > moment &&
        refusal.sentMs >= announced.receivedMs &&
        refusal.sentMs < moment &&
        refusal.receivedMs <= sample.sentMs;
      return announced.receivedMs <= sample.sentMs && moment + byMs <= sample.sentMs && !postponing.some(isPostponed);
    },
  };
}

/** How many operations are missing though all but our own use since should be there. */
function shortfallSince(evidence: ProbeEvidence, announced: Sample, sample: Sample): number {
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

/** Why what is missing may be what others have used; undefined where nothing speaks for others. */
function foreignTraffic({ foreign, facts }: ProbeEvidence): string | undefined {
  if (foreign > 0) return othersUse(foreign, facts);
  const lost = lostUntilRefused(facts);
  if (lost === 0) return undefined;
  return `a request was refused while ${lost} more should have been left: somebody else may have used those, and what came back later. Probe with a key of its own`;
}

/** How many operations were told of that neither were left at the first refusal nor can be ours. */
function lostUntilRefused({ decisions, own }: Facts): number {
  const before = untilRefused(decisions);
  const refused = decisions[before.length]?.sample;
  if (refused === undefined || (refused.remaining ?? 0) > 0) return 0;
  const lost = before.map(({ sample, left = 0 }) => {
    const since = own.filter((other) => other !== sample && other.receivedMs > sample.sentMs && other.sentMs < refused.receivedMs);
    return left - since.length;
  });
  return Math.max(0, ...lost);
}
