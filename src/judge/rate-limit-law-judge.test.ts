import { describe, expect, test } from 'vitest';
import type { RateLimitHeaderRow } from '../model/types.ts';
import { sampleSpec } from '../profile/profile-fixtures.ts';
import type { TraceEvent } from '../trace/events.ts';
import { sampleCase, sampleExchange } from '../trace/trace-fixtures.ts';
import type { Judged } from './finding.ts';
import { benchOf, verdictsOf } from './judge-fixtures.ts';
import { rateLimitLawJudge } from './rate-limit-law-judge.ts';

const row = (name: string, role: RateLimitHeaderRow['role']): RateLimitHeaderRow => ({
  name,
  role,
  on: 'every-response',
  clauses: ['doors.all-headers', `doors.${role}`],
});
const spec = sampleSpec({
  laws: {
    rateLimit: {
      clauses: { 'none-remain-when-refused': ['authn.remaining'], 'passes-at-retry-at': ['authn.retry'], 'full-at-reset': ['authn.reset'] },
    },
  },
  rateLimitHeaders: [row('X-Limit', 'limit'), row('X-Remaining', 'remaining'), row('X-Reset', 'reset'), row('X-Retry-At', 'retry-at')],
});
const NOON = 1_900_000_000;

interface Setup {
  readonly status?: number;
  readonly limit?: number;
  readonly remaining?: number;
  readonly reset?: number;
  readonly retryAt?: number;
  /** seconds after noon by the target's clock */
  readonly at?: number;
  readonly token?: string;
  readonly operation?: string;
}

function answer({
  status = 200,
  limit = 10,
  remaining = 5,
  reset = 60,
  retryAt = 10,
  at = 0,
  token = 't',
  operation = 'look',
}: Setup): TraceEvent {
  const headers = {
    date: new Date((NOON + at) * 1000).toUTCString(),
    'x-limit': String(limit),
    'x-remaining': String(remaining),
    'x-reset': String(NOON + reset),
    'x-retry-at': String(NOON + retryAt),
  };
  return sampleExchange({ operation, request: { headers: { authorization: `Bearer ${token}` } }, response: { status, headers } });
}

/** The limit is the case's own, so that nobody else uses it up. */
const OWN_LIMIT: TraceEvent = {
  type: 'state',
  case: '',
  state: 'a limit',
  alias: 'limit',
  params: {},
  provided: true,
  data: { limit: 10 },
};
const judged = (...answers: readonly Setup[]): Judged =>
  rateLimitLawJudge.judge(
    benchOf(spec, sampleCase({}, OWN_LIMIT, ...answers.map((one, index) => ({ ...answer(one), sentAt: index * 1000 })))),
  );
const REMAINING = 'law/rate-limit.remaining-within-limit';
const ORDER = 'law/rate-limit.partial-before-full';
const CONSTANT = 'law/rate-limit.limit-constant';
const NONE = 'law/rate-limit.none-remain-when-refused';
const RETRY = 'law/rate-limit.passes-at-retry-at';
const FULL = 'law/rate-limit.full-at-reset';
const verdicts = (check: string, ...answers: readonly Setup[]): readonly string[] =>
  verdictsOf(judged(...answers)).flatMap(([id, verdict]) => (id === check ? [verdict] : []));

