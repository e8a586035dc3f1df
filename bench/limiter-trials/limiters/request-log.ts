import type { Build } from './simulated.ts';

/** Times of the accepted requests in a sorted set, from which those older than a period are removed first. */
export const requestLog: Build = (limit, periodMs) => {
  let stamps: number[] = [];
  return {
    hit(nowMs) {
      stamps = stamps.filter((stamp) => stamp > nowMs - periodMs);
      const ok = stamps.length < limit;
      if (ok) stamps.push(nowMs);
      return {
        ok,
        limit,
        remaining: limit - stamps.length,
        fullAtMs: (stamps.at(-1) ?? nowMs - periodMs) + periodMs,
        nextAtMs: (stamps[0] ?? nowMs - periodMs) + periodMs,
      };
    },
    done: () => undefined,
  };
};
