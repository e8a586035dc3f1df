import { expect, test } from 'vitest';
import type { LoadAnswer } from './engine/connection.ts';
import { createLimitGuard } from './limit-guard.ts';
import { createLimitWatch } from './limit-watch.ts';

const ROWS = [
  { name: 'X-Limit', role: 'limit', on: 'every-response', clauses: ['a'] },
  { name: 'X-Remaining', role: 'remaining', on: 'every-response', clauses: ['b'] },
] as const;

function answer(statusCode: number, headers: readonly string[]): LoadAnswer {
  return {
    sent: { request: 0, dueAt: 0, sentAt: 0 },
    receivedAt: 1,
    head: { statusCode, headers, shouldKeepAlive: true },
    body: Buffer.alloc(0),
  };
}

test('a limit that may not be used up is spared, and a refusal ends the load', () => {
  const guard = createLimitGuard(
    ROWS.map((row) => ({ ...row, clauses: [...row.clauses] })),
    4,
  );
  expect([
    guard(answer(200, ['x-limit', '100', 'x-remaining', '15'])),
    guard(answer(200, ['X-Limit', '100', 'X-Remaining', '14'])),
    guard(answer(200, ['x-limit', 'none'])),
    guard(answer(200, [])),
    guard(answer(429, [])),
  ]).toEqual([
    undefined,
    '14 of 100 operations remain, and permissions.exhaustRateLimit is not given',
    undefined,
    undefined,
    'a request was refused with 429, and permissions.exhaustRateLimit is not given',
  ]);
});

test('a limit has to stay while its period has one reset; a limit on concurrency speaks of none', () => {
  const watch = createLimitWatch<string>(2);
  const sees = (request: number, status: number, limit: number, reset: number, name: string): string | undefined =>
    watch.sees(request, status, { limit, remaining: 0, reset, 'retry-at': 0 }, name);
  expect([
    sees(0, 200, 60, 1000, 'one'),
    sees(0, 200, 60, 1000, 'two'),
    sees(1, 200, 50, 1000, 'another caller'),
    sees(0, 429, 0, 1000, 'too many at once'),
    sees(0, 200, NaN, 1000, 'no limit'),
    sees(0, 200, 59, 1000, 'changed'),
    sees(0, 200, 59, 2000, 'next period'),
  ]).toEqual([undefined, undefined, undefined, undefined, undefined, 'one', undefined]);
});
