import { seconds, type LimiterKind } from '../allowance.ts';

/** What has been taken and not yet flowed back, in token-milliseconds: one token is `periodMs`, `limit` flow back a millisecond. */
interface Bucket {
  readonly missing: number;
  readonly at: number;
}

/** A bucket of `limit` tokens that fills evenly, `limit` tokens a period. */
export const tokenBucket: LimiterKind<Bucket> = {
  admit(state, now, { limit, periodMs }) {
    const before = state === undefined ? 0 : Math.max(0, state.missing - (now - state.at) * limit);
    const allowed = before + periodMs <= limit * periodMs;
    const missing = allowed ? before + periodMs : before;
    const remaining = limit - Math.ceil(missing / periodMs);
    const untilOneMore = missing - Math.max(0, limit - remaining - 1) * periodMs;
    return {
      state: { missing, at: now },
      allowance: {
        allowed,
        limit,
        remaining,
        resetAt: seconds(now + Math.ceil(missing / limit)),
        retryAt: seconds(now + Math.ceil(untilOneMore / limit)),
      },
    };
  },
};
