import type { Meter } from '../models/meter.ts';
import type { PeriodicKind } from '../kinds.ts';
import type { Span } from '../span.ts';

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
