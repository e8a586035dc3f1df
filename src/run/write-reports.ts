import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HANDWRITTEN, readStoredText } from '../spec/stored-file.ts';
import type { Report } from '../spec/types.ts';
import { renderAnnotations } from '../report/annotations.ts';
import { writeAllureHtml } from '../report/allure-html.ts';
import { writeAllureResults } from '../report/allure-results.ts';
import { reportText } from '../report/json.ts';
import { renderJUnit } from '../report/junit.ts';
import { renderMarkdown } from '../report/markdown.ts';
import { renderPage } from '../report/page/page.ts';
import type { Plot } from '../report/page/page.ts';
import type { TraceEvent } from '../trace/events.ts';
import { publish } from './publish.ts';
import { TRACE_FILE } from './run-trace.ts';

export interface WrittenFile {
  readonly about: string;
  readonly path: string;
}

/** What the reports tell: the verdicts, and what happened. */
export interface Told {
  readonly report: Report;
  readonly events: readonly TraceEvent[];
}

const PAGE = 'report.html';
export const ALLURE_RESULTS = 'allure-results';
const ALLURE_HTML = 'allure.html';

/**
 * Writes every projection of a run into its folder, all or none, and answers where they are. Throws RunError where they cannot be
 * written, ReportError where the report is not what its schema says.
 */
export async function writeReports(folder: string, told: Told): Promise<readonly WrittenFile[]> {
  await publish(folder, async (stage) => {
    await renderInto(stage, told, plotsIn(folder));
  });
  return filesIn(folder);
}

/** Every projection of a run, made in an empty folder: the same bytes for the same run. */
export async function renderInto(folder: string, told: Told, plots: readonly Plot[] = []): Promise<void> {
  makeVerdicts(folder, told, plots);
  await writeAllurePage(join(folder, ALLURE_RESULTS), folder, told.report);
}

/** The same of a run that was interrupted: what takes longest comes last, when the rest already stands. */
export async function writeReportsInTurn(folder: string, told: Told): Promise<readonly WrittenFile[]> {
  await writeVerdicts(folder, told);
  await publish(folder, (stage) => writeAllurePage(join(folder, ALLURE_RESULTS), stage, told.report));
  return filesIn(folder);
}

function makeVerdicts(folder: string, { report, events }: Told, plots: readonly Plot[]): void {
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write('report.json', reportText(report));
  write('summary.md', renderMarkdown(report));
  write(PAGE, renderPage(report, events, plots));
  write('junit.xml', renderJUnit(report));
  write('annotations.txt', renderAnnotations(report));
  writeAllureResults(join(folder, ALLURE_RESULTS), report);
}

/** What can be written at once: all but Allure's page. */
export async function writeVerdicts(folder: string, told: Told): Promise<readonly WrittenFile[]> {
  await publish(folder, (stage) => makeVerdicts(stage, told, plotsIn(folder)));
  return filesIn(folder);
}

/** Allure makes no page of nothing. */
async function writeAllurePage(results: string, stage: string, { clauses }: Report): Promise<void> {
  if (clauses.length > 0) await writeAllureHtml(results, join(stage, ALLURE_HTML));
}

/** Drawings that a load run has left in its folder. */
function plotsIn(folder: string): readonly Plot[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.svg'));
  return names.toSorted().map((name) => ({
    title: name.slice(0, -4).replaceAll('-', ' '),
    svg: readStoredText(join(folder, name), { limit: HANDWRITTEN, origin: 'found' }),
  }));
}

function filesIn(folder: string): readonly WrittenFile[] {
  return [
    { about: 'report', path: join(folder, PAGE) },
    { about: 'Allure', path: join(folder, ALLURE_HTML) },
    { about: 'verdicts', path: join(folder, 'report.json') },
    { about: 'trace', path: join(folder, TRACE_FILE) },
    { about: 'summary', path: join(folder, 'summary.md') },
    { about: 'JUnit', path: join(folder, 'junit.xml') },
  ].filter(({ path }) => existsSync(path));
}
