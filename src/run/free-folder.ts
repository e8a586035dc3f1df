import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { RunError } from './run-error.ts';

/** A run's folder is its own: nothing that stands there is overwritten, and it can be made. Throws RunError. */
export function demandFreeFolder(folder: string): void {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new RunError('usage', `--out ${folder}: expected a new or empty folder, found a file. Choose another`);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new RunError('usage', `--out ${folder}: expected a new or empty folder, found files in it. Choose another`);
  const place = nearest(resolve(folder));
  if (!statSync(place).isDirectory())
    throw new RunError('usage', `--out ${folder}: expected a folder at ${place}, found a file. Choose another`);
  try {
    accessSync(place, constants.W_OK);
  } catch {
    throw new RunError('usage', `--out ${folder}: ${place} may not be written to. Choose another, or permit it`);
  }
}

/** The folder itself, or what there is of the way to it. */
function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path));
}
