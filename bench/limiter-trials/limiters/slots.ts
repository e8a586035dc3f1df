import type { Build } from './simulated.ts';

/** So many at the same time; who comes too many is sent away at once. */
export const slots: Build = (limit) => {
  let busy = 0;
  return {
    hit(nowMs) {
      const ok = busy < limit;
      if (ok) busy += 1;
      return { ok, limit: ok ? limit : 0, remaining: ok ? limit - busy : 0, fullAtMs: nowMs + 1000, nextAtMs: nowMs + 1000 };
    },
    done() {
      busy = Math.max(0, busy - 1);
    },
  };
};
