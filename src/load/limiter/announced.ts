import type { Announcement, Contradiction } from './replay.ts';
import { GRAIN_MS } from './moment.ts';
import type { Span } from './span.ts';

const ROUNDINGS_MS = [0, -500, -1000];

/**
 * The announced resets that cannot be those of the model: with the one clock offset and the one rounding that make most of them
 * right, the others are wrong.
 *
 * @param offset what the target's clock can be ahead of ours
 */
export function wrongAnnouncements(announcements: readonly Announcement[], offset: Span): readonly Contradiction[] {
  const grouped = grouping(announcements);
  // Rounded up: announced − grain < full + offset ≤ announced. Another rounding moves the offset.
  const spans = grouped.map(([{ announced, full }, ...others]) => ({
    low: announced - GRAIN_MS - full.high,
    high: announced - full.low,
    weight: 1 + others.length,
  }));
  const begins = spans.toSorted((a, b) => a.low - b.low);
  const ends = spans.toSorted((a, b) => a.high - b.high);
  let best: number | undefined;
  let most = -1;
  for (const rounding of ROUNDINGS_MS) {
    const { moment, count } = mostCovered(begins, ends, { low: offset.low + rounding, high: offset.high + rounding });
    if (count > most) [best, most] = [moment, count];
    if (most === announcements.length) return [];
  }
  return grouped.flatMap((same, index): readonly Contradiction[] => {
    const span = spans[index];
    if (span === undefined || best === undefined || (best >= span.low && best <= span.high)) return [];
    return same.map(({ decision }) => ({ kind: 'reset', decision }));
  });
}

type Group = readonly [Announcement, ...(readonly Announcement[])];

/** Announcements of the same moment together: those of a window follow each other. */
function grouping(announcements: readonly Announcement[]): readonly Group[] {
  const groups: [Announcement, ...Announcement[]][] = [];
  for (const announcement of announcements) {
    const group = groups.at(-1);
    if (group !== undefined && isSame(group[0], announcement)) group.push(announcement);
    else groups.push([announcement]);
  }
  return groups;
}

function isSame(one: Announcement, other: Announcement): boolean {
  return one.announced === other.announced && one.full.low === other.full.low && one.full.high === other.full.high;
}

interface Weighed extends Span {
  readonly weight: number;
}

/** The value within bounds that most spans cover; given by where they begin, and by where they end. */
function mostCovered(
  begins: readonly Weighed[],
  ends: readonly Weighed[],
  bounds: Span,
): { readonly moment: number; readonly count: number } {
  let best = { moment: bounds.low, count: 0 };
  let count = 0;
  let ended = 0;
  for (const { low, weight } of begins) {
    if (low > bounds.high) break;
    const from = Math.max(low, bounds.low);
    for (let end = ends[ended]; end !== undefined && end.high < from; end = ends[++ended]) count -= end.weight;
    count += weight;
    if (count > best.count) best = { moment: from, count };
  }
  return best;
}
