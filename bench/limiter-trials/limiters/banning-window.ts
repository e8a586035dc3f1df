import { firstRequestWindow } from './first-request-window.ts';
import type { Build } from './simulated.ts';

/** Who asks for too much is sent away for a period, and for another one if he asks meanwhile. */
export const banningWindow: Build = (limit, periodMs) => {
  let inner = firstRequestWindow(limit, periodMs);
  let banned = -Infinity;
  return {
    hit(nowMs) {
      const ruling = nowMs < banned ? undefined : inner.hit(nowMs);
      if (ruling?.ok === true) return ruling;
      banned = nowMs + periodMs;
      inner = firstRequestWindow(limit, periodMs);
      return { ok: false, limit, remaining: 0, fullAtMs: banned, nextAtMs: banned };
    },
    done: () => undefined,
  };
};
