import type { Build } from './simulated.ts';

/** GCRA: one timestamp, the theoretical arrival time, says how full the bucket is. */
export const leakingTimestamp: Build = (limit, periodMs) => {
  const emissionMs = periodMs / limit;
  let tat = -Infinity;
  return {
    hit(nowMs) {
      const from = Math.max(tat, nowMs);
      const newTat = from + emissionMs;
      const ok = newTat - nowMs <= periodMs + 1e-6;
      if (ok) tat = newTat;
      const usedMs = Math.max(0, tat - nowMs);
      const remaining = Math.max(0, Math.floor((periodMs - usedMs) / emissionMs + 1e-4));
      const nextAtMs = remaining >= limit ? nowMs : tat - periodMs + (remaining + 1) * emissionMs;
      return { ok, limit, remaining, fullAtMs: Math.max(nowMs, tat), nextAtMs };
    },
    done: () => undefined,
  };
};
