import { isPassed, isRefused } from '../sample.ts';
import type { Sample } from '../sample.ts';
import type { Span } from '../span.ts';
import { surelyBack } from './announced-back.ts';
import { othersUse } from './probe-evidence.ts';
import type { ProbeEvidence } from './probe-evidence.ts';
import { fails, isOpen, passes } from './ruling.ts';
import type { Ruling } from './ruling.ts';

/** A timestamp that is rounded down is up to a second early. */
const GRAIN_MS = 1000;

/** What was announced for a moment is there when that moment has surely come: some of the allowance, and at last all of it. */
export function judgeComesBack(evidence: ProbeEvidence): readonly Ruling[] {
  const { facts, own, classification } = evidence;
  const { offset } = facts;
  const refused = own.filter(isRefused);
  const last = own.at(-1);
  if (last === undefined || classification.kind === 'concurrency') return [];
  if (refused.length === 0) return [];
  if (!own.some(isPassed)) return RETURNS.map((topic) => isOpen(topic, NOTHING_PASSED, 'config', last));
  if (offset === undefined) return RETURNS.map((topic) => isOpen(topic, 'no answer says what time it is there (Date)', 'target', last));
  return [...someIsBack(evidence), ...allIsBack(evidence, offset)];
}

const RETURNS = ['retry-at', 'reset', 'until-replenished'] as const;
const NOTHING_PASSED =
  'every request was refused: nothing ever comes back, or somebody else takes all that does, which cannot be told apart. Probe with a key of its own';

const NEVER_NAMED =
  'no answer names the moment at which all is back as it has to: one header, in Unix seconds. So there was none to wait for';

/** A request after the moment of partial replenishment passes, if it comes alone; several that share it may be refused again. */
function someIsBack(evidence: ProbeEvidence): readonly Ruling[] {
  const { own, counted, facts } = evidence;
  const surely = (sample: Sample): number => surelyBack(facts, sample) ?? Infinity;
  const putOffs = putOffsBy(counted, surely);
  const last = own.at(-1);
  const announced = counted.filter((sample) => isRefused(sample) && sample.retryAt?.form === 'seconds' && sample.limit !== 0);
  const rulings = counted.flatMap((sample): readonly Ruling[] => {
    const due = announced.filter((refusal) => refusal.receivedMs <= sample.sentMs && surely(refusal) <= sample.sentMs);
    const latest = due.at(-1);
    if (latest === undefined) return [];
    if (isPassed(sample)) return [passes('retry-at', latest, sample), passes('until-replenished', latest, sample)];
    const overdue = due.find(
      (refusal) =>
        surely(refusal) + GRAIN_MS <= sample.sentMs &&
        !isTaken(own, refusal, sample) &&
        !isPutOff(putOffs, refusal, sample, surely(refusal)),
    );
    if (!isRefused(sample) || overdue?.retryAt === undefined) return [];
    if (evidence.foreign > 0) return [isOpen('retry-at', othersUse(evidence.foreign, facts), 'config', overdue, sample)];
    const received = `refused ${((sample.sentMs - surely(overdue)) / 1000).toFixed(1)} s after it`;
    return [fails('retry-at', `a request at ${overdue.retryAt.seconds} passes`, received, overdue, sample)];
  });
  if (rulings.length > 0 || last === undefined || announced.length === 0) return summed(rulings);
  return [isOpen('retry-at', notWaited(evidence), 'config', last), isOpen('until-replenished', notWaited(evidence), 'config', last)];
}

/**
 * Whether requests that came too early have put off what was announced: no document says whether a refused request counts. The refusal
 * of one that was sent before the moment, and answered before the sample was sent, names a later moment than anything that passed.
 */
function isPutOff(putOffs: readonly PutOff[], announced: Sample, sample: Sample, moment: number): boolean {
  return putOffs.some(
    ({ refusal, named }) =>
      named > moment && refusal.sentMs >= announced.receivedMs && refusal.sentMs < moment && refusal.receivedMs <= sample.sentMs,
  );
}

/** A refusal that names a later moment than anything that had passed by then. */
interface PutOff {
  readonly refusal: Sample;
  readonly named: number;
}

function putOffsBy(counted: readonly Sample[], momentOf: (sample: Sample) => number): readonly PutOff[] {
  const passed = counted.filter(isPassed);
  return counted.filter(isRefused).flatMap((refusal) => {
    const named = momentOf(refusal);
    const isOfPassed = passed.some((other) => other.sentMs < refusal.receivedMs && momentOf(other) >= named);
    return named < Infinity && !isOfPassed ? [{ refusal, named }] : [];
  });
}

/** What came back may be what another request of ours, sent meanwhile, was given. */
function isTaken(own: readonly Sample[], refusal: Sample, sample: Sample): boolean {
  return own.some((other) => other !== sample && isPassed(other) && other.receivedMs > refusal.sentMs && other.sentMs < sample.receivedMs);
}

