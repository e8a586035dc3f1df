import { roundTicks } from './ticks.ts';
import { resetsWithin } from './timeline.ts';
import type { Timeline, TimelinePoint } from './timeline.ts';

const WIDTH = 960;
const HEIGHT = 320;
const LEFT = 52;
const RIGHT = 16;
const TOP = 16;
const BOTTOM = 56;

/** A rate limit over time as a drawing of its own: remaining, limit, refusals, announced resets. Colours follow the page's scheme. */
export function timelineSvg(timeline: Timeline): string {
  const x = (atMs: number): string => (LEFT + (atMs / timeline.durationMs) * (WIDTH - LEFT - RIGHT)).toFixed(1);
  const y = (value: number): string => (HEIGHT - BOTTOM - (Math.max(0, value) / timeline.most) * (HEIGHT - TOP - BOTTOM)).toFixed(1);
  const line = (value: (point: TimelinePoint) => number | undefined): string =>
    timeline.points
      .flatMap((point) => {
        const at = value(point);
        return at === undefined ? [] : [`${x(point.atMs)},${y(at)}`];
      })
      .join(' ');
  const base = HEIGHT - BOTTOM;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="operations remaining over time, with refusals and announced resets">`,
    `<style>${TIMELINE_STYLE}</style>`,
    ...roundTicks(timeline.most).map(
      (value) =>
        `<path class="grid" d="M${LEFT} ${y(value)}H${WIDTH - RIGHT}"/><text x="${LEFT - 8}" y="${y(value)}" class="value">${value}</text>`,
    ),
    ...roundTicks(timeline.durationMs / 1000).map(
      (second) => `<text x="${x(second * 1000)}" y="${base + 18}" class="time">${second} s</text>`,
    ),
    ...resetsWithin(timeline).map(
      (moment) =>
        `<path class="reset" d="M${x(moment)} ${TOP}V${base}"><title>reset announced for ${(moment / 1000).toFixed(1)} s</title></path>`,
    ),
    `<polyline class="limit" points="${line(({ status, limit }) => (status === 429 && limit === 0 ? undefined : limit))}"/>`,
    `<polyline class="remaining" points="${line(({ remaining }) => remaining)}"/>`,
    ...timeline.points
      .filter(({ status }) => status === 429)
      .map(
        ({ atMs }) =>
          `<circle class="refused" cx="${x(atMs)}" cy="${base}" r="4"><title>429 at ${(atMs / 1000).toFixed(2)} s</title></circle>`,
      ),
    ...LEGEND.map(
      ([name, about], index) =>
        `<path class="${name} key" d="M${LEFT + index * 150} ${HEIGHT - 14}h24"/><text x="${LEFT + index * 150 + 30}" y="${HEIGHT - 10}">${about}</text>`,
    ),
    '</svg>',
  ].join('\n');
}

const LEGEND = [
  ['remaining', 'remaining'],
  ['limit', 'limit'],
  ['refused', '429'],
  ['reset', 'announced reset'],
] as const;

export const TIMELINE_STYLE = [
  'text{font:12px system-ui,sans-serif;fill:currentColor}',
  '.value{text-anchor:end;dominant-baseline:middle}',
  '.time{text-anchor:middle}',
  '.grid{stroke:currentColor;opacity:.15}',
  'polyline,.key{fill:none;stroke-width:2}',
  '.remaining{stroke:#0a84c6}',
  '.limit{stroke:#888;stroke-dasharray:6 4}',
  '.reset{stroke:#c77700;stroke-width:1.5;stroke-dasharray:2 3;fill:none}',
  '.refused{fill:#d0342c;stroke:#d0342c}',
].join('');
