import { isPassed, isRefused } from '../sample.ts';
import type { Sample } from '../sample.ts';
import type { Span } from '../span.ts';
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
  return [...someIsBack(evidence, offset), ...allIsBack(evidence, offset)];
}

const RETURNS = ['retry-at', 'reset', 'until-replenished'] as const;
const NOTHING_PASSED =
  'every request was refused: nothing ever comes back, or somebody else takes all that does, which cannot be told apart. Probe with a key of its own';

/** A request after the moment of partial replenishment passes, if it comes alone; several that share it may be refused again. */
function someIsBack(evidence: ProbeEvidence, offset: Span): readonly Ruling[] {
  const { own, counted, classification } = evidence;
  const last = own.at(-1);
  // Where refusals count as well, each of them may put off what an earlier one announced.
  const isPutOff = classification.fits[0]?.refusedCount === true;
  const announced = counted.filter((sample) => isRefused(sample) && sample.retryAt?.form === 'seconds' && sample.limit !== 0);
  const rulings = counted.flatMap((sample): readonly Ruling[] => {
    const due = announced.filter((refusal) => refusal.receivedMs <= sample.sentMs && surely(refusal, offset) <= sample.sentMs);
    const latest = due.at(-1);
    if (latest === undefined) return [];
    if (isPassed(sample)) return [passes('retry-at', latest, sample), passes('until-replenished', latest, sample)];
    const overdue = due.find((refusal) => surely(refusal, offset) + GRAIN_MS <= sample.sentMs && !isTaken(own, refusal, sample));
    if (
      !isRefused(sample) ||
      overdue?.retryAt === undefined ||
      (isPutOff && overdue !== announced.findLast(({ receivedMs }) => receivedMs <= sample.sentMs))
    )
      return [];
    if (evidence.foreign > 0) return [isOpen('retry-at', othersUse(evidence.foreign), 'config', overdue, sample)];
    const received = `refused ${((sample.sentMs - surely(overdue, offset)) / 1000).toFixed(1)} s after it`;
    return [fails('retry-at', `a request at ${overdue.retryAt.seconds} passes`, received, overdue, sample)];
  });
  if (rulings.length > 0 || last === undefined || announced.length === 0) return summed(rulings);
  return [isOpen('retry-at', notWaited(evidence), 'config', last), isOpen('until-replenished', notWaited(evidence), 'config', last)];
}

/** The moment on our clock at which some of the allowance has surely to be back, if the timestamp is exact. */
function surely({ retryAt }: Sample, offset: Span): number {
  return (retryAt?.seconds ?? Infinity) * 1000 - offset.low;
}

/** What came back may be what another request of ours, sent meanwhile, was given. */
function isTaken(own: readonly Sample[], refusal: Sample, sample: Sample): boolean {
  return own.some((other) => other !== sample && isPassed(other) && other.receivedMs > refusal.sentMs && other.sentMs < sample.receivedMs);
}

/** Of the whole allowance only what we have used since may be missing. */
function allIsBack(evidence: ProbeEvidence, offset: Span): readonly Ruling[] {
  const { counted, facts } = evidence;
  const last = counted.at(-1);
  const rulings = counted.flatMap((sample): readonly Ruling[] => {
    const { limit } = facts;
    if (sample.asks !== 'call' || limit === undefined) return [];
    const overdue = announcedBefore(counted, sample, sample.sentMs + offset.low - GRAIN_MS);
    const missing = overdue === undefined ? undefined : missingSince(evidence, overdue, sample, limit);
    if (overdue?.reset === undefined || missing === undefined) {
      const due = announcedBefore(counted, sample, sample.sentMs + offset.low);
      const isThere = due !== undefined && isPassed(sample) && missingSince(evidence, due, sample, limit) === undefined;
      return isThere ? [passes('reset', due, sample), passes('until-replenished', due, sample)] : [];
    }
    if (evidence.foreign > 0) return [isOpen('reset', othersUse(evidence.foreign), 'config', overdue, sample)];
    const expected = `from ${overdue.reset.seconds} on the whole allowance of ${limit}, less what was used since`;
    const wrong = fails('reset', expected, missing, overdue, sample);
    return isRefused(sample) ? [wrong, fails('until-replenished', expected, missing, overdue, sample)] : [wrong];
  });
  if (rulings.length > 0 || last === undefined) return summed(rulings);
  return [isOpen('reset', notWaited(evidence), 'config', last)];
}

/** The newest answer before a request whose announced reset is not after a moment of the target's clock. */
function announcedBefore(counted: readonly Sample[], { sentMs }: Sample, nowMs: number): Sample | undefined {
  return counted.findLast(
    ({ receivedMs, reset, limit }) => receivedMs <= sentMs && limit !== 0 && reset?.form === 'seconds' && reset.seconds * 1000 <= nowMs,
  );
}

/** What is missing though all but our own use since should be there, in words; undefined where nothing is. */
function missingSince({ own, facts }: ProbeEvidence, announced: Sample, sample: Sample, limit: number): string | undefined {
  const used = own.filter(
    (other) => other !== sample && !isRefused(other) && other.receivedMs > announced.sentMs && other.sentMs < sample.receivedMs,
  ).length;
  if (isRefused(sample)) return used < limit ? `a refusal after ${used}` : undefined;
  if (sample.remaining === undefined) return undefined;
  const left = sample.remaining - (facts.remaining === 'before' ? 1 : 0);
  return left < limit - 1 - used ? `${sample.remaining} remain after ${used}` : undefined;
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
