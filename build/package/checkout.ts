import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Stamp } from '../../src/run/suite-state.ts';

/** What the suite is built from. */
const SOURCES = ['src', 'specs', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** Tests are no part of what runs. */
const TEST = /\.test\.|\/test-/;

/**
 * The commit of a checkout, and which of the suite's sources are not as committed. Sources from an archive have no commit and nothing to
 * compare with: the suite's digest tells what they are.
 */
export function checkoutState(root: string): Pick<Stamp, 'commit' | 'changes'> {
  if (!existsSync(join(root, '.git'))) return { commit: null, changes: [] };
  try {
    const status = git(root, 'status', '--porcelain', '--untracked-files=all', '--', ...SOURCES);
    const changes = status.split('\n').map((line) => line.slice(3));
    return { commit: git(root, 'rev-parse', 'HEAD').trim(), changes: changes.filter((path) => path !== '' && !TEST.test(path)) };
  } catch {
    return { commit: null, changes: ['nobody knows which: git could not be asked'] };
  }
}

function git(root: string, ...args: readonly string[]): string {
  // A checkout may belong to another user than the one who builds it, as in a container: its code is run anyway.
  return execFileSync('git', ['-c', `safe.directory=${resolve(root)}`, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
