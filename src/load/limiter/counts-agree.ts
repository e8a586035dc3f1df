import type { Decision } from './decisions.ts';
import type { Facts } from './facts.ts';
import { mayCountBetween } from './may-count.ts';
import { AT_ONCE_MS } from './sample.ts';

/** What comes back one by one does not come just in time for so many requests in a row. */
const STANDSTILL = 3;

/**
 * Whether what is said to remain agrees with what was decided, whatever the kind of limiter: from one answer to the next at most one less
 * remains, more only where some came back, and a request is refused only when none does. Such a count is true even where no model replays
 * it. Of requests that were under way at the same time nobody knows the order.
 */
export function countsAgree(facts: Facts): boolean {
  let told: Decision | undefined;
  for (const decision of facts.decisions) {
    if (told !== undefined && contradicts(told, decision, facts)) return false;
    if (decision.left !== undefined) told = decision;
  }
  return told !== undefined && !standsStill(facts);
}

function contradicts({ left: had = 0, sample }: Decision, next: Decision, facts: Facts): boolean {
  // Of those at the same time the one with least comes last: a refusal beside it needs none to be left as well.
  if (!next.passed) return had > 0;
  if (next.sample.sentMs < sample.receivedMs) return false;
  return next.left !== undefined && next.left < had - 1 - mayCountBetween(facts, sample, next.sample);
}

/** Whether several requests soon after each other pass before the first refusal, and the count stays as it is. */
function standsStill({ decisions }: Facts): boolean {
  let still = 0;
  for (const [index, decision] of decisions.entries()) {
    if (!decision.passed) return false;
    const before = decisions[index - 1];
    const isSoon = before !== undefined && decision.sample.sentMs - before.sample.receivedMs < AT_ONCE_MS;
    still = isSoon && decision.left !== undefined && decision.left === before.left ? still + 1 : 0;
    if (still >= STANDSTILL) return true;
  }
  return false;
}
