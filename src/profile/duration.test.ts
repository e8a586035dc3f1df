import fc from 'fast-check';
import { expect, test } from 'vitest';
import { milliseconds } from './duration.ts';

test('days, hours, minutes and seconds add up', () => {
  fc.assert(
    fc.property(fc.nat(30), fc.nat(23), fc.nat(59), fc.nat(59_999), (days, hours, minutes, milli) => {
      expect(milliseconds(`P${days}DT${hours}H${minutes}M${milli / 1000}S`)).toBeCloseTo(
        ((days * 24 + hours) * 60 + minutes) * 60_000 + milli,
        6,
      );
    }),
  );
});

test.each([
  ['PT10M', 600_000],
  ['PT1.5S', 1500],
  ['P1D', 86_400_000],
  ['PT0S', 0],
])('%s is %d ms', (duration, wanted) => {
  expect(milliseconds(duration)).toBe(wanted);
});

test.each(['', 'P', 'PT', '10M', 'PT10', 'P1W', 'P1M', 'PT-1S', 'pt1s', ' PT1S'])(
  "'%s' is no duration that the harness knows",
  (duration) => {
    expect(() => milliseconds(duration)).toThrow(
      new RangeError(`expected an ISO 8601 duration such as PT10M or PT1.5S, found '${duration}'`),
    );
  },
);
