import { join } from 'node:path';
import { entryAt } from '../model/stored-file.ts';
import type { Specs } from '../model/types.ts';
import { CERTIFICATE_FILE, demandFolder } from './certificate/run-files.ts';
import { rejudge } from './rejudge.ts';
import { RunError } from './run-error.ts';
import { writeReports } from './write-reports.ts';
import type { RegeneratedReport } from './finished-run.ts';

/**
 * Makes every projection of a stored run again, from its trace and its lock alone: nothing depends on how the run ended. Throws RunError
 * for a folder that is no run, cannot be written, or is certified; nothing is overwritten then.
 */
export function reportAgain(folder: string, specs: Specs): RegeneratedReport {
  demandFolder(folder);
  if (entryAt(join(folder, CERTIFICATE_FILE)) !== undefined)
    throw new RunError(
      'run-certified',
      `${folder}: it is certified, and its files are signed as they are. Copy the folder without its ${CERTIFICATE_FILE} to make reports again`,
    );
  const { report, events, otherwise } = rejudge(folder, specs);
  return { report, otherwise, files: writeReports(folder, { report, events }) };
}
