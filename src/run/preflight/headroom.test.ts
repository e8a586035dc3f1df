import { expect, test } from 'vitest';
import type { RateLimitHeaderRow } from '../../model/types.ts';
import { headroom } from './last-answer.ts';

const NOON = Date.UTC(2030, 0, 1, 12);
const ROWS: readonly RateLimitHeaderRow[] = [
  { name: 'X-Left', role: 'remaining', on: 'every-response', clauses: [] },
  { name: 'X-Reset', role: 'reset', on: 'every-response', clauses: [] },
];
const at = { planned: 10, leftMs: 60_000, now: NOON, turned: false };

function found(headers: Record<string, string>, circumstances: Partial<typeof at> = {}): unknown {
  const response = { status: 200, headers, text: '', bytes: 0, body: undefined };
  return headroom('authentication', ROWS, response, { ...at, ...circumstances });
}
const left = (remaining: number, seconds: number): Record<string, string> => ({
  'x-left': String(remaining),
  'x-reset': String(NOON / 1000 + seconds),
});

test.each<[string, Record<string, string>, Partial<typeof at>]>([
  ['enough is left', left(10, 600), {}],
  ['the headers do not say', {}, {}],
  ['the headers are no numbers', { 'x-left': 'some', 'x-reset': 'soon' }, {}],
  ["the target's clock can be turned", left(0, 600), { turned: true }],
])('nothing is said where %s', (_what, headers, circumstances) => {
  expect(found(headers, circumstances)).toEqual({});
});

test('a plan that takes more than is left is worth a word', () => {
  expect(found(left(3, 30))).toEqual({
    notice: 'authentication: the rate limit leaves 3 requests for the next 30 s, the plan takes 10: the run will wait',
  });
  expect(found(left(0, 59))).toHaveProperty('notice');
});

test('a limit that is used up for longer than the run may take stops it', () => {
  expect(found(left(0, 60))).toEqual({
    mistake: {
      key: 'budget.duration',
      what: 'the rate limit of authentication is used up for 60 s, and 60 s are left for the run',
      remedy: 'Run it later, or allow more time',
      blame: 'config',
    },
  });
});

test("the answer's own Date counts, not this machine's clock", () => {
  const headers = { ...left(0, 600), date: new Date(NOON + 590_000).toUTCString() };
  expect(found(headers)).toHaveProperty('notice');
});
