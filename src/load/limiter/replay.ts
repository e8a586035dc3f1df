import type { Decision } from './decisions.ts';
import { type Meter, permitted } from './models/model.ts';
import { GRAIN_MS } from './sample.ts';
import { includes, type Span } from './span.ts';

/** Something in a trace that a model does not permit. */
export interface Contradiction {
  readonly kind: 'passed' | 'refused' | 'left' | 'reset';
  readonly decision: Decision;
  /** of `left`: how many there could be */
  readonly permitted?: Span;
}

/** A reset that was announced, and when the model has the whole allowance back: milliseconds, on the target's and on our clock. */
export interface Announcement {
  readonly decision: Decision;
  readonly announced: number;
  readonly full: Span;
}

export interface Replay {
  readonly contradictions: readonly Contradiction[];
  readonly announcements: readonly Announcement[];
}

/** How a target's words are to be taken. */
interface Terms {
  /** whether refused requests use up operations as well */
  readonly refusedCount: boolean;
  /** how many operations more than announced a period really has */
  readonly surplus: number;
}

/**
 * Everything in a trace that a model does not permit. The model goes on from what the target really decided, so that each
 * contradiction stands for itself.
 *
 * @param most ends after more contradictions than this
 */
export function replay(decisions: readonly Decision[], meter: Meter, { refusedCount, surplus }: Terms, most = Infinity): Replay {
  const contradictions: Contradiction[] = [];
  const announcements: Announcement[] = [];
  const endOfWindow = new Map<number, number>();
  for (const decision of decisions) {
    if (contradictions.length > most) break;
    const { at, passed, sample } = decision;
    const left = reallyLeft(decision.left, surplus);
    const expected = permitted(meter.limit, meter.uses(at));
    if (passed && !expected.mayPass) contradictions.push({ kind: 'passed', decision });
    if (!passed && !expected.mayRefuse) contradictions.push({ kind: 'refused', decision });
    if (passed && expected.mayPass && left !== undefined && !includes(expected.left, left))
      contradictions.push({ kind: 'left', decision, permitted: expected.left });
    const announced = sample.reset === undefined ? undefined : Math.round(sample.reset.seconds * 1000);
    meter.record(at, { passed, counts: passed || refusedCount, left, announced });
    if (announced === undefined) continue;
    const window = meter.window?.();
    const before = window === undefined ? undefined : endOfWindow.get(window);
    if (window !== undefined && before === undefined) endOfWindow.set(window, announced);
    if (before !== undefined && before !== announced) contradictions.push({ kind: 'reset', decision });
    else announcements.push({ decision, announced, full: meter.fullAt(at) });
  }
  return { contradictions, announcements };
}

/** With more than announced the announced number stays at 0 for the last ones: then it says nothing. */
function reallyLeft(announced: number | undefined, surplus: number): number | undefined {
  return announced === undefined || (surplus > 0 && announced <= 0) ? undefined : announced + surplus;
}

const ROUNDINGS_MS = [0, -500, -1000];

/**
 * The announced resets that cannot be those of the model: with the one clock offset and the one rounding that make most of them
 * right, the others are wrong.
 *
 * @param offset what the target's clock can be ahead of ours
 */
export function wrongAnnouncements(announcements: readonly Announcement[], offset: Span): readonly Contradiction[] {
  // Rounded up: announced − grain < full + offset ≤ announced. Another rounding moves the offset.
  const spans = announcements.map(({ announced, full }) => ({ low: announced - GRAIN_MS - full.high, high: announced - full.low }));
  const begins = spans.map(({ low }) => low).toSorted((a, b) => a - b);
  const ends = spans.map(({ high }) => high).toSorted((a, b) => a - b);
  let best = { moment: offset.low, count: 0 };
  for (const rounding of ROUNDINGS_MS) {
    const found = mostCovered(begins, ends, { low: offset.low + rounding, high: offset.high + rounding });
    if (found.count > best.count) best = found;
    if (best.count === announcements.length) return [];
  }
  return announcements.flatMap(({ decision }, index): readonly Contradiction[] => {
    const span = spans[index];
    return span !== undefined && includes(span, best.moment) ? [] : [{ kind: 'reset', decision }];
  });
}

/** The value within bounds that most spans cover; given by where they begin and where they end, each rising. */
function mostCovered(
  begins: readonly number[],
  ends: readonly number[],
  bounds: Span,
): { readonly moment: number; readonly count: number } {
  let best = { moment: bounds.low, count: 0 };
  let ended = 0;
  for (const [begun, low] of begins.entries()) {
    if (low > bounds.high) break;
    const moment = Math.max(low, bounds.low);
    while ((ends[ended] ?? Infinity) < moment) ended += 1;
    const count = begun + 1 - ended;
    if (count > best.count) best = { moment, count };
  }
  return best;
}
