import type { Span } from '../span.ts';
import { hull, includes } from '../span.ts';
import type { Decided, Expected, Meter } from './meter.ts';

export interface SlidingCounter {
  readonly limit: number;
  /** milliseconds */
  readonly period: number;
  /** a moment at which one of its windows ends, on the harness's clock */
  readonly boundary: Span;
  readonly used: number;
}

/**
 * Windows that follow each other, of which the last one still counts by the share of it that a period back from now covers. Implementations
 * round the share up or down, and demand room for a whole operation or for any: both are permitted.
 */
export function slidingCounterMeter({ limit, period, boundary, used }: SlidingCounter): Meter {
  let window: number | undefined;
  let last = 0;
  let current = used;
  let lastAnnounced: number | undefined;

  /** Index of the window of a moment, for the earliest or the latest boundary that there may be. */
  const indexes = (at: Span): readonly [number, number] => [
    Math.floor((at.low - boundary.high) / period),
    Math.floor((at.high - boundary.low) / period),
  ];
  const counts = (index: number): readonly [number, number] => {
    if (window === undefined || index <= window) return [last, current];
    return index === window + 1 ? [current, 0] : [0, 0];
  };

  function weighed(index: number, at: Span): Span {
    const [before, now] = counts(index);
    const share = (moment: number, end: number): number => Math.min(1, Math.max(0, 1 - (moment - (end + index * period)) / period));
    return { low: before * share(at.high, boundary.low) + now, high: before * share(at.low, boundary.high) + now };
  }

  function inWindow(index: number, at: Span): Expected {
    const uses = weighed(index, at);
    return {
      mayPass: uses.low < limit,
      mayRefuse: uses.high + 1 > limit,
      left: { low: Math.max(0, Math.floor(limit - uses.high - 1)), high: Math.ceil(limit - uses.low - 1) },
    };
  }

  /** On which side of a boundary a request was decided: where what came of it is permitted, else where the announced end says. */
  function sideOf(at: Span, first: number, final: number, { passed, left, announced }: Decided): number {
    const fits = (index: number): boolean => {
      const { mayPass, mayRefuse, left: permitted } = inWindow(index, at);
      return passed ? mayPass && (left === undefined || includes(permitted, left)) : mayRefuse;
    };
    if (fits(first) !== fits(final)) return fits(first) ? first : final;
    const hasMoved = lastAnnounced !== undefined && announced !== undefined && announced > lastAnnounced;
    return hasMoved ? final : first;
  }

  return {
    expect(at) {
      const [first, final] = indexes(at);
      const expected = inWindow(first, at);
      if (first === final) return expected;
      const later = inWindow(final, at);
      return {
        mayPass: expected.mayPass || later.mayPass,
        mayRefuse: expected.mayRefuse || later.mayRefuse,
        left: hull(expected.left, later.left),
      };
    },
    record(at, decided) {
      const [first, final] = indexes(at);
      const index = Math.max(window ?? first, first === final ? first : sideOf(at, first, final, decided));
      [last, current] = counts(index);
      window = index;
      lastAnnounced = decided.announced ?? lastAnnounced;
      if (decided.counts) current += 1;
    },
    fullAt(at) {
      const [first] = indexes(at);
      const ends = current > 0 ? 2 : 1;
      const by = ((window ?? first) + ends) * period;
      return { low: boundary.low + by, high: boundary.high + by };
    },
  };
}
