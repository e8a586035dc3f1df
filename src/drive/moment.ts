import { momentOf } from '../model/moment.ts';
import type { Until } from '../model/types.ts';
import { lengthOf } from '../profile/duration.ts';

/** A clock is not turned further: seconds mistaken for milliseconds lead into another age. */
const LONGEST_MS = 10 * 365 * 86_400_000;

/**
 * The ISO 8601 duration from `now` to the share of the way to an end, and so many seconds after it (before it where negative). The end is a
 * moment in any notation, or a duration from now on. Undefined where it is neither, has passed, or is more than ten years away.
 */
export function durationUntil(until: Until, end: unknown, now: string): string | undefined {
  const { share = 1, seconds = 0 } = until;
  const whole = until.duration === undefined ? (momentOf(end) ?? NaN) - Date.parse(now) : lengthOf(end);
  const length = whole * share + seconds * 1000;
  return length >= 0 && length <= LONGEST_MS ? `PT${Math.round(length) / 1000}S` : undefined;
}
