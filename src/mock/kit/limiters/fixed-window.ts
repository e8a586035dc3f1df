import { seconds, type LimiterKind, type LimiterMeasure } from '../allowance.ts';

interface Window {
  readonly start: number;
  readonly used: number;
}

function fixedWindow(startOf: (now: number, measure: LimiterMeasure) => number): LimiterKind<Window> {
  return {
    admit(state, now, measure) {
      const { limit, periodMs } = measure;
      const live = state !== undefined && now < state.start + periodMs ? state : { start: startOf(now, measure), used: 0 };
      const allowed = live.used < limit;
      const used = allowed ? live.used + 1 : live.used;
      const end = seconds(live.start + periodMs);
      return { state: { start: live.start, used }, allowance: { allowed, limit, remaining: limit - used, resetAt: end, retryAt: end } };
    },
  };
}

/** Windows that begin at multiples of the period since the epoch, the same for every key. */
export const fixedAligned: LimiterKind<Window> = fixedWindow((now, { periodMs }) => now - (now % periodMs));

/** Windows that begin with the first request of a key after its last window has ended. */
export const fixedFirst: LimiterKind<Window> = fixedWindow((now) => now);
