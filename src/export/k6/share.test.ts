import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOf } from './share.js';

test('a generator without a segment has the whole, one with a segment its part', () => {
  expect([undefined, null, '', '0:1', '1/4:2/4', '0:1/2', '1/4'].map(shareOf)).toEqual([1, 1, 1, 1, 0.25, 0.5, 0.25]);
});

test('the segments of all pods are the whole', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), (pods) => {
      const shares = Array.from({ length: pods }, (_, pod) => shareOf(`${pod}/${pods}:${pod + 1}/${pods}`));
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
    }),
  );
});
