import type { Decision } from '../decisions.ts';
import type { Facts } from '../facts.ts';
import { AT_ONCE_MS } from '../sample.ts';
import { nothingBackBefore } from './announced-reset.ts';

/** Whole seconds may be rounded up or down. */
const GRAIN_S = 1;

/**
 * The first request that is told that some is back although the moment that was announced for it has not come: more remains than before
 * or, after a refusal, anything at all, or all will be back later than was ever said. Then moments are announced later than need be, such
 * as for the next full minute, and bound nothing.
 */
export function earlyReset(facts: Facts): Decision | undefined {
  const { decisions } = facts;
  let named = Infinity;
  let latest = -Infinity;
  for (const [index, decision] of decisions.entries()) {
    const { passed, at, sample } = decision;
    const end = sample.reset?.form === 'seconds' ? sample.reset.seconds : -Infinity;
    const earlier = decisions.slice(0, index).filter((before) => before.at.high < at.low);
    const isLater = earlier.at(-1)?.passed === false && end > latest + GRAIN_S;
    if (passed && at.high < named && (isLater || earlier.some((before) => remainsMore(before, decision)))) return decision;
    named = Math.min(named, nothingBackBefore(facts, sample) ?? Infinity);
    latest = Math.max(latest, end);
  }
  return undefined;
}

/** After a pause a count that is the same has got something back; one that stands still without does not move. */
function remainsMore({ passed, left, at }: Decision, next: Decision): boolean {
  const had = passed ? left : 0;
  if (had === undefined || next.left === undefined) return false;
  return next.left > had || (passed && next.left === had && next.at.low - at.high > AT_ONCE_MS);
}
