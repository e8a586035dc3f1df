import { expect, test } from 'vitest';
import type { LoadAnswer } from './engine/load-answer.ts';
import { createLimitGuard } from './limit-guard.ts';

const ROWS = [
  { name: 'X-Limit', role: 'limit', on: 'every-response', clauses: ['a'] },
  { name: 'X-Remaining', role: 'remaining', on: 'every-response', clauses: ['b'] },
] as const;

function answer(statusCode: number, headers: readonly string[]): LoadAnswer {
  return {
    sent: { request: 0, dueAt: 0, sentAt: 0 },
    receivedAt: 1,
    head: { statusCode, headers },
    body: Buffer.alloc(0),
    bytes: 0,
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
