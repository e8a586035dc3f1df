import { RunError } from './run-error.ts';
import {
  renameSync,
  rmSync,
  writeFileSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
  accessSync,
  constants,
  existsSync,
} from 'node:fs';
import { join, dirname, relative, resolve } from 'node:path';

/** The disk's doing, not the user's: no space, a quota, a limit, a defect. */
const DISK = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']);

/** Something of a run cannot be written: the user's matter (exit 2), or the disk's (exit 4). */
export function cannotWrite(file: string, error: unknown, remedy: string): RunError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const words = error instanceof Error ? error.message : String(error);
  return new RunError(DISK.has(code) ? 'disk' : 'not-writable', `${file}: cannot be written: ${words}. ${remedy}`);
}

/** True for what the file system has refused, and not for a defect of our own. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

/** Writes a file in one step: a reader meets the old or the new, and a link in its place, or in that of the half-written one, is not followed. */
export function replaceFile(file: string, text: string): void {
  const part = `${file}.part`;
  rmSync(part, { force: true });
  writeFileSync(part, text, { flag: 'wx' });
  renameSync(part, file);
}

/** Writes a file of JSON in one step; answers its path. Throws RunError. */
export function writeJson(file: string, value: object): string {
  return writeText(file, `${JSON.stringify(value, undefined, 2)}\n`);
}

/** The same of any text. */
export function writeText(file: string, text: string): string {
  try {
    replaceFile(file, text);
    return file;
  } catch (error) {
    throw isFileError(error) ? cannotWrite(file, error, 'The rest of the run stands beside it') : error;
  }
}

const STAGE = '.reports.part';

/**
 * Lets files be made in a folder of their own, and moves all of them into place when all of them stand: whoever looks meets the old ones
 * or the new ones, and a full disk costs nothing that was there. Throws RunError where the folder cannot be written.
 */
export function publish(folder: string, make: (stage: string) => void): void {
  const stage = join(folder, STAGE);
  try {
    rmSync(stage, { recursive: true, force: true });
    mkdirSync(stage);
    make(stage);
    for (const name of readdirSync(stage)) {
      const place = join(folder, name);
      // A rename replaces a file, and no folder.
      if (statSync(place, { throwIfNoEntry: false })?.isDirectory() === true) rmSync(place, { recursive: true });
      renameSync(join(stage, name), place);
    }
    rmSync(stage, { recursive: true, force: true });
  } catch (error) {
    discard(stage);
    if (!isFileError(error)) throw error;
    throw cannotWrite(
      folder,
      error,
      "The reports that were there are as they were, and the trace is kept: once that is put right, 'assay report' makes them of it",
    );
  }
}

/** As far as that goes: what cannot be written can perhaps not be removed either, and that is told already. */
function discard(stage: string): void {
  try {
    rmSync(stage, { recursive: true, force: true });
  } catch {
    // told by what failed first
  }
}

/** A run's folder is its own: nothing that stands there is overwritten, and it can be made. Throws RunError. */
export function demandFreeFolder(folder: string, flag = '--out '): void {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new RunError('out-no-folder', `${flag}${folder}: expected a new or empty folder, found a file. Choose another`);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new RunError('out-not-empty', `${flag}${folder}: expected a new or empty folder, found files in it. Choose another`);
  demandPlace(folder, flag);
}

/** A file can be written, or made; one that is there is replaced. Throws RunError. */
export function demandWritable(file: string, flag: string): void {
  const entry = existsSync(file) ? statSync(file) : undefined;
  if (entry?.isDirectory() === true)
    throw new RunError('not-a-file', `${flag}${file}: expected a file, found a folder. Name the file itself`);
  // Who opens one waits for its reader, perhaps for ever; those that the shell hands over are open.
  if (entry?.isFIFO() === true && !/^\/(?:dev|proc\/[^/]+)\/fd\//.test(placeOf(file)))
    throw new RunError('not-a-file', `${flag}${file}: expected a file, found a pipe. Name a file, or let the shell open it: >(COMMAND)`);
  demandPlace(file, flag);
}

function demandPlace(path: string, flag: string): void {
  const place = nearest(resolve(path));
  if (place !== resolve(path) && !statSync(place).isDirectory())
    throw new RunError('out-no-folder', `${flag}${path}: expected a folder at ${place}, found a file. Choose another`);
  try {
    accessSync(place, constants.W_OK);
  } catch {
    throw new RunError('not-writable', `${flag}${path}: ${place} may not be written to. Choose another, or permit it`);
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
  return new RunError('out-in-use', `--out ${folder}: another command started to write to it at the same time. Choose another folder`);
}

/** The folder itself, or what there is of the way to it. */
/** Where a file is to stand, however it is written: links are followed as far as there are any. */
export function placeOf(file: string): string {
  const path = resolve(file);
  if (existsSync(path) && statSync(path).isFile()) return realpathSync(path);
  const folder = nearest(dirname(path));
  return join(realpathSync(folder), relative(folder, path));
}

function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path));
}
