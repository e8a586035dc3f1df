import { nameOf } from '../classify.ts';
import { countsAgree, neverMoves, operationsEach } from '../counts.ts';
import { beforeReset, type Decision } from '../decisions.ts';
import { type Facts, isConcurrencyRefusal, saysAllIsThere } from '../facts.ts';
import { ofErrors, othersUse, type ProbeEvidence } from './probe-evidence.ts';
import { fails, isOpen, passes, type Ruling } from './ruling.ts';
import type { Contradiction } from '../replay.ts';
import { AT_ONCE_MS, isPassed, isRefused, type Sample } from '../sample.ts';
import { hardContradictions } from '../search.ts';
import { isMore, wordPermits } from '../words.ts';
import { nothingBackBefore } from '../clock.ts';

/** Exactly as many operations as announced are permitted in a period: none is refused before, none passes after. */
export function judgePermitted(evidence: ProbeEvidence): readonly Ruling[] {
  const { facts, classification, own, foreign, isBroken } = evidence;
  const { limit, decisions } = facts;
  const last = own.at(-1);
  if (limit === undefined || last === undefined) return [];
  if (classification.kind === 'concurrency')
    return [isOpen('permitted', 'only the number of requests at the same time is limited', 'target', last)];
  if (classification.mayBeConcurrency)
    return (['permitted', 'refused-beyond'] as const).map((topic) => isOpen(topic, classification.open, 'config', last));
  const refused = decisions.flatMap(({ sample, passed }) => (passed ? [] : [sample]));
  const each = operationsEach(facts);
  const farBeyond = passedFarBeyond(evidence, limit);
  // Not every document says what Limit and Remaining are, but each that a request too many is refused.
  const refusals = farBeyond ?? [notShown('refused-beyond', evidence, last)];
  if (each !== undefined)
    return [fails('permitted', `${limit} operations in a period`, `each request takes ${each} of them`, last), ...refusals];
  const early = refused.filter((sample) => (sample.remaining ?? 0) >= 1 && !isConcurrencyRefusal(sample));
  if (early.length > 0)
    return [
      ...early.map((sample) =>
        fails('permitted', `no refusal while operations remain`, `refused while ${sample.remaining} remain`, sample),
      ),
      ...refusals,
    ];
  const beyond = passedBeyond(evidence, limit) ?? farBeyond ?? (foreign > 0 ? undefined : passedTogether(evidence, limit));
  const unlimited = limitedOnce(evidence, limit);
  if (beyond !== undefined || unlimited.length > 0) return [...(beyond ?? []), ...unlimited];
  const [best] = classification.fits;
  const [first] = refused;
  const open = (shown: Sample): readonly Ruling[] => [notShown('permitted', evidence, shown), notShown('refused-beyond', evidence, shown)];
  // Models of the same other size may replay every answer: whichever it is, the limit is not the announced one.
  const isOfAnotherSize = classification.kind === 'unknown' && best?.surplus !== 0 && best?.contradictions.length === 0 && !isBroken;
  const isKnown = (classification.kind !== 'unknown' && classification.kind !== 'none') || isOfAnotherSize;
  if (!isKnown || best === undefined || first === undefined) return open(last);
  const { surplus } = best;
  const beyondModel = hardContradictions(best).filter(({ kind }) => kind === 'passed');
  const isLater = beyondModel.some(({ decision }) => decision.sample.sentMs >= first.receivedMs);
  const isDoubtful =
    // A model that fits what is left for us says nothing of all that was permitted.
    (foreign > 0 && (surplus !== 0 || beyondModel.length > 0)) ||
    // Where the count agrees with what was refused, a model that does not is none of this limiter; what comes back later it may have wrong.
    (countsAgree(facts) && (surplus < 0 || isLater || !classification.countIsTrue)) ||
    // A count that never moves does not say what others had used before.
    (surplus < 0 && neverMoves(decisions.flatMap(({ passed, left }) => (passed ? (left ?? []) : [])))) ||
    // What others use makes a bucket look slower, and what passed before the first refusal too much for it.
    (surplus > 0 && best.hypothesis.kind === 'token-bucket' && wordPermits(facts)) ||
    // Where nothing but refusals says what remains, a period that is a little off explains as much.
    (surplus === 0 && beyondModel.length > 0 && decisions.every(({ left }) => left === undefined));
  if (isDoubtful) return open(first);
  if (surplus < 0) return [fails('permitted', `${limit} operations in a period`, `${limit + surplus}, then a refusal`, first)];
  if (surplus > 0) return tooMany(limit, limit + surplus, first);
  if (beyondModel.length > 0) return beyondModel.flatMap(({ decision }) => tooMany(limit, limit + beyondModel.length, decision.sample));
  const again = own.filter((sample) => sample.phase === 'second' && isRefused(sample)).slice(0, 1);
  return [passes('permitted', first), passes('refused-beyond', first), ...again.map((sample) => passes('each-period', sample))];
}

