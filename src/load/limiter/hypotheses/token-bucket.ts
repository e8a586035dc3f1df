import { onOurClock } from '../anchors.ts';
import type { Facts } from '../facts.ts';
import { tokenBucketMeter } from '../models/token-bucket.ts';
import type { Span } from '../span.ts';
import type { Hypothesis } from './hypothesis.ts';
import { candidatePeriods, intersection } from './periods.ts';

/** A steady refill: the period is the time to the announced reset over the share that is missing then. */
export function tokenBucket(facts: Facts, limit: number): readonly Hypothesis[] {
  const announced = intersection(announcedPeriods(facts, limit));
  const [first, last] = [facts.decisions[0], facts.decisions.at(-1)];
  const watched = first === undefined || last === undefined ? 0 : last.at.high - first.at.low;
  return candidatePeriods(announced, { low: 1000, high: 3 * watched }).map((span) => ({
    kind: 'token-bucket',
    period: span,
    refusedCount: false,
    meter: (period) => tokenBucketMeter({ limit, period, used: facts.usedBefore }),
  }));
}

/** The periods that follow from each answer that was told of the reset when at least half of the bucket was missing. */
export function announcedPeriods({ decisions, offset }: Pick<Facts, 'decisions' | 'offset'>, limit: number): readonly Span[] {
  return decisions.flatMap(({ sample, passed, left, at }) => {
    const held = passed ? left : 0;
    if (sample.reset === undefined || offset === undefined || held === undefined || held > limit / 2) return [];
    const reset = onOurClock(sample.reset.seconds, offset);
    const missing = { low: limit - held - 1, high: limit - held };
    if (missing.low <= 0) return [];
    return [{ low: ((reset.low - at.high) * limit) / missing.high, high: ((reset.high - at.low) * limit) / missing.low }];
  });
}
