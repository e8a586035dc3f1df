import type { RateLimitHeaderRow } from '../model/types.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { exchangesWith } from './evidence.ts';
import type { JudgeInput, Check, Finding, Judge } from './finding.ts';
import { fitsRole, isMoment, ownClauses, sharedClauses } from './rate-limit-rows.ts';

type Rows = readonly RateLimitHeaderRow[];

/** The rate-limit headers are there, single, and numbers on every answer on which the document promises them. */
export const rateLimitHeaderJudge: Judge = {
  topic: 'rate-limit-headers',
  checks: ({ limits: { rateLimitHeaders: rows = [] } }) => rows.flatMap((row) => checksOf(rows, row)),
  judge: (input) => {
    const { rateLimitHeaders: rows = [] } = input.spec.limits;
    return { findings: rows.flatMap((row) => judgeHeader(rows, row, promised(input, row))) };
  },
};

function promised({ evidence, spec }: JudgeInput, { on }: RateLimitHeaderRow): readonly ExchangeEvent[] {
  return exchangesWith(evidence, spec.name).filter(
    ({ response }) => response !== undefined && (on === 'every-response' || response.status === 429),
  );
}

function checksOf(rows: Rows, row: RateLimitHeaderRow): readonly Check[] {
  const [presence, form] = [presenceCheck(rows, row), formCheck(rows, row)];
  return presence.id === form.id ? [form] : [presence, form];
}

/** That a header is there at all is what the rows say together, where they do. */
function presenceCheck(rows: Rows, row: RateLimitHeaderRow): Check {
  const shared = sharedClauses(rows);
  return shared.length === 0 ? formCheck(rows, row) : { id: `header/${row.name.toLowerCase()}/present`, clauses: shared };
}

/** What stands in a header is for its own row alone. */
function formCheck(rows: Rows, row: RateLimitHeaderRow): Check {
  const own = ownClauses(rows, row.role);
  return { id: `header/${row.name.toLowerCase()}`, clauses: own.length === 0 ? row.clauses : own };
}

function judgeHeader(rows: Rows, row: RateLimitHeaderRow, exchanges: readonly ExchangeEvent[]): readonly Finding[] {
  const name = row.name.toLowerCase();
  const [presence, form] = [presenceCheck(rows, row), formCheck(rows, row)];
  return exchanges.flatMap(({ seq, response }) => {
    const value = response?.headers[name];
    if (value === undefined) return [finding(presence, seq, { expected: `header ${row.name}`, received: 'absent' })];
    const found = finding(form, seq, contradiction(row, value));
    return presence.id === form.id ? [found] : [finding(presence, seq, undefined), found];
  });
}

function finding({ id, clauses }: Check, seq: number, wrong: Contradiction | undefined): Finding {
  if (wrong === undefined) return { check: id, clauses, verdict: 'pass', basis: 'documented', exchanges: [seq] };
  return { check: id, clauses, verdict: 'fail', basis: 'documented', exchanges: [seq], blame: 'target', ...wrong };
}

interface Contradiction {
  readonly expected: string;
  readonly received: string;
}

function contradiction({ name, role }: RateLimitHeaderRow, value: string | string[]): Contradiction | undefined {
  if (typeof value !== 'string') return { expected: `one header ${name}`, received: `${value.length}: ${value.join(', ')}` };
  // How exact a moment is, is not shown.
  if (isMoment(role)) {
    const isRight = /^[0-9]+(?:\.[0-9]+)?$/.test(value) && fitsRole(role, Number(value));
    return isRight ? undefined : { expected: `${name} is a Unix timestamp in seconds`, received: value };
  }
  return /^[0-9]+$/.test(value) ? undefined : { expected: `${name} is a whole number`, received: value };
}
