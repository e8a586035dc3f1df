import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseBySeed, chosenProfile, checkChoices } from './choices.ts';
import { RunError } from './run-error.ts';

const VARY = { authentication: { order: ['first', 'last'], size: [1, 2, 3] }, governance: { list: [true, false] } };

test('the seed picks one of the values that may vary; what the profile fixes stays', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const picked = chooseBySeed({ choices: { authentication: { order: 'last', fixed: 7 } }, vary: VARY }, seed);
      expect(VARY.authentication.size).toContain(picked['authentication']?.['size']);
      expect(VARY.governance.list).toContain(picked['governance']?.['list']);
      expect(picked).toEqual({
        authentication: { order: 'last', fixed: 7, size: picked['authentication']?.['size'] },
        governance: { list: picked['governance']?.['list'] },
      });
      expect(chooseBySeed({ choices: { authentication: { order: 'last', fixed: 7 } }, vary: VARY }, seed)).toEqual(picked);
    }),
  );
});

test('over several seeds every value is picked', () => {
  const picked = Array.from({ length: 40 }, (_, seed) => chooseBySeed({ vary: VARY }, seed)['authentication']?.['size']);
  expect(new Set(picked)).toEqual(new Set([1, 2, 3]));
});

test('without anything to vary the profile’s choices are all', () => {
  expect([chooseBySeed({}, 1), chooseBySeed({ choices: { governance: { a: 1 } } }, 1)]).toEqual([{}, { governance: { a: 1 } }]);
});

test('flags choose over the profile, and a single choice over its preset', () => {
  const { embedded } = chosenProfile(
    { name: 'mock', embedded: {} },
    { preset: 'client-libraries', choices: ['authentication.factorsKey=factor'] },
  );
  expect(embedded?.choices?.['authentication']).toMatchObject({ factorsKey: 'factor', challengedFactor: 'by-itself' });
});

test('a profile without the embedded mock refuses choices', () => {
  expect(() => chosenProfile({ name: 'acme' }, { preset: 'client-libraries' })).toThrow(
    new RunError('not-the-embedded-mock', "--preset is for the embedded deployment: 'acme' is another one. Leave it out"),
  );
});

test('byChoice: a setting that the mock does not have is refused with the names', () => {
  const byChoice = { 'governance.jobs=never': {} };
  expect(() => checkChoices({ name: 'x', embedded: { byChoice } }, 'x.yaml')).toThrow(
    /choice 'governance\.jobs' is "never"\. Choose one of: on-demand, by-themselves\./,
  );
});
