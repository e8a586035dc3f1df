import { cannotWrite, isFileError } from './file-error.ts';
import { replaceFile } from './replace-file.ts';

/** Writes a file of JSON in one step; answers its path. Throws RunError. */
export function writeJson(file: string, value: object): string {
  try {
    replaceFile(file, `${JSON.stringify(value, undefined, 2)}\n`);
    return file;
  } catch (error) {
    throw isFileError(error) ? cannotWrite(file, error, 'The rest of the run stands beside it') : error;
  }
}
