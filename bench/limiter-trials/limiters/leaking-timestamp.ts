import type { Build } from './simulated.ts';

/** A share of an operation that is nothing but the rounding of numbers. */
const NEARLY = 1e-4;

/** GCRA: one timestamp, the theoretical arrival time, says how full the bucket is. */
export const leakingTimestamp: Build = (limit, periodMs) => {
  const emissionMs = periodMs / limit;
  let tat = -Infinity;
  const left = (nowMs: number): number => Math.max(0, Math.floor((periodMs - Math.max(0, tat - nowMs)) / emissionMs + NEARLY));
  return {
    hit(nowMs) {
      const ok = left(nowMs) >= 1;
      if (ok) tat = Math.max(tat, nowMs) + emissionMs;
      const remaining = left(nowMs);
      const nextAtMs = remaining >= limit ? nowMs : tat - periodMs + (remaining + 1) * emissionMs;
      return { ok, limit, remaining, fullAtMs: Math.max(nowMs, tat), nextAtMs };
    },
    done: () => undefined,
  };
};
