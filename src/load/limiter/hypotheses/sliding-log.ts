import { onOurClock } from '../anchors.ts';
import type { Facts } from '../facts.ts';
import { slidingLogMeter } from '../models/sliding-log.ts';
import type { Hypothesis } from './hypothesis.ts';
import { candidatePeriods, intersection, seenPeriod } from './periods.ts';

/** Operations that come back one by one: the period is the time from the newest use to the announced reset. */
export function slidingLog(facts: Facts, limit: number): readonly Hypothesis[] {
  const { decisions, offset, usedBefore: used } = facts;
  const spans = decisions.flatMap(({ sample }, index) => {
    const newest = decisions.slice(0, index + 1).findLast(({ passed }) => passed);
    if (newest === undefined || sample.reset === undefined || offset === undefined) return [];
    const reset = onOurClock(sample.reset.seconds, offset);
    return [{ low: reset.low - newest.at.high, high: reset.high - newest.at.low }];
  });
  const periods = candidatePeriods(intersection(spans), used > 0 ? undefined : seenPeriod(facts));
  return periods.flatMap((span) =>
    [false, true].map((refusedCount): Hypothesis => ({
      kind: 'sliding-log',
      period: span,
      refusedCount,
      meter: (period) => slidingLogMeter({ limit, period, used }),
    })),
  );
}
