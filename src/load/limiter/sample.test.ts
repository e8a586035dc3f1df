import { expect, test } from 'vitest';
import type { RateLimitHeaderRow } from '../../model/types.ts';
import { sampleExchange } from '../../trace/trace-fixtures.ts';
import { NOON_MS, samples } from './sample-fixtures.ts';
import { isAstray, isPassed, isRefused, momentOf, sampleOf, writePlace } from './sample.ts';

const row = (name: string, role: RateLimitHeaderRow['role']): RateLimitHeaderRow => ({ name, role, on: 'every-response', clauses: [] });
const ROWS = [row('X-Limit', 'limit'), row('X-Remaining', 'remaining'), row('X-Reset', 'reset'), row('X-Retry-At', 'retry-at')];
const PLACE = { phase: 'refused', subject: 'other-team', asks: 'unknown-path' } as const;

const exchange = (headers: Record<string, string | string[]>): ReturnType<typeof sampleExchange> => ({
  ...sampleExchange({ seq: 7, sentAt: 1000, durationMs: 20, response: { status: 429, headers } }),
  place: writePlace(PLACE),
});

test('an exchange of the probe is read as numbers, and where it stands in the course', () => {
  const headers = {
    date: 'Sun, 17 Mar 2030 17:46:40 GMT',
    'x-limit': '10',
    'x-remaining': '-1',
    'x-reset': '1900000060',
    'x-retry-at': '1900000030',
  };
  expect(sampleOf(ROWS, exchange(headers))).toEqual({
    ...PLACE,
    seq: 7,
    sentMs: 1000,
    receivedMs: 1020,
    status: 429,
    dateMs: 1_900_000_000_000,
    limit: 10,
    remaining: -1,
    reset: { seconds: 1_900_000_060, form: 'seconds' },
    retryAt: { seconds: 1_900_000_030, form: 'seconds' },
  });
});

test('a header that is missing, stands twice or is no whole number says nothing', () => {
  const { limit, remaining, reset, retryAt, dateMs } = sampleOf(
    ROWS,
    exchange({ date: 'noon', 'x-limit': ['10', '10'], 'x-remaining': '9.5', 'x-reset': 'soon' }),
  );
  expect([limit, remaining, reset, retryAt, dateMs]).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

test.each([
  ['a success', { status: 200 }, 'passed'],
  ['429', { status: 429 }, 'refused'],
  ['429 for an unknown path', { status: 429, asks: 'unknown-path' as const }, 'refused'],
  ['404 for an unknown path', { status: 404, asks: 'unknown-path' as const }, 'passed'],
  ['another error where nothing remains', { status: 403, remaining: 0 }, 'refused'],
  ['another error where something remains', { status: 500, remaining: 3 }, 'astray'],
  ['an error that says nothing of what remains', { status: 500 }, 'astray'],
  ['no answer', { status: undefined }, 'astray'],
])('%s is %s', (_what, sketch, what) => {
  const [sample] = samples(sketch);
  if (sample === undefined) throw new TypeError('no sample');
  const is = { passed: isPassed(sample), refused: isRefused(sample), astray: isAstray(sample) };
  expect(Object.entries(is).flatMap(([name, holds]) => (holds ? [name] : []))).toEqual([what]);
});

test('a request for an unknown path is let through where the path is at fault, not the server', () => {
  const asked = samples(
    { asks: 'unknown-path', status: 404 },
    { asks: 'unknown-path', status: 429 },
    { asks: 'unknown-path', status: 503, remaining: 0 },
  );
  expect(asked.map((sample) => [isPassed(sample), isRefused(sample), isAstray(sample)])).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ]);
});

test.each([
  ['Unix seconds', 1_900_000_060, { seconds: 1_900_000_060, form: 'seconds' }],
  ['milliseconds', 1_900_000_060_000, { seconds: 1_900_000_060, form: 'milliseconds' }],
  ['seconds from now', 60, { seconds: 1_900_000_060, form: 'from-now' }],
  ['nothing', undefined, undefined],
])('a moment in %s', (_what, value, moment) => {
  expect(momentOf(value, NOON_MS)).toEqual(moment);
});
