import { expect, test } from 'vitest';
import { sampleSpec } from '../profile/profile-fixtures.ts';
import type { TraceEvent } from '../trace/events.ts';
import { sampleCase, sampleExchange } from '../trace/trace-fixtures.ts';
import { benchOf, verdictsOf } from './judge-fixtures.ts';
import { tokenJudge } from './token-judge.ts';

const spec = sampleSpec({ name: 'privileged-access' });
const NOON = Date.UTC(2030, 0, 2, 12);
const FRESH = 'law/token.not-over-when-issued';
const OVER = 'law/token.over-at-its-end';

/** Minutes after noon, as a Date header. */
const date = (minutes: number): string => new Date(NOON + minutes * 60_000).toUTCString();
const iso = (minutes: number): string => new Date(NOON + minutes * 60_000).toISOString();

function issued(expiresAt: unknown, token = '~bearer-token-1~', headers: Record<string, string> = { date: date(0) }): TraceEvent {
  return sampleExchange({
    document: 'privileged-access',
    operation: 'issueToken',
    response: { headers, body: { bearer_token: token, expires_at: expiresAt } },
  });
}

function used(minutes: number, status: number, authorization = 'Bearer ~bearer-token-1~'): TraceEvent {
  return sampleExchange({
    document: 'privileged-access',
    operation: 'listGroups',
    request: { headers: { authorization } },
    response: { status, headers: { date: date(minutes) } },
  });
}

const judged = (...events: readonly TraceEvent[]): readonly (readonly [string, string])[] =>
  verdictsOf(tokenJudge.judge(benchOf(spec, sampleCase({ document: 'privileged-access' }, ...events))));

test.each<[string, unknown, string]>([
  ['RFC 3339', iso(60), 'pass'],
  ['RFC 3339 with an offset', '2030-01-02T14:00:00+01:00', 'pass'],
  ['an HTTP date', date(60), 'pass'],
  ['seconds since the epoch', NOON / 1000 + 3600, 'pass'],
  ['seconds in a string', String(NOON / 1000 + 3600), 'pass'],
  ['milliseconds since the epoch', NOON + 3_600_000, 'pass'],
  ['RFC 3339, in the past', iso(-60), 'fail'],
  ['RFC 3339 with an offset, in the past', '2030-01-02T12:00:00+01:00', 'fail'],
  ['seconds since the epoch, in the past', NOON / 1000 - 3600, 'fail'],
  ['milliseconds since the epoch, in the past', NOON - 3_600_000, 'fail'],
  ['a moment within which clocks may differ', iso(-1), 'pass'],
])('the end of a new token, as %s', (_notation, expiresAt, verdict) => {
  expect(judged(issued(expiresAt))).toEqual([[FRESH, verdict]]);
});

test.each([
  ['a duration', 'PT1H'],
  ['a time without a zone', '2020-01-02 12:00:00'],
  ['no time at all', null],
  ['a number beyond all times', 1e300],
])('an end that is %s tells no moment', (_what, expiresAt) => {
  expect(judged(issued(expiresAt), used(600, 200))).toEqual([]);
});

test.each<[string, readonly TraceEvent[], readonly string[]]>([
  ['is served before its end', [used(59, 200)], []],
  ['is served while clocks may differ', [used(61, 200)], []],
  ['is served after its end', [used(62, 200)], ['fail']],
  ['is refused after its end', [used(62, 401)], ['pass']],
  ['is refused before its end', [used(30, 401)], []],
  ['is served after its end, and another is meant', [used(62, 200, 'Bearer ~bearer-token-2~')], []],
  ['is served after its end, in other letters', [used(62, 200, 'bearer ~bearer-token-1~')], ['fail']],
  ['is issued again before it is served', [issued(iso(120)), used(62, 200)], []],
])('a token that %s', (_what, events, verdicts) => {
  expect(judged(issued(iso(60)), ...events).flatMap(([check, verdict]) => (check === OVER ? [verdict] : []))).toEqual(verdicts);
});

test('a failure names the clause, both answers and both moments', () => {
  const { findings } = tokenJudge.judge(benchOf(spec, sampleCase({ document: 'privileged-access' }, issued(iso(60)), used(90, 200))));
  expect(findings.filter(({ verdict }) => verdict === 'fail')).toEqual([
    {
      check: OVER,
      clauses: ['pam.resources.token.expires-at-meaning'],
      exchanges: [1, 2],
      basis: 'documented',
      verdict: 'fail',
      blame: 'target',
      expected: 'no service after 2030-01-02T13:00:00.000Z',
      received: 'status 200 at 2030-01-02T13:30:00.000Z',
    },
  ]);
});

test('a target that does not tell the time is not judged', () => {
  expect(judged(issued(iso(-60), '~bearer-token-1~', {}))).toEqual([]);
});

test('tokens of other documents are left alone', () => {
  const other = sampleExchange({ response: { headers: { date: date(0) }, body: { bearer_token: '~t-1~', expires_at: iso(-60) } } });
  expect(tokenJudge.judge(benchOf(sampleSpec({ name: 'authentication' }), sampleCase({}, other))).findings).toEqual([]);
});
