import { painter } from './text.ts';
import { resetsWithin, type Timeline, type TimelinePoint } from './timeline.ts';

const ROWS = 10;
const EIGHTHS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** A rate limit over time for the terminal: bars for what remains, a row of refusals, a row of announced resets; ends with a line feed. */
export function renderTimeline(timeline: Timeline, { width, color }: { readonly width: number; readonly color: boolean }): string {
  const paint = painter(color);
  const label = String(timeline.most).length;
  const columns = Math.max(20, Math.min(width, 120) - label - 3);
  const cells = Array.from({ length: columns }, (_, index) => pointsIn(timeline, index, columns));
  const levels = cells.map((points) => lowest(points));
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const floor = ((ROWS - 1 - index) * timeline.most) / ROWS;
    const name = index === 0 ? String(timeline.most) : index === ROWS - 1 ? '0' : '';
    const bars = levels.map((level) => bar(level, floor, timeline.most / ROWS)).join('');
    return `${name.padStart(label)} ${index === ROWS - 1 ? '┤' : '│'}${paint('cyan', bars)}`;
  });
  const marks = (name: string, row: string): string =>
    `${' '.repeat(label)}  ${row.trimEnd()}${row.trim() === '' ? '' : `  ${name}`}`.trimEnd();
  const refused = cells.map((points) => (points.some(({ status }) => status === 429) ? '✗' : ' ')).join('');
  const resets = resetRow(timeline, columns);
  return [
    ...rows,
    paint('red', marks('429', refused)),
    marks('reset', resets),
    `${' '.repeat(label)}  0 s${`${(timeline.durationMs / 1000).toFixed(1)} s`.padStart(columns - 3)}`,
    '',
  ].join('\n');
}

function pointsIn({ points, durationMs }: Timeline, index: number, columns: number): readonly TimelinePoint[] {
  return points.filter(({ atMs }) => Math.min(columns - 1, Math.floor((atMs / durationMs) * columns)) === index);
}

function lowest(points: readonly TimelinePoint[]): number | undefined {
  const told = points.flatMap(({ remaining }) => (remaining === undefined ? [] : [remaining]));
  return told.length === 0 ? undefined : Math.min(...told);
}

function bar(level: number | undefined, floor: number, height: number): string {
  if (level === undefined) return ' ';
  const share = Math.max(0, Math.min(1, (level - floor) / height));
  // Nothing left is something to be seen, too.
  return floor === 0 && level <= 0 ? '_' : (EIGHTHS[Math.round(share * 8)] ?? ' ');
}

function resetRow(timeline: Timeline, columns: number): string {
  const at = new Set(resetsWithin(timeline).map((moment) => Math.min(columns - 1, Math.floor((moment / timeline.durationMs) * columns))));
  return Array.from({ length: columns }, (_, index) => (at.has(index) ? '↑' : ' ')).join('');
}
