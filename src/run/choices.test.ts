import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseBySeed } from './choices.ts';

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
