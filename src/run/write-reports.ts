import { existsSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HANDWRITTEN, readStoredText } from '../model/stored-file.ts';
import type { Report } from '../model/types.ts';
import { renderAnnotations } from '../report/annotations.ts';
import { writeAllureResults } from '../report/allure-results.ts';
import { reportText } from '../report/json.ts';
import { renderJUnit } from '../report/junit.ts';
import { renderMarkdown } from '../report/markdown.ts';
import { renderPage } from '../report/page/page.ts';
import type { Plot } from '../report/load-plots.ts';
import type { TraceEvent } from '../trace/events.ts';
import { isFileError, publish } from './write-files.ts';
import { TRACE_FILE } from './run-trace.ts';

/** What the reports tell: the verdicts, and what happened. */
export interface ReportedRun {
  readonly report: Report;
  readonly events: readonly TraceEvent[];
}

const PAGE = 'report.html';
export const ALLURE_RESULTS = 'allure-results';

/** Why a projection could not be made, by its name in the folder. */
type Broken = Map<string, string>;

/**
 * Writes every projection of a run into its folder, all at once, and answers where they are. One that cannot be made is left out and named:
 * it hides neither the others nor the verdicts. Throws RunError where they cannot be written, ReportError where the report is not what its
 * schema says.
 */
export function writeReports(folder: string, reported: ReportedRun): readonly WrittenFile[] {
  const broken: Broken = new Map();
  publish(folder, (stage) => renderInto(stage, reported, plotsIn(folder), broken));
  return filesIn(folder, broken);
}

/** Every projection of a run, made in an empty folder: the same bytes for the same run. */
export function renderInto(folder: string, { report, events }: ReportedRun, plots: readonly Plot[] = [], broken: Broken = new Map()): void {
  const write = (name: string, render: () => string): void =>
    attempt(folder, name, broken, () => writeFileSync(join(folder, name), render()));
  // Without the verdicts there is nothing to show: this one has to succeed.
  writeFileSync(join(folder, 'report.json'), reportText(report));
  write('summary.md', () => renderMarkdown(report));
  write(PAGE, () => renderPage(report, events, plots));
  write('junit.xml', () => renderJUnit(report));
  write('annotations.txt', () => renderAnnotations(report));
  attempt(folder, ALLURE_RESULTS, broken, () => writeAllureResults(join(folder, ALLURE_RESULTS), report));
}

/** What the disk refuses concerns them all; any other failure is a defect of the one projection. */
function attempt(folder: string, name: string, broken: Broken, make: () => void): void {
  try {
    make();
  } catch (error) {
    if (isFileError(error)) throw error;
    broken.set(name, String(error));
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Drawings that a probe has left in its folder; what is too large for one, or no file, is not ours. */
function plotsIn(folder: string): readonly Plot[] {
  const own = readdirSync(folder).filter((name) => {
    if (!name.endsWith('.svg')) return false;
    const about = lstatSync(join(folder, name));
    return about.isFile() && about.size <= PLOT_BYTES;
  });
  return own
    .toSorted()
    .slice(0, PLOTS)
    .map((name) => ({
      name: name.slice(0, -4),
      title: name.slice(0, -4).replaceAll('-', ' '),
      svg: readStoredText(join(folder, name), { limit: HANDWRITTEN, origin: 'found' }),
    }));
}

const PLOT_BYTES = 1_000_000;
const PLOTS = 20;

function filesIn(folder: string, broken: Broken): readonly WrittenFile[] {
  // What an earlier report has left there would tell of other verdicts.
  for (const name of broken.keys()) rmSync(join(folder, name), { recursive: true, force: true });
  return [
    { about: 'report', name: PAGE },
    { about: 'Allure', name: ALLURE_RESULTS },
    { about: 'verdicts', name: 'report.json' },
    { about: 'trace', name: TRACE_FILE },
    { about: 'summary', name: 'summary.md' },
    { about: 'JUnit', name: 'junit.xml' },
    { about: 'annotations', name: 'annotations.txt' },
  ].flatMap(({ about, name }) => {
    const path = join(folder, name);
    const why = broken.get(name);
    if (why !== undefined) return [{ about, path, broken: why }];
    return existsSync(path) && !UNTOLD.has(name) ? [{ about, path }] : [];
  });
}

/** Told of only where they are missing. */
const UNTOLD = new Set([ALLURE_RESULTS, 'annotations.txt']);

export interface WrittenFile {
  readonly about: string;
  readonly path: string;
  /** why it is not there: it could not be made, which the others and the verdicts do not suffer from */
  readonly broken?: string;
}

export interface FinishedRun {
  readonly report: Report;
  readonly files: readonly WrittenFile[];
}

export interface RegeneratedReport {
  readonly report: Report;
  readonly files: readonly WrittenFile[];
  /** what may make verdicts differ from those of the run, beside the target */
  readonly otherwise: string | undefined;
}
