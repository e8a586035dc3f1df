import type { RateLimitHeaderRow } from '../model/types.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { casesOf, exchangesIn, exchangesWith, statesIn } from './evidence.ts';
import type { CaseEvidence } from './evidence.ts';
import type { Check, Finding, Judge } from './finding.ts';
import { fitsRole, ownClauses } from './rate-limit-rows.ts';

type Rows = readonly RateLimitHeaderRow[];
type Role = RateLimitHeaderRow['role'];

/** Laws between the rate-limit headers of one answer and of several: what their meanings in the document exclude. */
export const rateLimitLawJudge: Judge = {
  topic: 'rate-limit-laws',
  checks: ({ limits: { rateLimitHeaders: rows = [] } }) => (areEverywhere(rows) ? LAWS.map((law) => checkOf(rows, law)) : []),
  judge: ({ spec, evidence }) => {
    const { rateLimitHeaders: rows = [] } = spec.limits;
    if (!areEverywhere(rows)) return { findings: [] };
    const inCases = casesOf(evidence, spec.name).flatMap((entry) => {
      const answered = exchangesIn(entry).filter(({ document, response }) => document === spec.name && response !== undefined);
      return [...limitStays(rows, answered), ...(hasOwnLimit(entry) ? inTime(rows, answered) : [])];
    });
    return { findings: [...exchangesWith(evidence, spec.name).flatMap((exchange) => withinOne(rows, exchange)), ...inCases] };
  },
};

function areEverywhere(rows: Rows): boolean {
  return rows.some(({ on }) => on === 'every-response');
}

const LAWS = ['remaining-within-limit', 'partial-before-full', 'limit-constant', 'passes-at-retry-at', 'full-at-reset'] as const;
type Law = (typeof LAWS)[number];

/** The header of whose row a law is part, or the clause about what the header means for later requests. */
const SPEAKS_FOR: Readonly<Record<Law, { readonly role: Role } | { readonly clause: string }>> = {
  'remaining-within-limit': { role: 'remaining' },
  'partial-before-full': { role: 'retry-at' },
  'limit-constant': { role: 'limit' },
  'passes-at-retry-at': { clause: 'pam.limits.header-retry-at-meaning' },
  'full-at-reset': { clause: 'pam.limits.header-reset-meaning' },
};

function checkOf(rows: Rows, law: Law): Check {
  const about = SPEAKS_FOR[law];
  return { id: `law/rate-limit.${law}`, clauses: 'clause' in about ? [about.clause] : ownClauses(rows, about.role) };
}

type Contradiction = { readonly expected: string; readonly received: string } | undefined;

function finding(rows: Rows, law: Law, exchanges: readonly ExchangeEvent[], wrong: Contradiction): Finding {
  const { id, clauses } = checkOf(rows, law);
  const base = { check: id, clauses, exchanges: exchanges.map(({ seq }) => seq), basis: 'documented' as const };
  return wrong === undefined ? { ...base, verdict: 'pass' } : { ...base, verdict: 'fail', blame: 'target', ...wrong };
}

function numbers(rows: Rows, { response }: ExchangeEvent): Readonly<Partial<Record<Role, number>>> {
  const found = rows.flatMap(({ name, role }) => {
    const value = response?.headers[name.toLowerCase()];
    return typeof value === 'string' && /^\d+$/.test(value) && fitsRole(role, Number(value)) ? [[role, Number(value)] as const] : [];
  });
  return Object.fromEntries(found);
}

function withinOne(rows: Rows, exchange: ExchangeEvent): readonly Finding[] {
  const { limit, remaining, reset, 'retry-at': retryAt } = numbers(rows, exchange);
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
    ...few.map((wrong) => finding(rows, 'remaining-within-limit', [exchange], wrong)),
    ...late.map((wrong) => finding(rows, 'partial-before-full', [exchange], wrong)),
  ];
}

/** A limit on concurrent requests answers 429 with a limit of 0: it speaks of no period. */
function isConcurrencyLimit({ response }: ExchangeEvent, limit: number | undefined): boolean {
  return response?.status === 429 && limit === 0;
}

/** Answers to the same token about the same operation in the same period name the same limit. */
function limitStays(rows: Rows, answered: readonly ExchangeEvent[]): readonly Finding[] {
  const first = new Map<string, { readonly exchange: ExchangeEvent; readonly limit: number }>();
  return answered.flatMap((exchange) => {
    const { limit, reset } = numbers(rows, exchange);
    if (limit === undefined || reset === undefined || isConcurrencyLimit(exchange, limit)) return [];
    const key = `${bearer(exchange)} ${exchange.operation} ${reset}`;
    const known = first.get(key);
    if (known === undefined) {
      first.set(key, { exchange, limit });
      return [];
    }
    const wrong =
      limit === known.limit ? undefined : { expected: `a limit of ${known.limit} throughout the period`, received: String(limit) };
    return [finding(rows, 'limit-constant', [known.exchange, exchange], wrong)];
  });
}

/** Elsewhere others may use up what is replenished: only a limit that the provider state has set is the case's alone. */
function hasOwnLimit(entry: CaseEvidence): boolean {
  return statesIn(entry).some(({ data }) => typeof data?.['limit'] === 'number');
}

/** What was announced for a moment is there when, by the target's own clock, that moment has come and nothing was sent in between. */
function inTime(rows: Rows, answered: readonly ExchangeEvent[]): readonly Finding[] {
  return answered.flatMap((earlier, index) => {
    const later = answered.slice(index + 1).find((other) => bearer(other) === bearer(earlier));
    const { limit, reset = Infinity, 'retry-at': retryAt = Infinity } = numbers(rows, earlier);
    if (later === undefined || isConcurrencyLimit(earlier, limit)) return [];
    const now = timeOf(later);
    const wasRefused = earlier.response?.status === 429;
    const refused = (expected: string): Contradiction =>
      later.response?.status === 429 ? { expected, received: `status 429 at ${now}` } : undefined;
    return [
      ...(wasRefused && now >= retryAt
        ? [finding(rows, 'passes-at-retry-at', [earlier, later], refused(`a request at or after ${retryAt} passes`))]
        : []),
      ...(now >= reset
        ? [finding(rows, 'full-at-reset', [earlier, later], refused(`from ${reset} on the whole allowance is there`) ?? spent(rows, later))]
        : []),
    ];
  });
}

/** Of a whole allowance at most the present request is gone. */
function spent(rows: Rows, exchange: ExchangeEvent): Contradiction {
  const { limit, remaining } = numbers(rows, exchange);
  if (limit === undefined || remaining === undefined || remaining >= limit - 1) return undefined;
  return { expected: `${limit - 1} or ${limit} remain when the allowance is whole again`, received: String(remaining) };
}

/** Unix seconds by the target's clock; NaN, which is at no moment, where it does not tell. */
function timeOf({ response }: ExchangeEvent): number {
  return Date.parse(String(response?.headers['date'] ?? '')) / 1000;
}

function bearer({ request }: ExchangeEvent): string {
  return String(request.headers['authorization'] ?? '');
}
