/** Timestamps are whole seconds: rounded up, to the nearest, or down, each is off by less than this. */
export const GRAIN_MS = 1000;

/** A point in time that a header names, in Unix seconds, and the form in which it stood there. */
export interface Moment {
  readonly seconds: number;
  readonly form: 'seconds' | 'milliseconds' | 'from-now';
}

/** Above: milliseconds (seconds would be the year 5138). Below the other: seconds from now (seconds would be 1973). */
const MILLISECONDS_FROM = 1e11;
const SECONDS_FROM = 1e8;

/** What a number must have meant, also where the form is none that a document knows; `nowMs` by the target's clock. */
export function momentOf(value: number | undefined, nowMs: number): Moment | undefined {
  if (value === undefined) return undefined;
  if (value >= MILLISECONDS_FROM) return { seconds: value / 1000, form: 'milliseconds' };
  if (value < SECONDS_FROM) return { seconds: nowMs / 1000 + value, form: 'from-now' };
  return { seconds: value, form: 'seconds' };
}