/** Of the whole allowance only what we have used since may be missing. */
function allIsBack(evidence: ProbeEvidence, offset: Span): readonly Ruling[] {
  const { counted, facts } = evidence;
  const { limit } = facts;
  const last = counted.at(-1);
  const calls = limit === undefined ? [] : counted.filter(({ asks }) => asks === 'call');
  const announcedBefore = announcedIn(counted, offset);
  const lacking = calls.flatMap((sample) => lackOf(evidence, announcedBefore, sample) ?? []);
  const isShown = evidence.isBroken || lacking.some((lack) => isNobodyElses(lack, lacking));
  const open = evidence.foreign > 0 ? othersUse(evidence.foreign, facts) : isShown ? undefined : ONCE;
  const rulings = calls.flatMap((sample): readonly Ruling[] => {
    const lack = lacking.find((one) => one.sample === sample);
    if (lack === undefined) {
      const due = announcedBefore(sample);
      const isThere = due !== undefined && isPassed(sample) && missingSince(evidence, due, sample) === 0;
      return isThere ? [passes('reset', due, sample), passes('until-replenished', due, sample)] : [];
    }
    const { overdue, missing, used } = lack;
    if (open !== undefined) return [isOpen('reset', open, 'config', overdue, sample)];
    const expected = `from ${overdue.reset?.seconds} on the whole allowance of ${limit}, less what was used since`;
    const received = isRefused(sample) ? `a refusal after ${used}` : `${sample.remaining} remain after ${used}, ${missing} too few`;
    const wrong = fails('reset', expected, received, overdue, sample);
    return isRefused(sample) ? [wrong, fails('until-replenished', expected, received, overdue, sample)] : [wrong];
  });
  if (rulings.length > 0 || last === undefined) return summed(rulings);
  if (!counted.some(({ reset }) => reset?.form === 'seconds')) return [isOpen('reset', NEVER_NAMED, 'target', last)];
  return [isOpen('reset', notWaited(evidence), 'config', last)];
}

const ONCE =
  'some of the allowance was missing when all of it should have been back, once, or each time another number: somebody else may have used that. Probe with a key of its own';

/** Later than this, others have had time enough to use the same number again. */
const SOON_MS = 3000;
/** Shares of operations are rounded up or down. */
const ROUNDED = 1;

/** An answer after the announced end that tells of less than should be there. */
interface Lack {
  readonly sample: Sample;
  readonly overdue: Sample;
  readonly missing: number;
  readonly used: number;
  /** how long after the announced end it was sent */
  readonly lateMs: number;
}

function lackOf(evidence: ProbeEvidence, announcedBefore: AnnouncedBefore, sample: Sample): Lack | undefined {
  const overdue = announcedBefore(sample, GRAIN_MS);
  const missing = overdue === undefined ? 0 : missingSince(evidence, overdue, sample);
  if (overdue === undefined || missing === 0) return undefined;
  const lateMs = sample.sentMs + (evidence.facts.offset?.low ?? 0) - (overdue.reset?.seconds ?? 0) * 1000;
  return { sample, overdue, missing, used: usedSince(evidence, overdue, sample), lateMs };
}

/**
 * What others use is another number each time, and a refusal because of it names a later moment. Where the same number is missing after
 * a second wait, or all of it, or a refusal says itself that all should be there, it is not others.
 */
function isNobodyElses({ sample, overdue, missing, lateMs }: Lack, lacking: readonly Lack[]): boolean {
  const again = lacking.filter((other) => other.overdue.sentMs >= sample.sentMs && other.lateMs <= SOON_MS);
  const isSame = again.some((other) => isPassed(other.sample) && Math.abs(other.missing - missing) <= ROUNDED);
  if (isSame && lateMs <= SOON_MS) return true;
  if (isPassed(sample)) return false;
  return (sample.reset?.seconds ?? Infinity) <= (overdue.reset?.seconds ?? 0) + 1 || again.some((other) => isRefused(other.sample));
}

/** The newest answer before a request whose announced reset has surely come since, and was not put off; `byMs` earlier. */
type AnnouncedBefore = (sample: Sample, byMs?: number) => Sample | undefined;

function announcedIn(counted: readonly Sample[], offset: Span): AnnouncedBefore {
  const allBack = ({ reset }: Sample): number => (reset?.form === 'seconds' ? reset.seconds * 1000 - offset.low : Infinity);
  const putOffs = putOffsBy(counted, allBack);
  const announcing = counted.filter((sample) => sample.limit !== 0 && allBack(sample) < Infinity);
  return (sample, byMs = 0) =>
    announcing.findLast(
      (announced) =>
        announced.receivedMs <= sample.sentMs &&
        allBack(announced) + byMs <= sample.sentMs &&
        !isPutOff(putOffs, announced, sample, allBack(announced)),
    );
}

/** How many operations are missing though all but our own use since should be there. */
function missingSince(evidence: ProbeEvidence, announced: Sample, sample: Sample): number {
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

/** One of many that pass is enough to show. */
function summed(rulings: readonly Ruling[]): readonly Ruling[] {
  const seen = new Set<string>();
  return rulings.filter(({ topic, verdict }) => {
    if (verdict !== 'pass') return true;
    const isNew = !seen.has(topic);
    seen.add(topic);
    return isNew;
  });
}

function notWaited({ stopped }: ProbeEvidence): string {
  return stopped ?? 'the moment that the last refusal announced was not waited for';
}
