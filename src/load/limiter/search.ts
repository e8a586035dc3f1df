import { wrongAnnouncements } from './announced.ts';
import type { Facts } from './facts.ts';
import type { Fit } from './fit.ts';
import type { Hypothesis } from './hypotheses/hypothesis.ts';
import { replay, type Contradiction } from './replay.ts';
import { hull, middle, type Span } from './span.ts';

/** Limiters of a hypothesis with a period of this span: all of them cost as much at the least. */
interface Candidate {
  readonly hypothesis: Hypothesis;
  readonly period: Span;
  readonly cost: number;
}

/** What a candidate contradicts. */
interface Attempt {
  readonly contradictions: readonly Contradiction[];
  /** how many of them were found without comparing what was announced */
  readonly unannounced: number;
}

/** What limiters of one kind are tried on. */
interface Trace {
  readonly facts: Facts;
  /** how many operations more than announced there are in a period */
  readonly surplus: number;
  /** limiters that contradict more answers than this need not be told */
  readonly most: number;
}

/** A search for the best limiter of one kind, of which the first has been tried. */
export interface Search extends Trace {
  readonly candidates: readonly Candidate[];
  /** what the first contradicts, if not all of it then as much as shows that another kind is likelier */
  readonly first: Attempt;
  /** the first, where all of that is known */
  readonly tried: ReadonlyMap<Candidate, Attempt>;
  /** whether there are tries enough for every span that may have to be tried */
  readonly isComplete: boolean;
}

/** Spans of periods are narrow enough at this width. */
const NARROW_MS = 250;
const MOST_TRIES = 200;

/**
 * Tries the first of the hypotheses, which are of one kind; undefined where there is none.
 *
 * @param likeliest how many answers the first of another kind contradicts
 */
export function beginSearch(trace: Trace, hypotheses: readonly Hypothesis[], likeliest: number): Search | undefined {
  const candidates = hypotheses.map((hypothesis) => ({ hypothesis, period: hypothesis.period, cost: hypothesis.handicap ?? 0 }));
  const [candidate] = candidates;
  if (candidate === undefined) return undefined;
  const isComplete = candidates.reduce((tries, { period }) => tries + triesFor(period), 0) <= MOST_TRIES;
  const first = attempt(trace, candidate, likeliest, isComplete || isNarrow(candidate));
  return { ...trace, candidates, first, tried: new Map(first.unannounced > likeliest ? [] : [[candidate, first]]), isComplete };
}

/**
 * The best period of the best hypothesis: spans of periods are halved where they promise most, until they are narrow.
 *
 * @param hopeless a kind none of whose limiters costs less is given up
 */
export function endSearch(search: Search, hopeless: number): Fit | undefined {
  const { surplus, most, candidates, tried, isComplete } = search;
  let best: Fit | undefined;
  let givenUp: Fit | undefined;
  let open = candidates;
  for (let tries = 0; tries < MOST_TRIES + candidates.length && open.length > 0; tries++) {
    const promising = open.reduce((one, other) => (other.cost < one.cost ? other : one));
    open = open.filter((other) => other !== promising);
    if (best !== undefined && promising.cost > best.cost) break;
    const { hypothesis, period } = promising;
    const bound = best?.cost ?? most;
    const isLast = isNarrow(promising) || tries >= MOST_TRIES;
    // Where tries may run out, it is what they are spent on that decides what is found: no span is left out early then.
    const { contradictions, unannounced } =
      tried.get(promising) ?? attempt(search, promising, Math.min(bound, hopeless), isComplete || isLast);
    const handicap = hypothesis.handicap ?? 0;
    const cost = contradictions.length + handicap;
    const fit: Fit = { hypothesis, surplus, refusedCount: hypothesis.refusedCount, period, contradictions, cost, isGivenUp: false };
    if (contradictions.length > hopeless) givenUp ??= { ...fit, isGivenUp: true };
    else if (contradictions.length > bound) continue;
    else if (!isLast) open = [...open, ...halves(promising, unannounced + handicap)];
    else if (best === undefined || cost < best.cost) best = fit;
    else if (cost === best.cost && hypothesis === best.hypothesis) best = { ...best, period: hull(best.period, period) };
    else if (cost === best.cost && fit.refusedCount !== best.refusedCount) best = { ...best, refusedCount: undefined };
  }
  return best ?? givenUp;
}

function isNarrow({ period: { low, high } }: Candidate): boolean {
  return high - low <= NARROW_MS;
}

/** A narrower span never permits more, so what the whole contradicts its halves do too. */
function halves({ hypothesis, period }: Candidate, cost: number): readonly Candidate[] {
  const half = middle(period);
  return [
    { hypothesis, period: { low: period.low, high: half }, cost },
    { hypothesis, period: { low: half, high: period.high }, cost },
  ];
}

/** How many spans there are, from the whole to the narrow ones, if none is left out. */
function triesFor({ low, high }: Span): number {
  const halvings = Math.max(0, Math.ceil(Math.log2((high - low) / NARROW_MS)));
  return 2 ** (halvings + 1) - 1;
}

/** What a candidate contradicts in what was decided and counted, and announced where that is compared; not all of it where that is more than `most`. */
function attempt(
  { facts: { decisions, offset }, surplus }: Trace,
  { hypothesis: { meter, refusedCount }, period }: Candidate,
  most: number,
  comparesAnnounced: boolean,
): Attempt {
  const { contradictions, announcements } = replay(decisions, meter(period), { refusedCount, surplus }, most, comparesAnnounced);
  const unannounced = contradictions.length;
  if (unannounced > most || offset === undefined) return { contradictions, unannounced };
  return { contradictions: [...contradictions, ...wrongAnnouncements(announcements, offset)], unannounced };
}
