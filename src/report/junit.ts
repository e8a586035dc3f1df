import type { ClauseResult, Failure, Report } from '../model/types.ts';
import { loadCases, loadFiguresText, type LoadCase } from './load-tables.ts';
import type { TraceEvent } from '../trace/events.ts';
import { mistakesOf, outcomeText } from './outcome.ts';
import { recurrenceText } from './recurrence.ts';
import { attributeText, elementText, visibleLines } from './safe-text.ts';
import { numberedSteps, replayCommand } from './steps.ts';
import { defined } from '../model/defined.ts';
import { grouped } from '../model/grouped.ts';

/**
 * `junit.xml`: a test case for each clause that there is to judge, in a suite for each document; of a load also for its outcome, its
 * validity and each threshold, in a suite of their own that holds the figures. What could not be judged is an error,
 * not a failure of the target; what the target does not claim, and what is waived, is skipped. In the form that CI systems read (the Jenkins JUnit schema).
 */
export function renderJUnit(report: Report, events: readonly TraceEvent[] = []): string {
  const durations = new Map(events.flatMap((event) => (event.type === 'exchange' ? [[event.seq, event.durationMs] as const] : [])));
  const judged = report.clauses.filter(({ verdict }) => verdict !== null);
  const documents = [...new Set(judged.map(({ document }) => document))];
  const failures = grouped(report.failures, ({ clause }) => clause);
  const { heading, why } = outcomeText(report);
  const load = loadCases(report);
  const unjudged = unjudgedCases(report, load.length + judged.length);
  const about = {
    target: report.target.name,
    tool: `${report.tool.name} ${report.tool.version}`,
    seed: String(report.seed),
    outcome: `${heading}: ${why}; exit code ${report.exitCode}`,
    ...defined({ partial: report.partial }),
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    tag('testsuites', { name: 'assay', ...counts([...load, ...judged, ...unjudged]), time: (report.durationMs / 1000).toFixed(3) }),
    ...(unjudged.length === 0 ? [] : unjudgedSuite(report, unjudged, about)),
    ...(load.length === 0 ? [] : loadSuite(report, load, about)),
    ...documents.flatMap((document) => {
      const own = judged.filter((clause) => clause.document === document);
      return [
        `  ${tag('testsuite', { name: document, timestamp: report.startedAt, ...counts(own) })}`,
        ...properties(about, '    '),
        ...own.flatMap((clause) => testCase(report, clause, failures.get(clause.id) ?? [], durations)),
        '  </testsuite>',
      ];
    }),
    '</testsuites>',
    '',
  ].join('\n');
}

/** What kept a run from judging anything, or has to be changed: without a case of its own, a CI system would show no test, or green ones alone. */
interface UnjudgedCase {
  readonly verdict: 'error';
  readonly name: string;
  readonly message: string;
}

function unjudgedCases(report: Report, others: number): readonly UnjudgedCase[] {
  const { heading, why } = outcomeText(report);
  const mistakes = mistakesOf(report);
  const cases = mistakes.length > 0 || others > 0 ? mistakes : [{ about: 'the run', message: `${heading}: ${why}` }];
  return cases.map(({ about, message }) => ({ verdict: 'error', name: about, message }));
}

function unjudgedSuite({ startedAt }: Report, cases: readonly UnjudgedCase[], about: Readonly<Record<string, string>>): readonly string[] {
  return [
    `  ${tag('testsuite', { name: 'assay', timestamp: startedAt, ...counts(cases) })}`,
    ...properties(about, '    '),
    ...cases.flatMap(({ name, message }) => [
      `    ${tag('testcase', { classname: 'assay', name })}`,
      `      ${tag('error', { type: 'usage', message }, 'closed')}`,
      '    </testcase>',
    ]),
    '  </testsuite>',
  ];
}

function loadSuite(report: Report, load: readonly LoadCase[], about: Readonly<Record<string, string>>): readonly string[] {
  const figures = loadFiguresText(report);
  return [
    `  ${tag('testsuite', { name: 'load', timestamp: report.startedAt, ...counts(load) })}`,
    ...properties(about, '    '),
    ...load.flatMap(({ name, verdict, received }) => [
      `    ${tag('testcase', { classname: 'load', name })}`,
      ...properties({ measured: received }, '      '),
      ...(verdict === 'pass'
        ? []
        : [`      ${tag(verdict === 'fail' ? 'failure' : 'error', { type: verdict, message: received }, 'closed')}`]),
      '    </testcase>',
    ]),
    ...(figures === '' ? [] : [`    <system-out>${elementText(visibleLines(figures))}</system-out>`]),
    '  </testsuite>',
  ];
}

