import type { Allowance, Limiter } from '../../kit/limiter.ts';
import type { Choices } from '../choices.ts';

/** One request at the door of the rate limiter; `now` in milliseconds. */
export interface Entrance {
  readonly limiter: Limiter;
  readonly key: string;
  readonly now: number;
  readonly pause: (point: string) => Promise<void>;
}

/** What the rate limit lets through, and what its headers say. */
export interface LimitPolicy {
  readonly admit: (entrance: Entrance) => Promise<Allowance>;
  readonly limitHeaders: (
    allowance: Allowance,
    answer: { readonly status: number; readonly now: number },
  ) => Readonly<Record<string, string>>;
}

export function limitPolicy(choices: Choices): LimitPolicy {
  return {
    admit: ({ limiter, key, now }) => Promise.resolve(limiter.admit(key, now)),
    limitHeaders: ({ allowed, limit, remaining, resetAt, retryAt }) => ({
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(choices.remaining === 'after' || !allowed ? remaining : Math.min(limit, remaining + 1)),
      'x-ratelimit-reset': String(resetAt),
      'x-ratelimit-retry-at': String(retryAt),
    }),
  };
}
