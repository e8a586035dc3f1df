import { performance } from 'node:perf_hooks';

/** Wakes once, at a moment; set again, it forgets the moment before. */
export interface Alarm {
  /** @param atMs by performance.now() */
  set(atMs: number): void;
  clear(): void;
}

/** A timer of Node comes up to a millisecond late. */
const GRAIN_MS = 1;

/** @param isExact the last millisecond is waited for awake, at the cost of as much processor time; never wakes early then */
export function createAlarm(wake: () => void, isExact: boolean): Alarm {
  let timer: NodeJS.Timeout | undefined;
  let turn: NodeJS.Immediate | undefined;

  function awake(atMs: number): void {
    if (performance.now() >= atMs) return wake();
    turn = setImmediate(awake, atMs);
  }

  function clear(): void {
    clearTimeout(timer);
    clearImmediate(turn);
  }

  return {
    clear,
    set: (atMs) => {
      clear();
      const waitMs = atMs - performance.now();
      if (!isExact) timer = setTimeout(wake, Math.max(GRAIN_MS, waitMs));
      else if (waitMs > 2 * GRAIN_MS) timer = setTimeout(awake, waitMs - GRAIN_MS, atMs);
      else turn = setImmediate(awake, atMs);
    },
  };
}
