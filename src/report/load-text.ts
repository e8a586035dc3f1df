import type { LoadEvent, Report } from '../model/types.ts';
import { renderLatency } from './latency-text.ts';
import { milliseconds } from './load-progress.ts';
import { loadLayout, type LoadLayoutOptions } from './load-layout.ts';
import { columns, loadCases, loadTables, OPERATIONS, rampText, whyInvalid } from './load-tables.ts';
import { visible } from './safe-text.ts';
import { duration } from './text.ts';

const LABEL_WIDTH = 12;

/** What a person reads in the terminal when a load has ended: the plot, figures and what they rest on, thresholds, violations. */
export function renderLoadText(report: Report, load: LoadEvent, options: LoadLayoutOptions): string {
  const { paint, room, heading, row, files } = loadLayout(report, options, LABEL_WIDTH);
  const invalid = whyInvalid(load);
  const operations = loadTables(report).find(({ title }) => title === OPERATIONS);
  const lines = [
    ...(invalid === undefined ? [] : [paint(['bold', 'red'], `FIGURES INVALID  ${visible(invalid)}`)]),
    '',
    renderLatency(load.slices, { width: room, color: options.color }),
    ...heading,
    '',
    ...(load.ramp === undefined ? [] : row('ramp', rampText(load.ramp))),
    ...row('load', loadLine(load)),
    ...row('throughput', `${Math.round(load.throughput)} responses a second`),
    ...row('latency', latencyLine(load)),
    ...row('requests', accountLine(load)),
    ...row(
      'statuses',
      Object.entries(load.accounts.byStatus)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', ') || 'none',
    ),
    ...row('judged', judgedLine(load)),
    ...generatorLines(load).flatMap((text) => row('generator', text)),
    ...drift(load.slices).flatMap((text) => row('drift', text)),
    '',
    ...(operations === undefined ? [] : [...columns([operations.head, ...operations.rows]).map((line) => visible(line)), '']),
    ...loadCases(report).flatMap(({ name, verdict, received }) =>
      name.startsWith('threshold ')
        ? [paint(STYLES[verdict], `${SIGNS[verdict]} ${visible(name.slice('threshold '.length))}  (${received})`)]
        : [],
    ),
    ...report.failures.flatMap(({ clause, check, expected, received, exchanges }) => [
      paint(
        'red',
        `✗ ${clause} (${load.violations.find((one) => one.check === check)?.count ?? 1} times${exchanges.length === 0 ? '' : `; exchange ${exchanges.at(-1) ?? ''}`})`,
      ),
      ...row('  expected', expected),
      ...row('  received', received),
    ]),
    ...(load.thresholds.length + report.failures.length === 0 ? [] : ['']),
    ...files,
  ];
  return `${lines.map((text) => text.trimEnd()).join('\n')}\n`;
}

const SIGNS = { pass: '✓', fail: '✗', inconclusive: '?' } as const;
const STYLES = { pass: 'green', fail: 'red', inconclusive: 'yellow' } as const;

function loadLine({ model, rate, connections, durationMs, end, why }: LoadEvent): string {
  const pace = model === 'open' ? `open model, ${rate ?? 0} requests a second` : 'closed model: requests follow responses';
  const how = end === 'completed' ? '' : `; ended: ${end}${why === undefined ? '' : `, ${why}`}`;
  return `${pace}, over ${connections} connections, ${duration(durationMs)}${how}`;
}

function latencyLine({ latencyMs: { p50, p90, p99, p999, max }, coordinatedOmission }: LoadEvent): string {
  const named = { p50, p90, p99, 'p99.9': p999, max };
  const from =
    coordinatedOmission === 'corrected' ? 'from when each was due' : 'from when each was sent, coordinated omission not corrected';
  return `${Object.entries(named)
    .map(([name, value]) => `${name} ${milliseconds(value)}`)
    .join(', ')} (${from})`;
}

function accountLine({ accounts }: LoadEvent): string {
  const { scheduled, sent, neverSent, answered, timedOut, lost, lostBy } = accounts;
  const reasons = Object.entries(lostBy).map(([why, count]) => `${why} ${count}`);
  return `${scheduled} due = ${sent} sent + ${neverSent} never sent; ${sent} sent = ${answered} answered + ${timedOut} timed out + ${lost} lost${reasons.length === 0 ? '' : ` (${reasons.join(', ')})`}`;
}

function judgedLine({ judged, violating, rejudgeable }: LoadEvent): string {
  return `${judged} responses, ${violating} contradict a clause; ${rejudgeable} exchanges are in the trace and can be judged again, the others not`;
}

/** Who has sent the requests, where that was not the harness, and how well their clocks are known. */
function generatorLines({ generators = [] }: LoadEvent): readonly string[] {
  return generators.map(({ name, answers, dropped, ahead }) => {
    const clock =
      ahead === undefined
        ? 'its clock is not known'
        : `the target's clock is ${Math.round(ahead.low)} to ${Math.round(ahead.high)} ms ahead of its own`;
    return `${name}: ${answers} requests${dropped === 0 ? '' : `, ${dropped} dropped`}; ${clock}`;
  });
}

/** Slices of a quarter of the time have to show something. */
const ENOUGH = 8;
const MUCH = 1.5;

/** What has changed from the first quarter of the time to the last. */
export function drift(slices: LoadEvent['slices']): readonly string[] {
  const quarter = Math.floor(slices.length / 4);
  if (quarter < ENOUGH / 4) return [];
  const middle = (part: LoadEvent['slices'], of: (slice: LoadEvent['slices'][number]) => number): number =>
    part.map(of).toSorted((one, other) => one - other)[Math.floor(part.length / 2)] ?? 0;
  const [early, late] = [slices.slice(0, quarter), slices.slice(-quarter - 1, -1)];
  const [from, to] = [middle(early, ({ p99 }) => p99), middle(late, ({ p99 }) => p99)];
  return from > 0 && to / from > MUCH
    ? [`p99 went from ${milliseconds(from)} in the first quarter of the time to ${milliseconds(to)} in the last`]
    : [];
}
