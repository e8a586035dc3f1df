import { momentOf } from '../model/moment.ts';
import { atPointer, pointerSegments } from '../model/pointer.ts';
import type { DocumentSpec, OperationRow, TransactionExpiryLaw } from '../model/types.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { casesOf, exchangesIn, type CaseEvidence, type Evidence } from './evidence.ts';
import type { Finding, Judge } from './finding.ts';
import { lawChecks, lawFinding } from './law.ts';
import { dateOf, targetDate } from './target-date.ts';

/**
 * Laws of a transaction's end, by the target's own Date: it lies ahead in each answer, since what has ended comes to nothing more, and a
 * transaction that goes on lives until then.
 */
export const transactionExpiryJudge: Judge = {
  topic: 'transaction-expiry',
  checks: ({ document: { laws: { transactionExpiry } = {} } }) => lawChecks('expiry', transactionExpiry?.clauses),
  judge: ({ spec, evidence }) => {
    const law = spec.document.laws?.transactionExpiry;
    if (law === undefined) return { findings: [] };
    const showing = showingTransactions(spec, law);
    return { findings: casesOf(evidence, spec.name).flatMap((entry) => judgeCase(law, showing, evidence, entry)) };
  },
};

/** The operations that answer the same as the one of the law: a transaction. */
function showingTransactions({ endpoints }: DocumentSpec, law: TransactionExpiryLaw): ReadonlySet<string> {
  const shownBy = ({ responses }: OperationRow): readonly unknown[] => responses.flatMap(({ resource }) => resource ?? []);
  const shown = endpoints.operations.filter(({ id }) => id === law.operation).flatMap(shownBy);
  return new Set(endpoints.operations.filter((one) => shownBy(one).some((resource) => shown.includes(resource))).map(({ id }) => id));
}

function judgeCase(law: TransactionExpiryLaw, showing: ReadonlySet<string>, evidence: Evidence, entry: CaseEvidence): readonly Finding[] {
  const exchanges = exchangesIn(entry);
  const back = exchanges.findIndex((exchange, index) => index > 0 && goesBack(exchanges[index - 1] ?? exchange, exchange));
  if (back > 0) return untold(law, exchanges.slice(back - 1, back + 1));
  return exchanges.flatMap((exchange, index) => {
    const before = exchanges[index - 1];
    return [
      ...(showing.has(exchange.operation ?? '') ? liesAhead(law, evidence, exchange) : []),
      ...(before === undefined || isTurned(entry, before, exchange) ? [] : aliveUntilThen(law, evidence, before, exchange)),
    ];
  });
}

/** What an answer says of a transaction that goes on; milliseconds since the epoch. */
interface Live {
  readonly token: string;
  readonly end: number;
}

function liveIn(law: TransactionExpiryLaw, { response }: ExchangeEvent): Live | undefined {
  const [token, end] = [atPointer(response?.body, law.token), endIn(law, response)];
  return typeof token === 'string' && !Number.isNaN(end) ? { token, end } : undefined;
}

/** NaN where an answer names no end. */
function endIn(law: TransactionExpiryLaw, response: ExchangeEvent['response']): number {
  return momentOf(atPointer(response?.body, law.expires)) ?? NaN;
}

/** Answers of several machines may differ by this much without a clock that went back. */
const GRAIN_MS = 2_000;

/** What was sent before the other was answered may have been answered first; the moment of sending is known to the millisecond. */
function goesBack(before: ExchangeEvent, after: ExchangeEvent): boolean {
  return before.sentAt + 1 + before.durationMs <= after.sentAt && dateOf(after.response) < dateOf(before.response) - GRAIN_MS;
}

/** A clock that goes back measures nothing. */
function untold(law: TransactionExpiryLaw, exchanges: readonly ExchangeEvent[]): readonly Finding[] {
  const [before = '', after = ''] = exchanges.map((exchange) => iso(dateOf(exchange.response)));
  const reason = `the target's own Date goes back, from ${before} to ${after}: nothing can be told by it`;
  const seen = exchanges.map(({ seq }) => seq);
  return lawFinding('expiry', law.clauses, 'lies-ahead', { exchanges: seen }, undefined).map((one) => ({
    ...one,
    verdict: 'inconclusive',
    reason,
    blame: 'target',
  }));
}

/** True where the clock was turned between two answers: a web server that writes Date may have another clock than the service behind it. */
function isTurned({ events }: CaseEvidence, before: ExchangeEvent, after: ExchangeEvent): boolean {
  return events.slice(events.indexOf(before), events.indexOf(after)).some(({ type }) => type === 'clock');
}

/** A Date of whole seconds is never later than the moment that it stands for. */
function liesAhead(law: TransactionExpiryLaw, evidence: Evidence, exchange: ExchangeEvent): readonly Finding[] {
  const end = endIn(law, exchange.response);
  const date = targetDate(evidence, exchange);
  if (Number.isNaN(end) || Number.isNaN(date)) return [];
  const wrong = end >= date ? undefined : { expected: `an ${lastOf(law.expires)} after ${iso(date)}`, received: iso(end) };
  return lawFinding('expiry', law.clauses, 'lies-ahead', { exchanges: [exchange.seq] }, wrong);
}

function lastOf(pointer: string): string {
  return pointerSegments(pointer).at(-1) ?? pointer;
}

/** Asked again at once by its token, a transaction answers for as long as it has said. */
function aliveUntilThen(law: TransactionExpiryLaw, evidence: Evidence, before: ExchangeEvent, exchange: ExchangeEvent): readonly Finding[] {
  const live = liveIn(law, before);
  const { operation, request, response } = exchange;
  if (live === undefined || operation !== law.operation || response === undefined || response.status === 429 || response.status >= 500)
    return [];
  const asks = JSON.stringify([request.url, request.headers, request.body ?? request.text]).includes(live.token);
  if (!asks || !(targetDate(evidence, exchange) < live.end)) return [];
  const wrong =
    response.status < 400
      ? undefined
      : { expected: `a transaction that lives until ${iso(live.end)}`, received: `status ${response.status}` };
  return lawFinding('expiry', law.clauses, 'alive-until-then', { exchanges: [before.seq, exchange.seq] }, wrong);
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
