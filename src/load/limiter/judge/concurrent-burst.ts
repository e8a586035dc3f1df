import type { Decision } from '../decisions.ts';
import { saysAllIsThere } from '../facts.ts';
import { hardContradictions } from '../fit.ts';
import type { Contradiction } from '../replay.ts';
import { isMore } from '../wrong-counts.ts';
import type { ProbeEvidence } from './probe-evidence.ts';

/** Fewer may be an answer that is broken for another reason. */
const ENOUGH = 3;
/** The nearest model is not quite right where many answers are wrong. */
const NEARLY_ALL = 0.75;

/**
 * What contradicts the nearest model, where nearly only requests that were under way at the same time do, and by letting more through or
 * leaving more: a count that is read and written back in two steps. Undefined where that is not all of it.
 */
export function concurrentBurst({ classification, facts }: ProbeEvidence): readonly Contradiction[] | undefined {
  const [best] = classification.fits;
  if (best === undefined || best.surplus < 0 || saysAllIsThere(facts)) return undefined;
  const hard = hardContradictions(best);
  const letMore = hard.filter((one) => one.kind === 'passed' || (one.kind === 'left' && isMore(one)));
  const together = letMore.filter(({ decision }) => besides(facts.decisions, decision).length > 0);
  // As long as each is told of another number, none took the operation of another.
  const isTwice = together.some(
    ({ decision }) => decision.left !== undefined && besides(facts.decisions, decision).some(({ left }) => left === decision.left),
  );
  return isTwice && together.length >= ENOUGH && together.length >= hard.length * NEARLY_ALL ? together : undefined;
}

/** The others that were let through while this one was under way. */
function besides(decisions: readonly Decision[], { sample }: Decision): readonly Decision[] {
  return decisions.filter(
    (other) =>
      other.passed && other.sample !== sample && other.sample.sentMs < sample.receivedMs && sample.sentMs < other.sample.receivedMs,
  );
}
