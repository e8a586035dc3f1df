import type { LoadEvent } from '../model/types.ts';
import { roundTicks } from './ticks.ts';

type Slices = LoadEvent['slices'];

const WIDTH = 960;
const HEIGHT = 320;
const LEFT = 60;
const RIGHT = 60;
const TOP = 16;
const BOTTOM = 56;

/** Latency and throughput of a load over time as a drawing of its own; colours follow the page's scheme. */
export function latencySvg(slices: Slices): string {
  const endMs = Math.max(1, ...slices.map(({ fromMs, lengthMs }) => fromMs + lengthMs));
  const mostMs = Math.max(1, ...slices.map(({ p99 }) => p99));
  const mostRate = Math.max(1, ...slices.map(rateOf));
  const base = HEIGHT - BOTTOM;
  const x = (ms: number): string => (LEFT + (ms / endMs) * (WIDTH - LEFT - RIGHT)).toFixed(1);
  const y = (value: number, most: number): string => (base - (value / most) * (base - TOP)).toFixed(1);
  const line = (value: (slice: Slices[number]) => number, most: number): string =>
    slices.map((slice) => `${x(slice.fromMs + slice.lengthMs / 2)},${y(value(slice), most)}`).join(' ');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="latency and throughput over time, with violations">`,
    `<style>${STYLE}</style>`,
    ...roundTicks(mostMs).map(
      (value) =>
        `<path class="grid" d="M${LEFT} ${y(value, mostMs)}H${WIDTH - RIGHT}"/><text x="${LEFT - 8}" y="${y(value, mostMs)}" class="value">${value} ms</text>`,
    ),
    ...roundTicks(mostRate).map((value) => `<text x="${WIDTH - RIGHT + 8}" y="${y(value, mostRate)}" class="rate">${value}/s</text>`),
    ...roundTicks(endMs / 1000).map((second) => `<text x="${x(second * 1000)}" y="${base + 18}" class="time">${second} s</text>`),
    `<polyline class="throughput" points="${line(rateOf, mostRate)}"/>`,
    `<polyline class="p50" points="${line(({ p50 }) => p50, mostMs)}"/>`,
    `<polyline class="p99" points="${line(({ p99 }) => p99, mostMs)}"/>`,
    ...slices
      .filter(({ violations, unanswered, byClass }) => violations + unanswered + (byClass['5xx'] ?? 0) > 0)
      .map(
        ({ fromMs, lengthMs, violations, unanswered, byClass }) =>
          `<circle class="bad" cx="${x(fromMs + lengthMs / 2)}" cy="${base}" r="4"><title>${violations} violating, ${unanswered} unanswered, ${byClass['5xx'] ?? 0} with 5xx</title></circle>`,
      ),
    ...LEGEND.map(
      ([name, about], index) =>
        `<path class="${name} key" d="M${LEFT + index * 190} ${HEIGHT - 14}h24"/><text x="${LEFT + index * 190 + 30}" y="${HEIGHT - 10}">${about}</text>`,
    ),
    '</svg>',
    '',
  ].join('\n');
}

/** Answers a second. */
function rateOf({ answered, lengthMs }: Slices[number]): number {
  return (answered * 1000) / Math.max(1, lengthMs);
}

const LEGEND = [
  ['p50', 'latency, p50'],
  ['p99', 'latency, p99'],
  ['throughput', 'answers a second'],
  ['bad', 'violations, errors'],
] as const;

const STYLE = [
  'text{font:12px system-ui,sans-serif;fill:currentColor}',
  '.value{text-anchor:end;dominant-baseline:middle}',
  '.rate{dominant-baseline:middle}',
  '.time{text-anchor:middle}',
  '.grid{stroke:currentColor;opacity:.15}',
  'polyline,.key{fill:none;stroke-width:2}',
  '.p50{stroke:#0a84c6}',
  '.p99{stroke:#c77700}',
  '.throughput{stroke:#888;stroke-dasharray:6 4}',
  '.bad{fill:#d0342c;stroke:#d0342c}',
].join('');
