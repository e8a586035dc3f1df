import { watchLimit } from '../../../judge/limit-watch.ts';
import { announcedLimits, isReplayed } from '../classify.ts';
import { countsAgree, neverMoves, operationsEach } from '../counts.ts';
import { answersOf, type Facts, factsOf, isConcurrencyRefusal, saysAllIsThere } from '../facts.ts';
import { concurrentBurst, notShown } from './permitted.ts';
import { othersUse, type ProbeEvidence } from './probe-evidence.ts';
import { fails, isOpen, passes, type Ruling } from './ruling.ts';
import { AT_ONCE_MS, isPassed, isRefused, type Sample } from '../sample.ts';
import { fits } from '../search.ts';
import { isMore, wrongCounts } from '../words.ts';
import { nothingBackBefore } from '../clock.ts';

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

/** The limit is the same throughout a period: of several at once, each answer speaks of the one that binds. */
export function judgeLimitStays(evidence: ProbeEvidence): readonly Ruling[] {
  const told = evidence.counted.filter((sample) => sample.limit !== undefined && !isConcurrencyRefusal(sample));
  const last = told.at(-1);
  if (last === undefined) return [];
  const wrong = [...changesBack(evidence.facts, told.filter(isPassed)), ...noLimitsOfTheirOwn(evidence)];
  const [first] = wrong;
  if (first === undefined) return [passes('limit-stays', last)];
  const words = ({ before, sample }: Change): readonly [string, string] => [
    `a limit of ${before} throughout the period, as other answers have it`,
    String(sample.limit),
  ];
  // Of two numbers for the same period one at most is what it permits.
  return [
    ...wrong.map((change) => fails('limit-stays', ...words(change), change.sample)),
    fails('permitted', ...words(first), first.sample),
  ];
}

/** An answer that names another limit than `before`. */
interface Change {
  readonly before: number;
  readonly sample: Sample;
}

function changesBack(facts: Facts, passed: readonly Sample[]): readonly Change[] {
  const watch = watchLimit<number>();
  return passed
    .toSorted((a, b) => a.receivedMs - b.receivedMs)
    .flatMap((sample): readonly Change[] => {
      const { limit = 0, sentMs, receivedMs } = sample;
      const backFromMs = nothingBackBefore(sample, facts.offset) ?? NaN;
      const before = watch.sees({ limit, sentMs, receivedMs, decidedByMs: receivedMs, backFromMs, answer: limit });
      return before === undefined ? [] : [{ before, sample }];
    });
}

/** One limit replays the whole trace, and no other does with what is said of that, though both take turns: it is none. */
function noLimitsOfTheirOwn({ counted, facts, classification }: ProbeEvidence): readonly Change[] {
  const { limit, sharing, unknownPathCounts } = facts;
  if (limit === undefined || classification.kind === 'unknown' || !isReplayed(classification)) return [];
  const others = announcedLimits(facts).filter((other) => {
    const answers = answersOf(counted, other);
    const resets = answers.flatMap(({ reset }) => reset?.seconds ?? []);
    if (other === limit || resets.length < FEW || !takesTurns(counted, other)) return false;
    // Of one window alone no other model is.
    if (new Set(resets).size === 1) return true;
    const [best] = fits(factsOf(answers, { sharing, unknownPathCounts }), other);
    return best?.contradictions.length !== 0;
  });
  return counted.flatMap((sample) => (others.includes(sample.limit ?? limit) ? [{ before: limit, sample }] : []));
}

/** Fewer answers may be those of any limit. */
const FEW = 3;

/** Whether another limit was named after one was, and before that was again. */
function takesTurns(counted: readonly Sample[], limit: number): boolean {
  const named = counted.filter((sample) => sample.limit === limit);
  const [from, to] = [Math.min(...named.map(({ receivedMs }) => receivedMs)), Math.max(...named.map(({ sentMs }) => sentMs))];
  return counted.some((other) => other.limit !== undefined && other.limit !== limit && other.sentMs >= from && other.receivedMs <= to);
}
