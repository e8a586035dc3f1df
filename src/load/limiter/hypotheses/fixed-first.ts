import { anchors } from '../anchors.ts';
import type { Facts } from '../facts.ts';
import { firstWindowMeter } from '../models/fixed-window.ts';
import { candidatePeriods, intersection, seenPeriod } from './periods.ts';
import type { Hypothesis } from './hypothesis.ts';

/** Windows that begin with a request: the period is the time to the announced end, or to the first request that passed again. */
export function fixedFirst(facts: Facts, limit: number): readonly Hypothesis[] {
  const { usedBefore: used } = facts;
  const all = anchors(facts);
  const [first] = all;
  // Others had begun the first window where they had used some of it.
  const own = used > 0 ? all.slice(1) : all;
  const announced = own.flatMap(({ at, reset }) => (reset === undefined ? [] : [{ low: reset.low - at.high, high: reset.high - at.low }]));
  return candidatePeriods(intersection(announced), used > 0 ? undefined : seenPeriod(facts)).map((periods) => ({
    kind: 'fixed-first',
    period: periods,
    refusedCount: false,
    meter: (period) => {
      const begun =
        first === undefined || used === 0 ? undefined : (first.reset ?? { low: first.at.low, high: first.at.high + period.high });
      return firstWindowMeter({ limit, period, used, firstEnd: begun });
    },
  }));
}
