import { IMAGE_STYLE } from './page/style.ts';
import { elementText } from './safe-text.ts';

export interface PlotAxis {
  /** what it shows, with its unit */
  readonly label: string;
  /** highest number that is drawn, above 0 */
  readonly most: number;
}

/** A line, or an area down to the axis, through points of the axes' own units. */
export interface PlotSeries {
  readonly name: string;
  readonly color: string;
  readonly shape: 'line' | 'dashed' | 'area';
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** Moments that are marked: a dot on the axis, or a line through the plot. */
export interface PlotMarks {
  readonly name: string;
  readonly color: string;
  readonly shape: 'dot' | 'upright';
  readonly at: readonly { readonly x: number; readonly about: string }[];
}

export interface PlotOrder {
  readonly title: string;
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly series: readonly PlotSeries[];
  readonly marks?: readonly PlotMarks[];
}

const WIDTH = 960;
const HEIGHT = 360;
const LEFT = 76;
const RIGHT = 24;
const TOP = 44;
const BASE = HEIGHT - 84;

/** A plot as a drawing of its own: title, axes with units, a legend. Colours are seen on light and dark ground. */
export function plotSvg({ title, x, y, series, marks = [] }: PlotOrder): string {
  const across = (value: number): string => (LEFT + (value / x.most) * (WIDTH - LEFT - RIGHT)).toFixed(1);
  const up = (value: number): string => (BASE - (Math.max(0, value) / y.most) * (BASE - TOP)).toFixed(1);
  const legend = [...series, ...marks];
  const room = (WIDTH - LEFT - RIGHT) / Math.max(1, legend.length);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${elementText(title)}">`,
    `<style>${PLOT_STYLE}</style>`,
    `<text x="${LEFT}" y="24" class="title">${elementText(title)}</text>`,
    ...roundTicks(y.most).map(
      (value) =>
        `<path class="grid" d="M${LEFT} ${up(value)}H${WIDTH - RIGHT}"/><text x="${LEFT - 8}" y="${up(value)}" class="value">${value.toLocaleString('en-US')}</text>`,
    ),
    ...roundTicks(x.most).map(
      (value) => `<text x="${across(value)}" y="${BASE + 18}" class="middle">${value.toLocaleString('en-US')}</text>`,
    ),
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${BASE + 38}" class="middle">${elementText(x.label)}</text>`,
    `<text transform="translate(16 ${(TOP + BASE) / 2}) rotate(-90)" class="middle">${elementText(y.label)}</text>`,
    ...series.map(({ shape, color, points }) => {
      const line = points.map(([at, value]) => `${across(at)},${up(value)}`).join(' ');
      if (shape !== 'area') return `<polyline stroke="${color}"${shape === 'dashed' ? DASHED : ''} points="${line}"/>`;
      const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
      return `<polygon fill="${color}" points="${across(first)},${BASE} ${line} ${across(last)},${BASE}"/>`;
    }),
    ...marks.flatMap(({ color, shape, at }) =>
      at.map(({ x: moment, about }) => {
        const named = `<title>${elementText(about)}</title>`;
        return shape === 'dot'
          ? `<circle fill="${color}" cx="${across(moment)}" cy="${BASE}" r="4">${named}</circle>`
          : `<path stroke="${color}"${DASHED} d="M${across(moment)} ${TOP}V${BASE}">${named}</path>`;
      }),
    ),
    ...legend.map(({ name, color }, index) => {
      const at = LEFT + index * room;
      return `<path stroke="${color}" class="key" d="M${at.toFixed(1)} ${HEIGHT - 18}h20"/><text x="${(at + 26).toFixed(1)}" y="${HEIGHT - 14}">${elementText(name)}</text>`;
    }),
    '</svg>',
    '',
  ].join('\n');
}

const DASHED = ' stroke-dasharray="6 4"';

const PLOT_STYLE = [
  IMAGE_STYLE,
  'text{font:12px system-ui,sans-serif;fill:currentColor}',
  '.title{font-size:15px;font-weight:600}',
  '.value{text-anchor:end;dominant-baseline:middle}',
  '.middle{text-anchor:middle}',
  '.grid{stroke:currentColor;opacity:.15}',
  'polyline,path{fill:none;stroke-width:2}',
  '.key{stroke-width:5}',
].join('');

const TICKS = 6;

/** Round numbers from nothing up to the most, about six. */
function roundTicks(most: number): readonly number[] {
  const rough = most / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => Number((index * step).toPrecision(6)));
}
