const DURATION = /^P(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Milliseconds of an ISO 8601 duration from days to fractions of a second. Throws RangeError with an example. */
export function milliseconds(duration: string): number {
  const match = DURATION.exec(duration);
  const parts = match?.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
  if (parts === undefined || parts.every((part) => part === undefined)) {
    throw new RangeError(`expected an ISO 8601 duration such as PT10M or PT1.5S, found '${duration}'`);
  }
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts;
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}

/** The same of anything; NaN where it is no such duration. */
export function lengthOf(duration: unknown): number {
  try {
    return milliseconds(String(duration));
  } catch (error) {
    if (error instanceof RangeError) return Number.NaN;
    throw error;
  }
}
