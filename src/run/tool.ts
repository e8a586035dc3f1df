import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from './package-root.ts';

const manifest: unknown = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'));

/** Name and version of this suite, as reports carry them. */
export const TOOL = { name: 'assay', version: versionOf(manifest) } as const;

function versionOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'string' ? value.version : 'unknown';
}
