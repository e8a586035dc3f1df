import type { Hypothesis } from './hypotheses/hypothesis.ts';
import type { Contradiction } from './replay.ts';
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

/** Contradictions in what was decided or counted, not in what was announced. */
export function hardContradictions({ contradictions }: Fit): readonly Contradiction[] {
  return contradictions.filter(({ kind }) => kind !== 'reset');
}
