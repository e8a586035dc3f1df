import { onOurClock } from '../clock.ts';
import type { Decision } from '../decisions.ts';
import type { Facts } from '../facts.ts';
import { candidatePeriods, type Hypothesis, intersection, type Meter, seenPeriod } from './model.ts';
import { hull, pieces, plus, type Span } from '../span.ts';

/** A request at which a window may have begun, and what was announced then as the moment when all is back. */
interface Anchor {
  readonly at: Span;
  /** on the harness's clock, rounding and clock offset included; undefined where no answer told it */
  readonly reset: Span | undefined;
}

/** The first request, every first one that passes after refusals, and every one that is told of another reset than the one before. */
function anchors({ decisions, offset }: Facts): readonly Anchor[] {
  const found: Anchor[] = [];
  let before: Decision | undefined;
  for (const [index, decision] of decisions.entries()) {
    const begins = before === undefined || (decision.passed && (!before.passed || leapt(before, decision)));
    if (begins) found.push({ at: decision.at, reset: announced(decisions.slice(index), offset) });
    before = decision;
  }
  return found;
}

/** The first reset that is told from here on, as long as nothing was given back in between. */
function announced(following: readonly Decision[], offset: Span | undefined): Span | undefined {
  for (const [index, { sample, passed }] of following.entries()) {
    const last = following[index - 1];
    if (last !== undefined && !last.passed && passed) return undefined;
    if (sample.reset !== undefined && offset !== undefined) return onOurClock(sample.reset.seconds, offset);
  }
  return undefined;
}

function leapt(before: Decision, { left }: Decision): boolean {
  return before.left !== undefined && left !== undefined && left > before.left;
}

/** Windows that follow the clock: one ends at `boundary` and at every whole period before and after. */
interface AlignedWindow {
  readonly limit: number;
  readonly period: Span;
  readonly boundary: Span;
  /** operations that others had used before the first request */
  readonly used: number;
  /** whether the first request's own window is the one that ends at `boundary`, as its answer said */
  readonly isFirstEnd: boolean;
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

/**
 * So many operations in each window.
 *
 * @param firstEnd end of the window that others had begun; undefined where the first request begins one
 * @param endOf end of the window that begins with a request
 */
export function windowMeter(limit: number, usedBefore: number, firstEnd: Span | undefined, endOf: (at: Span) => Span): Meter {
  let end = firstEnd;
  let used = usedBefore;
  let window = 0;
  const isOver = (at: Span): 'no' | 'perhaps' | 'yes' => {
    if (end === undefined) return 'no';
    if (at.high < end.low) return 'no';
    return at.low >= end.high ? 'yes' : 'perhaps';
  };
  return {
    limit,
    uses(at) {
      const over = isOver(at);
      return { low: over === 'no' ? used : 0, high: over === 'yes' ? 0 : used };
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

/** Between two windows that were seen there may have been some more. */
const MOST_WINDOWS_BETWEEN = 4;
const SLACK_S = 1.1;
const PIECE_MS = 250;
/** Where nothing is told of what is left, that is all that tells which requests fell before the boundary. */
const SILENT_PIECE_MS = 25;
/** Windows of the clock that do not last whole seconds, or do not begin at multiples of their period since 1970, are rare. */
const UNUSUAL = 1;
const UNUSUAL_WITHOUT_HEADERS = 3;

/** Windows of the clock: what resets are apart is a whole number of periods. */
export function fixedAligned(facts: Facts, limit: number): readonly Hypothesis[] {
  const { decisions, offset, usedBefore } = facts;
  if (offset === undefined) return [];
  const ends = [...new Set(decisions.flatMap(({ sample }) => (sample.reset === undefined ? [] : [Math.round(sample.reset.seconds)])))];
  const rising = ends.toSorted((a, b) => a - b);
  const [first] = rising;
  if (first === undefined) return [];
  const gaps = rising.slice(1).map((end, index) => end - (rising[index] ?? end));
  const longest = Math.max(
    ...decisions.map(({ sample }) => (sample.reset === undefined ? 0 : sample.reset.seconds - (sample.sentMs + offset.high) / 1000)),
  );
  const gap = Math.min(...gaps.filter((seconds) => seconds > 1));
  if (!Number.isFinite(gap)) return [];
  const isSilent = decisions.every(({ left }) => left === undefined);
  const isFirstEnd = Math.round(decisions[0]?.sample.reset?.seconds ?? 0) === first;
  return Array.from({ length: MOST_WINDOWS_BETWEEN }, (_, index) => index + 1)
    .filter((windows) => (gap + 1) / windows >= longest - SLACK_S)
    .flatMap((windows): readonly (readonly [Span, Span])[] => [
      // A period of whole seconds ends on whole seconds; another one is rounded each time.
      ...pieces(onOurClock(first, offset, 0), isSilent ? SILENT_PIECE_MS : Infinity).map(
        (boundary) => [{ low: (gap * 1000) / windows, high: (gap * 1000) / windows }, boundary] as const,
      ),
      ...pieces(onOurClock(first, offset), PIECE_MS).map(
        (boundary) => [{ low: ((gap - 1) * 1000) / windows, high: ((gap + 1) * 1000) / windows }, boundary] as const,
      ),
    ])
    .map(([periods, boundary]) => ({
      kind: 'fixed-aligned',
      handicap: periods.low === periods.high && first % (periods.low / 1000) === 0 ? 0 : isSilent ? UNUSUAL_WITHOUT_HEADERS : UNUSUAL,
      period: periods,
      refusedCount: false,
      meter: (period) => alignedWindowMeter({ limit, period, boundary, used: usedBefore, isFirstEnd }),
    }));
}

/** Windows that begin with a request: the period is the time to the announced end, or to the first request that passed again. */
export function fixedFirst(facts: Facts, limit: number): readonly Hypothesis[] {
  const others = ofOthers(facts, limit);
  const used = others?.used ?? facts.usedBefore;
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
        others?.end ??
        (first === undefined || used === 0 ? undefined : (first.reset ?? { low: first.at.low, high: first.at.high + period.high }));
      return windowMeter(limit, used, begun, (at) => plus(at, period));
    },
  }));
}

/** The window that others had begun, where it shows only by more than a whole limit passing before the first refusal, and nothing is told. */
function ofOthers({ decisions }: Facts, limit: number): { readonly used: number; readonly end: Span } | undefined {
  const refused = decisions.findIndex(({ passed }) => !passed);
  const more = refused - limit;
  const [last, next] = [decisions[more - 1], decisions[more]];
  if (more >= limit || last === undefined || next === undefined || decisions.some(({ left }) => left !== undefined)) return undefined;
  return { used: limit - more, end: { low: last.at.low, high: next.at.high } };
}
