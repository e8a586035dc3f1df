import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameOfText } from './compiled-validators.ts';
import { SPECS_FOLDER } from './specs-folder.ts';

/** Where the build writes the package's own profiles, releases and errata, parsed and checked, by schema and text. */
export const PARSED_FILE = join(SPECS_FOLDER, '..', 'dist', 'files.json');

let text: string | undefined;

/** What the build has made of a text; undefined for one that it did not know. A new value each time. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the build has held it against the schema that is named
export function parsedFile<T>(schema: string, source: string): T | undefined {
  text ??= existsSync(PARSED_FILE) ? readFileSync(PARSED_FILE, 'utf8') : '{}';
  const files: Readonly<Record<string, T>> = JSON.parse(text);
  return files[parsedKey(schema, source)];
}

export function parsedKey(schema: string, source: string): string {
  return nameOfText(`${schema}\n${source}`);
}
