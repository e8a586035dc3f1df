import { seconds, type LimiterKind } from '../allowance.ts';

/** Admits everything; the allowance is always full. */
export const none: LimiterKind<null> = {
  admit(_state, now, { limit }) {
    return { state: null, allowance: { allowed: true, limit, remaining: limit, resetAt: seconds(now), retryAt: seconds(now) } };
  },
};
