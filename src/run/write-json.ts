import { renameSync, writeFileSync } from 'node:fs';
import { cannotWrite, isFileError } from './file-error.ts';

/** Writes a file of JSON in one step, so that a reader never meets half of it; answers its path. Throws RunError. */
export function writeJson(file: string, value: object): string {
  try {
    writeFileSync(`${file}.part`, `${JSON.stringify(value, undefined, 2)}\n`);
    renameSync(`${file}.part`, file);
    return file;
  } catch (error) {
    throw isFileError(error) ? cannotWrite(file, error, 'The rest of the run stands beside it') : error;
  }
}
