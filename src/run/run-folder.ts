import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RENDERERS } from '../report/renderers.ts';
import { LOCK_FILE } from './run-plan.ts';
import { TRACE_FILE } from './run-trace.ts';

/** The run's own folder: what --out names, else one that nobody else has, `reports/<time>-<what>-<chance>`. */
export function runFolder(out: string | undefined, what: string): string {
  // Two runs may begin in the same millisecond.
  return resolve(out ?? `reports/${new Date().toISOString().replace(/[-:.]/g, '')}-${what}-${randomBytes(3).toString('hex')}`);
}

/** What a run writes into its folder by itself. */
export const OWN_FILES: readonly string[] = [TRACE_FILE, LOCK_FILE, ...Object.values(RENDERERS).flatMap(({ name }) => name ?? [])];

/** Empties a folder that holds a run that has ended and nothing else, such as a certificate; any other is left as it is. */
export function removeRun(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const isEnded = [LOCK_FILE, RENDERERS.json.name].every((name) => name !== undefined && names.includes(name));
  if (!isEnded || !names.every((name) => OWN_FILES.includes(name))) return;
  for (const name of names) rmSync(join(folder, name), { recursive: true });
}
