/**
 * What a limiter says of one request, in the words of the rate-limit headers. Times are whole Unix seconds, rounded up,
 * so that a client that waits until then is never early.
 */
export interface Allowance {
  readonly allowed: boolean;
  /** operations permitted in a period, or at the same time */
  readonly limit: number;
  /** operations left, after this one */
  readonly remaining: number;
  /** when the allowance is full again, if nothing else is sent */
  readonly resetAt: number;
  /** when the allowance next grows; a refused request sent then is admitted, if nothing else is sent */
  readonly retryAt: number;
}

/** Limit and period of a limiter; the period in milliseconds. */
export interface LimiterMeasure {
  readonly limit: number;
  readonly periodMs: number;
}

/**
 * One kind of limiter as pure functions over the state of one key. `now` in milliseconds. `state` is undefined for a key
 * that was never seen. Refused requests are not counted.
 */
export interface LimiterKind<State> {
  readonly admit: (
    state: State | undefined,
    now: number,
    measure: LimiterMeasure,
  ) => { readonly state: State; readonly allowance: Allowance };
  /** an admitted request is over; only kinds that count what is in flight have it */
  readonly release?: (state: State) => State;
}

/** Milliseconds to whole seconds, rounded up. */
export function seconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}
