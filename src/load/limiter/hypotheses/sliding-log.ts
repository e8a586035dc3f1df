import { onOurClock } from '../anchors.ts';
import type { Decision } from '../decisions.ts';
import type { Facts } from '../facts.ts';
import { slidingLogMeter } from '../models/sliding-log.ts';
import type { Span } from '../span.ts';
import type { Hypothesis } from './hypothesis.ts';
import { candidatePeriods, intersection, seenPeriod } from './periods.ts';

/** Operations that come back one by one: the period is the time from the newest use to the announced reset. */
export function slidingLog(facts: Facts, limit: number): readonly Hypothesis[] {
  const { decisions, offset, usedBefore: used } = facts;
  const spans: Span[] = [];
  let newest: Decision | undefined;
  for (const decision of decisions) {
    if (decision.passed) newest = decision;
    if (newest === undefined || decision.sample.reset === undefined || offset === undefined) continue;
    const reset = onOurClock(decision.sample.reset.seconds, offset);
    spans.push({ low: reset.low - newest.at.high, high: reset.high - newest.at.low });
  }
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
