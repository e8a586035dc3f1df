import type { Facts } from '../facts.ts';
import { onOurClock } from '../clock.ts';
import { candidatePeriods, type Hypothesis, intersection, type Meter } from './model.ts';
import { overlap, type Span } from '../span.ts';

interface TokenBucket {
  /** operations that a full bucket holds */
  readonly limit: number;
  /** time in which an empty bucket fills up */
  readonly period: Span;
  readonly used: number;
}

/** What the bucket held before the decision at some moment of a span. What follows is counted from there, so that no error adds up. */
interface Base {
  readonly tokens: Span;
  readonly at: Span;
}

/** Whether a token is whole is up to rounding, here and there. */
const EPSILON = 0.01;
/** After this time the rate is known less well than what the next answer tells. */
const REBASE_MS = 500;

/** A bucket that fills up steadily, and gives one operation for each whole token (GCRA is the same seen through one timestamp). */
export function tokenBucketMeter({ limit, period, used }: TokenBucket): Meter {
  const start = { low: Math.max(0, limit - used), high: Math.min(limit, limit - used + (used > 0 ? 1 : 0)) };
  let base: Base | undefined;
  let taken = 0;
  let last: Span | undefined;

  /** What was added since the base. */
  function refill({ low, high }: Span): Span {
    if (base === undefined) return { low: 0, high: 0 };
    return {
      low: (limit / period.high) * Math.max(0, low - base.at.high),
      high: (limit / period.low) * Math.max(0, high - base.at.low),
    };
  }

  function held(at: Span): Span {
    const { tokens } = base ?? { tokens: start };
    const added = refill(at);
    return { low: Math.min(limit, tokens.low - taken + added.low), high: Math.min(limit, tokens.high - taken + added.high) };
  }

  function rebase(tokens: Span, at: Span): void {
    base = { tokens: { low: Math.max(0, tokens.low), high: Math.max(0, tokens.high) }, at };
    taken = 0;
  }

  return {
    limit,
    uses(at) {
      const now = held(at);
      return { low: limit - Math.floor(now.high + EPSILON), high: limit - Math.floor(now.low - EPSILON) };
    },
    record(at, { passed, counts, left }) {
      const now = held(at);
      const isFull = base !== undefined && base.tokens.high - taken + refill(at).high > limit;
      if (base === undefined || isFull || at.low - base.at.high > REBASE_MS) rebase(now, at);
      const uses = passed && counts ? 1 : 0;
      const known = passed
        ? left === undefined
          ? undefined
          : { low: left + uses, high: Math.min(limit, left + uses + 1) }
        : { low: 0, high: 1 };
      if (known !== undefined && base !== undefined) {
        const added = refill(at);
        // Of requests at the same time, between which a token may come, the order is not certain.
        const slack = last !== undefined && at.low < last.high ? 1 + added.high - added.low : EPSILON;
        const told = { low: known.low + taken - added.high - slack, high: known.high + taken - added.low + slack };
        const both = overlap(base.tokens, told);
        if (both === undefined) rebase(known, at);
        else base = { ...base, tokens: both };
      }
      taken += uses;
      last = at;
    },
    fullAt(at) {
      const now = held(at);
      return { low: at.low + ((limit - now.high) * period.low) / limit, high: at.high + ((limit - now.low) * period.high) / limit };
    },
  };
}

/** A steady refill: the period is the time to the announced reset over the share that is missing then. */
export function tokenBucket(facts: Facts, limit: number): readonly Hypothesis[] {
  const announced = intersection(announcedPeriods(facts, limit));
  const [first, last] = [facts.decisions[0], facts.decisions.at(-1)];
  const watched = first === undefined || last === undefined ? 0 : last.at.high - first.at.low;
  return candidatePeriods(announced, { low: 1000, high: 3 * watched }).map((span) => ({
    kind: 'token-bucket',
    period: span,
    refusedCount: false,
    meter: (period) => tokenBucketMeter({ limit, period, used: facts.usedBefore }),
  }));
}

/** The periods that follow from each answer that was told of the reset when at least half of the bucket was missing. */
export function announcedPeriods({ decisions, offset }: Pick<Facts, 'decisions' | 'offset'>, limit: number): readonly Span[] {
  return decisions.flatMap(({ sample, passed, left, at }) => {
    const held = passed ? left : 0;
    if (sample.reset === undefined || offset === undefined || held === undefined || held > limit / 2) return [];
    const reset = onOurClock(sample.reset.seconds, offset);
    const missing = { low: limit - held - 1, high: limit - held };
    if (missing.low <= 0) return [];
    return [{ low: ((reset.low - at.high) * limit) / missing.high, high: ((reset.high - at.low) * limit) / missing.low }];
  });
}
