import type { Build } from './simulated.ts';

const STEPS = 5;

/** A bucket that is filled by a fifth at a time, as by a job that runs now and then. */
export const steppedBucket: Build = (limit, periodMs) => {
  const stepMs = periodMs / STEPS;
  const each = limit / STEPS;
  let held = limit;
  let filledMs: number | undefined;
  return {
    hit(nowMs) {
      filledMs ??= nowMs;
      const steps = Math.floor((nowMs - filledMs) / stepMs);
      held = Math.min(limit, held + steps * each);
      filledMs += steps * stepMs;
      const ok = held >= 1;
      if (ok) held -= 1;
      const remaining = Math.floor(held);
      const backMs = (missing: number): number => (missing <= 0 ? nowMs : filledAfter(missing));
      return { ok, limit, remaining, fullAtMs: backMs(limit - held), nextAtMs: backMs(Math.min(limit, remaining + 1) - held) };
    },
    done: () => undefined,
  };

  function filledAfter(missing: number): number {
    return (filledMs ?? 0) + Math.ceil(missing / each) * stepMs;
  }
};
