/** What a simulated limiter answers: milliseconds on its own clock, not rounded. */
export interface Ruling {
  readonly ok: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly fullAtMs: number;
  readonly nextAtMs: number;
}

/** A limiter as deployments have it, over one key. */
export interface Simulated {
  /** decides one request */
  hit(nowMs: number): Ruling;
  /** a request that was let in is over */
  done(): void;
}

export type Build = (limit: number, periodMs: number) => Simulated;
