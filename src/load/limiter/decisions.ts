import { comes } from './clock.ts';
import { isAstray, isPassed, type Sample } from './sample.ts';
import type { Span } from './span.ts';

/** A request as the limiter's models take it: when it was decided, what came of it, and what the answer said was left. */
export interface Decision {
  readonly sample: Sample;
  readonly at: Span;
  readonly passed: boolean;
  readonly left: number | undefined;
}

/** Clocks and timers of the harness are good to this much. */
const PRECISION_MS = 1;

/**
 * Requests in the order in which the target must have decided them: one that was answered before another was sent comes first; those
 * under way at the same time by what they were told.
 *
 * @param isLetThrough which of them the limit let through, whatever came of them then
 */
export function decisions(
  samples: readonly Sample[],
  left: (sample: Sample) => number | undefined,
  isLetThrough: (sample: Sample) => boolean = isPassed,
): readonly Decision[] {
  const answered = samples.filter((sample) => isLetThrough(sample) || !isAstray(sample));
  const waiting = answered
    .map((sample): Decision => ({
      sample,
      at: { low: sample.sentMs - PRECISION_MS, high: sample.receivedMs + PRECISION_MS },
      passed: isLetThrough(sample),
      left: isLetThrough(sample) ? left(sample) : undefined,
    }))
    .toSorted((a, b) => a.at.low - b.at.low);
  return ordered(waiting);
}

/** Those before the first refusal; all of them where there is none. */
export function untilRefused(ordered: readonly Decision[]): readonly Decision[] {
  const refused = ordered.findIndex(({ passed }) => !passed);
  return refused < 0 ? ordered : ordered.slice(0, refused);
}

/** Those decided after an answer, and surely before the moment at which that said all would be back; none where it named no such moment. */
export function beforeReset(ordered: readonly Decision[], { at, sample }: Decision, offset: Span | undefined): readonly Decision[] {
  const end = comes(sample.reset, offset);
  return end === undefined ? [] : ordered.filter((later) => later.at.low > at.high && later.at.high < end.low);
}

/** Takes, again and again, of those that nothing unanswered must precede, the one with most left. `waiting` is in the order of sending. */
function ordered(waiting: readonly Decision[]): readonly Decision[] {
  const rest = [...waiting];
  const done: Decision[] = [];
  while (rest.length > 0) {
    let earliestAnswer = Infinity;
    let best = 0;
    for (const [index, candidate] of rest.entries()) {
      // Surely sent after one that still waits was answered: so are all that follow.
      if (candidate.sample.sentMs > earliestAnswer + PRECISION_MS) break;
      earliestAnswer = Math.min(earliestAnswer, candidate.sample.receivedMs);
      if (precedes(candidate, rest[best])) best = index;
    }
    done.push(...rest.splice(best, 1));
  }
  return done;
}

/** The end that is announced only moves on; of operations left there are ever less; refusals come after what passed. */
function precedes(one: Decision, other: Decision | undefined): boolean {
  if (other === undefined) return true;
  const [ends, otherEnds] = [endOf(one), endOf(other)];
  if (ends !== undefined && otherEnds !== undefined && ends !== otherEnds) return ends < otherEnds;
  return rank(one) > rank(other);
}

function endOf({ sample: { reset } }: Decision): number | undefined {
  return reset?.form === 'seconds' ? reset.seconds : undefined;
}

function rank({ passed, left }: Decision): number {
  if (!passed) return -1;
  return left ?? 0;
}
