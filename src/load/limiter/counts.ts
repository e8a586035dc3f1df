import type { Decision } from './decisions.ts';
import { type Facts, mayCountBetween } from './facts.ts';
import { AT_ONCE_MS } from './sample.ts';

/** So many answers that all say the same are no chance. */
const MANY = 10;

/** Whether a count never moves: many answers, and all say that as much remains. */
export function neverMoves(told: readonly number[]): boolean {
  return told.length >= MANY && told.every((count) => count === told[0]);
}

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

/** Fewer steps than this show no rule. */
const ENOUGH_STEPS = 3;
const NEARLY_ALL = 0.7;
const MULTIPLES = [1, 2, 3, 4, 5, 10];

/** From one answer to the next: by how much less remains, and how many requests that may count, or not, came between. */
interface Step {
  readonly drop: number;
  readonly perhaps: number;
  readonly gapMs: number;
  /** nothing else of ours was under way at the same time */
  readonly isAlone: boolean;
}

function steps(facts: Facts): readonly Step[] {
  const calls = facts.decisions.filter(({ sample }) => sample.asks === 'call');
  return calls.flatMap((decision, index) => {
    const before = calls[index - 1];
    if (before?.left === undefined || decision.left === undefined || !before.passed || !decision.passed) return [];
    const next = calls[index + 1];
    const isAlone = isBefore(before, decision) && (next === undefined || isBefore(decision, next));
    return [
      {
        drop: before.left - decision.left,
        perhaps: mayCountBetween(facts, before.sample, decision.sample),
        gapMs: decision.sample.sentMs - before.sample.receivedMs,
        isAlone,
      },
    ];
  });
}

function isBefore(one: Decision, other: Decision): boolean {
  return one.sample.receivedMs <= other.sample.sentMs;
}

/** How many operations a request really takes, where that is not one, and the same for nearly all; undefined otherwise. */
export function operationsEach(facts: Facts): number | undefined {
  const [first, ...others] = facts.firstTakes;
  if (first !== undefined && first > 1 && others.length >= ENOUGH_STEPS - 1 && others.every((taken) => taken === first)) return first;
  // After a pause something may have come back.
  const falling = steps(facts).filter(({ drop, gapMs }) => drop > 0 && gapMs < AT_ONCE_MS);
  const isRegular = ({ drop, perhaps }: Step, each: number): boolean => drop === each || drop === each * (1 + perhaps);
  const each = MULTIPLES.find((multiple) => falling.filter((step) => isRegular(step, multiple)).length >= falling.length * NEARLY_ALL);
  return falling.length >= ENOUGH_STEPS && each !== 1 ? each : undefined;
}

/** Operations that went though we sent nothing: somebody else uses the same allowance. */
export function foreignUse(facts: Facts): number {
  if (operationsEach(facts) !== undefined) return 0;
  const unexplained = steps(facts)
    .filter(({ isAlone }) => isAlone)
    .reduce((sum, { drop, perhaps }) => sum + Math.max(0, drop - 1 - perhaps), 0);
  return unexplained + facts.takenByOthers;
}
