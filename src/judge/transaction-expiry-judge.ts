import type { DocumentSpec } from '../model/types.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { casesOf, exchangesIn } from './evidence.ts';
import type { Check, Finding, Judge } from './finding.ts';

/** Laws of `expiresAt`, by the target's own Date: it lies ahead in an answer that the transaction can go on from, which lives until then. */
export const transactionExpiryJudge: Judge = {
  topic: 'transaction-expiry',
  checks: (spec) => (speaksOfExpiry(spec) ? [AHEAD, ALIVE] : []),
  judge: ({ spec, evidence }) => ({
    findings: speaksOfExpiry(spec) ? casesOf(evidence, spec.name).flatMap((entry) => judgeCase(exchangesIn(entry))) : [],
  }),
};

const CLAUSE = 'authn.resources.transaction.expiry';
const AHEAD: Check = { id: 'law/expiry.lies-ahead', clauses: [CLAUSE] };
const ALIVE: Check = { id: 'law/expiry.alive-until-then', clauses: [CLAUSE] };

function speaksOfExpiry({ ledger }: DocumentSpec): boolean {
  return ledger.clauses.some(({ id }) => id === CLAUSE);
}

function judgeCase(exchanges: readonly ExchangeEvent[]): readonly Finding[] {
  const back = exchanges.findIndex((exchange, index) => index > 0 && goesBack(exchanges[index - 1] ?? exchange, exchange));
  if (back > 0) return untold(exchanges.slice(back - 1, back + 1));
  return exchanges.flatMap((exchange, index) => {
    const before = exchanges[index - 1];
    return [...liesAhead(exchange), ...(before === undefined ? [] : aliveUntilThen(before, exchange))];
  });
}

/** What an answer says of a transaction that goes on; milliseconds since the epoch. */
interface Live {
  readonly stateToken: string;
  readonly expiresAt: number;
}

function liveIn({ response }: ExchangeEvent): Live | undefined {
  const body = response?.body;
  if (typeof body !== 'object' || body === null || !('stateToken' in body) || !('expiresAt' in body)) return undefined;
  const { stateToken, expiresAt } = body;
  const time = Date.parse(String(expiresAt));
  return typeof stateToken === 'string' && !Number.isNaN(time) ? { stateToken, expiresAt: time } : undefined;
}

/** A Date of whole seconds is never later than the moment that it stands for. */
function dateOf({ response }: ExchangeEvent): number {
  return Date.parse(String(response?.headers['date'] ?? ''));
}

/** Answers of several machines may differ by this much without a clock that went back. */
const GRAIN_MS = 2_000;

/** What was sent before the other was answered may have been answered first; the moment of sending is known to the millisecond. */
function goesBack(before: ExchangeEvent, after: ExchangeEvent): boolean {
  return before.sentAt + 1 + before.durationMs <= after.sentAt && dateOf(after) < dateOf(before) - GRAIN_MS;
}

/** A clock that goes back measures nothing. */
function untold(exchanges: readonly ExchangeEvent[]): readonly Finding[] {
  const [before = '', after = ''] = exchanges.map((exchange) => iso(dateOf(exchange)));
  const reason = `the target's own Date goes back, from ${before} to ${after}: nothing can be told by it`;
  const seen = exchanges.map(({ seq }) => seq);
  return [
    { check: AHEAD.id, clauses: AHEAD.clauses, verdict: 'inconclusive', basis: 'documented', exchanges: seen, reason, blame: 'target' },
  ];
}

function liesAhead(exchange: ExchangeEvent): readonly Finding[] {
  const live = liveIn(exchange);
  const date = dateOf(exchange);
  if (live === undefined || Number.isNaN(date)) return [];
  return [finding(AHEAD, [exchange], live.expiresAt >= date, `an expiresAt after ${iso(date)}`, iso(live.expiresAt))];
}

/** Asked again at once by its state token, a transaction answers for as long as it has said. */
function aliveUntilThen(before: ExchangeEvent, exchange: ExchangeEvent): readonly Finding[] {
  const live = liveIn(before);
  const { operation, request, response } = exchange;
  if (live === undefined || operation !== 'getState' || response === undefined || response.status === 429 || response.status >= 500)
    return [];
  const asks = JSON.stringify([request.url, request.headers, request.body ?? request.text]).includes(live.stateToken);
  if (!asks || !(dateOf(exchange) < live.expiresAt)) return [];
  return [
    finding(
      ALIVE,
      [before, exchange],
      response.status < 400,
      `a transaction that lives until ${iso(live.expiresAt)}`,
      `status ${response.status}`,
    ),
  ];
}

function finding({ id, clauses }: Check, exchanges: readonly ExchangeEvent[], holds: boolean, expected: string, received: string): Finding {
  const base = { check: id, clauses, exchanges: exchanges.map(({ seq }) => seq), basis: 'documented' as const };
  return holds ? { ...base, verdict: 'pass' } : { ...base, verdict: 'fail', blame: 'target', expected, received };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
