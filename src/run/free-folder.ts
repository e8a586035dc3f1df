import { existsSync, readdirSync, statSync } from 'node:fs';
import { RunError } from './run-error.ts';

/** A run's folder is its own: nothing that stands there is overwritten. Throws RunError. */
export function demandFreeFolder(folder: string): void {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new RunError('usage', `--out ${folder}: expected a new or empty folder, found a file. Choose another`);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new RunError('usage', `--out ${folder}: expected a new or empty folder, found files in it. Choose another`);
}
