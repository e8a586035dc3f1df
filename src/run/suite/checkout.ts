import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Stamp } from './stamp.ts';

/** What the suite is built from. */
const SOURCES = ['src', 'suites', 'specs', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** The commit of a checkout, and which of the suite's sources are not as committed; no commit where that cannot be known. */
export function checkoutState(root: string): Pick<Stamp, 'commit' | 'changes'> {
  if (!existsSync(join(root, '.git'))) return { commit: null, changes: [] };
  try {
    const status = git(root, 'status', '--porcelain', '--untracked-files=all', '--', ...SOURCES);
    const changes = status.split('\n').filter((line) => line !== '');
    return { commit: git(root, 'rev-parse', 'HEAD').trim(), changes: changes.map((line) => line.slice(3)) };
  } catch {
    // Without git, or without a first commit, nobody knows what was built: certification says so.
    return { commit: null, changes: [] };
  }
}

function git(root: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
