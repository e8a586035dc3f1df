import type { Span } from '../span.ts';

/** What a model permits for one request, which the target decides at some moment of a span. */
export interface Expected {
  readonly mayPass: boolean;
  readonly mayRefuse: boolean;
  /** operations left after the request, if it passes */
  readonly left: Span;
}

/** What came of a request. */
export interface Decided {
  readonly passed: boolean;
  /** whether it used up an operation */
  readonly counts: boolean;
  /** operations left after it, where the answer said so */
  readonly left: number | undefined;
  /** the reset that the answer announced, where it did: milliseconds on the target's clock */
  readonly announced: number | undefined;
}

/**
 * A model of a limiter over one key, fed with what the target really decided: so one contradiction does not bring others
 * about. All times are spans of milliseconds on the harness's clock, since neither the moment of a decision nor the target's clock
 * is known exactly.
 */
export interface Meter {
  expect(at: Span): Expected;
  record(at: Span, decided: Decided): void;
  /** when the whole allowance is back after what was recorded last, if nothing else is sent */
  fullAt(at: Span): Span;
  /** ordinal of the present window, of limiters all of whose windows end as announced at first */
  window?(): number;
}
