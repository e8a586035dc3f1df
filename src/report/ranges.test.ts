import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numbersIn, rangesOf } from './ranges.ts';

test.each<[readonly number[], string]>([
  [[], ''],
  [[9, 4, 3, 5, 4], '3-5 9'],
  [[1, 2, 4, 5], '1-2 4-5'],
])('%j is %j', (numbers, text) => {
  expect(rangesOf(numbers)).toBe(text);
});

test('ranges hold the numbers that they were made of', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: 200 })), (numbers) => {
      expect([...numbersIn(rangesOf(numbers), new Set(numbers))]).toEqual(numbers.toSorted((one, other) => one - other));
    }),
  );
});

test.each(['1-99999999999999', '7', 'x', '2-1', ''])('of %j only what is known is told', (text) => {
  expect([...numbersIn(text, new Set([1, 2, 3]))]).toEqual(text.startsWith('1') ? [1, 2, 3] : []);
});
