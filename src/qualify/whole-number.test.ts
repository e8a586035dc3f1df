import { expect, test } from 'vitest';
import { wholeNumber } from './whole-number.ts';

test('a whole number is read', () => {
  expect([wholeNumber('seeds', '1', 1), wholeNumber('seeds', '1000', 1), wholeNumber('walks', '0', 0)]).toEqual([1, 1000, 0]);
});

test.each(['abc', '0', '-3', '1.5', '', ' ', 'Infinity'])("'%s' is refused where at least one is needed", (text) => {
  expect(() => wholeNumber('seeds', text, 1)).toThrow(new RangeError(`--seeds is a whole number of at least 1, not '${text}'`));
});
