import type { Decision } from '../decisions.ts';
import type { Facts } from '../facts.ts';
import { onOurClock } from '../clock.ts';
import { candidatePeriods, type Hypothesis, intersection, type Meter, seenPeriod } from './model.ts';
import { firstAbove, plus, type Span } from '../span.ts';

interface SlidingLog {
  readonly limit: number;
  readonly period: Span;
  /** operations that others had used at some time in the period before the first request */
  readonly used: number;
}

/** So many operations in any stretch of time of one period: each is given back one period after it was used. */
export function slidingLogMeter({ limit, period, used }: SlidingLog): Meter {
  // Moments of use in the order of the decisions; both bounds never fall, since decisions follow each other.
  const lows: number[] = [];
  const highs: number[] = [];
  let begun = false;

  function begin(at: Span): void {
    if (begun) return;
    begun = true;
    for (let count = 0; count < used; count++) {
      lows.push(at.low - period.high);
      highs.push(at.high);
    }
  }

  return {
    limit,
    uses(at) {
      begin(at);
      return {
        low: lows.length - firstAbove(lows, at.high - period.low),
        high: highs.length - firstAbove(highs, at.low - period.high),
      };
    },
    record(at, { counts }) {
      begin(at);
      if (!counts) return;
      lows.push(Math.max(at.low, lows.at(-1) ?? -Infinity));
      highs.push(Math.max(at.high, highs.at(-1) ?? -Infinity));
    },
    fullAt(at) {
      const newest = { low: lows.at(-1) ?? at.low, high: highs.at(-1) ?? at.high };
      return plus(newest, period);
    },
  };
}

/** Operations that come back one by one: the period is the time from the newest use to the announced reset. */
export function slidingLog(facts: Facts, limit: number): readonly Hypothesis[] {
  const { usedBefore: used } = facts;
  return [false, true].flatMap((refusedCount) =>
    candidatePeriods(intersection(sinceNewest(facts, refusedCount)), used > 0 ? undefined : seenPeriod(facts)).map((span): Hypothesis => ({
      kind: 'sliding-log',
      period: span,
      refusedCount,
      meter: (period) => slidingLogMeter({ limit, period, used }),
    })),
  );
}

/** From the newest use before each announced reset to that. */
function sinceNewest({ decisions, offset }: Facts, refusedCount: boolean): readonly Span[] {
  const spans: Span[] = [];
  let newest: Decision | undefined;
  for (const decision of decisions) {
    if (decision.passed || refusedCount) newest = decision;
    if (newest === undefined || decision.sample.reset === undefined || offset === undefined) continue;
    const reset = onOurClock(decision.sample.reset.seconds, offset);
    spans.push({ low: reset.low - newest.at.high, high: reset.high - newest.at.low });
  }
  return spans;
}
