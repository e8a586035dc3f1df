/** A clock that can be turned forward. */
export interface Clock {
  /** milliseconds since the epoch */
  readonly now: () => number;
  readonly advance: (ms: number) => void;
}

export function turnableClock(): Clock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    advance: (ms) => {
      ahead += ms;
    },
  };
}

const UNITS: Readonly<Record<string, number>> = { D: 86_400_000, H: 3_600_000, M: 60_000, S: 1000 };

/** Milliseconds of an ISO 8601 duration from days to seconds. */
export function durationMs(text: string): number {
  return [...text.matchAll(/(\d+(?:\.\d+)?)([DHMS])/g)].reduce(
    (sum, [, amount = '0', unit = '']) => sum + Number(amount) * (UNITS[unit] ?? 0),
    0,
  );
}
