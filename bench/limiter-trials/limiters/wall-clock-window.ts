import type { Build } from './simulated.ts';

/** A counter under the key 'number of the window', as INCR with EXPIRE keeps it. */
export const wallClockWindow: Build = (limit, periodMs) => {
  const counters = new Map<number, number>();
  return {
    hit(nowMs) {
      const slot = Math.floor(nowMs / periodMs);
      const seen = counters.get(slot) ?? 0;
      const ok = seen < limit;
      if (ok) counters.set(slot, seen + 1);
      const endMs = (slot + 1) * periodMs;
      return { ok, limit, remaining: ok ? limit - seen - 1 : 0, fullAtMs: endMs, nextAtMs: endMs };
    },
    done: () => undefined,
  };
};
