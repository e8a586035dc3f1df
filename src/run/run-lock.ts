import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readYamlFile } from '../spec/yaml-file.ts';
import type { RunLock } from '../spec/types.ts';
import { RunError } from './run-error.ts';

export const LOCK_FILE = 'run.lock.json';

/** Writes `run.lock.json`, in one step: what the run is made of, before anything is sent. */
export function writeRunLock(folder: string, lock: RunLock): void {
  const file = join(folder, LOCK_FILE);
  writeFileSync(`${file}.part`, `${JSON.stringify(lock, undefined, 2)}\n`);
  renameSync(`${file}.part`, file);
}

/** Reads it again. Throws RunError where the folder has none, SpecError where it is not one of ours. */
export function readRunLock(folder: string): RunLock {
  const file = join(folder, LOCK_FILE);
  if (!existsSync(file))
    throw new RunError('usage', `${folder}: expected the folder of a run, found no ${LOCK_FILE} in it. 'assay run --out DIR' makes one`);
  return readYamlFile<RunLock>(file, 'run-lock');
}