test.each<[string, string, readonly Setup[], readonly string[]]>([
  ['as many remain as there may be', REMAINING, [{ limit: 10, remaining: 10 }], ['pass']],
  ['more remain than there may be', REMAINING, [{ limit: 10, remaining: 11 }], ['fail']],
  ['the whole limit is back when a part of it is', ORDER, [{ retryAt: 60, reset: 60 }], ['pass']],
  ['the whole limit is back before a part of it is', ORDER, [{ retryAt: 61, reset: 60 }], ['fail']],
  ['the limit stays through the period', CONSTANT, [{}, {}, {}], ['pass', 'pass']],
  ['the limit changes within the period, and back', CONSTANT, [{ limit: 10 }, { limit: 9 }, { limit: 10 }], ['fail']],
  ['one of two limits comes to bind that ends with the other', CONSTANT, [{ limit: 10 }, { limit: 9 }, { limit: 9 }], ['pass']],
  ['the other one binds again when something is back', CONSTANT, [{ limit: 10 }, { limit: 9, retryAt: 1 }, { limit: 10, at: 2 }], ['pass']],
  ['the limit changes from one period to the next', CONSTANT, [{ limit: 10 }, { limit: 9, reset: 120 }], []],
  ['a gateway in trouble counts by itself', CONSTANT, [{}, { limit: 99, status: 503 }, {}], ['pass']],
  ['what is refused without a credential is counted by itself', CONSTANT, [{ limit: 99, status: 401 }, {}, {}], ['pass']],
  ['the limit is another for another token', CONSTANT, [{ limit: 10 }, { limit: 9, token: 'u' }], []],
  ['the limit is another for another operation', CONSTANT, [{ limit: 10 }, { limit: 9, operation: 'knock' }], []],
  ['nothing remains for what is refused', NONE, [{ status: 429, remaining: 0 }], ['pass']],
  ['something remains although a request is refused', NONE, [{ status: 429, remaining: 1 }, { remaining: 1 }], ['fail']],
  ['a limit on concurrent requests is no limit of a period', NONE, [{ status: 429, limit: 0, remaining: 1 }], []],
  ['a request passes at the moment named', RETRY, [{ status: 429, retryAt: 10 }, { at: 10 }], ['pass']],
  [
    'a request is refused at the moment named',
    RETRY,
    [
      { status: 429, retryAt: 10 },
      { at: 10, status: 429, retryAt: 20 },
    ],
    ['fail'],
  ],
  [
    'a request comes before the moment named',
    RETRY,
    [
      { status: 429, retryAt: 10 },
      { at: 9, status: 429 },
    ],
    [],
  ],
  [
    'a request with another token comes',
    RETRY,
    [
      { status: 429, retryAt: 10 },
      { at: 10, status: 429, token: 'u' },
    ],
    [],
  ],
  ['nothing was refused', RETRY, [{}, { at: 10 }], []],
  [
    'all but the present request is there when the limit is whole again',
    FULL,
    [{ reset: 60 }, { at: 60, reset: 120, remaining: 9 }],
    ['pass'],
  ],
  ['even the present request is there', FULL, [{ reset: 60 }, { at: 60, reset: 120, remaining: 10 }], ['pass']],
  ['more is gone when the limit should be whole again', FULL, [{ reset: 60 }, { at: 60, reset: 120, remaining: 8 }], ['fail']],
  [
    'a request is refused when the limit should be whole again',
    FULL,
    [{ reset: 60 }, { at: 60, reset: 120, status: 429, remaining: 9 }],
    ['fail'],
  ],
  ['the moment has not come at which the limit is whole again', FULL, [{ reset: 60 }, { at: 59, remaining: 0 }], []],
  ['something was sent in between', FULL, [{ reset: 60 }, { at: 50, reset: 200, remaining: 4 }, { at: 60, reset: 200, remaining: 3 }], []],
])('%s', (_what, check, answers, wanted) => {
  expect(verdicts(check, ...answers)).toEqual(wanted);
});

test('a limit on concurrent requests speaks of no period', () => {
  expect(
    verdictsOf(judged({ status: 429, limit: 0, remaining: 1, retryAt: 99, reset: 1 }, { at: 99, status: 429, remaining: 0 })).filter(
      ([, verdict]) => verdict === 'fail',
    ),
  ).toEqual([]);
});

test('what others may use up as well is not waited for', () => {
  const answers = [
    { status: 429, remaining: 0 },
    { at: 60, status: 429, remaining: 0 },
  ];
  const shared = rateLimitLawJudge.judge(benchOf(spec, sampleCase({}, ...answers.map(answer))));
  expect(
    [verdictsOf(judged(...answers)), verdictsOf(shared)].map((found) =>
      found.filter(([, verdict]) => verdict === 'fail').map(([check]) => check),
    ),
  ).toEqual([[RETRY, FULL], []]);
});

test('an answer that lacks a header is not held against the others', () => {
  const bare = sampleExchange({ response: { status: 200, headers: { 'x-remaining': '7', 'x-reset': 'soon', 'x-retry-at': '9' } } });
  const half = sampleExchange({ response: { status: 200, headers: { 'x-limit': '7', 'x-reset': '9' } } });
  expect(rateLimitLawJudge.judge(benchOf(spec, sampleCase({}, bare, half))).findings).toEqual([]);
});

test('a broken law fails for what its own header means', () => {
  const found = judged({ remaining: 11 }, { limit: 12 }, { limit: 10, retryAt: 61 }).findings.flatMap(
    ({ check, verdict, clauses, exchanges }) => (verdict === 'fail' ? [[check, clauses, exchanges]] : []),
  );
  expect(found).toEqual([
    [REMAINING, ['doors.remaining'], [1]],
    [ORDER, ['doors.retry-at'], [3]],
    [CONSTANT, ['doors.limit'], [2, 3]],
  ]);
});

describe('where headers are not on every answer', () => {
  const silent = sampleSpec({
    rateLimitHeaders: [
      { ...row('X-Limit', 'limit'), on: '429' },
      { ...row('X-Remaining', 'remaining'), on: '429' },
    ],
  });
  test('there are no laws', () => {
    expect([rateLimitLawJudge.checks(silent), rateLimitLawJudge.judge(benchOf(silent, sampleCase({}, answer({ remaining: 11 }))))]).toEqual(
      [[], { findings: [] }],
    );
  });
});
