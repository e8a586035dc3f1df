import type { Facts } from '../facts.ts';
import { slidingCounterMeter } from '../models/sliding-counter.ts';
import { pieces, type Span } from '../span.ts';
import type { Hypothesis } from './hypothesis.ts';

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
  const settings: readonly (readonly [number, Span])[] = [
    ...evenly(ofTheClock).flatMap((period) => clocks.map((clock) => [period, clock] as const)),
    ...fromTheFirst.map((period) => [period, first.at] as const),
  ];
  return settings.flatMap(([seconds, boundary]) =>
    shares(facts, limit, seconds * 1000, boundary).flatMap((before) =>
      [false, true].map((refusedCount): Hypothesis => ({
        kind: 'sliding-counter',
        period: { low: seconds * 1000, high: seconds * 1000 },
        refusedCount,
        handicap: isSilent ? ADJUSTABLE : 0,
        meter: () => slidingCounterMeter({ limit, period: seconds * 1000, boundary, ...before }),
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
