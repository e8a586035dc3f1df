import { hull, plus, type Span } from '../span.ts';
import type { Expected, Meter } from './meter.ts';

/** Windows that follow the clock: one ends at `boundary` and at every whole period before and after. */
export interface AlignedWindow {
  readonly limit: number;
  readonly period: Span;
  readonly boundary: Span;
  /** operations that others had used before the first request */
  readonly used: number;
  /** whether the first request's own window is the one that ends at `boundary`, as its answer said */
  readonly isFirstEnd: boolean;
}

/** Windows that begin with the first request after the end of the last. */
export interface FirstWindow {
  readonly limit: number;
  readonly period: Span;
  readonly used: number;
  /** end of the window that others had begun; undefined where the first request begins one */
  readonly firstEnd: Span | undefined;
}

/** So many operations in each window of the clock. */
export function alignedWindowMeter({ limit, period, boundary, used, isFirstEnd }: AlignedWindow): Meter {
  const length = (period.low + period.high) / 2;
  const endAfter = (periods: number): Span =>
    plus(
      boundary,
      periods < 0 ? { low: periods * period.high, high: periods * period.low } : { low: periods * period.low, high: periods * period.high },
    );
  let ordinal = isFirstEnd ? -1 : -Infinity;
  return windowMeter(limit, used, undefined, (at) => {
    const isFirst = ordinal === -1 && isFirstEnd;
    // Never the same end twice, also where the boundary is not known well enough to say on which side of it a request fell.
    ordinal = Math.max(ordinal + 1, nextAfter(at.low - boundary.high, length));
    return isFirst ? boundary : hull(endAfter(ordinal), endAfter(Math.max(ordinal, nextAfter(at.high - boundary.low, length))));
  });
}

/** Ordinal of the first boundary after a moment; what comes at a boundary belongs to the window that begins there. */
function nextAfter(since: number, length: number): number {
  return Math.floor(since / length) + 1;
}

/** So many operations from the first request on, for one period. */
export function firstWindowMeter({ limit, period, used, firstEnd }: FirstWindow): Meter {
  return windowMeter(limit, used, firstEnd, (at) => plus(at, period));
}

function windowMeter(limit: number, usedBefore: number, firstEnd: Span | undefined, endOf: (at: Span) => Span): Meter {
  let end = firstEnd;
  let used = usedBefore;
  let window = 0;
  const inWindow = (count: number): Expected => ({
    mayPass: count < limit,
    mayRefuse: count >= limit,
    left: { low: limit - count - 1, high: limit - count - 1 },
  });
  const isOver = (at: Span): 'no' | 'perhaps' | 'yes' => {
    if (end === undefined) return 'no';
    if (at.high < end.low) return 'no';
    return at.low >= end.high ? 'yes' : 'perhaps';
  };
  return {
    expect(at) {
      const over = isOver(at);
      if (over === 'no') return inWindow(used);
      const anew = inWindow(0);
      if (over === 'yes') return anew;
      const still = inWindow(used);
      return {
        mayPass: still.mayPass || anew.mayPass,
        mayRefuse: still.mayRefuse || anew.mayRefuse,
        left: hull(still.left, anew.left),
      };
    },
    record(at, { passed, counts, left }) {
      const over = isOver(at);
      const anew = over === 'yes' || (over === 'perhaps' && beginsAnew(passed, left));
      if (anew) {
        used = 0;
        window += 1;
      }
      if (anew || end === undefined) end = endOf(at);
      if (counts) used += 1;
    },
    fullAt: (at) => end ?? at,
    window: () => window,
  };

  function beginsAnew(passed: boolean, left: number | undefined): boolean {
    if (!passed) return false;
    if (left === undefined) return used >= limit;
    return Math.abs(left - (limit - 1)) < Math.abs(left - (limit - used - 1));
  }
}
