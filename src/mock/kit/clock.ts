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

const pattern =
  /^P(?=\d|T\d)(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?=\d)(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
export const dayMs = 86_400_000;

const unitsMs = [7 * dayMs, dayMs, 3_600_000, 60_000, 1000];

/**
 * An ISO 8601 duration of weeks to milliseconds (`P1DT2H3M4.5S`) as milliseconds, rounded; undefined where the text is
 * no such duration. Years and months have no fixed length and are not taken.
 */
export function parseDuration(text: string): number | undefined {
  const parts = pattern.exec(text);
  if (parts === null) return undefined;
  return Math.round(unitsMs.reduce((sum, unit, index) => sum + Number(parts[index + 1] ?? 0) * unit, 0));
}

/** The same; undefined also beyond ten thousand days, so that every moment that follows from it has a date. */
export function parseSpan(text: string): number | undefined {
  const milliseconds = parseDuration(text) ?? Infinity;
  return milliseconds <= 864_000_000_000 ? milliseconds : undefined;
}
