import { PACKAGE_VERSION } from '../model/package-version.ts';

/** Name and version of this suite, as reports carry them. */
export const TOOL = { name: 'assay', version: PACKAGE_VERSION } as const;
