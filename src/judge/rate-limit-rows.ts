import type { RateLimitHeaderRow } from '../model/types.ts';

type Rows = readonly RateLimitHeaderRow[];

/** What the rows of all rate-limit headers say together: that they are there. None where there is one row only. */
export function sharedClauses(rows: Rows): readonly string[] {
  const [first, ...others] = rows;
  return others.length === 0 ? [] : (first?.clauses ?? []).filter((clause) => others.every(({ clauses }) => clauses.includes(clause)));
}

/** What a header's row says of this header alone. */
export function ownClauses(rows: Rows, role: RateLimitHeaderRow['role']): readonly string[] {
  const shared = sharedClauses(rows);
  return rows.filter((row) => row.role === role).flatMap(({ clauses }) => clauses.filter((clause) => !shared.includes(clause)));
}

/** Unix time in seconds: between 2001 and 5138. Milliseconds and seconds from now fall outside. */
const EARLIEST = 1e9;
const LATEST = 1e11;

/** Whether a header's number can be what its role says: a moment has to be one in Unix seconds. */
export function fitsRole(role: RateLimitHeaderRow['role'], value: number): boolean {
  return !isMoment(role) || (value >= EARLIEST && value < LATEST);
}

export function isMoment(role: RateLimitHeaderRow['role']): boolean {
  return role === 'reset' || role === 'retry-at';
}
