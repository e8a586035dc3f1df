import type { LoadEvent, Report, Verdict } from '../model/types.ts';
import { unansweredOf } from '../model/unanswered.ts';

/** A part of what a load came to; every surface lays the same rows out in its own way. */
export interface LoadTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What of a load is held or missed as a whole, beside the clauses: that it ran, that its figures are the target's, each threshold. */
export interface LoadCase {
  readonly name: string;
  readonly verdict: Extract<Verdict, 'pass' | 'fail' | 'inconclusive'>;
  /** what was measured, or why it says nothing */
  readonly received: string;
}

const FIGURES = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });

/** A number of `report.json` as people read it: with its thousands set apart, to three decimals. */
export function figure(value: number): string {
  return FIGURES.format(value);
}

/** Why the figures are not the target's; undefined where they are. */
export function whyInvalid({ generator }: LoadEvent): string | undefined {
  return generator.bottleneck.length === 0 ? undefined : `the generator was the bottleneck: ${generator.bottleneck.join('; ')}`;
}

/** Thresholds that the target has missed: none where nothing was measured, or the generator was the bottleneck. */
export function missedThresholds(load: LoadEvent): LoadEvent['thresholds'] {
  return whyInvalid(load) === undefined ? load.thresholds.filter(({ held, unmeasured }) => !held && unmeasured !== true) : [];
}

/** Without a load only that a probe shows less than was asked for. */
export function loadCases({ load, inconclusive, partial }: Report): readonly LoadCase[] {
  const open = inconclusive?.because ?? partial;
  const ran: LoadCase = { name: 'outcome', verdict: open === undefined ? 'pass' : 'inconclusive', received: open ?? 'completed' };
  if (load === undefined) return inconclusive === undefined ? [] : [ran];
  const invalid = whyInvalid(load);
  return [
    ran,
    {
      name: 'validity',
      verdict: invalid === undefined ? 'pass' : 'inconclusive',
      received: invalid ?? 'the figures are those of the target',
    },
    ...load.thresholds.map((threshold): LoadCase => {
      const { expression, held, unmeasured } = threshold;
      const name = `threshold ${expression}`;
      if (unmeasured === true) return { name, verdict: 'inconclusive', received: 'nothing was measured' };
      const received = measuredText(threshold);
      if (invalid !== undefined) return { name, verdict: 'inconclusive', received: `${received}, and the generator was the bottleneck` };
      return { name, verdict: held ? 'pass' : 'fail', received };
    }),
  ];
}

/** What was measured for a threshold, in the unit of its bound. */
export function measuredText({ expression, measured }: LoadEvent['thresholds'][number]): string {
  if (/%\s*$/.test(expression)) return `${figure(measured * 100)} %`;
  if (expression.trimEnd().endsWith('/s')) return `${figure(measured)} a second`;
  return expression.trimEnd().endsWith('s') ? `${figure(measured)} ms` : figure(measured);
}

/** What a page or summary shows first, beside the clauses: a load's own figures where there was one, else its transitions. */
export function headlineFigures({ load, summary: { transitions } }: Report): readonly (readonly [label: string, value: string])[] {
  if (load === undefined)
    return transitions.documented === 0 ? [] : [['transitions passed', `${transitions.passed} of ${transitions.documented}`]];
  const { accounts, throughput, latencyMs, thresholds, violating, ramp } = load;
  const failed = accounts.neverSent + unansweredOf(accounts);
  return [
    ...(ramp === undefined ? [] : [['highest rate', ramp.confirmed === undefined ? 'none' : `${figure(ramp.confirmed)}/s`] as const]),
    ['requests', figure(accounts.sent)],
    ['responses a second', figure(throughput)],
    ['p50', `${figure(latencyMs.p50)} ms`],
    ['p99', `${figure(latencyMs.p99)} ms`],
    ['without a response', figure(failed)],
    ['violating', figure(violating)],
    ...(thresholds.length === 0
      ? []
      : [['thresholds held', `${thresholds.filter(({ held }) => held).length} of ${thresholds.length}`] as const]),
  ];
}

