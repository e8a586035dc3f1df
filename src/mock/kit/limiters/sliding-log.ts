import { seconds, type LimiterKind } from '../allowance.ts';

/** Times of the admitted requests of the last period, oldest first. */
type Log = readonly number[];

/** At most `limit` admitted requests in any span of one period. */
export const slidingLog: LimiterKind<Log> = {
  admit(state, now, { limit, periodMs }) {
    const live = (state ?? []).filter((at) => at > now - periodMs);
    const allowed = live.length < limit;
    const log = allowed ? [...live, now] : live;
    const oldest = log[0] ?? now - periodMs;
    const newest = log.at(-1) ?? now - periodMs;
    return {
      state: log,
      allowance: {
        allowed,
        limit,
        remaining: limit - log.length,
        resetAt: seconds(newest + periodMs),
        retryAt: seconds(oldest + periodMs),
      },
    };
  },
};
