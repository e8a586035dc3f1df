import type { Build } from './simulated.ts';
import { wallClockWindow } from './wall-clock-window.ts';

/** Windows that follow each other from some moment that nobody knows, such as the start of the process. */
const SINCE_MS = 1700;

export const offsetWindow: Build = (limit, periodMs) => {
  const inner = wallClockWindow(limit, periodMs);
  return {
    ...inner,
    hit(nowMs) {
      const ruling = inner.hit(nowMs - SINCE_MS);
      return { ...ruling, fullAtMs: ruling.fullAtMs + SINCE_MS, nextAtMs: ruling.nextAtMs + SINCE_MS };
    },
  };
};
