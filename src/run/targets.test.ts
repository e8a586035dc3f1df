import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from './package-root.ts';
import { RunError } from './run-error.ts';
import { profileFile } from './targets.ts';

test('a word is one of the package’s own profiles', () => {
  expect(profileFile('mock')).toBe(join(PACKAGE_ROOT, 'specs', 'profiles', 'mock.yaml'));
});

test('anything else is a file', () => {
  const file = join(PACKAGE_ROOT, 'package.json');
  expect(profileFile(file)).toBe(file);
});

test.each(['nowhere', './nowhere.yaml', '../specs/profiles/mock'])('%s, which is neither, stops with what to do', (target) => {
  expect(() => profileFile(target)).toThrow(
    new RunError(
      'target-missing',
      `--target ${target}: there is no such file. 'mock' is the embedded mock server; 'assay init' drafts a profile`,
    ),
  );
});
