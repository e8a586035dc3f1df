import type { RateLimitHeaderRow } from '../spec/types.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { casesOf, exchangesIn, exchangesWith } from './evidence.ts';
import type { CaseEvidence } from './evidence.ts';
import type { Bench, Check, Finding, Judge } from './finding.ts';

type Role = RateLimitHeaderRow['role'];

/** Laws between the rate-limit headers of one answer and of several: what their meanings in the document exclude. */
export const rateLimitLawJudge: Judge = {
  topic: 'rate-limit-laws',
  checks: ({ limits }) => {
    const rows = limits.rateLimitHeaders ?? [];
    return rows.some(({ on }) => on === 'every-response')
      ? Object.values(CHECKS).map(({ id, role }): Check => ({ id, clauses: meaningOf(rows, role) }))
      : [];
  },
  judge: (bench) => {
    const rows = bench.spec.limits.rateLimitHeaders ?? [];
    if (!rows.some(({ on }) => on === 'every-response')) return { findings: [] };
    return {
      findings: [
        ...exchangesWith(bench.evidence, bench.spec.name).flatMap((exchange) => withinOne(rows, exchange)),
        ...casesOf(bench.evidence, bench.spec.name).flatMap((entry) => [
          ...limitStays(rows, entry),
          ...passesAtRetryAt(bench, rows, entry),
        ]),
      ],
    };
  },
};

const CHECKS = {
  remaining: { id: 'law/rate-limit.remaining-within-limit', role: 'remaining' },
  order: { id: 'law/rate-limit.partial-before-full', role: 'reset' },
  constant: { id: 'law/rate-limit.limit-constant', role: 'limit' },
  retryAt: { id: 'law/rate-limit.passes-at-retry-at', role: 'retry-at' },
} as const;

const RETRY_AT_MEANING = 'pam.limits.header-retry-at-meaning';

/** The clause of a header's own row, without the one that all headers share. */
function meaningOf(rows: readonly RateLimitHeaderRow[], role: Role): readonly string[] {
  if (role === 'retry-at') return [RETRY_AT_MEANING];
  const shared = rows.reduce<readonly string[]>(
    (common, { clauses }) => common.filter((clause) => clauses.includes(clause)),
    rows[0]?.clauses ?? [],
  );
  return (rows.find((row) => row.role === role)?.clauses ?? []).filter((clause) => !shared.includes(clause));
}

function numbers(rows: readonly RateLimitHeaderRow[], { response }: ExchangeEvent): Readonly<Partial<Record<Role, number>>> {
  const found = rows.flatMap(({ name, role }) => {
    const value = response?.headers[name.toLowerCase()];
    return typeof value === 'string' && /^\d+$/.test(value) ? [[role, Number(value)] as const] : [];
  });
  return Object.fromEntries(found);
}

function finding(
  rows: readonly RateLimitHeaderRow[],
  { id, role }: { readonly id: string; readonly role: Role },
  exchanges: readonly ExchangeEvent[],
  wrong: { expected: string; received: string } | undefined,
): Finding {
  const base = { check: id, clauses: meaningOf(rows, role), exchanges: exchanges.map(({ seq }) => seq), basis: 'documented' as const };
  return wrong === undefined ? { ...base, verdict: 'pass' } : { ...base, verdict: 'fail', blame: 'target', ...wrong };
}

function withinOne(rows: readonly RateLimitHeaderRow[], exchange: ExchangeEvent): readonly Finding[] {
  const { limit, remaining, reset, 'retry-at': retryAt } = numbers(rows, exchange);
  return [
    ...(limit === undefined || remaining === undefined || isConcurrencyLimit(exchange, limit)
      ? []
      : [
          finding(
            rows,
            CHECKS.remaining,
            [exchange],
            remaining <= limit ? undefined : { expected: `at most ${limit} remaining`, received: String(remaining) },
          ),
        ]),
    ...(reset === undefined || retryAt === undefined || isConcurrencyLimit(exchange, limit)
      ? []
      : [
          finding(
            rows,
            CHECKS.order,
            [exchange],
            retryAt <= reset ? undefined : { expected: `partly replenished no later than fully, at ${reset}`, received: String(retryAt) },
          ),
        ]),
  ];
}

/** A limit on concurrent requests answers 429 with a limit of 0: it speaks of no period. */
function isConcurrencyLimit({ response }: ExchangeEvent, limit: number | undefined): boolean {
  return response?.status === 429 && limit === 0;
}

/** Answers to the same token about the same operation in the same period name the same limit. */
function limitStays(rows: readonly RateLimitHeaderRow[], entry: CaseEvidence): readonly Finding[] {
  const first = new Map<string, { readonly exchange: ExchangeEvent; readonly limit: number }>();
  return exchangesIn(entry).flatMap((exchange) => {
    const { limit, reset } = numbers(rows, exchange);
    if (limit === undefined || reset === undefined || isConcurrencyLimit(exchange, limit)) return [];
    const key = `${bearer(exchange)} ${exchange.operation} ${reset}`;
    const known = first.get(key);
    if (known === undefined) {
      first.set(key, { exchange, limit });
      return [];
    }
    return [
      finding(
        rows,
        CHECKS.constant,
        [known.exchange, exchange],
        limit === known.limit ? undefined : { expected: `a limit of ${known.limit} throughout the period`, received: String(limit) },
      ),
    ];
  });
}

/** After a 429, the first request that is sent alone at or after the named moment passes, by the target's own clock. */
function passesAtRetryAt({ spec }: Bench, rows: readonly RateLimitHeaderRow[], entry: CaseEvidence): readonly Finding[] {
  const exchanges = exchangesIn(entry);
  return exchanges.flatMap((refused, index) => {
    const { 'retry-at': retryAt, limit } = numbers(rows, refused);
    if (refused.response?.status !== 429 || retryAt === undefined || isConcurrencyLimit(refused, limit)) return [];
    const next = exchanges.slice(index + 1).find((later) => bearer(later) === bearer(refused) && later.document === spec.name);
    const date = Date.parse(String(next?.response?.headers['date'] ?? ''));
    if (next?.response === undefined || Number.isNaN(date) || date / 1000 < retryAt) return [];
    const { status } = next.response;
    return [
      finding(
        rows,
        CHECKS.retryAt,
        [refused, next],
        status === 429 ? { expected: `a request at or after ${retryAt} passes`, received: `status 429 at ${date / 1000}` } : undefined,
      ),
    ];
  });
}

function bearer({ request }: ExchangeEvent): string {
  return String(request.headers['authorization'] ?? '');
}
