import type { Build } from './simulated.ts';

/** Announces a limit and keeps to none. */
export const openDoor: Build = (limit, periodMs) => ({
  hit: (nowMs) => ({ ok: true, limit, remaining: limit - 1, fullAtMs: nowMs + periodMs, nextAtMs: nowMs + periodMs }),
  done: () => undefined,
});
