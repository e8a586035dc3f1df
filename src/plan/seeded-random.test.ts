import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSeededRandom } from './seeded-random.ts';

const throws = (seed: number, times: number, end: number): readonly number[] => {
  const random = createSeededRandom(seed);
  return Array.from({ length: times }, () => random.below(end));
};

test('the same seed throws the same numbers, all of them in range', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 1_000 }), (seed, end) => {
      const numbers = throws(seed, 200, end);
      expect(throws(seed, 200, end)).toEqual(numbers);
      expect(numbers.every((number) => Number.isInteger(number) && number >= 0 && number < end)).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test('other seeds throw others, and a long throw does not begin again', () => {
  expect(throws(1, 64, 1_000)).not.toEqual(throws(2, 64, 1_000));
  const long = throws(1, 128, 1_000);
  expect(long.slice(64)).not.toEqual(long.slice(0, 64));
});

test('options are picked by their weight, and of none there is no pick', () => {
  const random = createSeededRandom(5);
  const picks = Array.from({ length: 1_000 }, () =>
    random.pick(['never', 'rare', 'often'], (one) => ({ never: 0, rare: 1, often: 9 })[one] ?? 0),
  );
  const times = (option: string): number => picks.filter((pick) => pick === option).length;
  expect([times('never'), times('rare') > 50, times('rare') < 200, times('rare') + times('often')]).toEqual([0, true, true, 1_000]);
  expect(random.pick([])).toBeUndefined();
});
