import { seconds, type LimiterKind } from '../allowance.ts';

interface Counters {
  readonly start: number;
  readonly previous: number;
  readonly current: number;
}

/**
 * Two aligned windows; the previous one counts in the share of it that the last period still covers. Everything is kept
 * in request-milliseconds, so that no rounding lets a request through early.
 */
export const slidingCounter: LimiterKind<Counters> = {
  admit(state, now, { limit, periodMs }) {
    const start = now - (now % periodMs);
    const rolled = roll(state, start, periodMs);
    const load = (counters: Counters): number => counters.previous * (periodMs - (now - start)) + counters.current * periodMs;
    const allowed = load(rolled) + periodMs <= limit * periodMs;
    const after = allowed ? { ...rolled, current: rolled.current + 1 } : rolled;
    const remaining = Math.max(0, Math.floor((limit * periodMs - load(after)) / periodMs));
    return {
      state: after,
      allowance: {
        allowed,
        limit,
        remaining,
        resetAt: seconds(start + (after.current > 0 ? 2 : 1) * periodMs),
        retryAt: seconds(nextAdmission(after, (remaining + 1) * periodMs, limit * periodMs, periodMs)),
      },
    };
  },
};

function roll(state: Counters | undefined, start: number, periodMs: number): Counters {
  if (state === undefined || state.start < start - periodMs) return { start, previous: 0, current: 0 };
  return state.start === start ? state : { start, previous: state.current, current: 0 };
}

/** First time at which `room` request-milliseconds are free, in this window or in the next, where today's count fades. */
function nextAdmission({ start, previous, current }: Counters, room: number, capacity: number, periodMs: number): number {
  const free = capacity - room;
  const fades = (fading: number, fixed: number): number => Math.max(0, Math.ceil(periodMs - (free - fixed) / fading));
  if (current * periodMs <= free) return start + fades(previous, current * periodMs);
  return start + periodMs + fades(current, 0);
}
