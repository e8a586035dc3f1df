import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PACKAGE_VERSION } from '../model/package-version.ts';

/** The package's own folder, whether this file runs from src or from dist/src. */
export const PACKAGE_ROOT =
  [new URL('../../', import.meta.url), new URL('../../../', import.meta.url)]
    .map((url) => fileURLToPath(url))
    .find((folder) => existsSync(`${folder}package.json`)) ?? fileURLToPath(new URL('../../../', import.meta.url));

/** Name and version of this suite, as reports carry them. */
export const TOOL = { name: 'assay', version: PACKAGE_VERSION } as const;
