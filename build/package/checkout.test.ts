import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/stored-run.ts';
import { checkoutState } from './checkout.ts';

test('a checkout tells its commit, and which of the sources are not as committed', () => {
  const root = temporaryFolder();
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.test', ...args], { cwd: root, encoding: 'utf8' });
  git('init', '--quiet');
  const unborn = checkoutState(root);
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src', 'one.ts'), '1');
  writeFileSync(join(root, 'README.md'), '1');
  git('add', '.');
  git('commit', '--quiet', '--message', 'one');
  const commit = git('rev-parse', 'HEAD').trim();
  const clean = checkoutState(root);
  writeFileSync(join(root, 'src', 'one.ts'), '2');
  writeFileSync(join(root, 'src', 'two.ts'), '2');
  writeFileSync(join(root, 'src', 'two.test.ts'), '2');
  writeFileSync(join(root, 'README.md'), '2');
  expect([checkoutState(temporaryFolder()), unborn, clean, checkoutState(root)]).toEqual([
    { commit: null, changes: [] },
    { commit: null, changes: ['nobody knows which: git could not be asked'] },
    { commit, changes: [] },
    { commit, changes: ['src/one.ts', 'src/two.ts'] },
  ]);
});
