import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PastRun, Report } from '../model/types.ts';
import { isFiltered, selectionText } from '../model/selection.ts';
import { firstErrorValidator } from '../model/meta-schemas.ts';
import { entryAt, kindOf, namesIn, RENDERED, type StoredFile } from '../model/stored-file.ts';
import { demandVersion, storedLine } from '../model/stored-json.ts';
import { textLines } from '../model/text-lines.ts';
import { merged } from '../report/trend/past-run.ts';
import { trendPage } from '../report/trend/trend-page.ts';
import { readReportFile, REPORT_FILE } from './certificate/differences.ts';
import { cannotWrite, isFileError, replaceFile, makeFolder } from './write-files.ts';
import { RunError } from './run-error.ts';

const HISTORY_FILE = 'history.ndjson';
const PAGE_FILE = 'trend.html';

/** Runs that were found, and those that say nothing of a target as a whole, with the reason. */
export interface FoundRuns {
  readonly reports: readonly Report[];
  readonly leftOut: readonly string[];
}

/** The runs that paths name: a run's folder, its report.json, or a folder with runs in it. Throws RunError for what is none. */
export function findRuns(paths: readonly string[]): FoundRuns {
  const files = paths.flatMap(reportFiles);
  const found = files.map(({ file, origin }) => ({ file, report: readReportFile(file, origin) }));
  const why = (report: Report): string | undefined => {
    if (report.stopped !== undefined) return 'the preflight stopped it';
    if (report.outcome === 'partial') return 'it is partial';
    if (report.shard !== undefined) return `it is shard ${report.shard.number} of ${report.shard.of}: 'assay merge' joins them`;
    if ((report.requests.load ?? 0) > 0) return 'it is a load test';
    return isFiltered(report.selection ?? {}) ? `it was narrowed to ${selectionText(report.selection ?? {})}` : undefined;
  };
  return {
    reports: found.filter(({ report }) => why(report) === undefined).map(({ report }) => report),
    leftOut: found.flatMap(({ file, report }) => {
      const reason = why(report);
      return reason === undefined ? [] : [`${file}: ${reason}`];
    }),
  };
}

/** Folders with runs in them have hundreds. */
const MOST_RUNS = 10_000;

/** A report that was named may be a link; what was found in a folder is the run's own. */
interface FoundReport {
  readonly file: string;
  readonly origin: StoredFile['origin'];
}

/** The reports in a folder of runs, or of the run that a path names. Throws RunError where there is none. */
export function reportFiles(path: string): readonly FoundReport[] {
  const file = resolve(path);
  const entry = entryAt(file, 'named');
  if (entry === undefined)
    throw new RunError('run-missing', `${path}: expected a run's folder, or a folder with runs in it, found nothing`);
  if (!entry.isDirectory()) return [{ file, origin: 'named' }];
  if (entryAt(join(file, REPORT_FILE)) !== undefined) return [{ file: join(file, REPORT_FILE), origin: 'found' }];
  const below: string[] = [];
  for (const name of namesIn(file)) {
    // What stands beside the runs may be any file.
    if (entryAt(join(file, name), 'named')?.isDirectory() !== true) continue;
    if (entryAt(join(file, name, REPORT_FILE)) !== undefined) below.push(join(file, name, REPORT_FILE));
    if (below.length > MOST_RUNS)
      throw new RunError('runs-too-many', `${path}: expected at most ${MOST_RUNS} runs, found more. Name fewer of them`);
  }
  if (below.length === 0)
    throw new RunError('run-missing', `${path}: expected a run's folder, or a folder with runs in it, found no ${REPORT_FILE}`);
  return below.toSorted().map((report) => ({ file: report, origin: 'found' }));
}

/** The history in a folder; empty where there is none yet. Throws RunError, SpecError with the line that cannot be read. */
export function readHistory(folder: string): readonly PastRun[] {
  const file = join(folder, HISTORY_FILE);
  if (entryAt(file) === undefined) return [];
  const part = { file, from: 0, to: Infinity, line: 1 };
  return [...textLines(part, { limit: RENDERED, origin: 'found' })].flatMap(({ text, number }) =>
    text.trim() === '' ? [] : [pastRunIn(text, `${file}:${number}`)],
  );
}

function pastRunIn(line: string, place: string): PastRun {
  return storedLine<PastRun>(line, place, (value) => {
    demandVersion(value, () => place);
    return firstErrorValidator<PastRun>('history');
  });
}

/** Throws RunError where there is nothing to keep and to draw: an empty page would replace nothing by nothing. */
export function demandRuns(history: readonly PastRun[]): void {
  if (history.length === 0) throw new RunError('runs-missing', 'there is no run to draw: whole runs only, not narrowed and not cut short');
}

/** Adds runs to the history in a folder, each once, and draws it anew; answers the whole of it and the page. Throws RunError. */
export function keepHistory(folder: string, more: readonly PastRun[]): { readonly history: readonly PastRun[]; readonly page: string } {
  const entry = entryAt(folder, 'named');
  if (entry !== undefined && !entry.isDirectory())
    throw new RunError('out-no-folder', `--history ${folder}: expected a folder, found ${kindOf(entry)}. Choose another`);
  const page = join(folder, PAGE_FILE);
  demandRuns(merged(readHistory(folder), more));
  try {
    makeFolder(resolve(folder));
    const history = alone(join(folder, HISTORY_FILE), (write) => {
      const all = merged(readHistory(folder), more);
      replaceFile(page, trendPage(all));
      write(all.map((run) => `${JSON.stringify(run)}\n`).join(''));
      return all;
    });
    return { history, page };
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw cannotWrite(`--history ${folder}`, error, 'The history is as it was');
  }
}

/**
 * Lets one at a time read a file and write it anew: of two that add to it at the same time, one would lose what the other has added. The
 * new text is put together in a file beside it, which only one can make. Throws RunError where another has.
 */
function alone<T>(file: string, change: (write: (text: string) => void) => T): T {
  const part = `${file}.part`;
  try {
    writeFileSync(part, '', { flag: 'wx' });
  } catch (error) {
    if (!isFileError(error) || error.code !== 'EEXIST') throw error;
    throw new RunError(
      'out-in-use',
      `${part}: another is writing this history. Try again once it is done; where nobody is, take the file away`,
    );
  }
  try {
    return change((text) => {
      writeFileSync(part, text);
      renameSync(part, file);
    });
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}
