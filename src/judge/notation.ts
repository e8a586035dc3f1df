import type { Declaration } from '../model/types.ts';

export type Notation = NonNullable<Declaration['notation']>[number];

/** Numbers from here on are milliseconds since the epoch: as seconds they would lie beyond the year 5138. */
const FIRST_MILLISECOND = 1e11;

const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;
/** RFC 9110, section 5.6.7, the preferred form. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** How a timestamp is written; undefined for anything else. */
export function notationOf(value: unknown): Notation | undefined {
  if (typeof value === 'number' && value <= 0) return undefined;
  if (typeof value === 'number') return value >= FIRST_MILLISECOND ? 'unix-milliseconds' : 'unix-seconds';
  if (typeof value !== 'string') return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return notationOf(Number(value));
  if (RFC_3339.test(value)) return 'rfc3339';
  return HTTP_DATE.test(value) ? 'http-date' : undefined;
}
