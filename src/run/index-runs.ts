import { basename, dirname, join, resolve } from 'node:path';
import { SpecError } from '../model/errors.ts';
import { entryAt } from '../model/stored-file.ts';
import { indexPage, type IndexedRun } from '../report/index-page.ts';
import { readReportFile, REPORT_FILE } from './certificate/differences.ts';
import { reportFiles } from './history.ts';
import { RunError } from './run-error.ts';
import { writeText } from './write-files.ts';

/** Writes a page that leads to each run in a folder, and answers where it is. Throws RunError where there is no run, or the folder is one itself. */
export function indexRuns(folder: string): string {
  // A run's own folder may be signed: nothing is added to it.
  if (entryAt(join(resolve(folder), REPORT_FILE)) !== undefined)
    throw new RunError('run-missing', `${folder}: expected a folder with runs in it, found a run. Name the folder above it`);
  const runs = reportFiles(folder).map(({ file, origin }): IndexedRun => {
    const name = basename(dirname(file));
    try {
      return { name, report: readReportFile(file, origin) };
    } catch (error) {
      // One run that cannot be read does not hide the others.
      if (!(error instanceof SpecError)) throw error;
      return { name, report: undefined, unreadable: error.message };
    }
  });
  return writeText(join(resolve(folder), 'index.html'), indexPage(runs));
}
