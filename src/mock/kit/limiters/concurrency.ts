import { seconds, type LimiterKind } from '../allowance.ts';

/** At most `limit` requests in flight. When one ends cannot be foreseen: the times are a period from now. */
export const concurrency: LimiterKind<number> = {
  admit(state, now, { limit, periodMs }) {
    const busy = state ?? 0;
    const allowed = busy < limit;
    const after = allowed ? busy + 1 : busy;
    const soon = seconds(now + periodMs);
    return { state: after, allowance: { allowed, limit, remaining: limit - after, resetAt: soon, retryAt: soon } };
  },
  release: (state) => Math.max(0, state - 1),
};
