import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shuffled } from './plans.ts';

test('every entry stays, once, in an order that the seed alone decides', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer(), (entries, seed) => {
      const before = [...entries];
      const order = shuffled(entries, seed);
      const sorted = (all: readonly number[]): readonly number[] => all.toSorted((a, b) => a - b);
      expect([sorted(order), entries, shuffled(entries, seed)]).toEqual([sorted(before), before, order]);
    }),
  );
});

test('different seeds give different orders', () => {
  const entries = Array.from({ length: 12 }, (_, index) => index);
  expect(new Set(Array.from({ length: 20 }, (_, seed) => shuffled(entries, seed).join())).size).toBeGreaterThan(15);
});