/** All figures of a load, most important first, slices of its time last. Empty where the report is of none. */
export function loadTables(report: Report): readonly LoadTable[] {
  const { load } = report;
  if (load === undefined) return [];
  const tables = [
    figuresOf(load),
    rampOf(load),
    thresholdsOf(report),
    latenciesOf(load),
    operationsOf(load),
    statusesOf(load),
    mixOf(load),
    violationsOf(report, load),
    generatorsOf(load),
    slicesOf(load),
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** The same without the slices, which plots show: lines of text in columns, each table under its title. */
export function loadFiguresText(report: Report): string {
  return loadTables(report)
    .filter(({ title }) => title !== OVER_TIME)
    .map(({ title, head, rows }) => [title, ...columns([head, ...rows])].join('\n'))
    .join('\n\n');
}

/** Rows of cells as lines, each column as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function figuresOf(load: LoadEvent): LoadTable {
  const { model, rate, mostPerSecond, connections, end, why, blame, accounts, judged, violating, rejudgeable, durationMs, throughput } =
    load;
  const { scheduled, sent, neverSent, answered, timedOut, lost, lostBy, bytes, unservedMs = 0 } = accounts;
  const reasons = Object.entries(lostBy).map(([reason, count]) => `${reason} ${figure(count)}`);
  const pace =
    model === 'open' ? 'open model: constant arrival rate, independent of response times' : 'closed model: requests follow responses';
  return {
    title: 'Figures',
    head: ['what', 'how much'],
    rows: [
      ...(load.ramp === undefined ? [] : [['ramp', rampText(load.ramp)]]),
      ['model', rate === undefined ? pace : `${pace}; ${figure(rate)} requests a second`],
      ...(mostPerSecond === undefined ? [] : [['bound', `at most ${figure(mostPerSecond)} requests a second (budget.perSecond)`]]),
      ['connections', figure(connections)],
      ['duration', `${figure(durationMs)} ms`],
      ['end', [end, ...(why === undefined ? [] : [why]), ...(blame === undefined ? [] : [`blame: ${blame}`])].join(', ')],
      ['throughput', `${figure(throughput)} responses a second`],
      ['requests', `${figure(scheduled)} due = ${figure(sent)} sent + ${figure(neverSent)} never sent`],
      [
        'responses',
        `${figure(sent)} sent = ${figure(answered)} answered + ${figure(timedOut)} timed out + ${figure(lost)} lost${reasons.length === 0 ? '' : ` (${reasons.join(', ')})`}`,
      ],
      ['bodies', `${figure(bytes)} bytes`],
      ['without service', `${figure(unservedMs)} ms of all connections together`],
      ['judged', `${figure(judged)} responses, ${figure(violating)} contradict a clause`],
      ['in the trace', `${figure(rejudgeable)} exchanges, which can be judged again`],
    ],
  };
}

const SIGNS = { pass: '✓ held', fail: '✗ missed', inconclusive: '? says nothing' } as const;

function thresholdsOf(report: Report): LoadTable {
  const cases = loadCases(report).filter(({ name }) => name.startsWith('threshold '));
  return {
    title: 'Thresholds',
    head: ['threshold', 'measured', 'result'],
    rows: cases.map(({ name, received, verdict }) => [name.slice('threshold '.length), received, SIGNS[verdict]]),
  };
}

const PERCENTILES = ['p50', 'p75', 'p90', 'p95', 'p99', 'p999', 'max'] as const;

/** Undefined is what was not recorded. */
function milliseconds(value: number | undefined): string {
  return value === undefined ? '' : figure(value);
}

function latenciesOf({ latencyMs, coordinatedOmission }: LoadEvent): LoadTable {
  const from =
    coordinatedOmission === 'corrected' ? 'from when each was due' : 'from when each was sent; coordinated omission not corrected';
  return {
    title: `Latency in ms, ${from}`,
    head: ['latency of', 'requests', ...PERCENTILES.map(percentileName)],
    rows: [['all', figure(latencyMs.count), ...PERCENTILES.map((name) => milliseconds(latencyMs[name]))]],
  };
}

export function percentileName(name: string): string {
  return name === 'p999' ? 'p99.9' : name;
}

function rampOf({ ramp }: LoadEvent): LoadTable {
  return {
    title: 'Stages of the ramp, in order',
    head: ['stage', 'requests a second', 'for ms', 'sent', 'answered', 'errors', 'responses a second', 'p50 ms', 'p99 ms', 'result'],
    rows: (ramp?.stages ?? []).map(({ phase, rate, durationMs, sent, answered, errors, throughput, p50, p99, missed }) => [
      phase,
      ...[rate, durationMs, sent, answered].map(figure),
      `${figure(errors * 100)} %`,
      ...[throughput, p50, p99].map(figure),
      missed.length === 0 ? '✓ kept' : `✗ ${missed.join(', ')}`,
    ]),
  };
}

/** What a ramp has found. */
export function rampText({ confirmed, knee, bound }: NonNullable<LoadEvent['ramp']>): string {
  const found = confirmed === undefined ? 'no rate confirmed' : `${figure(confirmed)} requests a second keep the thresholds`;
  return [found, bound, ...(knee === undefined ? [] : [`latency rises faster than the load from ${figure(knee)} a second`])].join('; ');
}

export const OPERATIONS = 'Operations';

function operationsOf({ operations = [] }: LoadEvent): LoadTable {
  return {
    title: OPERATIONS,
    head: [
      'operation',
      'due',
      'sent',
      'answered',
      'judged',
      'violating',
      'errors',
      'a second',
      'timed',
      ...PERCENTILES.map((name) => `${percentileName(name)} ms`),
      'statuses',
    ],
    rows: operations.map(({ operation, scheduled, sent, answered, judged, violating, errors, throughput, latencyMs, byStatus }) => [
      operation,
      ...[scheduled, sent, answered, judged, violating].map(figure),
      errors === undefined ? '' : `${figure(errors * 100)} %`,
      figure(throughput),
      figure(latencyMs.count),
      ...PERCENTILES.map((name) => milliseconds(latencyMs[name])),
      counted(byStatus),
    ]),
  };
}

/** '200: 398, 503: 2' */
function counted(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name}: ${figure(count)}`)
    .join(', ');
}

function statusesOf({ accounts: { byStatus, answered } }: LoadEvent): LoadTable {
  const rows = Object.entries(byStatus).map(([status, count]) => [
    status,
    figure(count),
    `${figure((100 * count) / Math.max(1, answered))} %`,
  ]);
  return { title: 'Statuses', head: ['status', 'responses', 'share'], rows };
}

function mixOf({ mix = [] }: LoadEvent): LoadTable {
  return {
    title: 'Requests, sent in turn',
    head: ['request', 'sent', 'judged', 'success', 'failed', 'otherwise', 'instead'],
    rows: mix.map(({ name, sent, judged, succeeded, failed, otherwise = 0, lost, instead }) => [
      name,
      figure(sent),
      figure(judged),
      figure(succeeded),
      figure(failed),
      `${figure(otherwise)}${lost === undefined ? '' : `: ${lost}`}`,
      counted(instead),
    ]),
  };
}

/** With an exchange that shows each: `assay show RUN NUMBER` opens it, and the page has it among the defects. */
function violationsOf({ failures }: Report, { violations }: LoadEvent): LoadTable {
  return {
    title: 'Violations',
    head: ['check', 'clauses', 'responses', 'in the trace', 'exchange'],
    rows: violations.map(({ check, clauses, count, kept }) => [
      check,
      clauses.join(', '),
      figure(count),
      figure(kept),
      String(failures.find((failure) => failure.check === check)?.exchanges.at(-1) ?? ''),
    ]),
  };
}

function generatorsOf({ generator, generators = [] }: LoadEvent): LoadTable {
  const { eventLoopDelayMs, processorShare, sendLagMs, bottleneck } = generator;
  const percentiles = (of: Readonly<Record<string, number>>): string =>
    Object.entries(of)
      .map(([name, value]) => (name === 'count' ? `of ${figure(value)} requests` : `${percentileName(name)} ${figure(value)} ms`))
      .join(', ');
  return {
    title: 'Generator',
    head: ['what', 'how much'],
    rows: [
      ['validity', bottleneck.length === 0 ? 'not the bottleneck' : `the bottleneck: ${bottleneck.join('; ')}`],
      ['at work', `${figure(processorShare * 100)} % of the time`],
      ['event loop late by', percentiles({ ...eventLoopDelayMs })],
      ['sent late by', percentiles({ ...sendLagMs })],
      ...generators.map(({ name, answers, dropped, ahead }) => [
        `rows of ${name}`,
        `${figure(answers)} requests, ${figure(dropped)} dropped; ${ahead === undefined ? 'its clock is not known' : `the target's clock is ${figure(ahead.low)} to ${figure(ahead.high)} ms ahead of its own`}`,
      ]),
    ],
  };
}

const OVER_TIME = 'Over time';

function slicesOf({ slices }: LoadEvent): LoadTable {
  const classes = [...new Set(slices.flatMap(({ byClass }) => Object.keys(byClass)))];
  return {
    title: OVER_TIME,
    head: ['from ms', 'for ms', 'answered', ...classes, '429', 'unanswered', 'violations', 'p50 ms', 'p99 ms', 'max ms'],
    rows: slices.map(({ fromMs, lengthMs, answered, byClass, limited, unanswered, violations, p50, p99, max }) => [
      ...[fromMs, lengthMs, answered, ...classes.map((name) => byClass[name] ?? 0)].map(figure),
      ...[limited, unanswered, violations, p50, p99, max].map(figure),
    ]),
  };
}
