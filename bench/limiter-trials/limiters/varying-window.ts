import { firstRequestWindow } from './first-request-window.ts';
import type { Build, Ruling } from './simulated.ts';

/** Each window is longer than the one before, by up to a half, so that not all clients come back at once. */
const LONGER = [1, 1.3, 1.1, 1.5, 1.2];

export const varyingWindow: Build = (limit, periodMs) => {
  let window = 0;
  let inner = firstRequestWindow(limit, periodMs);
  let last: Ruling | undefined;
  return {
    hit(nowMs) {
      if (last !== undefined && nowMs >= last.fullAtMs) {
        window += 1;
        inner = firstRequestWindow(limit, periodMs * (LONGER[window % LONGER.length] ?? 1));
      }
      last = inner.hit(nowMs);
      return last;
    },
    done: () => undefined,
  };
};
