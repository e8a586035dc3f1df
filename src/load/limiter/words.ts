import type { Classification } from './classify.ts';
import { type Decision, untilRefused } from './decisions.ts';
import type { Facts } from './facts.ts';
import { intersection } from './models/model.ts';
import { announcedPeriods, tokenBucket } from './models/token-bucket.ts';
import { type Announcement, type Contradiction, replay, type Replay, wrongAnnouncements } from './replay.ts';
import { type Fit, hardContradictions } from './search.ts';
import { pieces, type Span } from './span.ts';

/** So fine are periods tried: a share of all that are announced. */
const SHARE = 1 / 100;
/** One answer may be broken for another reason. */
const ENOUGH = 2;
/** The end of a log of operations moves on with time, and by the rounding of two timestamps: that of a bucket further. */
const ROUNDING_S = 2;
const STEPS = 3;

/**
 * Whether a bucket breaks its own word. What is missing, and when all is back, follow from each other within each answer, whoever else uses
 * the same bucket, and whenever. Where that holds for every answer until the first refusal, and for several later ones no more, nobody
 * else's use explains what is missing then.
 */
export function breaksItsWord(facts: Facts): boolean {
  const periods = bucketPeriods(facts);
  const all = facts.decisions.filter(isTelling);
  return periods.length > 0 && periods.every((period) => wrongOnes(facts, all, period) >= ENOUGH);
}

/**
 * The periods, in narrow spans, of a bucket that would have said what was said before the first refusal; none where that tells no bucket from
 * other limiters, whose resets rise with time only.
 */
export function bucketPeriods(facts: Facts): readonly Span[] {
  const before = untilRefused(facts.decisions).filter(isTelling);
  const { limit, offset } = facts;
  if (limit === undefined || !rises(before)) return [];
  const announced = intersection(announcedPeriods({ decisions: before, offset }, limit));
  if (announced === undefined) return [];
  return pieces(announced, (announced.high - announced.low) * SHARE).filter((period) => wrongOnes(facts, before, period) === 0);
}

/** How many of the resets that were announced are not those that follow from what remained by the same answer, at the least. */
function wrongOnes({ limit = 0, offset, remaining }: Facts, decisions: readonly Decision[], period: Span): number {
  if (offset === undefined) return 0;
  const announcements = decisions.flatMap((decision): readonly Announcement[] => {
    const { sample, at, left } = decision;
    if (sample.reset === undefined || left === undefined) return [];
    // Nobody says whether the present request is missing already in the reset, where it is not in what remains.
    const missing = { low: Math.max(0, limit - left - (remaining === 'before' ? 2 : 1)), high: limit - left };
    const full = { low: at.low + (missing.low * period.low) / limit, high: at.high + (missing.high * period.high) / limit };
    return [{ decision, announced: Math.round(sample.reset.seconds * 1000), full }];
  });
  return wrongAnnouncements(announcements, offset).length;
}

/** Where nothing remains, more may be missing than is told of. */
function isTelling({ left = 0 }: Decision): boolean {
  return left > 0;
}

/** Whether the reset rises in several steps, and faster than time goes on. */
function rises(decisions: readonly Decision[]): boolean {
  const told = decisions.flatMap(({ sample: { reset }, at }) => (reset === undefined ? [] : [{ seconds: reset.seconds, at }]));
  const isFast = told.some((late, index) =>
    told.slice(0, index).some((early) => late.seconds - early.seconds > (late.at.high - early.at.low) / 1000 + ROUNDING_S),
  );
  return isFast && new Set(told.map(({ seconds }) => seconds)).size >= STEPS;
}

const MUCH = 0.05;

/** The answers whose Remaining the model does not permit, also where only what was decided fits it. */
export function wrongCounts(facts: Facts, { countIsTrue }: Classification, best: Fit): readonly Contradiction[] {
  const contradictions = countIsTrue ? hardContradictions(best) : replayed(facts, best).contradictions;
  return contradictions.filter(({ kind }) => kind === 'left');
}

/** More remains than the model permits. */
export function isMore({ decision: { left }, permitted }: Contradiction): boolean {
  return (left ?? 0) > (permitted?.high ?? Infinity);
}

/**
 * Answers after which less remains than what we used explains: somebody else uses the same allowance. Before the first refusal nothing
 * else explains that. After it too little may have come back; but a bucket, which gives back what others use before we ask, still
 * announces when what is missing will be there.
 */
export function missingOperations(facts: Facts, classification: Classification): number {
  const [best] = classification.fits;
  const isBucket = best?.hypothesis.kind === 'token-bucket';
  const isOnlyMissing = isBucket && best.contradictions.every(({ kind }) => kind === 'left');
  // Of a model that is not the right one nothing can be missing.
  if (best === undefined || (classification.kind === 'unknown' && !isOnlyMissing)) return 0;
  // Others may make a bucket look a little larger; any other limiter of another size is what it looks like.
  if (Math.abs(best.surplus) > (isBucket ? (facts.limit ?? 0) * MUCH : 0)) return 0;
  const wrong = wrongCounts(facts, classification, best);
  // A count that is too high as well is wrong for another reason.
  if (wrong.some(isMore)) return 0;
  if (isBucket && announcesWhatIsMissing(facts, best)) return wrong.length;
  const before = new Set(untilRefused(facts.decisions));
  return wrong.filter(({ decision }) => before.has(decision)).length;
}

function announcesWhatIsMissing(facts: Facts, best: Fit): boolean {
  const { contradictions, announcements } = replayed(facts, best);
  const isOdd = contradictions.some(({ kind }) => kind === 'reset');
  return facts.offset !== undefined && !isOdd && wrongAnnouncements(announcements, facts.offset).length <= announcements.length / 50;
}

function replayed({ decisions }: Facts, { hypothesis, period, surplus }: Fit): Replay {
  return replay(decisions, hypothesis.meter(period), { refusedCount: hypothesis.refusedCount, surplus });
}

/** Whether a bucket of a period that it announced may have done all it did until the first refusal, with no operation too many; what others used is missing. */
export function wordPermits(facts: Facts): boolean {
  const decisions = untilRefused(facts.decisions);
  const [hypothesis] = tokenBucket(facts, facts.limit ?? 0);
  if (hypothesis === undefined) return false;
  return bucketPeriods(facts).some((period) => {
    const { contradictions } = replay(decisions, hypothesis.meter(period), { refusedCount: false, surplus: 0 });
    return contradictions.every((one) => one.kind === 'left' && !isMore(one));
  });
}
