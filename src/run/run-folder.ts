import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';

/** The run's own folder: what --out names, else one that nobody else has, `reports/<time>-<what>-<chance>`. */
export function runFolder(out: string | undefined, what: string): string {
  // Two runs may begin in the same millisecond.
  return resolve(out ?? `reports/${new Date().toISOString().replace(/[-:.]/g, '')}-${what}-${randomBytes(3).toString('hex')}`);
}
