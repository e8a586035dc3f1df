import { renameSync, writeFileSync } from 'node:fs';

/** Writes a file of JSON in one step, so that a reader never meets half of it; answers its path. */
export function writeJson(file: string, value: object): string {
  writeFileSync(`${file}.part`, `${JSON.stringify(value, undefined, 2)}\n`);
  renameSync(`${file}.part`, file);
  return file;
}