function counts(clauses: readonly Partial<Pick<ClauseResult, 'verdict' | 'waived'>>[]): Record<string, string> {
  const count = (...wanted: readonly JunitVerdict[]): string => String(clauses.filter((clause) => wanted.includes(shownAs(clause))).length);
  return { tests: String(clauses.length), failures: count('fail'), errors: count('inconclusive', 'error'), skipped: count('skipped') };
}

type JunitVerdict = ClauseResult['verdict'];

/** What is waived is never shown as passed. */
function shownAs({ verdict = null, waived }: Partial<Pick<ClauseResult, 'verdict' | 'waived'>>): JunitVerdict {
  return waived === true ? 'skipped' : verdict;
}

/** The time of a clause is that of the exchanges that it names as evidence. */
function testCase(
  report: Report,
  clause: ClauseResult,
  failures: readonly Failure[],
  durations: ReadonlyMap<number, number>,
): readonly string[] {
  const spent = clause.exchanges.flatMap((seq) => durations.get(seq) ?? []);
  const time = spent.reduce((sum, ms) => sum + ms, 0) / 1000;
  const about = {
    section: clause.section,
    ...defined({ feature: clause.feature, says: clause.says }),
    status: clause.status,
    basis: clause.basis,
    ...(clause.checks.length === 0 ? {} : { checks: clause.checks.join(' ') }),
    ...(clause.exchanges.length === 0 ? {} : { exchanges: clause.exchanges.join(' ') }),
    ...defined({ furtherExchanges: clause.furtherExchanges?.toString() }),
  };
  return [
    `    ${tag('testcase', { classname: clause.document, name: clause.id, ...(spent.length === 0 ? {} : { time: time.toFixed(3) }) })}`,
    ...properties(about, '      '),
    ...result(report, clause, failures).map((line) => `      ${line}`),
    '    </testcase>',
  ];
}

function result(report: Report, clause: ClauseResult, failures: readonly Failure[]): readonly string[] {
  const { blame, waived, reason = '' } = clause;
  const verdict = shownAs(clause);
  if (waived === true) return [tag('skipped', { message: 'waived: known violation' }, 'closed')];
  if (verdict === 'skipped') return [tag('skipped', { message: reason }, 'closed')];
  if (verdict === 'inconclusive' || verdict === 'error') return [tag('error', { type: blame ?? verdict, message: reason }, 'closed')];
  if (verdict !== 'fail') return [];
  if (failures.length === 0) return [tag('failure', { type: 'fail', message: reason }, 'closed')];
  return failures.map(
    (failure) =>
      `${tag('failure', { type: failure.check, message: `expected ${failure.expected}; received ${failure.received}` })}${elementText(visibleLines(text(report, failure)))}</failure>`,
  );
}

function text(report: Report, failure: Failure): string {
  const { cluster, expected, received, replay, recurrence } = failure;
  return [
    `root cause  ${cluster}`,
    `expected    ${expected}`,
    `received    ${received}`,
    ...(recurrence === undefined ? [] : [`reruns      ${recurrenceText(recurrence)}`]),
    ...numberedSteps(failure),
    ...(replay === '' ? [] : [replayCommand(report, replay)]),
  ].join('\n');
}

function properties(values: Readonly<Record<string, string>>, indent: string): readonly string[] {
  return [
    `${indent}<properties>`,
    ...Object.entries(values).map(([name, value]) => `${indent}  ${tag('property', { name, value }, 'closed')}`),
    `${indent}</properties>`,
  ];
}

function tag(name: string, attributes: Readonly<Record<string, string>>, closed?: 'closed'): string {
  const text = Object.entries(attributes).map(([key, value]) => ` ${key}="${attributeText(visibleLines(value))}"`);
  return `<${name}${text.join('')}${closed === undefined ? '' : '/'}>`;
}
