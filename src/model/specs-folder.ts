import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The package's own specs, whether this file runs from src or from dist/src. */
export const SPECS_FOLDER =
  [new URL('../../specs/', import.meta.url), new URL('../../../specs/', import.meta.url)]
    .map((url) => fileURLToPath(url))
    .find((folder) => existsSync(`${folder}meta`)) ?? fileURLToPath(new URL('../../specs/', import.meta.url));
