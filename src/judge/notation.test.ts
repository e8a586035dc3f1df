import { expect, test } from 'vitest';
import { notationOf } from './declared-values-judge.ts';

test.each<[unknown, string | undefined]>([
  ['2026-01-02T03:04:05Z', 'rfc3339'],
  ['2026-01-02T03:04:05.678+02:00', 'rfc3339'],
  ['2026-01-02T03:04:05', undefined],
  ['2026-01-02', undefined],
  ['Fri, 02 Jan 2026 03:04:05 GMT', 'http-date'],
  ['2 January 2026', undefined],
  [1_767_323_045, 'unix-seconds'],
  ['1767323045', 'unix-seconds'],
  [1_767_323_045_678, 'unix-milliseconds'],
  ['1767323045678', 'unix-milliseconds'],
  [1e11 - 1, 'unix-seconds'],
  [1e11, 'unix-milliseconds'],
  [0, undefined],
  [-1, undefined],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
  [{}, undefined],
])('%j is written as %s', (value, notation) => {
  expect(notationOf(value)).toBe(notation);
});
