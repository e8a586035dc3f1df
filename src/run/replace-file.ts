import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a file in one step: a reader meets the old or the new, and a link in its place, or in that of the half-written one, is not followed. */
export function replaceFile(file: string, text: string): void {
  const part = `${file}.part`;
  rmSync(part, { force: true });
  writeFileSync(part, text, { flag: 'wx' });
  renameSync(part, file);
}
