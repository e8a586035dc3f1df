/** A clock is not turned further: seconds mistaken for milliseconds lead into another age. */
const LONGEST_MS = 10 * 365 * 86_400_000;

/**
 * The ISO 8601 duration from `now` to so many seconds after a moment (before it where negative). The moment is written in ISO 8601 or
 * as Unix time in seconds. Undefined where it is neither, has passed, or is more than ten years away.
 */
export function durationUntil(moment: unknown, seconds: number, now: string): string | undefined {
  const milliseconds = momentOf(moment) + seconds * 1000 - Date.parse(now);
  return milliseconds >= 0 && milliseconds <= LONGEST_MS ? `PT${milliseconds / 1000}S` : undefined;
}

function momentOf(moment: unknown): number {
  const text = String(moment);
  return /^[0-9]+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
}
