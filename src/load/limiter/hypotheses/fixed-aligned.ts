import { onOurClock } from '../anchors.ts';
import type { Facts } from '../facts.ts';
import { alignedWindowMeter } from '../models/fixed-window.ts';
import { pieces, type Span } from '../span.ts';
import type { Hypothesis } from './hypothesis.ts';

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
