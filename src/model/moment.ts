/** Numbers above this are milliseconds since the epoch: as seconds they would lie beyond the year 5138. */
const LATEST_SECOND = 1e11;

/** Milliseconds since the epoch of a timestamp in any notation that says which moment it means; undefined for others. */
export function momentOf(timestamp: unknown): number | undefined {
  const isNumber = typeof timestamp === 'number' || (typeof timestamp === 'string' && /^\d{10,13}(\.\d+)?$/.test(timestamp));
  const hasZone = typeof timestamp === 'string' && /(Z|GMT|[+-]\d{2}:?\d{2})$/i.test(timestamp);
  const number = isNumber ? Number(timestamp) : hasZone ? Date.parse(timestamp) : NaN;
  const milliseconds = hasZone || number >= LATEST_SECOND ? number : number * 1000;
  return milliseconds > 0 && milliseconds < LATEST_SECOND * 1000 ? milliseconds : undefined;
}
