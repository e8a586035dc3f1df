import type { Facts } from './facts.ts';
import { fixedAligned, fixedFirst } from './models/fixed-window.ts';
import type { Hypothesis, PeriodicKind } from './models/model.ts';
import { slidingCounter } from './models/sliding-counter.ts';
import { slidingLog } from './models/sliding-log.ts';
import { tokenBucket } from './models/token-bucket.ts';
import { replay, wrongAnnouncements, type Contradiction } from './replay.ts';
import { hull, middle, type Span } from './span.ts';

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

/** Contradictions in what was decided or counted, not in what was announced. */
export function hardContradictions({ contradictions }: Fit): readonly Contradiction[] {
  return contradictions.filter(({ kind }) => kind !== 'reset');
}

/** What is looked for. */
interface Wanted {
  /** how many operations more than announced there may be in a period */
  readonly surplus?: number;
  /** kinds that contradict the trace more often than this need not be told */
  readonly most?: number;
}

const HYPOTHESES: Readonly<Record<PeriodicKind, (facts: Facts, limit: number) => readonly Hypothesis[]>> = {
  'fixed-aligned': fixedAligned,
  'fixed-first': fixedFirst,
  'sliding-log': slidingLog,
  'sliding-counter': slidingCounter,
  'token-bucket': tokenBucket,
};

const KINDS: readonly PeriodicKind[] = ['fixed-aligned', 'fixed-first', 'sliding-log', 'sliding-counter', 'token-bucket'];

/** A kind that contradicts so many answers more than another one is not looked at more closely. */
const HOPELESS = 8;
/** Spans of periods are narrow enough at this width. */
const NARROW_MS = 250;
/** So many spans are halved; what is left then is taken as it is. */
const MOST_HALVED = 200;

/** The best limiter of each kind, the one that contradicts the trace least first. */
export function fits(facts: Facts, limit: number, { surplus = 0, most = Infinity }: Wanted = {}): readonly Fit[] {
  let nearest = most;
  const searches = KINDS.flatMap((kind) => {
    const hypotheses = HYPOTHESES[kind](facts, limit + surplus);
    const [first] = hypotheses;
    if (first === undefined) return [];
    const near = contradictionsOf(facts, first, first.period, surplus, nearest).length;
    nearest = Math.min(nearest, near);
    return [{ hypotheses, near }];
  });
  const found: Fit[] = [];
  let least = Infinity;
  // The sooner a good limiter is known, the sooner others are given up.
  for (const { hypotheses } of searches.toSorted((a, b) => a.near - b.near)) {
    const fit = bestOf(facts, hypotheses, { surplus, most, hopeless: least + HOPELESS });
    if (fit === undefined) continue;
    found.push(fit);
    least = Math.min(least, fit.cost);
  }
  const rank = ({ hypothesis }: Fit): number => KINDS.indexOf(hypothesis.kind);
  return found.toSorted((a, b) => a.cost - b.cost || rank(a) - rank(b));
}

interface Bounds {
  readonly surplus: number;
  readonly most: number;
  /** a kind none of whose limiters costs less is given up */
  readonly hopeless: number;
}

/** A hypothesis with periods of a span. */
interface Candidate {
  readonly hypothesis: Hypothesis;
  readonly period: Span;
}

/** The best period of the best hypothesis: what promises most is tried first, and spans of periods are halved until they are narrow. */
function bestOf(facts: Facts, hypotheses: readonly Hypothesis[], { surplus, most, hopeless }: Bounds): Fit | undefined {
  // By what they cost at the least: a narrower span never permits more, so what the whole contradicts its halves do too.
  const open: Candidate[][] = [];
  const add = (cost: number, candidate: Candidate): void => void (open[cost] ??= []).push(candidate);
  for (const hypothesis of hypotheses) add(hypothesis.handicap ?? 0, { hypothesis, period: hypothesis.period });
  let best: Fit | undefined;
  let givenUp: Fit | undefined;
  let halved = 0;
  for (let promised = 0; promised < open.length && promised <= (best?.cost ?? Infinity); promised++) {
    for (const { hypothesis, period } of open[promised] ?? []) {
      const bound = best?.cost ?? most;
      const contradictions = contradictionsOf(facts, hypothesis, period, surplus, Math.min(bound, hopeless));
      const cost = contradictions.length + (hypothesis.handicap ?? 0);
      const fit: Fit = { hypothesis, surplus, refusedCount: hypothesis.refusedCount, period, contradictions, cost, isGivenUp: false };
      if (contradictions.length > hopeless) givenUp ??= { ...fit, isGivenUp: true };
      else if (contradictions.length > bound) continue;
      else if (period.high - period.low > NARROW_MS && halved < MOST_HALVED) {
        halved += 1;
        add(cost, { hypothesis, period: { low: period.low, high: middle(period) } });
        add(cost, { hypothesis, period: { low: middle(period), high: period.high } });
      } else if (best === undefined || cost < best.cost) best = fit;
      else if (cost === best.cost && hypothesis === best.hypothesis) best = { ...best, period: hull(best.period, period) };
      else if (cost === best.cost && fit.refusedCount !== best.refusedCount) best = { ...best, refusedCount: undefined };
    }
  }
  return best ?? givenUp;
}

/** What it contradicts in what was decided, counted and announced; not all of it where that is more than `most`. */
function contradictionsOf(
  { decisions, offset }: Facts,
  { meter, refusedCount }: Hypothesis,
  period: Span,
  surplus: number,
  most: number,
): readonly Contradiction[] {
  const { contradictions, announcements } = replay(decisions, meter(period), { refusedCount, surplus }, most);
  if (contradictions.length > most || offset === undefined) return contradictions;
  return [...contradictions, ...wrongAnnouncements(announcements, offset)];
}
