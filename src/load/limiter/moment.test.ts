import { expect, test } from 'vitest';
import { momentOf } from './moment.ts';

const NOON_MS = 1_900_000_000_000;

test.each([
  ['Unix seconds', 1_900_000_060, { seconds: 1_900_000_060, form: 'seconds' }],
  ['milliseconds', 1_900_000_060_000, { seconds: 1_900_000_060, form: 'milliseconds' }],
  ['seconds from now', 60, { seconds: 1_900_000_060, form: 'from-now' }],
  ['nothing', undefined, undefined],
])('%s', (_what, value, moment) => {
  expect(momentOf(value, NOON_MS)).toEqual(moment);
});
