import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SPECS_FOLDER } from './specs-folder.ts';

const manifest: unknown = JSON.parse(readFileSync(join(SPECS_FOLDER, '..', 'package.json'), 'utf8'));

/** The version of this package, as releases and reports name it. */
export const PACKAGE_VERSION =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest && typeof manifest.version === 'string'
    ? manifest.version
    : 'unknown';
