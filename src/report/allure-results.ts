import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LabelName, LinkType, Stage, Status, type Attachment, type Link, type StatusDetails, type TestResult } from 'allure-js-commons';
import type { ClauseResult, Failure, Report } from '../model/types.ts';
import { loadCases, loadFiguresText, type LoadCase } from './load-tables.ts';
import { recurrenceText } from './recurrence.ts';
import { oneLine, visible, visibleLines } from './safe-text.ts';
import { replayCommand } from './steps.ts';
import { defined } from '../model/defined.ts';

/**
 * Writes the verdicts as Allure results into an empty folder: one for each clause that there is to judge, named by it, so that a server
 * finds its history again; of a load also for its outcome, its validity and each threshold. All at once and unsynced: they can be made from the trace again, which Allure's own writer does not know.
 */
export function writeAllureResults(folder: string, report: Report): void {
  mkdirSync(folder, { recursive: true });
  const failures = new Map(report.failures.toReversed().map((failure) => [failure.clause, failure]));
  const at = Date.parse(report.startedAt);
  for (const clause of report.clauses) {
    if (clause.verdict === null) continue;
    const failure = failures.get(clause.id);
    const attachments = failure === undefined ? [] : attach(folder, clause.id, failure);
    const result = resultOf(report, clause, failure, { attachments, start: at, stop: at + report.durationMs });
    writeFileSync(join(folder, `${result.uuid}-result.json`), JSON.stringify(result));
  }
  const figures = loadFiguresText(report);
  if (figures !== '') writeFileSync(join(folder, FIGURES_FILE), figures);
  for (const one of loadCases(report)) {
    const attachments = figures === '' ? [] : [{ name: 'figures', type: 'text/plain', source: FIGURES_FILE }];
    const result = loadResult(one, { attachments, start: at, stop: at + report.durationMs });
    writeFileSync(join(folder, `${result.uuid}-result.json`), JSON.stringify(result));
  }
  writeFileSync(
    join(folder, 'environment.properties'),
    [
      `target=${report.target.name}`,
      `suite=${report.tool.name} ${report.tool.version}`,
      `seed=${report.seed}`,
      `outcome=${report.outcome}`,
      ...(report.partial === undefined ? [] : [`partial=${report.partial}`]),
    ]
      .map((line) => `${oneLine(line)}\n`)
      .join(''),
  );
}

/** Of the figures of a load. */
const FIGURES_FILE = 'load-attachment.txt';

function label(name: LabelName, value: string): TestResult['labels'][number] {
  return { name, value };
}

/** By this a server finds the same test again. */
function named(id: string): Pick<TestResult, 'uuid' | 'historyId' | 'testCaseId' | 'fullName' | 'name'> {
  return { uuid: digest(id), historyId: id, testCaseId: id, fullName: id, name: id };
}

/** The tickets of the waivers of clauses. */
export function ticketsOf({ waived }: Report, clauses: readonly string[]): Link[] {
  const urls = new Set(waived.flatMap(({ clause, link }) => (clauses.includes(clause) ? [visible(link)] : [])));
  return [...urls].map((url) => ({ type: LinkType.ISSUE, url }));
}

function resultOf(
  report: Report,
  clause: ClauseResult,
  failure: Failure | undefined,
  about: Pick<TestResult, 'attachments' | 'start' | 'stop'>,
): TestResult {
  const { id, document, section, feature, says } = clause;
  return {
    ...named(id),
    titlePath: [document, section],
    ...defined({ description: says }),
    status: statusOf(clause),
    statusDetails: detailsOf(report, clause, failure),
    stage: Stage.FINISHED,
    labels: [
      label(LabelName.EPIC, document),
      ...(feature === undefined ? [] : [label(LabelName.FEATURE, feature)]),
      label(LabelName.STORY, section),
      label(LabelName.PARENT_SUITE, document),
      label(LabelName.SUITE, section),
      label(LabelName.FRAMEWORK, 'assay'),
    ],
    links: ticketsOf(report, [id]),
    parameters: [],
    steps: (failure?.sequence ?? []).map((name, index, all) => ({
      name: visible(name),
      status: index === all.length - 1 ? Status.FAILED : Status.PASSED,
      statusDetails: {},
      stage: Stage.FINISHED,
      steps: [],
      attachments: [],
      parameters: [],
    })),
    ...about,
  };
}

function loadResult({ name, verdict, received }: LoadCase, about: Pick<TestResult, 'attachments' | 'start' | 'stop'>): TestResult {
  const id = `load: ${name}`;
  return {
    ...named(id),
    titlePath: ['load'],
    status: statusOf({ verdict }),
    statusDetails: { message: visibleLines(received) },
    stage: Stage.FINISHED,
    labels: [label(LabelName.EPIC, 'load'), label(LabelName.PARENT_SUITE, 'load'), label(LabelName.FRAMEWORK, 'assay')],
    links: [],
    parameters: [],
    steps: [],
    ...about,
  };
}

/** Broken is what says nothing of the target. */
function statusOf({ verdict, waived }: Pick<ClauseResult, 'verdict' | 'waived'>): Status {
  if (waived === true) return Status.SKIPPED;
  if (verdict === 'pass') return Status.PASSED;
  if (verdict === 'fail') return Status.FAILED;
  return verdict === 'skipped' ? Status.SKIPPED : Status.BROKEN;
}

function detailsOf(report: Report, { reason, blame, waived }: ClauseResult, failure: Failure | undefined): StatusDetails {
  if (waived === true) return { message: 'waived: known violation' };
  if (failure === undefined)
    return reason === undefined ? {} : { message: visibleLines(blame === undefined ? reason : `${blame}: ${reason}`) };
  const { expected, received, cluster, replay, recurrence } = failure;
  const shows = recurrence === undefined ? '' : `\n${recurrenceText(recurrence)}`;
  return {
    message: visibleLines(
      `expected ${expected}\nreceived ${received}${shows}\nroot cause ${cluster}${replay === '' ? '' : `\n${replayCommand(report, replay)}`}`,
    ),
    expected: visibleLines(expected),
    actual: visibleLines(received),
  };
}

function attach(folder: string, id: string, { curl }: Failure): Attachment[] {
  if (curl === '') return [];
  const source = `${digest(`${id} curl`)}-attachment.sh`;
  writeFileSync(join(folder, source), curl);
  return [{ name: 'curl', type: 'text/x-shellscript', source }];
}

/** The same for the same clause, and fit for a file's name. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