/** More than all of it passed before anything could have come back, by the target's own words, whatever the kind of limiter. */
function passedBeyond({ facts, foreign }: ProbeEvidence, limit: number): readonly Ruling[] | undefined {
  const most = limit - facts.usedBefore;
  const early = earlyReset(facts);
  let until: number | undefined;
  let passed = 0;
  for (const decision of facts.decisions) {
    if (decision === early) return undefined;
    // What comes back may do so earlier the more is used: the earliest moment that was named so far counts.
    const named = nothingBackBefore(decision.sample, facts.offset);
    if (passed === 0 && named === undefined) return undefined;
    until = Math.min(until ?? Infinity, named ?? Infinity);
    // Whether requests for unknown paths count is only known where nobody else's do.
    if (!decision.passed || (foreign > 0 && decision.sample.asks !== 'call')) continue;
    if (decision.at.high >= until) return undefined;
    passed += 1;
    if (passed > most) return tooMany(limit, passed + facts.usedBefore, decision.sample);
  }
  return undefined;
}

/** Whatever the kind of limiter, no more than two limits pass before the moment at which an answer said that all would be back. */
const FAR = 2;

function passedFarBeyond({ facts: { decisions, offset } }: ProbeEvidence, limit: number): readonly Ruling[] | undefined {
  const calls = decisions.filter(({ passed, sample }) => passed && sample.asks === 'call');
  if (calls.length <= FAR * limit) return undefined;
  for (const telling of decisions) {
    // What refuses meanwhile has a limit, and may name a later moment than need be.
    const refused = decisions.find((later) => !later.passed && later.at.low > telling.at.high)?.at.low ?? Infinity;
    const passed = beforeReset(calls, telling, offset).filter(({ at }) => at.high < refused);
    const shown = passed[FAR * limit];
    if (shown !== undefined) return tooMany(limit, passed.length, shown.sample);
  }
  return undefined;
}

/** Only requests at the same time passed beyond the limit: it holds for one after the other. */
function passedTogether(evidence: ProbeEvidence, limit: number): readonly Ruling[] | undefined {
  const early = earlyReset(evidence.facts)?.sample.sentMs ?? Infinity;
  // A model that believes in moments that are announced too late has what comes then wrong.
  const passed = concurrentBurst(evidence)?.filter(({ kind, decision }) => kind === 'passed' && decision.sample.sentMs < early) ?? [];
  const last = passed.at(-1);
  return last === undefined ? undefined : tooMany(limit, limit + passed.length, last.decision.sample);
}

/** Refused in the first period, and more than the limit passes in a later one, before the one moment that all of them name as its end. */
function limitedOnce({ own }: ProbeEvidence, limit: number): readonly Ruling[] {
  const refused = own.findIndex((sample) => isRefused(sample) && !isConcurrencyRefusal(sample));
  const later = refused < 0 ? [] : own.slice(refused).filter((sample) => isPassed(sample) && sample.asks === 'call');
  const ends = new Map<number, Sample[]>();
  for (const sample of later)
    if (sample.reset?.form === 'seconds') ends.set(sample.reset.seconds, [...(ends.get(sample.reset.seconds) ?? []), sample]);
  const shown = [...ends.values()].find((passed) => passed.length > limit && !isLimited(own, passed))?.at(-1);
  return shown === undefined ? [] : [fails('each-period', `${limit} operations in each period`, 'no refusal in a later one', shown)];
}

/** Whether one was refused in the same period after all, or told that more remains than before: a moment may be named for several periods. */
function isLimited(own: readonly Sample[], passed: readonly Sample[]): boolean {
  const [first] = passed;
  const isRefusedToo = own.some(
    (sample) => isRefused(sample) && sample.sentMs > (first?.receivedMs ?? Infinity) && sample.reset?.seconds === first?.reset?.seconds,
  );
  return (
    isRefusedToo ||
    passed.some((sample) =>
      passed.some((before) => before.receivedMs < sample.sentMs && (before.remaining ?? Infinity) < (sample.remaining ?? 0)),
    )
  );
}

