import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isFileError } from './file-error.ts';
import { RunError } from './run-error.ts';

/** A run's folder is its own: nothing that stands there is overwritten, and it can be made. Throws RunError. */
export function demandFreeFolder(folder: string): void {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new RunError('out-no-folder', `--out ${folder}: expected a new or empty folder, found a file. Choose another`);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new RunError('out-not-empty', `--out ${folder}: expected a new or empty folder, found files in it. Choose another`);
  const place = nearest(resolve(folder));
  if (!statSync(place).isDirectory())
    throw new RunError('out-no-folder', `--out ${folder}: expected a folder at ${place}, found a file. Choose another`);
  try {
    accessSync(place, constants.W_OK);
  } catch {
    throw new RunError('not-writable', `--out ${folder}: ${place} may not be written to. Choose another, or permit it`);
  }
}

const CLAIM = '.claim';

/**
 * Makes the folder, and lets `begin` put the first files into it, for one at a time: of several that choose the same folder at the same
 * moment one begins, and the others find it taken. What `begin` leaves there keeps it taken, also when the process is killed. Throws
 * RunError, and what `begin` throws.
 */
export function claimFolder<T>(folder: string, begin: () => T): T {
  demandFreeFolder(folder);
  makeFolder(resolve(folder));
  const claim = join(folder, CLAIM);
  try {
    writeFileSync(claim, '', { flag: 'wx' });
  } catch (error) {
    if (isFileError(error) && error.code === 'EEXIST') throw taken(folder);
    throw error;
  }
  try {
    // Another may have begun since the folder was looked at.
    if (readdirSync(folder).some((name) => name !== CLAIM)) throw taken(folder);
    return begin();
  } finally {
    rmSync(claim, { force: true });
  }
}

/** Makes a folder and what is missing above it, one by one: where a folder can never be made, such as below /proc, Node's own way to make several does not come back. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process that makes the same folder was faster.
    if (!isFileError(error) || error.code !== 'EEXIST') throw error;
  }
}

function taken(folder: string): RunError {
  return new RunError('out-in-use', `--out ${folder}: another has begun in it at the same time. Choose another`);
}

/** The folder itself, or what there is of the way to it. */
function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path));
}
