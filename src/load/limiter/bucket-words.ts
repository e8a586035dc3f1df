import { wrongAnnouncements } from './announced.ts';
import { untilRefused, type Decision } from './decisions.ts';
import type { Facts } from './facts.ts';
import { announcedPeriods } from './hypotheses/token-bucket.ts';
import { intersection } from './hypotheses/periods.ts';
import type { Announcement } from './replay.ts';
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
