import type { DocumentSpec, RateLimitHeaderRow } from '../model/types.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { casesOf, exchangesIn, exchangesWith, statesIn, type CaseEvidence, type Evidence } from './evidence.ts';
import type { Finding, Judge } from './finding.ts';
import { lawChecks, lawFinding, type Contradiction, type LawClauses } from './law.ts';
import { type LimitWatch, watchLimit, wordsOf } from './limit-watch.ts';
import { fitsRole, ownClauses } from './rate-limit-rows.ts';
import { targetDate } from './target-date.ts';

type Rows = readonly RateLimitHeaderRow[];
type Role = RateLimitHeaderRow['role'];

type Law =
  | 'remaining-within-limit'
  | 'partial-before-full'
  | 'limit-constant'
  | 'none-remain-when-refused'
  | 'passes-at-retry-at'
  | 'full-at-reset';

/** The headers of a document's limits, and the clauses that each law about them speaks for. */
interface Limits {
  readonly rows: Rows;
  readonly clauses: LawClauses<Law>;
}

/** Laws between the rate-limit headers of one answer and of several: what their meanings in the document exclude. */
export const rateLimitLawJudge: Judge = {
  topic: 'rate-limit-laws',
  checks: (spec) => lawChecks('rate-limit', limitsOf(spec)?.clauses),
  judge: ({ spec, evidence }) => {
    const limits = limitsOf(spec);
    if (limits === undefined) return { findings: [] };
    const inCases = casesOf(evidence, spec.name).flatMap((entry) => {
      const answered = exchangesIn(entry).filter(({ document, response }) => document === spec.name && response !== undefined);
      const stays = limitStays(limits, answered, evidence);
      if (!hasOwnLimit(entry)) return stays;
      return [...stays, ...answered.flatMap((exchange) => noneRemain(limits, exchange)), ...inTime(limits, answered, evidence)];
    });
    return { findings: [...exchangesWith(evidence, spec.name).flatMap((exchange) => withinOne(limits, exchange)), ...inCases] };
  },
};

/** A law is part of a header's row, or of what the document says that the header means for later requests. */
function limitsOf({ limits: { rateLimitHeaders: rows = [] }, document: { laws } }: DocumentSpec): Limits | undefined {
  if (!rows.some(({ on }) => on === 'every-response')) return undefined;
  const clauses = {
    'remaining-within-limit': ownClauses(rows, 'remaining'),
    'partial-before-full': ownClauses(rows, 'retry-at'),
    'limit-constant': ownClauses(rows, 'limit'),
    ...laws?.rateLimit?.clauses,
  };
  return { rows, clauses };
}

function finding({ clauses }: Limits, law: Law, exchanges: readonly ExchangeEvent[], wrong: Contradiction): readonly Finding[] {
  return lawFinding('rate-limit', clauses, law, { exchanges: exchanges.map(({ seq }) => seq) }, wrong);
}

function numbers({ rows }: Limits, { response }: ExchangeEvent): Readonly<Partial<Record<Role, number>>> {
  const found = rows.flatMap(({ name, role }) => {
    const value = response?.headers[name.toLowerCase()];
    return typeof value === 'string' && /^\d+$/.test(value) && fitsRole(role, Number(value)) ? [[role, Number(value)] as const] : [];
  });
  return Object.fromEntries(found);
}

function withinOne(limits: Limits, exchange: ExchangeEvent): readonly Finding[] {
  const { limit, remaining, reset, 'retry-at': retryAt } = numbers(limits, exchange);
  if (isConcurrencyLimit(exchange, limit)) return [];
  const few =
    limit === undefined || remaining === undefined
      ? []
      : [remaining <= limit ? undefined : { expected: `at most ${limit} remaining`, received: String(remaining) }];
  const late =
    reset === undefined || retryAt === undefined
      ? []
      : [retryAt <= reset ? undefined : { expected: `partly replenished no later than fully, at ${reset}`, received: String(retryAt) }];
  return [
    ...few.flatMap((wrong) => finding(limits, 'remaining-within-limit', [exchange], wrong)),
    ...late.flatMap((wrong) => finding(limits, 'partial-before-full', [exchange], wrong)),
  ];
}

/** A limit on concurrent requests answers 429 with a limit of 0: it speaks of no period. */
function isConcurrencyLimit({ response }: ExchangeEvent, limit: number | undefined): boolean {
  return response?.status === 429 && limit === 0;
}

