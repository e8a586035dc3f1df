import { countsAgree, neverMoves, operationsEach } from '../counts.ts';
import { isConcurrencyRefusal, saysAllIsThere } from '../facts.ts';
import { concurrentBurst, notShown } from './permitted.ts';
import { othersUse, type ProbeEvidence } from './probe-evidence.ts';
import { fails, isOpen, passes, type Ruling } from './ruling.ts';
import { AT_ONCE_MS, isPassed, isRefused, type Sample } from '../sample.ts';
import { isMore, wrongCounts } from '../words.ts';

/** A count that does not move over so many requests, one after the other, is stuck. */
const STUCK = 3;

/** With each operation one less remains, as far as nothing comes back. */
export function judgeCounting(evidence: ProbeEvidence): readonly Ruling[] {
  const { facts, classification, own, foreign } = evidence;
  const told = own.filter((sample) => isPassed(sample) && sample.remaining !== undefined);
  const last = told.at(-1);
  if (last === undefined || classification.mayBeConcurrency) return [];
  const each = operationsEach(facts);
  if (each !== undefined) return [fails('counts-each', 'one operation less with each', `${each} less`, last)];
  const stuck = stuckFor(told);
  if (stuck !== undefined)
    return [fails('counts-each', 'one operation less with each', `${stuck.remaining} remain again and again`, stuck)];
  const still = sameUntilRefused(told, own);
  if (still !== undefined)
    return [fails('counts-each', 'one operation less with each', `${still.remaining} remain each time, until a request is refused`, still)];
  const together = foreign > 0 ? [] : (concurrentBurst(evidence)?.filter(({ kind }) => kind === 'left') ?? []);
  if (together.length > 0)
    return together.map(({ decision: { sample } }) =>
      fails('counts-each', 'one operation less with each', `${sample.remaining} remain for several requests at the same time`, sample),
    );
  if (foreign > 0) return [isOpen('counts-each', othersUse(foreign, facts), 'config', last)];
  const [best] = classification.fits;
  // Where there is no limit, all of it may be back at once: only a count that is stuck while its end lies ahead is wrong.
  if (classification.kind === 'unknown' || classification.kind === 'none' || saysAllIsThere(facts) || best === undefined)
    return [notShown('counts-each', evidence, last)];
  const wrong = wrongCounts(facts, classification, best);
  if (wrong.length === 0) return [passes('counts-each', last)];
  const more = wrong.filter(isMore);
  // What is missing now and then, somebody else may have used.
  if (more.length === 0) return [isOpen('counts-each', othersUse(wrong.length, facts), 'config', last)];
  // The model is wrong then, and not the count.
  if (countsAgree(facts)) return [notShown('counts-each', evidence, last)];
  return more.map(({ decision: { sample }, permitted }) =>
    fails('counts-each', `${permitted?.low} to ${permitted?.high} remaining`, String(sample.remaining), sample),
  );
}

/** What comes back meanwhile may have been announced for later. */
function isSoonAfter(before: Sample | undefined, { sentMs }: Sample): boolean {
  const gap = sentMs - (before?.receivedMs ?? Infinity);
  return gap >= 0 && gap < AT_ONCE_MS;
}

/**
 * The last of the answers of a count that never moves, though a request is refused in the end. Whatever comes back meanwhile, or whoever
 * else uses some: it would have to be just what we use, each time, and all the rest at once before the refusal.
 */
function sameUntilRefused(told: readonly Sample[], own: readonly Sample[]): Sample | undefined {
  const calls = told.filter(({ asks }) => asks === 'call');
  const last = calls.at(-1);
  const isRefusedAfter = own.some(
    (sample) => isRefused(sample) && sample.limit !== 0 && sample.sentMs > (calls[STUCK - 1]?.receivedMs ?? Infinity),
  );
  return neverMoves(calls.flatMap(({ remaining }) => remaining ?? [])) && (last?.remaining ?? 0) > 0 && isRefusedAfter ? last : undefined;
}

/**
 * The first of several answers, one after the other, none of which changes the count although the target says that nothing is back yet.
 * Where none remains each time, each may have used what had just come back: a target may name a later moment than need be.
 */
function stuckFor(told: readonly Sample[]): Sample | undefined {
  for (const [index, sample] of told.entries()) {
    const next = told.slice(index, index + STUCK);
    const isStill = next.length === STUCK && next.every(({ remaining }) => remaining === sample.remaining && remaining !== 0);
    const inOrder = next.every((one, at) => at === 0 || isSoonAfter(next[at - 1], one));
    const back = Math.min(sample.retryAt?.seconds ?? 0, sample.reset?.seconds ?? 0);
    const latest = next.at(-1)?.dateMs;
    if (isStill && inOrder && latest !== undefined && back - 1 > latest / 1000 + 1 && sample.asks === 'call') return next.at(-1);
  }
  return undefined;
}

/** The limit is the same throughout a period: until what an answer announces as its end, it may change once at most, for a new one. */
export function judgeLimitStays({ counted }: ProbeEvidence): readonly Ruling[] {
  const told = counted.filter((sample) => sample.limit !== undefined && !isConcurrencyRefusal(sample));
  const last = told.at(-1);
  if (last === undefined) return [];
  const wrong = told.flatMap((sample, index) => {
    const before = told[index - 1];
    return before !== undefined && changesBack(told, before, sample, index) ? [{ sample, before }] : [];
  });
  const [first] = wrong;
  if (first === undefined) return [passes('limit-stays', last)];
  const words = ({ before, sample }: Change): readonly [string, string] => [
    `a limit of ${before.limit} throughout the period, as the answer before has it`,
    String(sample.limit),
  ];
  // Of two numbers for the same period one at most is what it permits.
  return [
    ...wrong.map((change) => fails('limit-stays', ...words(change), change.sample)),
    fails('permitted', ...words(first), first.sample),
  ];
}

interface Change {
  readonly before: Sample;
  readonly sample: Sample;
}

/** Another limit than the answer before, and the one before that again: no period ended twice in between. */
function changesBack(told: readonly Sample[], before: Sample, sample: Sample, index: number): boolean {
  if (before.limit === sample.limit) return false;
  if (sameWindow(before, sample)) return true;
  if (endsBefore(sample, before)) return false;
  return told.slice(0, index - 1).some((earlier) => earlier.limit === sample.limit && !endsBefore(before, earlier));
}

/** Seconds by which the end of one period moves at most between answers that overtake each other. */
const GRAIN_S = 2;

/** The end of a period only moves on. Of two limits at once, such as of a second and of a minute, each answer may speak of the one that binds. */
function endsBefore({ reset }: Sample, earlier: Sample): boolean {
  return reset?.form === 'seconds' && earlier.reset?.form === 'seconds' && reset.seconds < earlier.reset.seconds - GRAIN_S;
}

function sameWindow(one: Sample, other: Sample): boolean {
  return one.reset?.form === 'seconds' && one.reset.seconds === other.reset?.seconds;
}
