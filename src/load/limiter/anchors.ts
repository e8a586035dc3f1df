import type { Decision } from './decisions.ts';
import type { Facts } from './facts.ts';
import { GRAIN_MS } from './moment.ts';
import type { Span } from './span.ts';

/** A request at which a window may have begun, and what was announced then as the moment when all is back. */
export interface Anchor {
  readonly at: Span;
  /** on the harness's clock, rounding and clock offset included; undefined where no answer told it */
  readonly reset: Span | undefined;
}

/** A header's moment on the harness's clock. */
export function onOurClock(seconds: number, offset: Span, grain = GRAIN_MS): Span {
  return { low: seconds * 1000 - grain - offset.high, high: seconds * 1000 + grain - offset.low };
}

/** The first request, every first one that passes after refusals, and every one that is told of another reset than the one before. */
export function anchors({ decisions, offset }: Facts): readonly Anchor[] {
  const found: Anchor[] = [];
  let before: Decision | undefined;
  for (const [index, decision] of decisions.entries()) {
    const begins = before === undefined || (decision.passed && (!before.passed || leapt(before, decision)));
    if (begins) found.push({ at: decision.at, reset: announced(decisions.slice(index), offset) });
    before = decision;
  }
  return found;
}

/** The first reset that is told from here on, as long as nothing was given back in between. */
function announced(following: readonly Decision[], offset: Span | undefined): Span | undefined {
  for (const [index, { sample, passed }] of following.entries()) {
    const last = following[index - 1];
    if (last !== undefined && !last.passed && passed) return undefined;
    if (sample.reset !== undefined && offset !== undefined) return onOurClock(sample.reset.seconds, offset);
  }
  return undefined;
}

function leapt(before: Decision, { left }: Decision): boolean {
  return before.left !== undefined && left !== undefined && left > before.left;
}