function tooMany(limit: number, passed: number, shown: Sample): readonly Ruling[] {
  return [
    fails('permitted', `${limit} operations in a period`, `${passed}`, shown),
    fails('refused-beyond', `a refusal of the request after ${limit} operations`, `status ${shown.status ?? 'none'}`, shown),
  ];
}

export function notShown(topic: 'permitted' | 'refused-beyond' | 'counts-each', evidence: ProbeEvidence, last: Sample): Ruling {
  const { stopped, classification, foreign, facts } = evidence;
  if (stopped !== undefined) return isOpen(topic, stopped, 'config', last);
  if (foreign > 0) return isOpen(topic, othersUse(foreign, facts), 'config', last);
  const { open, fits } = classification;
  const reason = fits[0] !== undefined && open === '' ? `${nameOf(fits[0])} contradicts some of the answers` : 'no refusal was seen';
  const why = open === '' ? reason : open;
  return isOpen(topic, facts.failed.length === 0 ? why : `${why}; ${ofErrors(facts.failed)}`, 'target', last);
}

/** Whole seconds may be rounded up or down. */
const GRAIN_S = 1;

/**
 * The first request that is told that some is back although the moment that was announced for it has not come: more remains than before
 * or, after a refusal, anything at all, or all will be back later than was ever said. Then moments are announced later than need be, such
 * as for the next full minute, and bound nothing.
 */
function earlyReset(facts: Facts): Decision | undefined {
  const { decisions } = facts;
  let named = Infinity;
  let latest = -Infinity;
  for (const [index, decision] of decisions.entries()) {
    const { passed, at, sample } = decision;
    const end = sample.reset?.form === 'seconds' ? sample.reset.seconds : -Infinity;
    const earlier = decisions.slice(0, index).filter((before) => before.at.high < at.low);
    const isLater = earlier.at(-1)?.passed === false && end > latest + GRAIN_S;
    if (passed && at.high < named && (isLater || earlier.some((before) => remainsMore(before, decision)))) return decision;
    named = Math.min(named, nothingBackBefore(sample, facts.offset) ?? Infinity);
    latest = Math.max(latest, end);
  }
  return undefined;
}

/** After a pause a count that is the same has got something back; one that stands still without does not move. */
function remainsMore({ passed, left, at }: Decision, next: Decision): boolean {
  const had = passed ? left : 0;
  if (had === undefined || next.left === undefined) return false;
  return next.left > had || (passed && next.left === had && next.at.low - at.high > AT_ONCE_MS);
}

/** Fewer may be an answer that is broken for another reason. */
const ENOUGH = 3;
/** The nearest model is not quite right where many answers are wrong. */
const NEARLY_ALL = 0.75;

/**
 * What contradicts the nearest model, where nearly only requests that were under way at the same time do, and by letting more through or
 * leaving more: a count that is read and written back in two steps. Undefined where that is not all of it.
 */
export function concurrentBurst({ classification, facts }: ProbeEvidence): readonly Contradiction[] | undefined {
  const [best] = classification.fits;
  if (best === undefined || best.surplus < 0 || saysAllIsThere(facts)) return undefined;
  const hard = hardContradictions(best);
  const letMore = hard.filter((one) => one.kind === 'passed' || (one.kind === 'left' && isMore(one)));
  // What comes back as fast as it is used may do so between them.
  const apart =
    classification.kind === 'none' || !facts.decisions.every(({ passed }) => passed) ? Infinity : best.period.low / (facts.limit ?? 1);
  const areSoon = ({ at: one }: Decision, { at: other }: Decision): boolean =>
    Math.max(one.high, other.high) - Math.min(one.low, other.low) < apart;
  const together = letMore.filter(({ decision }) => besides(facts.decisions, decision).length > 0);
  // As long as each is told of another number, none took the operation of another.
  const isTwice = together.some(
    ({ decision }) =>
      decision.left !== undefined &&
      besides(facts.decisions, decision).some((other) => other.left === decision.left && areSoon(decision, other)),
  );
  return isTwice && together.length >= ENOUGH && together.length >= hard.length * NEARLY_ALL ? together : undefined;
}

/** The others that were let through while this one was under way. */
function besides(decisions: readonly Decision[], { sample }: Decision): readonly Decision[] {
  return decisions.filter(
    (other) =>
      other.passed && other.sample !== sample && other.sample.sentMs < sample.receivedMs && sample.sentMs < other.sample.receivedMs,
  );
}
