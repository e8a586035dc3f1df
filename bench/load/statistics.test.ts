import { expect, test } from 'vitest';
import { spreadOf } from './statistics.ts';

test('median and quartiles', () => {
  expect([spreadOf([4, 1, 3, 2, 5]), spreadOf([1, 2])]).toEqual([
    { median: 3, q1: 2, q3: 4 },
    { median: 1.5, q1: 1.25, q3: 1.75 },
  ]);
});
