/** Notations of a point in time (milliseconds since the epoch); none of them is later than it. */
export const timestamps = {
  rfc3339: (milliseconds: number): string => new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z'),
  'rfc3339-milliseconds': (milliseconds: number): string => new Date(milliseconds).toISOString(),
  'unix-seconds': (milliseconds: number): number => Math.floor(milliseconds / 1000),
} as const;
