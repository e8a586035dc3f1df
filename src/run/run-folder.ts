import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RENDERERS } from '../report/renderers.ts';
import { LOCK_FILE } from './run-plan.ts';
import { TRACE_FILE } from './run-trace.ts';
import { demandFreeFolder, isFileError, makeFolder } from './write-files.ts';

/** The run's own folder: what --out names, else one that nobody else has, `reports/<time>-<what>-<chance>`. */
export function runFolder(out: string | undefined, what: string): string {
  // Two runs may begin in the same millisecond.
  return resolve(out ?? `reports/${new Date().toISOString().replace(/[-:.]/g, '')}-${what}-${randomBytes(3).toString('hex')}`);
}

/** What a run writes into its folder by itself. */
export const OWN_FILES: readonly string[] = [TRACE_FILE, LOCK_FILE, ...Object.values(RENDERERS).flatMap(({ name }) => name ?? [])];

/** True for a folder that holds a run that has ended and nothing else, such as a certificate. */
function holdsEndedRun(folder: string): boolean {
  const names = existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder) : [];
  const isEnded = [LOCK_FILE, RENDERERS.json.name].every((name) => name !== undefined && names.includes(name));
  return isEnded && names.every((name) => OWN_FILES.includes(name));
}

/** The folder is new or empty, or holds a run that {@link replaceRun} replaces. Throws RunError. */
export function demandReplaceable(folder: string, flag: string): void {
  if (!holdsEndedRun(folder)) demandFreeFolder(folder, flag);
}

/** Moves a run that has ended to where an earlier one may stand, which is removed. Throws RunError. */
export function replaceRun(from: string, to: string, flag: string): void {
  demandReplaceable(to, flag);
  makeFolder(resolve(to));
  for (const name of readdirSync(to)) rmSync(join(to, name), { recursive: true });
  try {
    renameSync(from, to);
  } catch (error) {
    if (!isFileError(error)) throw error;
    // On another file system, or where a volume is mounted.
    cpSync(from, to, { recursive: true });
    rmSync(from, { recursive: true });
  }
}
