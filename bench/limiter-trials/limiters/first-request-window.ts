import type { Build } from './simulated.ts';

/** A counter that is made by a request and forgotten one period later. */
export const firstRequestWindow: Build = (limit, periodMs) => {
  let record: { count: number; readonly expiresMs: number } | undefined;
  return {
    hit(nowMs) {
      if (record === undefined || nowMs >= record.expiresMs) record = { count: 0, expiresMs: nowMs + periodMs };
      record.count += 1;
      const ok = record.count <= limit;
      return { ok, limit, remaining: Math.max(0, limit - record.count), fullAtMs: record.expiresMs, nextAtMs: record.expiresMs };
    },
    done: () => undefined,
  };
};
