import { setMaxListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as after } from 'node:timers/promises';

/** The harness's own time; tests have one that passes at once. */
export interface Timer {
  /** milliseconds since the epoch; never goes back */
  readonly now: () => number;
  /** resolves after so many milliseconds, or as soon as the signal aborts */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The same in every thread of the process, whatever happens to the wall clock meanwhile. */
export const systemTimer: Timer = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: async (milliseconds, signal) => {
    if (signal.aborted) return;
    // As many as are sent at the same time wait for their turn: to Node that looks like a leak, of which it tells on standard error.
    setMaxListeners(0, signal);
    try {
      // It holds the process by itself: while a turn is waited for, there may be nothing else that does.
      await after(milliseconds, undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  },
};
