import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The package's own folder, whether this file runs from src or from dist/src. */
export const PACKAGE_ROOT =
  [new URL('../../', import.meta.url), new URL('../../../', import.meta.url)]
    .map((url) => fileURLToPath(url))
    .find((folder) => existsSync(`${folder}package.json`)) ?? fileURLToPath(new URL('../../../', import.meta.url));
