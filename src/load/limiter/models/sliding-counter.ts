import type { Facts } from '../facts.ts';
import { type Decided, type Hypothesis, type Meter, permitted } from './model.ts';
import { hull, includes, pieces, type Span } from '../span.ts';

interface SlidingCounter {
  readonly limit: number;
  /** milliseconds */
  readonly period: number;
  /** a moment at which one of its windows ends, on the harness's clock */
  readonly boundary: Span;
  /** index of the first request's window, where that begins at the boundary */
  readonly from?: number;
  /** operations that others had used before the first request, in its window and in the one before */
  readonly used: number;
  readonly usedLast?: number;
}

/**
 * Windows that follow each other, of which the last one still counts by the share of it that a period back from now covers.
 */
export function slidingCounterMeter({ limit, period, boundary, from = -Infinity, used, usedLast = 0 }: SlidingCounter): Meter {
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
    Math.max(from, Math.floor((at.low - boundary.high) / period)),
    Math.max(from, Math.floor((at.high - boundary.low) / period)),
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

  /** The window with whose end all is back, where nothing follows what is counted. */
  const endOf = (index: number, count: number): number => index + (count > 0 ? 2 : 1);

  /** On which side of a boundary a request was decided: where what came of it is permitted, else where the announced end says. */
  function sideOf(at: Span, first: number, final: number, { passed, left, announced, counts: uses }: Decided): number {
    const fits = (index: number): boolean => {
      const expected = permitted(limit, weighed(index, at));
      return passed ? expected.mayPass && (left === undefined || includes(expected.left, left)) : expected.mayRefuse;
    };
    if (fits(first) !== fits(final)) return fits(first) ? first : final;
    if (told === undefined || announced === undefined) return first;
    const { announced: before, end } = told;
    const off = (index: number): number => Math.abs(before + (endOf(index, counts(index)[1] + (uses ? 1 : 0)) - end) * period - announced);
    return off(final) < off(first) ? final : first;
  }

  return {
    limit,
    uses(at) {
      const [first, final] = indexes(at);
      return hull(weighed(first, at), weighed(final, at));
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

/** Most periods that are tried. */
const MOST = 120;
const STEP_S = 0.5;
/** A reset may be announced for any moment: periods beyond a day are not thought of. */
const LONGEST_S = 86_400;
/** Narrow enough to tell on which side of a boundary most requests fall. */
const PIECE_MS = 150;
/** Where nothing is told of what is left, windows of any length and place explain much. */
const ADJUSTABLE = 2;
/** How much of what others had used may be of the first request's own window. */
const SHARES = [0, 0.25, 0.5, 0.75];

/** Weighed windows, of the clock or from the first request on: resets are then ends of windows. */
export function slidingCounter(facts: Facts, limit: number): readonly Hypothesis[] {
  const { decisions, offset } = facts;
  const [first] = decisions;
  if (offset === undefined || first === undefined) return [];
  const isSilent = decisions.every(({ left }) => left === undefined);
  const resets = [...new Set(decisions.flatMap(({ sample }) => (sample.reset === undefined ? [] : [sample.reset.seconds])))];
  const ahead = Math.max(
    ...decisions.map(({ sample }) => (sample.reset === undefined ? 0 : sample.reset.seconds - (sample.sentMs + offset.low) / 1000)),
  );
  const last = decisions.at(-1)?.at.high ?? 0;
  const longest = Math.min(LONGEST_S, Math.max(ahead, (last - first.at.low) / 1000));
  const clocks = pieces({ low: -offset.high, high: -offset.low }, PIECE_MS);
  const ofTheClock = periodsUpTo(longest).filter((period) => resets.every((reset) => endsWindow(reset, period)));
  const fromTheFirst = [1, 2].map((windows) => ahead / windows);
  const settings: readonly (readonly [number, Span, number])[] = [
    ...evenly(ofTheClock).flatMap((period) => clocks.map((clock) => [period, clock, -Infinity] as const)),
    ...fromTheFirst.map((period) => [period, first.at, 0] as const),
  ];
  return settings.flatMap(([seconds, boundary, from]) =>
    shares(facts, limit, seconds * 1000, boundary).flatMap((before) =>
      [false, true].map((refusedCount): Hypothesis => ({
        kind: 'sliding-counter',
        period: { low: seconds * 1000, high: seconds * 1000 },
        refusedCount,
        handicap: isSilent ? ADJUSTABLE : 0,
        meter: () => slidingCounterMeter({ limit, period: seconds * 1000, boundary, from, ...before }),
      })),
    ),
  );
}

interface UsedBefore {
  readonly used: number;
  readonly usedLast: number;
}

/** What others had used may be of the first request's window, or of the one before, where nothing is told of it until a request is refused. */
function shares({ decisions, usedBefore }: Facts, limit: number, period: number, boundary: Span): readonly UsedBefore[] {
  const all = { used: usedBefore, usedLast: 0 };
  const [first] = decisions;
  const refused = decisions.find(({ passed }) => !passed);
  if (usedBefore === 0 || first === undefined || refused === undefined || decisions.some(({ left }) => left !== undefined)) return [all];
  const window = Math.floor((first.at.low - boundary.low) / period);
  const gone = (refused.at.low - boundary.low) / period - window;
  if (gone >= 1) return [all];
  return [
    all,
    ...SHARES.map((share) => {
      const used = Math.round(usedBefore * share);
      return { used, usedLast: Math.min(limit, Math.round((usedBefore - used) / (1 - gone))) };
    }),
  ];
}

function periodsUpTo(longest: number): readonly number[] {
  return Array.from({ length: Math.ceil((longest * 1.05) / STEP_S) }, (_, index) => (index + 1) * STEP_S).filter((period) => period >= 1);
}

/** Whether a moment is the end of a window of the clock, rounded to a second. */
function endsWindow(reset: number, period: number): boolean {
  const over = reset % period;
  return Math.min(over, period - over) < 1;
}

function evenly<Item>(items: readonly Item[]): readonly Item[] {
  const step = Math.ceil(items.length / MOST);
  return step <= 1 ? items : items.filter((_, index) => index % step === 0);
}
