import type { RateLimitHeaderRow } from '../model/types.ts';
import { layoutReader } from '../judge/under-load/raw-headers.ts';
import { wholeNumberIn } from '../judge/under-load/header-sieve.ts';
import type { LoadAnswer } from './engine/load-answer.ts';

/** Ends a load before it uses up a rate limit that it may not use up. Answers why it must end, or undefined. */
export type LimitGuard = (answer: LoadAnswer) => string | undefined;

/** So much of an announced limit is left to others. */
const SPARED = 0.1;

/** @param connections so many requests may be under way when the answer comes */
export function createLimitGuard(rows: readonly RateLimitHeaderRow[], connections: number): LimitGuard {
  const layoutOf = layoutReader();
  const nameOf = (role: RateLimitHeaderRow['role']): string => rows.find((row) => row.role === role)?.name.toLowerCase() ?? '';
  const [limitName, remainingName] = [nameOf('limit'), nameOf('remaining')];
  return ({ head: { statusCode, headers } }) => {
    if (statusCode === 429) return 'a request was refused with 429, and permissions.exhaustRateLimit is not given';
    const layout = layoutOf(headers);
    const [limit, remaining] = [limitName, remainingName].map((name) => wholeNumberIn(headers[layout.at(name)] ?? ''));
    if (limit === undefined || remaining === undefined || limit < 0 || remaining < 0) return undefined;
    return remaining <= SPARED * limit + connections
      ? `${remaining} of ${limit} operations remain, and permissions.exhaustRateLimit is not given`
      : undefined;
  };
}
