import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SPECS_FOLDER } from '../../src/model/specs-folder.ts';
import type { DocumentFile } from '../../src/model/types.ts';

/** Where the documents are looked for: the folder given, else ASSAY_DOCUMENTS, else shared/documents beside the checkout. */
export function documentsFolder(given: string | undefined, environment: string | undefined): string {
  return resolve(given ?? environment ?? join(SPECS_FOLDER, '../../shared/documents'));
}

/** The text of a document, found by its order in the file name (document-2-….md); undefined where it is not there. */
export function documentText(folder: string, { order }: DocumentFile): string | undefined {
  const prefix = `document-${order}-`;
  const file = existsSync(folder) ? readdirSync(folder).find((entry) => entry.startsWith(prefix) && entry.endsWith('.md')) : undefined;
  return file === undefined ? undefined : readFileSync(join(folder, file), 'utf8');
}
