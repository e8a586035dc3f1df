import type { LoadEvent } from '../model/types.ts';
import { milliseconds } from './load-progress.ts';
import { painter } from './text.ts';

type Slices = LoadEvent['slices'];

const ROWS = 8;
const EIGHTHS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** The 99th percentile of a load's latency over time for the terminal, with a row for violations and errors; ends with a line feed. */
export function renderLatency(slices: Slices, { width, color }: { readonly width: number; readonly color: boolean }): string {
  const paint = painter(color);
  const most = Math.max(0.001, ...slices.map(({ p99 }) => p99));
  const label = milliseconds(most).length;
  const columns = Math.max(20, Math.min(width, 120) - label - 3);
  const endMs = Math.max(1, ...slices.map(({ fromMs, lengthMs }) => fromMs + lengthMs));
  const cells = Array.from({ length: columns }, (_, index) => within(slices, (index * endMs) / columns, ((index + 1) * endMs) / columns));
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const floor = ((ROWS - 1 - index) * most) / ROWS;
    const name = index === 0 ? milliseconds(most) : index === ROWS - 1 ? '0 ms' : '';
    const bars = cells.map((found) => bar(Math.max(0, ...found.map(({ p99 }) => p99)), floor, most / ROWS)).join('');
    return `${name.padStart(label)} ${index === ROWS - 1 ? '┤' : '│'}${paint('cyan', bars.trimEnd())}`;
  });
  const bad = cells
    .map((found) => (found.some(isBad) ? '✗' : ' '))
    .join('')
    .trimEnd();
  return [
    ...rows,
    ...(bad === '' ? [] : [`${' '.repeat(label)}  ${paint('red', `${bad}  violations, errors`)}`]),
    `${' '.repeat(label)}  0 s${`${(endMs / 1000).toFixed(1)} s`.padStart(columns - 3)}`,
    '',
  ].join('\n');
}

function within(slices: Slices, fromMs: number, toMs: number): Slices {
  return slices.filter((slice) => slice.fromMs < toMs && slice.fromMs + slice.lengthMs > fromMs);
}

function isBad({ violations, unanswered, byClass }: Slices[number]): boolean {
  return violations + unanswered + (byClass['5xx'] ?? 0) > 0;
}

function bar(value: number, floor: number, height: number): string {
  return EIGHTHS[Math.round(Math.max(0, Math.min(1, (value - floor) / height)) * 8)] ?? ' ';
}
