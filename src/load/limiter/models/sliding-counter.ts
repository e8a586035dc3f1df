import { hull, includes, type Span } from '../span.ts';
import type { Decided, Expected, Meter } from './meter.ts';

export interface SlidingCounter {
  readonly limit: number;
  /** milliseconds */
  readonly period: number;
  /** a moment at which one of its windows ends, on the harness's clock */
  readonly boundary: Span;
  /** operations that others had used before the first request, in its window and in the one before */
  readonly used: number;
  readonly usedLast?: number;
}

/**
 * Windows that follow each other, of which the last one still counts by the share of it that a period back from now covers. Implementations
 * round the share up or down, and demand room for a whole operation or for any: both are permitted.
 */
export function slidingCounterMeter({ limit, period, boundary, used, usedLast = 0 }: SlidingCounter): Meter {
  let window: number | undefined;
  let last = usedLast;
  let current = used;
  /** the window after one of two at whose boundary a request was decided, with nothing to tell on which side: it weighs until then */
  let unsureUntil = -Infinity;
  /** operations that were counted before that boundary, and may belong behind it */
  let unsure = 0;
  /** what was announced last, and as the end of which window */
  let told: { readonly announced: number; readonly end: number } | undefined;

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
    const [low, high] = [share(at.high, boundary.low), share(at.low, boundary.high)];
    const uses = { low: before * low + now, high: before * high + now };
    // Behind the boundary they would weigh in full, and one window longer.
    if (index === unsureUntil - 1) return { low: uses.low, high: uses.high + unsure * (1 - high) };
    return index === unsureUntil ? { low: uses.low, high: uses.high + unsure * high } : uses;
  }

  function inWindow(index: number, at: Span): Expected {
    const uses = weighed(index, at);
    return {
      mayPass: uses.low < limit,
      mayRefuse: uses.high + 1 > limit,
      left: { low: Math.max(0, Math.floor(limit - uses.high - 1)), high: Math.ceil(limit - uses.low - 1) },
    };
  }

  /** The window with whose end all is back, where nothing follows what is counted. */
  const endOf = (index: number, count: number): number => index + (count > 0 ? 2 : 1);

  /** On which side of a boundary a request was decided: where what came of it is permitted, else where the announced end says. */
  function sideOf(at: Span, first: number, final: number, { passed, left, announced, counts: uses }: Decided): number {
    const fits = (index: number): boolean => {
      const { mayPass, mayRefuse, left: permitted } = inWindow(index, at);
      return passed ? mayPass && (left === undefined || includes(permitted, left)) : mayRefuse;
    };
    if (fits(first) !== fits(final)) return fits(first) ? first : final;
    if (told === undefined || announced === undefined) return first;
    const { announced: before, end } = told;
    const off = (index: number): number => Math.abs(before + (endOf(index, counts(index)[1] + (uses ? 1 : 0)) - end) * period - announced);
    return off(final) < off(first) ? final : first;
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
      if (first !== final && (told === undefined || index <= unsureUntil)) {
        if (unsureUntil !== final + 1) unsure = 0;
        unsureUntil = final + 1;
        if (index === first && decided.counts) unsure += 1;
      }
      [last, current] = counts(index);
      window = index;
      if (decided.counts) current += 1;
      if (decided.announced !== undefined) told = { announced: decided.announced, end: endOf(index, current) };
    },
    fullAt(at) {
      const [first] = indexes(at);
      const by = endOf(window ?? first, current) * period;
      return { low: boundary.low + by, high: boundary.high + by + ((window ?? first) <= unsureUntil ? period : 0) };
    },
  };
}
