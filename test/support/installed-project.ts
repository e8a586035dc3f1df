import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { emptyFolder } from './assay-process.ts';

export const VITEST = join(PACKAGE_ROOT, 'node_modules', 'vitest');

/** A folder with the package in it, as npm installs it, and vitest beside it unless told. */
export function installedProject(withVitest = true): string {
  const folder = emptyFolder();
  const installed = join(inject('installation').folder, 'node_modules');
  const own = join(folder, 'node_modules');
  mkdirSync(join(own, '.bin'), { recursive: true });
  for (const name of readdirSync(installed).filter((one) => !one.startsWith('.') && one !== 'assay'))
    symlinkSync(join(installed, name), join(own, name));
  // Not a link: what it imports is looked for beside it.
  cpSync(join(installed, 'assay'), join(own, 'assay'), { recursive: true });
  if (withVitest) {
    symlinkSync(VITEST, join(own, 'vitest'));
    symlinkSync(join(VITEST, 'vitest.mjs'), join(own, '.bin', 'vitest'));
  }
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  return folder;
}
