/** The deployment's clock, in milliseconds since the epoch. */
export interface Clock {
  readonly kind: 'real' | 'virtual';
  now(): number;
}

/** A clock that stands still until it is turned. */
export interface VirtualClock extends Clock {
  readonly kind: 'virtual';
  /** turns the clock forward by so many milliseconds */
  advance(milliseconds: number): void;
}

/** The machine's own clock; it cannot be turned. */
export function createRealClock(): Clock {
  return { kind: 'real', now: () => Date.now() };
}

const defaultStart = Date.UTC(2026, 0, 1);

/** A clock that stands at `start` (milliseconds since the epoch, the beginning of 2026 unless told) until it is turned. */
export function createVirtualClock(start: number = defaultStart): VirtualClock {
  let time = start;
  return {
    kind: 'virtual',
    now: () => time,
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}

/** Whether the clock can be turned. */
export function canAdvance(clock: Clock): clock is VirtualClock {
  return clock.kind === 'virtual';
}
