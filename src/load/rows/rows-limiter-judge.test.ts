import { expect, test } from 'vitest';
import type { AnswerRow, RateLimitHeaderRow } from '../../model/types.ts';
import { benchOf, clausesWith } from '../../judge/judge-fixtures.ts';
import { documentOf } from '../../model/document-of.ts';
import { loadSpecs } from '../../model/load.ts';
import { sampleSpec } from '../../profile/profile-fixtures.ts';
import { sampleCase, sampleExchange } from '../../trace/trace-fixtures.ts';
import type { Judged } from '../../judge/finding.ts';
import { limitedAnswers } from './row-fixtures.ts';
import { ROWS_ROW, rowsLimiterJudge } from './rows-limiter-judge.ts';

const row = (name: string, role: RateLimitHeaderRow['role']): RateLimitHeaderRow => ({
  name,
  role,
  on: 'every-response',
  clauses: ['doors.limit'],
});
const spec = {
  ...sampleSpec({
    laws: documentOf(loadSpecs(), 'privileged-access').document.laws ?? {},
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

test('a limit on requests at the same time is none that requests one by one could show', () => {
  const odd = { 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '1900000600' };
  const found = judged(limitedAnswers(50).map((one) => ({ ...one, status: 200, headers: { ...one.headers, ...odd } })));
  expect([found.findings, found.observations]).toEqual([[], []]);
});

test('what is served again and again while nothing remains is beyond the limit, though nothing is ever refused', () => {
  const served = limitedAnswers(50).map((one) => ({ ...one, status: 200 }));
  expect(clausesWith(judged(served), 'fail')).toContain('pam.limits.header-limit-meaning');
});

test('where rows begin in the middle of a window, Remaining may have the present operation subtracted or not', () => {
  const later = limitedAnswers(150)
    .slice(5)
    .map((one, index) => {
      const left = Number(one.headers?.['x-ratelimit-remaining']);
      return one.status === 200 && index < 100 ? { ...one, headers: { ...one.headers, 'x-ratelimit-remaining': String(left + 1) } } : one;
    })
    .slice(0, 60);
  expect(clausesWith(judged(later), 'fail')).toEqual([]);
  // Nothing that passes leaves less than two: no reading explains the refusal.
  const early = limitedAnswers(150, 28).slice(5);
  expect(clausesWith(judged(early), 'fail')).toContain('pam.limits.header-limit-meaning');
});
