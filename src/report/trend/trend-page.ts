import type { PastRun } from '../../model/types.ts';
import { plural } from '../defects.ts';
import { duration } from '../text.ts';
import { htmlPage } from '../page/html-page.ts';
import { markup } from '../page/markup.ts';
import { IMAGE_STYLE } from '../page/style.ts';
import { plotFigure, tableMarkup } from '../page/table.ts';
import { elementText } from '../safe-text.ts';
import { historiesByTarget, failingSince } from './past-run.ts';

/** The history of each target on one page. */
export function trendPage(history: readonly PastRun[]): string {
  const targets = historiesByTarget(history);
  return htmlPage({
    title: 'Trend',
    header: markup`<h1>Trend</h1>
      <p class="reason">${plural(history.length, 'run')} of ${plural(targets.length, 'target')}</p>`,
    sections: targets.map(({ target, runs }, index) => ({
      id: `target-${index + 1}`,
      title: target,
      content: markup`${plotFigure({ title: `${target}: clauses that did not pass, and median latency, run by run`, svg: trendSvg(runs, target) })}${tableMarkup(
        {
          title: 'Runs',
          head: ['run', 'outcome', 'passed', 'failed', 'since', 'waived', 'not judged', 'flaky', 'requests', 'time', 'assay', 'failing'],
          rows: runs.map((run, at) => row(run, runs[at - 1])).toReversed(),
        },
      )}`,
    })),
  });
}

function row(run: PastRun, before: PastRun | undefined): readonly string[] {
  const { startedAt, outcome, clauses, flaky, requests, durationMs, version, failing } = run;
  return [
    startedAt.slice(0, 16).replace('T', ' '),
    outcome,
    String(clauses.passed),
    String(clauses.failed),
    failingSince(run, before),
    String(clauses.waived),
    String(clauses.inconclusive + clauses.error),
    String(flaky.length),
    String(requests),
    duration(durationMs),
    version,
    failing.join(', '),
  ];
}

const WIDTH = 960;
const HEIGHT = 260;
const TOP = 12;
const BOTTOM = 44;
const MIDDLE = 150;

/** What stands on top of what in a run's bar; passed ones would dwarf it all. */
const LAYERS = ['error', 'failed', 'inconclusive', 'waived'] as const;

/** Runs of one target side by side: clauses that did not pass as bars, the median latency as a line below them. */
function trendSvg(runs: readonly PastRun[], target: string): string {
  const step = WIDTH / Math.max(runs.length, 1);
  const most = Math.max(1, ...runs.map(({ clauses }) => LAYERS.reduce((sum, layer) => sum + clauses[layer], 0)));
  const slowest = Math.max(...runs.map(({ medianMs = 0 }) => medianMs));
  const points = runs.flatMap(({ medianMs }, index) =>
    medianMs === undefined || slowest === 0
      ? []
      : [`${fixed((index + 0.5) * step)},${fixed(HEIGHT - BOTTOM - (medianMs / slowest) * (HEIGHT - BOTTOM - MIDDLE - 12))}`],
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${elementText(`${target}: clauses that did not pass, and median latency, run by run`)}">`,
    `<style>${TREND_STYLE}</style>`,
    `<path class="base" d="M0 ${MIDDLE}H${WIDTH}"/><path class="base" d="M0 ${HEIGHT - BOTTOM}H${WIDTH}"/>`,
    ...runs.flatMap((run, index) => bar(run, index * step, step, most)),
    `<polyline class="latency" points="${points.join(' ')}"/>`,
    `<text x="0" y="${TOP}">${most}</text>`,
    ...(slowest === 0 ? [] : [`<text x="0" y="${MIDDLE + 12}">${slowest} ms</text>`]),
    ...LEGEND.map(
      ([name, about], index) =>
        `<rect class="${name}" x="${index * 130}" y="${HEIGHT - 24}" width="12" height="12"/><text x="${index * 130 + 18}" y="${HEIGHT - 14}">${about}</text>`,
    ),
    '</svg>',
  ].join('\n');
}

const LEGEND = [
  ['error', 'in error'],
  ['failed', 'failed'],
  ['inconclusive', 'not judged'],
  ['waived', 'waived'],
  ['latency', 'median latency'],
] as const;

function bar(run: PastRun, left: number, step: number, most: number): readonly string[] {
  const { clauses, startedAt, outcome } = run;
  const gap = Math.min(4, step / 5);
  const title = `${startedAt}: ${outcome}, ${LAYERS.map((layer) => `${clauses[layer]} ${layer}`).join(', ')}, ${clauses.passed} passed`;
  let top = MIDDLE;
  const layers = LAYERS.filter((layer) => clauses[layer] > 0).map((layer) => {
    const height = (clauses[layer] / most) * (MIDDLE - TOP - 4);
    top -= height;
    return `<rect class="${layer}" x="${fixed(left + gap)}" y="${fixed(top)}" width="${fixed(step - 2 * gap)}" height="${fixed(height)}"/>`;
  });
  const whole = `<rect class="whole" x="${fixed(left)}" y="${TOP}" width="${fixed(step)}" height="${MIDDLE - TOP}"/>`;
  return [`<g><title>${elementText(title)}</title>`, ...layers, whole, '</g>'];
}

function fixed(value: number): string {
  return value.toFixed(1);
}

const TREND_STYLE = [
  IMAGE_STYLE,
  'text{font:12px system-ui,sans-serif;fill:currentColor}',
  '.base{stroke:currentColor;opacity:.3}',
  '.failed{fill:#d0342c}',
  '.error{fill:#a763c4}',
  '.inconclusive{fill:#c77700}',
  '.waived{fill:#c9a800}',
  'rect.latency{fill:#0a84c6}',
  'polyline.latency{fill:none;stroke:#0a84c6;stroke-width:2}',
  '.whole{fill:transparent}',
].join('');
