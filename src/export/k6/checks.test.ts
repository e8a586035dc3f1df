import { expect, test } from 'vitest';
import { checksOf } from './checks.js';

const LIMITS = [
  { name: 'X-Limit', role: 'limit', every: true },
  { name: 'X-Remaining', role: 'remaining', every: true },
  { name: 'Retry-At', role: 'retry', every: false },
];
const STATUSES = { locked: [423], refused: [400, 403] };

/** The names of the checks that do not hold. */
function broken(status: number, headers: Record<string, string>, error?: string): readonly string[] {
  const checks = checksOf(200, error, LIMITS, STATUSES);
  return Object.entries(checks).flatMap(([name, holds]) => (holds({ status, headers }) ? [] : [name]));
}

test('an answer as before, with its headers in whatever case, is what is promised', () => {
  expect(broken(200, { 'x-limit': '10', 'X-REMAINING': '10' })).toEqual([]);
});

test('a refusal by the limit is one, with all headers of it', () => {
  expect([broken(429, { 'x-limit': '10', 'x-remaining': '0', 'retry-at': '1700000000' }), broken(429, {})]).toEqual([
    [],
    [
      'X-Limit is a number where it is promised',
      'X-Remaining is a number where it is promised',
      'Retry-At is a number where it is promised',
    ],
  ]);
});

test('another status, headers that are no numbers, and more left than there is', () => {
  expect([broken(500, { 'x-limit': '10', 'x-remaining': '-1' }), broken(200, { 'x-limit': '10', 'x-remaining': '11' })]).toEqual([
    ['answered as before, or refused by the rate limit', 'X-Remaining is a number where it is promised'],
    ['X-Remaining is never more than the limit'],
  ]);
});

test('an error name goes with its statuses; one that the document does not name goes with any', () => {
  const headers = { 'x-limit': '10', 'x-remaining': '1' };
  const said = ['locked', 'refused', 'unheard-of', undefined].map((error) => broken(200, headers, error));
  expect(said).toEqual([['an error name goes with its status'], ['an error name goes with its status'], [], []]);
});
