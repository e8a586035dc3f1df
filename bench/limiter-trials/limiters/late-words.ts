import { requestLog } from './request-log.ts';
import type { Build } from './simulated.ts';

const LATE_MS = 1000;

/** Says a second more than it takes, to be on the safe side. */
export const lateWords: Build = (limit, periodMs) => {
  const inner = requestLog(limit, periodMs);
  return {
    ...inner,
    hit(nowMs) {
      const ruling = inner.hit(nowMs);
      return { ...ruling, fullAtMs: ruling.fullAtMs + LATE_MS };
    },
  };
};
