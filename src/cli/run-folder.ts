import { resolve } from 'node:path';

/** The run's own folder: what --out names, else one of this moment, `reports/<time>-<what>`. */
export function runFolder(out: string | undefined, what: string): string {
  return resolve(out ?? `reports/${new Date().toISOString().replace(/[-:.]/g, '')}-${what}`);
}
