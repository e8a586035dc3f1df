import { expect, test } from 'vitest';
import { momentOf } from './moment.ts';

const MOMENT = Date.UTC(2027, 4, 9, 11, 1, 23, 456);

test.each([
  ['2027-05-09T11:01:23.456Z', 0],
  ['2027-05-09T13:01:23.456+02:00', 0],
  ['2027-05-09T11:01:23,456+00', 0],
  ['20270509T110123.456Z', 0],
  ['20270509T130123.456+0200', 0],
  [MOMENT, 0],
  [String(MOMENT), 0],
  [MOMENT / 1000, 0],
  ['Sun, 09 May 2027 11:01:23 GMT', 456],
  ['Sun, 09 May 2027 11:01:23 UTC', 456],
])('%s is a moment', (notation, without) => {
  expect(momentOf(notation)).toBe(MOMENT - without);
});

test.each(['2027-05-09T11:01:23.456', '2027-13-09T11:01:23Z', 'soon', '', 0, -1, null, {}])('%j says no moment', (value) => {
  expect(momentOf(value)).toBeUndefined();
});
