import { expect, test } from 'vitest';
import { isStatusOf } from './status-class.ts';

test.each([
  [[200, 404], 404, true],
  [['2xx'], 204, true],
  [['2xx', 409], 410, false],
  [[], 200, false],
])('%j of %i: %s', (entries, status, expected) => {
  expect(isStatusOf(entries, status)).toBe(expected);
});
