import { expect, test } from 'vitest';
import { type Announcement, wrongAnnouncements } from './replay.ts';
import { decisions } from './decisions.ts';
import { samples } from './sample-fixtures.ts';

const [decision] = decisions(samples({}), () => undefined);

/** Moments of full replenishment on our clock, each with what was announced; both in milliseconds. */
function announcements(...pairs: readonly (readonly [number, number])[]): readonly Announcement[] {
  if (decision === undefined) throw new TypeError('no decision');
  return pairs.map(([full, announced]) => ({ decision, announced, full: { low: full, high: full } }));
}

const EXACT = { low: 0, high: 0 };
const wrong = (offset: { low: number; high: number }, ...pairs: readonly (readonly [number, number])[]): number =>
  wrongAnnouncements(announcements(...pairs), offset).length;

test.each([
  [
    'rounded up',
    0,
    [
      [1200, 2000],
      [2900, 3000],
    ],
  ],
  [
    'rounded down',
    0,
    [
      [1200, 1000],
      [2900, 2000],
    ],
  ],
  [
    'to the nearest',
    0,
    [
      [1200, 1000],
      [2900, 3000],
    ],
  ],
  [
    'once up and once down',
    1,
    [
      [1100, 2000],
      [2900, 2000],
    ],
  ],
  [
    'more than a second off',
    1,
    [
      [1100, 2000],
      [2900, 3000],
      [3500, 9000],
    ],
  ],
] as const)('%s: %i wrong', (_what, count, pairs) => {
  expect(wrong(EXACT, ...pairs)).toBe(count);
});

test('one offset of the clocks has to explain them all', () => {
  expect([
    wrong({ low: 0, high: 5000 }, [1000, 5000], [2000, 6000]),
    wrong({ low: 0, high: 5000 }, [1000, 5000], [2000, 6000], [3000, 3000]),
    wrong({ low: 0, high: 1000 }, [1000, 5000], [2000, 6000]),
  ]).toEqual([0, 1, 2]);
});

test('what cannot be at all is wrong as a whole', () => {
  expect(wrongAnnouncements([], EXACT)).toEqual([]);
});
