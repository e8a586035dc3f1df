/** Numbers above this are milliseconds since the epoch: as seconds they would lie beyond the year 5138. */
const LATEST_SECOND = 1e11;

/** Milliseconds since the epoch of a timestamp in any notation that says which moment it means; undefined for others. */
export function momentOf(timestamp: unknown): number | undefined {
  const isNumber = typeof timestamp === 'number' || (typeof timestamp === 'string' && /^\d{10,13}(\.\d+)?$/.test(timestamp));
  const text = typeof timestamp === 'string' ? extendedIso(timestamp) : '';
  const hasZone = /(Z|GMT|UTC|UT|[+-]\d{2}:?\d{2})$/i.test(text);
  const number = isNumber ? Number(timestamp) : hasZone ? Date.parse(text) : NaN;
  const milliseconds = hasZone || number >= LATEST_SECOND ? number : number * 1000;
  return milliseconds > 0 && milliseconds < LATEST_SECOND * 1000 ? milliseconds : undefined;
}

/** ISO 8601 without separators, with a comma or with an offset in hours, as a date is read; other texts as they are. */
export function extendedIso(text: string): string {
  const [, date, month, day, hours, minutes, seconds, fraction = '0', zone = ''] = ISO_8601.exec(text) ?? [];
  return date === undefined
    ? text
    : `${date}-${month}-${day}T${hours}:${minutes}:${seconds}.${fraction}${/^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone}`;
}

const ISO_8601 = /^(\d{4})-?(\d{2})-?(\d{2})T(\d{2}):?(\d{2}):?(\d{2})(?:[.,](\d{1,9}))?(Z|[+-]\d{2}(?::?\d{2})?)$/i;
