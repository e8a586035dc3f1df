import type { LoadEvent } from '../model/types.ts';
import { plotSvg, type PlotAxis, type PlotMarks, type PlotSeries } from './plot-svg.ts';

/** A drawing that belongs to a run, such as the timeline of a rate limit: a whole SVG document. */
export interface Plot {
  readonly title: string;
  /** of its file, without the ending */
  readonly name: string;
  readonly svg: string;
}

type Slice = LoadEvent['slices'][number];

/** What a load's figures were over its time: throughput, latency, status mix. */
export function loadPlots({ slices, rate, ramp }: LoadEvent): readonly Plot[] {
  const endMs = Math.max(1, ...slices.map(({ fromMs, lengthMs }) => fromMs + lengthMs));
  const x: PlotAxis = { label: 'time in s', most: endMs / 1000 };
  const line = (name: string, color: string, value: (slice: Slice) => number): PlotSeries => ({
    name,
    color,
    shape: 'line',
    points: slices.map((slice) => [(slice.fromMs + slice.lengthMs / 2) / 1000, value(slice)]),
  });
  const plot = (name: string, title: string, label: string, series: readonly PlotSeries[], marks: readonly PlotMarks[] = []): Plot => {
    const most = Math.max(0.001, ...series.flatMap(({ points }) => points.map(([, value]) => value)));
    return { name, title, svg: plotSvg({ title, x, y: { label, most }, series, marks }) };
  };
  const ordered: readonly PlotSeries[] =
    rate === undefined
      ? []
      : [
          {
            name: 'ordered rate',
            color: GREY,
            shape: 'dashed',
            points: [
              [0, rate],
              [x.most, rate],
            ],
          },
        ];
  return [
    ...(ramp === undefined ? [] : [latencyByRate(ramp)]),
    plot('throughput', 'Throughput over time', 'responses a second', [line('responses', BLUE, perSecond), ...ordered], [badSlices(slices)]),
    plot('latency', 'Latency over time', 'latency in ms', [line('p50', BLUE, ({ p50 }) => p50), line('p99', ORANGE, ({ p99 }) => p99)]),
    plot('statuses', 'Status mix over time', 'share of requests in %', statusAreas(line)),
  ];
}

const BLUE = '#0a84c6';
const ORANGE = '#c77700';
const RED = '#d0342c';
const GREY = '#888888';

function latencyByRate({ stages, confirmed, knee }: NonNullable<LoadEvent['ramp']>): Plot {
  const rising = stages.toSorted((one, other) => one.rate - other.rate);
  const line = (name: 'p50' | 'p99', color: string): PlotSeries => ({
    name,
    color,
    shape: 'line',
    points: rising.map((stage) => [stage.rate, stage[name]]),
  });
  const mark = (name: string, color: string, rate: number | undefined): readonly PlotMarks[] =>
    rate === undefined ? [] : [{ name, color, shape: 'upright', at: [{ x: rate, about: `${name}: ${rate} a second` }] }];
  const title = 'Latency by rate';
  const svg = plotSvg({
    title,
    x: { label: 'requests a second', most: Math.max(0.001, ...rising.map(({ rate }) => rate)) },
    y: { label: 'latency in ms', most: Math.max(0.001, ...rising.map(({ p99 }) => p99)) },
    series: [line('p50', BLUE), line('p99', ORANGE)],
    marks: [...mark('highest rate, confirmed', '#2e8b57', confirmed), ...mark('knee', GREY, knee)],
  });
  return { name: 'latency-by-rate', title, svg };
}

function perSecond({ answered, lengthMs }: Slice): number {
  return (answered * 1000) / Math.max(1, lengthMs);
}

function badSlices(slices: LoadEvent['slices']): PlotMarks {
  return {
    name: 'violations, errors',
    color: RED,
    shape: 'dot',
    at: slices.flatMap(({ fromMs, lengthMs, violations, unanswered, byClass }) => {
      const broken = byClass['5xx'] ?? 0;
      if (violations + unanswered + broken === 0) return [];
      return [{ x: (fromMs + lengthMs / 2) / 1000, about: `${violations} violating, ${unanswered} unanswered, ${broken} with 5xx` }];
    }),
  };
}

const PARTS: readonly (readonly [name: string, color: string, count: (slice: Slice) => number])[] = [
  ['2xx', '#2e8b57', ({ byClass }) => byClass['2xx'] ?? 0],
  ['3xx', BLUE, ({ byClass }) => byClass['3xx'] ?? 0],
  ['429', ORANGE, ({ limited }) => limited],
  ['other 4xx', '#9b6fd0', ({ byClass, limited }) => (byClass['4xx'] ?? 0) - limited],
  ['5xx', RED, ({ byClass }) => byClass['5xx'] ?? 0],
  ['no response', GREY, ({ unanswered }) => unanswered],
];

/** Each part on top of those before it: the highest is drawn first, and the others over it. */
function statusAreas(line: (name: string, color: string, value: (slice: Slice) => number) => PlotSeries): readonly PlotSeries[] {
  const sum = (slice: Slice, parts: number): number => PARTS.slice(0, parts).reduce((all, [, , count]) => all + count(slice), 0);
  return PARTS.map(([name, color], index): PlotSeries => ({
    ...line(name, color, (slice) => (100 * sum(slice, index + 1)) / Math.max(1, sum(slice, PARTS.length))),
    shape: 'area',
  })).toReversed();
}
