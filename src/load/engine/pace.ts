/** When requests are due, in milliseconds from the start: evenly, whatever the answers do (an open model). */
export interface Pace {
  /** how many are due by this moment */
  dueBy(ms: number): number;
  /** when the one with this number, from 0, is due */
  dueAt(index: number): number;
  /** in all */
  readonly total: number;
}

/** @param perSecond above 0 */
export function evenPace(perSecond: number, durationMs: number, most = Infinity): Pace {
  const interval = 1000 / perSecond;
  const total = Math.min(most, Math.ceil((durationMs / interval) * (1 - Number.EPSILON)));
  return {
    total,
    dueAt: (index) => index * interval,
    dueBy: (ms) => (ms < 0 ? 0 : Math.min(total, Math.floor(ms / interval) + 1)),
  };
}
