import fc from 'fast-check';
import { expect, test } from 'vitest';
import { samples } from './sample-fixtures.ts';
import { clockOffset } from './clock.ts';

test('the true offset lies within what Date headers permit, whatever the delays', () => {
  const skewMs = fc.integer({ min: -5000, max: 5000 });
  const delays = fc.array(fc.record({ at: fc.nat(30_000), there: fc.nat(40), back: fc.nat(40) }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(skewMs, delays, (skew, exchanges) => {
      const told = samples(
        ...exchanges.map(({ at, there, back }) => ({
          at: at / 1000,
          took: (there + back) / 1000,
          date: Math.floor((at + there + skew) / 1000),
        })),
      );
      const offset = clockOffset(told);
      expect(offset !== undefined && offset.low <= skew && skew <= offset.high).toBe(true);
    }),
  );
});

test('many answers narrow it down to the delays', () => {
  const told = samples(...Array.from({ length: 100 }, (_, index) => ({ at: index / 10, took: 0.01, date: Math.floor(index / 10) })));
  const { low = -Infinity, high = Infinity } = clockOffset(told) ?? {};
  expect([low, high]).toEqual([-10, 200]);
});

test('without a Date there is none, nor with dates that contradict each other', () => {
  expect([clockOffset(samples({ date: undefined })), clockOffset(samples({ date: 0 }, { date: 100 }))]).toEqual([undefined, undefined]);
});