/**
 * Answers to the same token about the same resource name the same limit, as long as nothing comes back. A request that was refused before its
 * credential counted, or that met a temporary trouble, may be counted elsewhere: the document does not say what a limit is for.
 */
function limitStays(limits: Limits, answered: readonly ExchangeEvent[], evidence: Evidence): readonly Finding[] {
  const watches = new Map<string, LimitWatch<ExchangeEvent>>();
  const before = new Map<string, ExchangeEvent>();
  return answered.flatMap((exchange) => {
    const { limit, reset = NaN, 'retry-at': retryAt = NaN } = numbers(limits, exchange);
    const status = exchange.response?.status ?? 0;
    if (limit === undefined || status === 429 || status === 401 || status >= 500) return [];
    const { operation, request, sentAt, durationMs } = exchange;
    const key = `${bearer(exchange)} ${operation} ${request.url.split('?', 1)[0]}`;
    const watch = watches.get(key) ?? watchLimit<ExchangeEvent>();
    watches.set(key, watch);
    const words = wordsOf(targetDate(evidence, exchange), reset, retryAt);
    const contradicted = watch.sees({ limit, sentMs: sentAt, receivedMs: sentAt + durationMs, ...words, answer: exchange });
    if (contradicted !== undefined) {
      const expected = `a limit of ${numbers(limits, contradicted).limit} throughout the period`;
      return finding(limits, 'limit-constant', [contradicted, exchange], { expected, received: String(limit) });
    }
    const last = before.get(`${key} ${limit} ${reset}`);
    before.set(`${key} ${limit} ${reset}`, exchange);
    return last === undefined ? [] : finding(limits, 'limit-constant', [last, exchange], undefined);
  });
}

/** Elsewhere others may use up what is replenished: only a limit that the provider state has set is the case's alone. */
function hasOwnLimit(entry: CaseEvidence): boolean {
  return statesIn(entry).some(({ data }) => typeof data?.['limit'] === 'number');
}

/** A request is refused when all that its period permits is used up. */
function noneRemain(limits: Limits, exchange: ExchangeEvent): readonly Finding[] {
  const { limit, remaining } = numbers(limits, exchange);
  if (exchange.response?.status !== 429 || remaining === undefined || isConcurrencyLimit(exchange, limit)) return [];
  const wrong = remaining === 0 ? undefined : { expected: '0 remaining where a request exceeds the limit', received: String(remaining) };
  return finding(limits, 'none-remain-when-refused', [exchange], wrong);
}

/** What was announced for a moment is there when, by the target's own clock, that moment has come and nothing was sent in between. */
function inTime(limits: Limits, answered: readonly ExchangeEvent[], evidence: Evidence): readonly Finding[] {
  return answered.flatMap((earlier, index) => {
    const later = answered.slice(index + 1).find((other) => bearer(other) === bearer(earlier));
    const { limit, reset = Infinity, 'retry-at': retryAt = Infinity } = numbers(limits, earlier);
    if (later === undefined || isConcurrencyLimit(earlier, limit)) return [];
    const now = targetDate(evidence, later) / 1000;
    const wasRefused = earlier.response?.status === 429;
    const refused = (expected: string): Contradiction =>
      later.response?.status === 429 ? { expected, received: `status 429 at ${now}` } : undefined;
    return [
      ...(wasRefused && now >= retryAt
        ? finding(limits, 'passes-at-retry-at', [earlier, later], refused(`a request at or after ${retryAt} passes`))
        : []),
      ...(now >= reset
        ? finding(
            limits,
            'full-at-reset',
            [earlier, later],
            refused(`from ${reset} on the whole allowance is there`) ?? spent(limits, later),
          )
        : []),
    ];
  });
}

/** Of a whole allowance at most the present request is gone. */
function spent(limits: Limits, exchange: ExchangeEvent): Contradiction {
  const { limit, remaining } = numbers(limits, exchange);
  if (limit === undefined || remaining === undefined || remaining >= limit - 1) return undefined;
  return { expected: `${limit - 1} or ${limit} remain when the allowance is whole again`, received: String(remaining) };
}

function bearer({ request }: ExchangeEvent): string {
  return String(request.headers['authorization'] ?? '');
}
