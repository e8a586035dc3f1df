import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { entryAt } from '../model/stored-file.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import { RunError } from './run-error.ts';

/** The profile that `--target` or another flag names: a file, or one of the package's own by name. Throws RunError. */
export function profileFile(target: string, flag = '--target'): string {
  const own = join(PACKAGE_ROOT, 'specs', 'profiles', `${target}.yaml`);
  if (/^[\w-]+$/.test(target) && existsSync(own)) return own;
  const file = resolve(target);
  const entry = entryAt(file, 'named');
  if (entry === undefined)
    throw new RunError(
      'target-missing',
      `${flag} ${target}: there is no such file. 'mock' is the embedded mock server; 'assay init' drafts a profile`,
    );
  if (entry.isDirectory())
    throw new RunError(
      'target-missing',
      `${flag} ${target}: expected a profile, found a folder. Name the file itself, such as ${join(target, 'target.yaml')}`,
    );
  return file;
}
