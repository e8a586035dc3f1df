import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from './package-root.ts';
import { RunError } from './run-error.ts';
import { profileFile } from './targets.ts';

test('a word is one of the package’s own profiles', () => {
  expect([profileFile('mock'), profileFile('mock-permissive')]).toEqual(
    ['mock', 'mock-permissive'].map((name) => join(PACKAGE_ROOT, 'specs', 'targets', `${name}.yaml`)),
  );
});

test('anything else is a file', () => {
  const file = join(PACKAGE_ROOT, 'package.json');
  expect(profileFile(file)).toBe(file);
});

test.each(['nowhere', './nowhere.yaml', '../specs/targets/mock'])('%s, which is neither, stops with what to do', (target) => {
  expect(() => profileFile(target)).toThrow(
    new RunError(
      'usage',
      `--target ${target}: there is no such file. 'mock' is the embedded deployment; specs/targets/mock.yaml shows what a profile holds`,
    ),
  );
});
