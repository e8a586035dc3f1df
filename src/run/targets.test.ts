import { join } from 'node:path';
import { expect, test } from 'vitest';
import { choiceTable as authentication } from '../mock/authentication/choices.ts';
import { choiceTable as governance } from '../mock/governance/choices.ts';
import { choiceTable as privilegedAccess } from '../mock/privileged-access/choices.ts';
import { readProfile } from '../profile/load-profile.ts';
import { loadSpecs } from '../model/load.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import { RunError } from './run-error.ts';
import { profileFile } from './targets.ts';

test('a word is one of the package’s own profiles', () => {
  expect([profileFile('mock'), profileFile('mock-permissive')]).toEqual(
    ['mock', 'mock-permissive'].map((name) => join(PACKAGE_ROOT, 'specs', 'profiles', `${name}.yaml`)),
  );
});

test('anything else is a file', () => {
  const file = join(PACKAGE_ROOT, 'package.json');
  expect(profileFile(file)).toBe(file);
});

test.each(['nowhere', './nowhere.yaml', '../specs/profiles/mock'])('%s, which is neither, stops with what to do', (target) => {
  expect(() => profileFile(target)).toThrow(
    new RunError(
      'target-missing',
      `--target ${target}: there is no such file. 'mock' is the embedded deployment; specs/profiles/mock.yaml shows what a profile holds`,
    ),
  );
});

const choiceTables = { 'privileged-access': privilegedAccess, authentication, governance } as const;
const ownProfile = (name: string) => readProfile(profileFile(name), loadSpecs());

test('the permissive profile takes another value than the default wherever a document permits one', () => {
  const { choices = {} } = ownProfile('mock-permissive').embedded ?? {};
  const asByDefault = Object.entries(choiceTables).flatMap(([document, table]) => {
    const chosen = Object.entries(choices[document] ?? {});
    return Object.entries(table)
      .filter(([name, [first]]) => !chosen.some(([other, value]) => other === name && value !== first))
      .map(([name]) => `${document}: ${name}`);
  });
  expect(asByDefault).toEqual([]);
});

test('what one of the own profiles declares, the other declares as well, its own way', () => {
  const declared = (name: string) =>
    Object.entries(ownProfile(name).services ?? {}).map(([document, { declares = [] }]) => [document, declares.map((one) => one.name)]);
  expect(declared('mock-permissive')).toEqual(declared('mock'));
});
