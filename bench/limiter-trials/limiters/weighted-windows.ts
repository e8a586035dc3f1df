import type { Build } from './simulated.ts';

/** Two counters of clock windows; the older one weighs as much as it still reaches into the last period. */
export const weightedWindows: Build = (limit, periodMs) => {
  const counters = new Map<number, number>();
  const at = (slot: number): number => counters.get(slot) ?? 0;
  const rate = (nowMs: number): number => {
    const slot = Math.floor(nowMs / periodMs);
    const gone = (nowMs - slot * periodMs) / periodMs;
    return at(slot - 1) * (1 - gone) + at(slot);
  };

  /** The first moment from which on one more request fits. */
  function nextFit(nowMs: number): number {
    const slot = Math.floor(nowMs / periodMs);
    const startMs = slot * periodMs;
    const room = limit - 1 - at(slot);
    if (room >= 0) {
      const before = at(slot - 1);
      const gone = before === 0 ? 0 : 1 - room / before;
      if (gone <= 1) return Math.max(nowMs, startMs + gone * periodMs);
    }
    const gone = at(slot) === 0 ? 0 : 1 - (limit - 1) / at(slot);
    return startMs + periodMs + Math.max(0, gone) * periodMs;
  }

  return {
    hit(nowMs) {
      const slot = Math.floor(nowMs / periodMs);
      const ok = rate(nowMs) + 1 <= limit + 1e-9;
      if (ok) counters.set(slot, at(slot) + 1);
      return {
        ok,
        limit,
        remaining: Math.max(0, Math.floor(limit - rate(nowMs) + 1e-9)),
        fullAtMs: (at(slot) > 0 ? slot + 2 : slot + 1) * periodMs,
        nextAtMs: nextFit(nowMs),
      };
    },
    done: () => undefined,
  };
};
