import type { Build } from './simulated.ts';

/** Times of all requests, refused ones too: who goes on asking is refused for longer. */
export const refusalLog: Build = (limit, periodMs) => {
  let stamps: number[] = [];
  return {
    hit(nowMs) {
      stamps = stamps.filter((stamp) => stamp > nowMs - periodMs);
      const ok = stamps.length < limit;
      stamps.push(nowMs);
      const next = stamps[Math.max(0, stamps.length - limit)] ?? nowMs;
      return { ok, limit, remaining: Math.max(0, limit - stamps.length), fullAtMs: nowMs + periodMs, nextAtMs: next + periodMs };
    },
    done: () => undefined,
  };
};
