/** The kinds of limiter that a probe tells apart. */
export type LimiterKind =
  | 'fixed-aligned'
  | 'fixed-first'
  | 'sliding-log'
  | 'sliding-counter'
  | 'token-bucket'
  | 'concurrency'
  | 'none'
  | 'unknown';

/** Kinds whose allowance comes back with time: those that a model replays. */
export type PeriodicKind = Exclude<LimiterKind, 'concurrency' | 'none' | 'unknown'>;
