import { basename, dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import type { ClauseResult, Report } from '../model/types.ts';
import { editText } from '../report/reasons.ts';
import { exchangeText } from '../report/sequence-steps.ts';
import { visible } from '../report/safe-text.ts';
import { numberedSteps, replayCommand } from '../report/steps.ts';
import { readStoredReport, REPORT_FILE } from '../run/certificate/differences.ts';
import { storedTrace } from '../run/stored-trace.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { UsageError } from './fail.ts';
import { helpText } from './help.ts';
import { nearestIds } from '../model/nearest.ts';
import { writeResult, terminal } from './output.ts';

export function showCommand(command: Command): Command {
  return command
    .argument('<run>', 'folder of the run, or its report.json')
    .argument('<what...>', 'exchange numbers or clause ids')
    .option('--json', 'print one JSON array: exchanges as in the trace, clauses as in report.json')
    .addHelpText(
      'after',
      helpText({
        notes: ['Exchanges are read from trace.ndjson, in which pseudonyms replace all secrets; verdicts are read from report.json.'],
        examples: [
          ['assay show reports/monday 115', 'show exchange 115: request and response with headers and bodies'],
          ['assay show reports/monday authn.errors.e0000004.status', 'show a verdict: reason, expected, received and evidence'],
        ],
        exitCodes: { 0: 'shown', 2: 'unknown run, exchange or clause' },
        next: ['assay explain', 'assay report', 'reports'],
      }),
    )
    .action((run: string, names: readonly string[], { json }: { readonly json?: boolean }) => {
      const folder = basename(run) === REPORT_FILE ? dirname(resolve(run)) : resolve(run);
      const exchanges = names.filter(isNumber);
      const clauses = names.filter((name) => !isNumber(name));
      const shown = [
        ...(exchanges.length === 0 ? [] : exchangesOf(folder, exchanges)),
        ...(clauses.length === 0 ? [] : clausesOf(readStoredReport(folder), clauses)),
      ];
      writeResult(json === true ? `${JSON.stringify(shown.map(({ value }) => value))}\n` : shown.map(({ text }) => text).join('\n'));
    });
}

function isNumber(name: string): boolean {
  return /^\d+$/.test(name);
}

interface ShownItem {
  readonly value: ExchangeEvent | ClauseResult;
  readonly text: string;
}

function exchangesOf(folder: string, numbers: readonly string[]): readonly ShownItem[] {
  const { color } = terminal(process.stdout);
  const exchanges = storedTrace(folder).events.filter((event) => event.type === 'exchange');
  return numbers.map((number) => {
    const found = exchanges.find(({ seq }) => seq === Number(number));
    if (found === undefined)
      throw new UsageError(
        'exchange-unknown',
        `there is no exchange ${number}: the run has ${exchanges[0]?.seq ?? 0} to ${exchanges.at(-1)?.seq ?? 0}`,
      );
    return { value: found, text: exchangeText(found, color) };
  });
}

function clausesOf(report: Report, ids: readonly string[]): readonly ShownItem[] {
  return ids.map((id) => {
    const found = report.clauses.find((clause) => clause.id === id);
    if (found === undefined) {
      const near = nearestIds(
        id,
        report.clauses.map((clause) => clause.id),
      );
      throw new UsageError('clause-unknown', `the run has no clause ${id}${near.length === 0 ? '' : `; the nearest: ${near.join(', ')}`}`);
    }
    return { value: found, text: clauseText(found, report) };
  });
}

function clauseText(
  { id, says, document, section, verdict, basis, blame, reason, furtherReasons = [], checks, exchanges, furtherExchanges }: ClauseResult,
  report: Report,
): string {
  const failures = report.failures.filter(({ clause }) => clause === id);
  return [
    id,
    ...(says === undefined ? [] : [`  ${visible(says)}`]),
    '',
    `  verdict   ${verdict ?? 'none'}, ${basis}${blame === undefined ? '' : `; blame: ${blame}`}`,
    ...(reason === undefined ? [] : [reasonText('reason', reason)]),
    ...furtherReasons.map((further) => reasonText('also', further)),
    `  document  ${document}, ${section}`,
    ...checks.map((check) => `  check     ${check}`),
    ...evidence(exchanges, furtherExchanges),
    ...failures.flatMap((failure) => [
      '',
      `  expected  ${visible(failure.expected)}`,
      `  received  ${visible(failure.received)}`,
      ...evidence(failure.exchanges),
      ...numberedSteps(failure).map((step) => `    ${visible(step)}`),
      `  replay    ${replayCommand(report, failure.replay)}`,
    ]),
    '',
  ].join('\n');
}

function reasonText(label: string, reason: string): string {
  return visible(`  ${label.padEnd(10)}${reason}${editText(reason)}`);
}

function evidence(exchanges: readonly number[], further = 0): readonly string[] {
  const more = further === 0 ? '' : ` and ${further} more`;
  return exchanges.length === 0 ? [] : [`  evidence  ${exchanges.length === 1 ? 'exchange' : 'exchanges'} ${exchanges.join(', ')}${more}`];
}
