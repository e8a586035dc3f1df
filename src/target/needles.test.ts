import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNeedles, SHORTEST_NEEDLE } from './needles.ts';

const letters = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom('a', 'b'), minLength, maxLength });

test('every needle is found wherever it stands, and nothing else is changed', () => {
  fc.assert(
    fc.property(fc.array(letters(SHORTEST_NEEDLE, 9), { minLength: 1, maxLength: 3 }), letters(0, 40), (wanted, text) => {
      const needles = createNeedles();
      for (const needle of wanted) needles.add(needle, '.');
      // Longest first at each place, from left to right: what a regular expression of alternatives does.
      const pattern = new RegExp(wanted.toSorted((a, b) => b.length - a.length).join('|'), 'g');
      expect(needles.replaceIn(text)).toBe(text.replace(pattern, '.'));
    }),
  );
});

test('each needle has its own replacement, the first that it was given', () => {
  const needles = createNeedles();
  needles.add('canary-1', '<one>');
  needles.add('canary-10', '<ten>');
  needles.add('canary-1', '<again>');
  expect(needles.replaceIn('canary-10, canary-1, canary-')).toBe('<ten>, <one>, canary-');
});

test('without needles a text is itself', () => {
  expect([createNeedles().replaceIn(''), createNeedles().replaceIn('anything')]).toEqual(['', 'anything']);
});
