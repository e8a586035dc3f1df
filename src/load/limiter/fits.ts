import type { Facts } from './facts.ts';
import type { Fit } from './fit.ts';
import { fixedAligned } from './hypotheses/fixed-aligned.ts';
import { fixedFirst } from './hypotheses/fixed-first.ts';
import type { Hypothesis } from './hypotheses/hypothesis.ts';
import { slidingCounter } from './hypotheses/sliding-counter.ts';
import { slidingLog } from './hypotheses/sliding-log.ts';
import { tokenBucket } from './hypotheses/token-bucket.ts';
import type { PeriodicKind } from './kinds.ts';
import { beginSearch, endSearch, type Search } from './search.ts';

const KINDS: Readonly<Record<PeriodicKind, (facts: Facts, limit: number) => readonly Hypothesis[]>> = {
  'fixed-aligned': fixedAligned,
  'fixed-first': fixedFirst,
  'sliding-log': slidingLog,
  'sliding-counter': slidingCounter,
  'token-bucket': tokenBucket,
};

const ALL_KINDS: readonly PeriodicKind[] = ['fixed-aligned', 'fixed-first', 'sliding-log', 'sliding-counter', 'token-bucket'];

/** A kind that contradicts so many answers more than another one is not looked at more closely. */
const HOPELESS = 8;

/** What is looked for. */
export interface Wanted {
  /** how many operations more than announced there may be in a period */
  readonly surplus?: number;
  /** kinds that contradict the trace more often than this need not be told */
  readonly most?: number;
  readonly kinds?: readonly PeriodicKind[];
}

/** The best limiter of each kind, the one that contradicts the trace least first. */
export function fits(facts: Facts, limit: number, { surplus = 0, most = Infinity, kinds = ALL_KINDS }: Wanted = {}): readonly Fit[] {
  const begun: Search[] = [];
  let likeliest = most;
  for (const kind of kinds) {
    const search = beginSearch({ facts, surplus, most }, KINDS[kind](facts, limit + surplus), likeliest);
    if (search === undefined) continue;
    begun.push(search);
    likeliest = Math.min(likeliest, search.first.unannounced);
  }
  const found: Fit[] = [];
  let least = Infinity;
  // The sooner a good limiter is known, the sooner others are given up.
  for (const search of begun.toSorted((a, b) => a.first.unannounced - b.first.unannounced)) {
    const fit = endSearch(search, least + HOPELESS);
    if (fit === undefined) continue;
    found.push(fit);
    least = Math.min(least, fit.cost);
  }
  const rank = ({ hypothesis }: Fit): number => kinds.indexOf(hypothesis.kind);
  return found.toSorted((a, b) => a.cost - b.cost || rank(a) - rank(b));
}
