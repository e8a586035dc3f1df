/** One answer of a rate limit, as plots show it. */
export interface TimelinePoint {
  /** milliseconds since the first request */
  readonly atMs: number;
  /** 429, another status, or undefined where no answer came */
  readonly status: number | undefined;
  readonly remaining: number | undefined;
  readonly limit: number | undefined;
  /** milliseconds since the first request, on the harness's clock */
  readonly resetMs: number | undefined;
}

/** A rate limit over the time of a probe: what remained, the limit, refusals, and the resets that were announced. */
export interface Timeline {
  readonly points: readonly TimelinePoint[];
  readonly durationMs: number;
  /** highest number that is drawn */
  readonly most: number;
}

export function timelineOf(points: readonly TimelinePoint[]): Timeline {
  const numbers = points.flatMap(({ remaining, limit }) => [remaining ?? 0, limit ?? 0]);
  return {
    points,
    durationMs: Math.max(1, ...points.map(({ atMs }) => atMs)),
    most: Math.max(1, ...numbers),
  };
}

/** The announced resets that lie within the time shown, each once. */
export function resetsWithin({ points, durationMs }: Timeline): readonly number[] {
  const within = points.flatMap(({ resetMs }) =>
    resetMs === undefined || resetMs < 0 || resetMs > durationMs ? [] : [Math.round(resetMs / 100) * 100],
  );
  return [...new Set(within)].toSorted((a, b) => a - b);
}
