const pattern =
  /^P(?=\d|T\d)(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?=\d)(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const unitsMs = [604_800_000, 86_400_000, 3_600_000, 60_000, 1000];

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
