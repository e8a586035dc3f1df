import { hrtime } from 'node:process';

/** An answer as the documents have it: one page of groups, with all rate-limit headers. */
export const ANSWER_TEXT = JSON.stringify({
  list: ['everyone', 'operators', 'owners'].map((name, index) => ({
    id: `5d0ac0f4-83a1-4c1b-9a57-0c0f2b6e1d4${index}`,
    name,
    roles: ['end_user'],
    deleted_at: null,
  })),
});

export const ANSWER_HEADERS: readonly (readonly [string, string])[] = [
  ['Content-Type', 'application/json'],
  ['X-RateLimit-Limit', '1000000'],
  ['X-RateLimit-Remaining', '999999'],
  ['X-RateLimit-Reset', '4000000000'],
  ['X-RateLimit-Retry-At', '4000000000'],
];

/** When the server answered, by clockMs: what the answer of a server that takes its time says besides. */
export const ANSWERED_AT = 'X-Answered-At';

/** The machine's clock that is never set, which all processes share (CLOCK_MONOTONIC). Milliseconds. */
export function clockMs(): number {
  return Number(hrtime.bigint()) / 1e6;
}
