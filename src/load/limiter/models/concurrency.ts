import type { Decision } from '../decisions.ts';
import { type Facts, saysAllIsThere } from '../facts.ts';
import { replay } from '../replay.ts';
import { firstAbove } from '../span.ts';
import type { Meter } from './model.ts';

/** So many requests at the same time: each uses an operation for as long as it is under way, which may be none of the time that we see. */
function concurrencyMeter(limit: number, decisions: readonly Decision[]): Meter {
  const passed = new Set(decisions.flatMap((one) => (one.passed ? [one.at] : [])));
  const sent = [...passed].map(({ low }) => low).toSorted((a, b) => a - b);
  const answered = [...passed].map(({ high }) => high).toSorted((a, b) => a - b);
  return {
    limit,
    uses: (at) => ({ low: 0, high: firstAbove(sent, at.high) - firstAbove(answered, at.low) - (passed.has(at) ? 1 : 0) }),
    record: () => undefined,
    fullAt: (at) => at,
  };
}

/** How many others may have been under way beside any request, at the most. */
export function mostBeside({ decisions, limit = 0 }: Facts): number {
  const meter = concurrencyMeter(limit, decisions);
  return Math.max(...decisions.map(({ at }) => meter.uses(at).high));
}

/** So many answers out of order, of a hundred, are no chance: the target works on several requests at once. */
const OUT_OF_ORDER = 1;

/** Whether every answer may be that of a limit of requests at the same time. Of two that surely were at the same time, one tells of the other. */
function isReplayedByOverlap(facts: Facts): boolean {
  const { decisions, limit = 0 } = facts;
  const alone = decisions.filter(({ left }) => left === limit - 1);
  if (limit === 0 || saysAllIsThere(facts) || answeredOutOfOrder(alone) * 100 > alone.length * OUT_OF_ORDER) return false;
  const { contradictions } = replay(decisions, concurrencyMeter(limit, decisions), { refusedCount: false, surplus: 0 });
  return contradictions.length === 0;
}

/** How many were answered after one that had been sent later: they were under way together, also at the target. */
function answeredOutOfOrder(decisions: readonly Decision[]): number {
  let earliest = Infinity;
  let count = 0;
  for (const { sample } of decisions.toSorted(({ sample: a }, { sample: b }) => b.sentMs - a.sentMs || b.receivedMs - a.receivedMs)) {
    if (earliest < sample.receivedMs - 1) count += 1;
    earliest = Math.min(earliest, sample.receivedMs);
  }
  return count;
}

/** The same, where each answer that passed tells what remains: of answers that tell nothing, overlap would replay anything. */
export function mayBeOverlap(facts: Facts): boolean {
  return facts.decisions.every(({ passed, left }) => !passed || left !== undefined) && isReplayedByOverlap(facts);
}

/** A refused request that is alone passes at once where only the number at the same time is limited. */
const SOON_MS = 1500;
const TIMES = 2;
/** Clocks and timers are good to this much, of two requests together; moments of sending are whole milliseconds. */
const PRECISION_MS = 3;

/** Whether a limit of requests at the same time replays every answer, and single requests right after refusals passed. */
export function isConcurrent(facts: Facts): boolean {
  const { decisions } = facts;
  const refused = decisions.filter(({ passed }) => !passed);
  const isAlone = (one: Decision): boolean => !decisions.some((other) => other !== one && overlap(other, one));
  const isSoon = ({ at }: Decision): boolean =>
    refused.some((refusal) => at.low >= refusal.at.high - PRECISION_MS && at.low - refusal.at.high < SOON_MS);
  return isReplayedByOverlap(facts) && decisions.filter((one) => one.passed && isSoon(one) && isAlone(one)).length >= TIMES;
}

function overlap({ at: one }: Decision, { at: other }: Decision): boolean {
  return one.high > other.low + PRECISION_MS && other.high > one.low + PRECISION_MS;
}
