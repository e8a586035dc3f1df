import type { Decision } from './decisions.ts';
import type { Meter } from './models/meter.ts';
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
export interface Terms {
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
 * @param announces whether the announced resets are to be compared; it takes a third of the time
 */
export function replay(
  decisions: readonly Decision[],
  meter: Meter,
  { refusedCount, surplus }: Terms,
  most = Infinity,
  announces = true,
): Replay {
  const contradictions: Contradiction[] = [];
  const announcements: Announcement[] = [];
  const endOfWindow = new Map<number, number>();
  for (const decision of decisions) {
    if (contradictions.length > most) break;
    const { at, passed, sample } = decision;
    const left = reallyLeft(decision.left, surplus);
    const expected = meter.expect(at);
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
    else if (announces) announcements.push({ decision, announced, full: meter.fullAt(at) });
  }
  return { contradictions, announcements };
}

/** With more than announced the announced number stays at 0 for the last ones: then it says nothing. */
function reallyLeft(announced: number | undefined, surplus: number): number | undefined {
  return announced === undefined || (surplus > 0 && announced <= 0) ? undefined : announced + surplus;
}
