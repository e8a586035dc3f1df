import { plotSvg, type PlotSeries } from './plot-svg.ts';
import { resetsWithin, type Timeline, type TimelinePoint } from './timeline.ts';

/** A rate limit over time as a drawing of its own: remaining, limit, refusals, announced resets. */
export function timelineSvg(timeline: Timeline): string {
  const { points, durationMs, most } = timeline;
  const line = (value: (point: TimelinePoint) => number | undefined): PlotSeries['points'] =>
    points.flatMap((point) => {
      const at = value(point);
      return at === undefined ? [] : [[point.atMs / 1000, at] as const];
    });
  return plotSvg({
    title: 'Rate limit over time',
    x: { label: 'time in s', most: durationMs / 1000 },
    y: { label: 'operations', most },
    series: [
      {
        name: 'limit',
        color: '#888888',
        shape: 'dashed',
        points: line(({ status, limit }) => (status === 429 && limit === 0 ? undefined : limit)),
      },
      { name: 'remaining', color: '#0a84c6', shape: 'line', points: line(({ remaining }) => remaining) },
    ],
    marks: [
      {
        name: '429',
        color: '#d0342c',
        shape: 'dot',
        at: points.flatMap(({ status, atMs }) =>
          status === 429 ? [{ x: atMs / 1000, about: `429 at ${(atMs / 1000).toFixed(2)} s` }] : [],
        ),
      },
      {
        name: 'announced reset',
        color: '#c77700',
        shape: 'upright',
        at: resetsWithin(timeline).map((moment) => ({ x: moment / 1000, about: `reset announced for ${(moment / 1000).toFixed(1)} s` })),
      },
    ],
  });
}
