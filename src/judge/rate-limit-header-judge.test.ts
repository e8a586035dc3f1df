import { expect, test } from 'vitest';
import type { RateLimitHeaderRow } from '../model/types.ts';
import { sampleSpec } from '../profile/profile-fixtures.ts';
import type { TraceEvent } from '../trace/events.ts';
import { sampleCase, sampleExchange } from '../trace/trace-fixtures.ts';
import { benchOf, clausesWith, verdictsOf } from './judge-fixtures.ts';
import { rateLimitHeaderJudge } from './rate-limit-header-judge.ts';

const row = (name: string, role: RateLimitHeaderRow['role'], on: RateLimitHeaderRow['on'] = 'every-response'): RateLimitHeaderRow => ({
  name,
  role,
  on,
  clauses: [`doors.${role}`],
});
const spec = sampleSpec({
  rateLimitHeaders: [
    row('X-Limit', 'limit'),
    row('X-Remaining', 'remaining'),
    row('X-Reset', 'reset'),
    row('X-Retry-At', 'retry-at', '429'),
  ],
});
const RIGHT = { 'x-limit': '10', 'x-remaining': '0', 'x-reset': '1900000000', 'x-retry-at': '1900000000' };
const answered = (headers: Record<string, string | string[]>, status = 429): readonly TraceEvent[] =>
  sampleCase({}, sampleExchange({ response: { status, headers } }));
const judged = (events: readonly TraceEvent[]): ReturnType<typeof rateLimitHeaderJudge.judge> =>
  rateLimitHeaderJudge.judge(benchOf(spec, events));

test('every header passes on every answer on which it is promised', () => {
  expect(verdictsOf(judged(answered(RIGHT)))).toEqual(
    ['limit', 'remaining', 'reset', 'retry-at'].map((name) => [`header/x-${name}`, 'pass']),
  );
  expect(verdictsOf(judged(answered(RIGHT, 200)))).toEqual(['limit', 'remaining', 'reset'].map((name) => [`header/x-${name}`, 'pass']));
});

test('a moment may have a fraction', () => {
  expect(clausesWith(judged(answered({ ...RIGHT, 'x-reset': '1900000000.25', 'x-retry-at': '1900000000.125' })), 'fail')).toEqual([]);
});

test.each<[string, string, string | string[] | undefined, string, string]>([
  ['that is not there', 'limit', undefined, 'header X-Limit', 'absent'],
  ['that stands twice', 'remaining', ['1', '1'], 'one header X-Remaining', '2: 1, 1'],
  ['with a fraction', 'remaining', '1.5', 'X-Remaining is a whole number', '1.5'],
  ['with a sign', 'limit', '-1', 'X-Limit is a whole number', '-1'],
  ['that is empty', 'limit', '', 'X-Limit is a whole number', ''],
  ['that is a date', 'reset', 'Fri, 02 Jan 2030 03:04:05 GMT', 'X-Reset is a Unix timestamp in seconds', 'Fri, 02 Jan 2030 03:04:05 GMT'],
  ['that is two moments', 'reset', '1900000000.5.5', 'X-Reset is a Unix timestamp in seconds', '1900000000.5.5'],
  ['in milliseconds', 'reset', '1900000000000', 'X-Reset is a Unix timestamp in seconds', '1900000000000'],
  ['that counts from now', 'retry-at', '30', 'X-Retry-At is a Unix timestamp in seconds', '30'],
])('a header %s fails its own clause and no other', (_what, role, value, expected, received) => {
  const { [`x-${role}`]: _right, ...others } = { ...RIGHT } as Record<string, string>;
  const found = judged(answered(value === undefined ? others : { ...others, [`x-${role}`]: value }));
  expect(clausesWith(found, 'fail')).toEqual([`doors.${role}`]);
  expect(found.findings.find(({ verdict }) => verdict === 'fail')).toMatchObject({ expected, received, blame: 'target', exchanges: [1] });
});

test('an answer that did not come promises nothing', () => {
  expect(judged(sampleCase({}, sampleExchange({ response: undefined }))).findings).toEqual([]);
});

test('answers of other documents are left alone', () => {
  expect(judged(sampleCase({ document: 'governance' }, sampleExchange({ document: 'governance' }))).findings).toEqual([]);
});

test('where all rows say together that they are there, their own clauses speak of what stands in them', () => {
  const both = (name: string, role: RateLimitHeaderRow['role']): RateLimitHeaderRow => ({
    ...row(name, role),
    clauses: ['doors.all', `doors.${role}`],
  });
  const shared = sampleSpec({ rateLimitHeaders: [both('X-Limit', 'limit'), both('X-Remaining', 'remaining')] });
  const found = (headers: Record<string, string>): unknown =>
    rateLimitHeaderJudge
      .judge(benchOf(shared, answered(headers)))
      .findings.map(({ check, verdict, clauses }) => [check, verdict, ...clauses]);
  expect(found({ 'x-limit': '10', 'x-remaining': 'few' })).toEqual([
    ['header/x-limit/present', 'pass', 'doors.all'],
    ['header/x-limit', 'pass', 'doors.limit'],
    ['header/x-remaining/present', 'pass', 'doors.all'],
    ['header/x-remaining', 'fail', 'doors.remaining'],
  ]);
  expect(found({ 'x-remaining': '9' })).toEqual([
    ['header/x-limit/present', 'fail', 'doors.all'],
    ['header/x-remaining/present', 'pass', 'doors.all'],
    ['header/x-remaining', 'pass', 'doors.remaining'],
  ]);
});
