import type { RateLimitHeaderRow } from '../spec/types.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { exchangesWith } from './evidence.ts';
import type { Bench, Check, Finding, Judge } from './finding.ts';

/** The rate-limit headers are there, single, and integers on every answer on which the document promises them. */
export const rateLimitHeaderJudge: Judge = {
  topic: 'rate-limit-headers',
  checks: ({ limits }) =>
    (limits.rateLimitHeaders ?? []).map((row): Check => ({ id: `header/${row.name.toLowerCase()}`, clauses: row.clauses })),
  judge: (bench) => ({
    findings: (bench.spec.limits.rateLimitHeaders ?? []).flatMap((row) =>
      promised(bench, row).map((exchange) => judgeHeader(row, exchange)),
    ),
  }),
};

function promised({ evidence, spec }: Bench, { on }: RateLimitHeaderRow): readonly ExchangeEvent[] {
  return exchangesWith(evidence, spec.name).filter(
    ({ response }) => response !== undefined && (on === 'every-response' || response.status === 429),
  );
}

function judgeHeader(row: RateLimitHeaderRow, { seq, response }: ExchangeEvent): Finding {
  const value = response?.headers[row.name.toLowerCase()];
  const base = { check: `header/${row.name.toLowerCase()}`, clauses: row.clauses, exchanges: [seq], basis: 'documented' as const };
  const wrong = contradiction(row, value);
  return wrong === undefined ? { ...base, verdict: 'pass' } : { ...base, verdict: 'fail', blame: 'target', ...wrong };
}

/** Unix time in seconds: between 2001 and 5138. Milliseconds and deltas fall outside. */
const EARLIEST = 1e9;
const LATEST = 1e11;

function contradiction(
  { name, role }: RateLimitHeaderRow,
  value: string | string[] | undefined,
): { expected: string; received: string } | undefined {
  if (value === undefined) return { expected: `header ${name}`, received: 'absent' };
  if (typeof value !== 'string') return { expected: `one header ${name}`, received: `${value.length}: ${value.join(', ')}` };
  if (!/^[0-9]+$/.test(value)) return { expected: `${name} is a whole number`, received: value };
  const number = Number(value);
  if ((role === 'reset' || role === 'retry-at') && (number < EARLIEST || number >= LATEST))
    return { expected: `${name} is a Unix timestamp in seconds`, received: value };
  return undefined;
}
