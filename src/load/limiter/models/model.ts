import type { Facts } from '../facts.ts';
import { overlap, type Span } from '../span.ts';

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

/** What a model permits for one request, which the target decides at some moment of a span. */
interface Expected {
  readonly mayPass: boolean;
  readonly mayRefuse: boolean;
  /** operations left after the request, if it passes */
  readonly left: Span;
}

/** Whatever the kind: a request passes while fewer than the limit are used. Shares of operations are rounded up or down, by room for a whole one or for any. */
export function permitted(limit: number, uses: Span): Expected {
  return {
    mayPass: uses.low < limit,
    mayRefuse: uses.high + 1 > limit,
    left: { low: Math.max(0, Math.floor(limit - uses.high - 1)), high: Math.ceil(limit - uses.low - 1) },
  };
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
  readonly limit: number;
  /** operations that count at some moment of the span: the fewest and the most */
  uses(at: Span): Span;
  record(at: Span, decided: Decided): void;
  /** when the whole allowance is back after what was recorded last, if nothing else is sent */
  fullAt(at: Span): Span;
  /** ordinal of the present window, of limiters all of whose windows end as announced at first */
  window?(): number;
}

/** Limiters of one kind that the target may have: one for each period of the span. */
export interface Hypothesis {
  readonly kind: PeriodicKind;
  /** milliseconds; a single one where the kind's period follows from what was announced */
  readonly period: Span;
  /** whether refused requests use up operations as well */
  readonly refusedCount: boolean;
  /** contradictions that the hypothesis starts with, because it is the less likely one of its kind */
  readonly handicap?: number;
  /** a model of those with a period of this span: the narrower, the less it permits */
  readonly meter: (period: Span) => Meter;
}

/** The shortest period that is thought of. */
const SHORTEST_MS = 500;

/** What all spans allow; undefined where they contradict each other. */
export function intersection(spans: readonly Span[]): Span | undefined {
  const [first, ...others] = spans;
  return others.reduce<Span | undefined>((both, span) => (both === undefined ? undefined : overlap(both, span)), first);
}

/** The periods that are left to try: those announced, and those that the refusals allow. */
export function candidatePeriods(...spans: readonly (Span | undefined)[]): readonly Span[] {
  return spans.flatMap((span) => {
    const possible = span === undefined ? undefined : overlap(span, { low: SHORTEST_MS, high: Infinity });
    return possible === undefined ? [] : [possible];
  });
}

/** Time from the first request to the first one that passed after a refusal: at least to the last refusal before it. */
export function seenPeriod({ decisions }: Facts): Span | undefined {
  const [first] = decisions;
  const refused = decisions.findIndex(({ passed }) => !passed);
  const again = decisions.findIndex(({ passed }, index) => index > refused && passed);
  const [lastRefused, firstAgain] = [decisions[again - 1], decisions[again]];
  if (first === undefined || refused < 0 || lastRefused === undefined || firstAgain === undefined) return undefined;
  return { low: lastRefused.at.low - first.at.high, high: firstAgain.at.high - first.at.low };
}
