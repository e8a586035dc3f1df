import { join } from 'node:path';
import { entryAt } from '../model/stored-file.ts';
import { readStoredJson } from '../model/stored-json.ts';
import type { RunLock } from '../model/types.ts';
import { replaceFile } from './replace-file.ts';
import { RunError } from './run-error.ts';

export const LOCK_FILE = 'run.lock.json';

/** Writes `run.lock.json`, in one step: what the run is made of, before anything is sent. */
export function writeRunLock(folder: string, lock: RunLock): void {
  replaceFile(join(folder, LOCK_FILE), `${JSON.stringify(lock, undefined, 2)}\n`);
}

/** Reads it again. Throws RunError where the folder has none, SpecError where it is not one of ours. */
export function readRunLock(folder: string): RunLock {
  const file = join(folder, LOCK_FILE);
  if (entryAt(file) === undefined)
    throw new RunError('usage', `${folder}: expected the folder of a run, found no ${LOCK_FILE} in it. 'assay run --out DIR' makes one`);
  return readStoredJson<RunLock>(file, 'run-lock', { origin: 'found', asWritten: true });
}
