import { expect, test } from 'vitest';
import { sampleSpec } from '../profile/profile-fixtures.ts';
import type { TraceEvent } from '../trace/events.ts';
import { sampleCase, sampleExchange } from '../trace/trace-fixtures.ts';
import { benchOf, verdictsOf } from './judge-fixtures.ts';
import { transactionExpiryJudge } from './transaction-expiry-judge.ts';

const answering = (id: string, resource: string) => ({ id, about: id, clauses: [], responses: [{ resource, clauses: [] }] });
const spec = sampleSpec({
  clauses: [{ id: 'authn.resources.transaction.expiry' }],
  operations: [answering('authenticate', 'Transaction'), answering('getState', 'Transaction'), answering('createSession', 'Session')],
});
const DATE = 'Thu, 01 Jan 2026 00:00:00 GMT';
const began = (expiresAt: unknown, headers: Record<string, string> = { date: DATE }) =>
  sampleExchange({ operation: 'authenticate', response: { headers, body: { stateToken: '~state-token-1~', expiresAt } } });
const exchangeWith = (status: number, date = DATE, token = '~state-token-1~') =>
  sampleExchange({ operation: 'getState', request: { body: { stateToken: token } }, response: { status, headers: { date }, body: {} } });
const judged = (...events: readonly TraceEvent[]) => verdictsOf(transactionExpiryJudge.judge(benchOf(spec, sampleCase({}, ...events))));

test.each<[string, unknown, readonly (readonly string[])[]]>([
  ['after the answer', '2026-01-01T00:05:00.000Z', [['law/expiry.lies-ahead', 'pass']]],
  ['in the same second', '2026-01-01T00:00:00.000Z', [['law/expiry.lies-ahead', 'pass']]],
  ['before the answer', '2025-12-31T23:59:59.999Z', [['law/expiry.lies-ahead', 'fail']]],
  ['that is no time', 'soon', []],
])('an expiresAt %s', (_what, expiresAt, findings) => {
  expect(judged(began(expiresAt))).toEqual(findings);
});

test('an answer without a Date, or of something else than a transaction, says nothing of the time; one that ends a transaction does', () => {
  const tellsOf = (operation: string): TraceEvent =>
    sampleExchange({
      operation,
      response: { headers: { date: DATE }, body: { status: 'SUCCESS', expiresAt: '2025-01-01T00:00:00.000Z' } },
    });
  expect([judged(began('2025-01-01T00:00:00.000Z', {})), judged(tellsOf('createSession')), judged(tellsOf('authenticate'))]).toEqual([
    [],
    [],
    [['law/expiry.lies-ahead', 'fail']],
  ]);
});

test.each<[string, ReturnType<typeof exchangeWith>, readonly (readonly string[])[]]>([
  ['that answers', exchangeWith(200), [['law/expiry.alive-until-then', 'pass']]],
  ['that is refused', exchangeWith(401), [['law/expiry.alive-until-then', 'fail']]],
  ['that is refused after its expiry', exchangeWith(401, 'Thu, 01 Jan 2026 00:05:00 GMT'), []],
  ['that is over the rate limit', exchangeWith(429), []],
  ['that the target fails at', exchangeWith(503), []],
  ['of another state token', exchangeWith(401, DATE, '~state-token-2~'), []],
])('a transaction asked again %s', (_what, exchange, findings) => {
  expect(judged(began('2026-01-01T00:05:00.000Z'), exchange).slice(1)).toEqual(findings);
});

test('a transaction asked again once the clock was turned may be over, though the Date of a web server in front stands still', () => {
  const clock: TraceEvent = { type: 'clock', case: '', advance: 'PT6M', now: '2026-01-01T00:06:00.000Z' };
  expect(judged(began('2026-01-01T00:05:00.000Z'), clock, exchangeWith(401)).slice(1)).toEqual([]);
});

test('another document has no such law', () => {
  const other = sampleSpec({ laws: {} });
  expect([transactionExpiryJudge.checks(other), transactionExpiryJudge.checks(spec).length]).toEqual([[], 2]);
});

test('a clock that goes back tells nothing, unless the two were under way at once', () => {
  const at = (sentAt: number, date: string) => ({ ...exchangeWith(401, date), sentAt, durationMs: 5 });
  const first = { ...began('2025-12-31T23:00:00.000Z', { date: 'Thu, 01 Jan 2026 00:10:00 GMT' }), sentAt: 1_000, durationMs: 5 };
  expect([judged(first, at(1_010, DATE)), judged(first, at(1_003, DATE))]).toEqual([
    [['law/expiry.lies-ahead', 'inconclusive']],
    [['law/expiry.lies-ahead', 'fail']],
  ]);
});
