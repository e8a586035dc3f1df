import type { Facts } from '../facts.ts';
import { slidingCounterMeter } from '../models/sliding-counter.ts';
import { pieces } from '../span.ts';
import type { Span } from '../span.ts';
import type { Hypothesis } from './hypothesis.ts';

/** Most periods that are tried. */
const MOST = 120;
const STEP_S = 0.5;
/** Narrow enough to tell on which side of a boundary most requests fall. */
const PIECE_MS = 150;

/** Weighed windows, of the clock or from the first request on: resets are then ends of windows. */
export function slidingCounter(facts: Facts, limit: number): readonly Hypothesis[] {
  const { decisions, offset, usedBefore: used } = facts;
  const [first] = decisions;
  if (offset === undefined || first === undefined) return [];
  const resets = [...new Set(decisions.flatMap(({ sample }) => (sample.reset === undefined ? [] : [sample.reset.seconds])))];
  const ahead = Math.max(
    ...decisions.map(({ sample }) => (sample.reset === undefined ? 0 : sample.reset.seconds - (sample.sentMs + offset.low) / 1000)),
  );
  const last = decisions.at(-1)?.at.high ?? 0;
  const longest = Math.max(ahead, (last - first.at.low) / 1000);
  const clocks = pieces({ low: -offset.high, high: -offset.low }, PIECE_MS);
  const ofTheClock = periodsUpTo(longest).filter((period) => resets.every((reset) => endsWindow(reset, period)));
  const fromTheFirst = [1, 2].map((windows) => ahead / windows);
  const settings: readonly (readonly [number, Span])[] = [
    ...evenly(ofTheClock).flatMap((period) => clocks.map((clock) => [period, clock] as const)),
    ...fromTheFirst.map((period) => [period, first.at] as const),
  ];
  return settings.flatMap(([seconds, boundary]) =>
    [false, true].map((refusedCount): Hypothesis => ({
      kind: 'sliding-counter',
      period: { low: seconds * 1000, high: seconds * 1000 },
      refusedCount,
      meter: () => slidingCounterMeter({ limit, period: seconds * 1000, boundary, used }),
    })),
  );
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
