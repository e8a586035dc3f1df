import { wrongAnnouncements } from './announced.ts';
import type { Facts } from './facts.ts';
import { fixedAligned } from './hypotheses/fixed-aligned.ts';
import { fixedFirst } from './hypotheses/fixed-first.ts';
import type { Hypothesis } from './hypotheses/hypothesis.ts';
import { slidingCounter } from './hypotheses/sliding-counter.ts';
import { slidingLog } from './hypotheses/sliding-log.ts';
import { tokenBucket } from './hypotheses/token-bucket.ts';
import type { PeriodicKind } from './kinds.ts';
import { replay } from './replay.ts';
import type { Contradiction } from './replay.ts';
import { hull, middle } from './span.ts';
import type { Span } from './span.ts';

/** How well the best limiter of one kind replays a trace. */
export interface Fit {
  readonly hypothesis: Hypothesis;
  /** how many operations more than announced there are in its periods */
  readonly surplus: number;
  /** whether refused requests use up operations as well; undefined where it makes no difference */
  readonly refusedCount: boolean | undefined;
  /** the periods with which it does so equally well, milliseconds */
  readonly period: Span;
  readonly contradictions: readonly Contradiction[];
  readonly cost: number;
  /** given up as soon as it was so far behind another kind that no period can make up for it: these are at least some of its contradictions */
  readonly isGivenUp: boolean;
}

const KINDS: Readonly<Record<PeriodicKind, (facts: Facts, limit: number) => readonly Hypothesis[]>> = {
  'fixed-aligned': fixedAligned,
  'fixed-first': fixedFirst,
  'sliding-log': slidingLog,
  'sliding-counter': slidingCounter,
  'token-bucket': tokenBucket,
};

const ALL_KINDS: readonly PeriodicKind[] = ['fixed-aligned', 'fixed-first', 'sliding-log', 'sliding-counter', 'token-bucket'];

/** Spans of periods are narrow enough at this width. */
const NARROW_MS = 250;
const MOST_TRIES = 200;
/** A kind that contradicts so many answers more than another one is not looked at more closely. */
const HOPELESS = 8;

/** What is looked for. */
export interface Search {
  /** how many operations more than announced there may be in a period */
  readonly surplus?: number;
  /** kinds that contradict the trace more often than this need not be told */
  readonly most?: number;
  readonly kinds?: readonly PeriodicKind[];
}

/** The best limiter of each kind, the one that contradicts the trace least first. */
export function fits(facts: Facts, limit: number, { surplus = 0, most = Infinity, kinds = ALL_KINDS }: Search = {}): readonly Fit[] {
  const tried = kinds.map((kind) => ({ kind, hypotheses: KINDS[kind](facts, limit + surplus) }));
  const found = new Map<PeriodicKind, Fit>();
  let least = Infinity;
  for (const { kind, hypotheses } of likelyFirst(facts, tried, surplus)) {
    const fit = bestOf(facts, hypotheses, { surplus, most, hopeless: least + HOPELESS });
    if (fit === undefined) continue;
    found.set(kind, fit);
    least = Math.min(least, fit.cost);
  }
  return kinds.flatMap((kind) => found.get(kind) ?? []).toSorted((a, b) => a.cost - b.cost);
}

interface Tried {
  readonly kind: PeriodicKind;
  readonly hypotheses: readonly Hypothesis[];
}

/** The kinds in the order of what the first limiter of each contradicts: the sooner a good one is known, the sooner others are given up. */
function likelyFirst({ decisions }: Facts, tried: readonly Tried[], surplus: number): readonly Tried[] {
  const contradicted = new Map<Tried, number>();
  let least = Infinity;
  for (const one of tried) {
    const [first] = one.hypotheses;
    if (first === undefined) continue;
    const { refusedCount, meter, period } = first;
    const { contradictions } = replay(decisions, meter(period), { refusedCount, surplus }, least, false);
    contradicted.set(one, contradictions.length);
    least = Math.min(least, contradictions.length);
  }
  return tried.toSorted((a, b) => (contradicted.get(a) ?? Infinity) - (contradicted.get(b) ?? Infinity));
}

/** Contradictions in what was decided or counted, not in what was announced. */
export function hardContradictions({ contradictions }: Fit): readonly Contradiction[] {
  return contradictions.filter(({ kind }) => kind !== 'reset');
}

interface Bounds {
  readonly surplus: number;
  readonly most: number;
  /** a kind none of whose limiters costs less is given up */
  readonly hopeless: number;
}

/** The best period of the best hypothesis: spans of periods are halved where they promise most, until they are narrow. */
function bestOf(facts: Facts, hypotheses: readonly Hypothesis[], { surplus, most, hopeless }: Bounds): Fit | undefined {
  let best: Fit | undefined;
  let givenUp: Fit | undefined;
  let open = hypotheses.map((hypothesis) => ({ hypothesis, period: hypothesis.period, cost: hypothesis.handicap ?? 0 }));
  for (let tries = 0; tries < MOST_TRIES + hypotheses.length && open.length > 0; tries++) {
    const promising = open.reduce((one, other) => (other.cost < one.cost ? other : one));
    open = open.filter((other) => other !== promising);
    if (best !== undefined && promising.cost > best.cost) break;
    const { hypothesis, period } = promising;
    const isNarrow = period.high - period.low <= NARROW_MS || tries >= MOST_TRIES;
    const bound = best?.cost ?? most;
    const tried = tryOut(facts, { hypothesis, surplus, period, isNarrow }, Math.min(bound, hopeless));
    const cost = tried.length + (hypothesis.handicap ?? 0);
    const fit: Fit = { hypothesis, surplus, refusedCount: hypothesis.refusedCount, period, contradictions: tried, cost, isGivenUp: false };
    if (tried.length > bound) continue;
    if (tried.length > hopeless) givenUp ??= { ...fit, isGivenUp: true };
    else if (!isNarrow) {
      // A narrower span never permits more, so what the whole contradicts its halves do too.
      const half = middle(period);
      open.push(
        { hypothesis, period: { low: period.low, high: half }, cost: fit.cost },
        { hypothesis, period: { low: half, high: period.high }, cost: fit.cost },
      );
    } else if (best === undefined || fit.cost < best.cost) best = fit;
    else if (fit.cost === best.cost && hypothesis === best.hypothesis) best = { ...best, period: hull(best.period, period) };
    else if (fit.cost === best.cost && fit.refusedCount !== best.refusedCount) best = { ...best, refusedCount: undefined };
  }
  return best ?? givenUp;
}

interface Attempt {
  readonly hypothesis: Hypothesis;
  readonly surplus: number;
  readonly period: Span;
  readonly isNarrow: boolean;
}

/** The contradictions, not all of them where they are more than `most`. What was announced is compared for narrow spans only. */
function tryOut(
  facts: Facts,
  { hypothesis: { meter, refusedCount }, surplus, period, isNarrow }: Attempt,
  most: number,
): readonly Contradiction[] {
  const { contradictions, announcements } = replay(facts.decisions, meter(period), { refusedCount, surplus }, most, isNarrow);
  if (contradictions.length > most || facts.offset === undefined) return contradictions;
  return [...contradictions, ...wrongAnnouncements(announcements, facts.offset)];
}
