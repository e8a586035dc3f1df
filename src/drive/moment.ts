/**
 * The ISO 8601 duration from `now` to so many seconds after a moment (before it where negative). The moment is written in ISO 8601 or
 * as Unix time in seconds. Undefined where it is neither, or has passed.
 */
export function durationUntil(moment: unknown, seconds: number, now: string): string | undefined {
  const milliseconds = momentOf(moment) + seconds * 1000 - Date.parse(now);
  return milliseconds >= 0 ? `PT${milliseconds / 1000}S` : undefined;
}

function momentOf(moment: unknown): number {
  const text = String(moment);
  return /^[0-9]+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
}
