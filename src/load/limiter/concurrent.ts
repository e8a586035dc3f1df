import type { Decision } from './decisions.ts';
import type { Facts } from './facts.ts';
import { operationsEach } from './foreign.ts';

/** A refused request that is alone passes at once where only the number at the same time is limited. */
const SOON_MS = 1500;
const TIMES = 2;
/** Clocks and timers are good to this much, of two requests together; moments of sending are whole milliseconds. */
const PRECISION_MS = 3;

/** Whether refusals came only among as many requests at the same time as are permitted, and single ones right after them passed. */
export function isConcurrent(facts: Facts): boolean {
  const { decisions, limit = 0 } = facts;
  const besides = (one: Decision, byMs: number): number => decisions.filter((other) => other !== one && overlap(other, one, byMs)).length;
  // What was refused is only said to be alone where nothing else can have been under way.
  const alone = decisions.filter((one) => besides(one, one.passed ? PRECISION_MS : 0) === 0);
  const refused = decisions.filter(({ passed }) => !passed);
  const soon = alone.filter(({ at }) =>
    refused.some((refusal) => at.low >= refusal.at.high - PRECISION_MS && at.low - refusal.at.high < SOON_MS),
  );
  // Where each request takes several operations from what single ones are told, they are counted, and come back soon.
  const told = new Set(alone.flatMap(({ left, sample }) => (left === undefined || sample.asks !== 'call' ? [] : [left])));
  const isCounted = told.size > 1 && operationsEach(facts) !== undefined;
  const isCrowded = refused.every((one) => besides(one, 0) >= limit);
  return isCrowded && alone.every(({ passed }) => passed) && soon.length >= TIMES && !isCounted;
}

function overlap({ at: one }: Decision, { at: other }: Decision, byMs: number): boolean {
  return one.high > other.low + byMs && other.high > one.low + byMs;
}
