import type { PastRun } from '../../model/types.ts';
import { plural } from '../defects.ts';
import { visible } from '../safe-text.ts';
import { duration, painter } from '../text.ts';
import { historiesByTarget, failingSince, type TargetHistory } from './past-run.ts';

/** Runs that are told one by one; the curves show all. */
const SHOWN = 20;
const BARS = '▁▂▃▄▅▆▇█';

/** The history of each target as curves and a table; ends with a line feed. */
export function renderTrend(history: readonly PastRun[], color: boolean): string {
  const paint = painter(color);
  const lines = historiesByTarget(history).flatMap((one) => [
    `${paint('bold', visible(one.target))}  ${plural(one.runs.length, 'run')}, ${dayOf(one.runs[0])} to ${dayOf(one.runs.at(-1))}`,
    ...curves(one).map(([label, text]) => `  ${paint('dim', label.padEnd(13))} ${text}`),
    '',
    ...table(one).map((line, index) => (index === 0 ? paint('dim', line) : line)),
    '',
  ]);
  return `${lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()}\n`;
}

function dayOf(run: PastRun | undefined): string {
  return visible(run?.startedAt.slice(0, 10) ?? '');
}

function curves({ runs }: TargetHistory): readonly (readonly [string, string])[] {
  const curve = (label: string, values: readonly number[], unit = ''): readonly [string, string] => [
    label,
    `${sparkline(values)}  ${values.at(-1) ?? 0}${unit}, ${Math.min(...values)} to ${Math.max(...values)}`,
  ];
  const medians = runs.flatMap(({ medianMs }) => medianMs ?? []);
  return [
    curve(
      'passed',
      runs.map(({ clauses }) => clauses.passed),
    ),
    curve(
      'failed',
      runs.map(({ clauses }) => clauses.failed),
    ),
    curve(
      'flaky',
      runs.map(({ flaky }) => flaky.length),
    ),
    ...(medians.length === 0 ? [] : [curve('latency', medians, ' ms')]),
  ];
}

/** A bar for each value, from the least to the most; level where all are the same. */
export function sparkline(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = most - least;
  return values.map((value) => BARS[span === 0 ? 0 : Math.round(((value - least) / span) * (BARS.length - 1))] ?? '').join('');
}

const COLUMNS = [
  'run',
  'outcome',
  'passed',
  'failed',
  'since',
  'waived',
  'not judged',
  'flaky',
  'observed',
  'requests',
  'time',
  'assay',
] as const;

function table({ runs }: TargetHistory): readonly string[] {
  const rows = runs.slice(-SHOWN).map((run, index, shown) => row(run, shown[index - 1] ?? runs[runs.length - shown.length - 1 + index]));
  const widths = COLUMNS.map((column, index) => Math.max(column.length, ...rows.map((cells) => cells[index]?.length ?? 0)));
  return [COLUMNS, ...rows].map((cells) => `  ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`);
}

function row(run: PastRun, before: PastRun | undefined): readonly string[] {
  const { startedAt, outcome, clauses, flaky, observations, requests, durationMs, version } = run;
  return [
    startedAt.slice(0, 16).replace('T', ' '),
    outcome,
    ...[clauses.passed, clauses.failed].map(String),
    failingSince(run, before),
    ...[clauses.waived, clauses.inconclusive + clauses.error, flaky.length, observations, requests].map(String),
    duration(durationMs),
    version,
  ].map(visible);
}
