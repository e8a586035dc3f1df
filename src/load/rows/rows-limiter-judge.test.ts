import { expect, test } from 'vitest';
import type { AnswerRow, RateLimitHeaderRow } from '../../spec/types.ts';
import { benchOf, clausesWith } from '../../judge/fixtures.ts';
import { sampleSpec } from '../../profile/fixtures.ts';
import { sampleCase, sampleExchange } from '../../trace/fixtures.ts';
import type { Judged } from '../../judge/finding.ts';
import { limitedAnswers } from './fixtures.ts';
import { ROWS_ROW, rowsLimiterJudge } from './rows-limiter-judge.ts';

const row = (name: string, role: RateLimitHeaderRow['role']): RateLimitHeaderRow => ({
  name,
  role,
  on: 'every-response',
  clauses: ['doors.limit'],
});
const spec = {
  ...sampleSpec({
    rateLimitHeaders: [
      row('X-RateLimit-Limit', 'limit'),
      row('X-RateLimit-Remaining', 'remaining'),
      row('X-RateLimit-Reset', 'reset'),
      row('X-RateLimit-Retry-At', 'retry-at'),
    ],
  }),
  name: 'privileged-access' as const,
};

function judged(rows: readonly AnswerRow[]): Judged {
  const events = rows.map(({ sentAt, durationMs, status, headers = {} }, index) =>
    sampleExchange({
      document: 'privileged-access',
      row: ROWS_ROW,
      at: `${index === 0 ? 'first' : 'load'}/own/call`,
      sentAt,
      durationMs,
      response: { status, headers },
    }),
  );
  return rowsLimiterJudge.judge(benchOf(spec, sampleCase({ document: 'privileged-access' }, ...events)));
}

/** As if others used two operations for each of ours. */
function shared(rows: readonly AnswerRow[]): readonly AnswerRow[] {
  return rows.map((one, index) => {
    const left = String(Math.max(0, 29 - 3 * (index % 60)));
    return { ...one, headers: { ...one.headers, 'x-ratelimit-remaining': left }, status: index % 60 < 10 ? 200 : 429 };
  });
}

test('a limit that does what it says is contradicted nowhere, and its kind is observed', () => {
  const found = judged(limitedAnswers(150));
  expect(clausesWith(found, 'fail')).toEqual([]);
  expect(
    found.observations?.filter(({ about }) => about === 'limiter/kind' || about === 'limiter/limit').map(({ value }) => value),
  ).toEqual(['fixed-first', 30]);
});

test('more that pass than the limit says, and a refusal while operations remain, are shown by rows alone', () => {
  expect(clausesWith(judged(limitedAnswers(150, 33)), 'fail')).toContain('pam.limits.header-limit-meaning');
  const early = limitedAnswers(150).map((one, index) => (index === 6 ? { ...one, status: 429 } : one));
  expect(clausesWith(judged(early), 'fail')).toContain('pam.limits.header-limit-meaning');
});

test('what others have used of the same allowance is held against nobody', () => {
  const found = judged(shared(limitedAnswers(150)));
  expect([found.findings, found.observations]).toEqual([[], []]);
});

test('what did not show is no finding', () => {
  expect(judged(limitedAnswers(5)).findings.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
});
