import { expect, test } from 'vitest';
import { isConcurrent } from './classify.ts';
import type { Decision } from './decisions.ts';
import { factsOf } from './facts.ts';
import { samples } from './sample-fixtures.ts';

const [SAMPLE] = samples({ limit: 3, remaining: 2 });

/** One that lasts from a moment to another, as it is known: sent at a whole millisecond, received to the microsecond, give or take one. */
const at = (low: number, high: number, left: number | undefined): Decision => {
  if (SAMPLE === undefined) throw new TypeError('no sample');
  return { sample: SAMPLE, at: { low, high }, passed: left !== undefined, left };
};

// As a limit of three at the same time was recorded, refused in less than a millisecond.
const CROWD = [at(2181, 2205.9, 2), at(2181, 2206.4, 1), at(2181, 2206.8, 0), at(2181, 2185.3, undefined), at(2184, 2186.5, undefined)];
const NEXT = [at(2227, 2250.5, 2), at(2227, 2250.8, 1), at(2227, 2250.9, 0), at(2227, 2229.9, undefined)];
const ALONE = [at(2204, 2227.4, 2), at(2248, 2271.3, 2)];

test('who comes when the last answer is there is alone, though their moments touch; a refusal of no length is not', () => {
  const facts = factsOf(samples({ limit: 3, remaining: 2 }));
  const decisions = [...CROWD, ...NEXT, ...ALONE].toSorted((one, other) => one.at.low - other.at.low);
  expect(isConcurrent({ ...facts, decisions })).toBe(true);
  // One that is refused alone is refused by something else.
  expect(isConcurrent({ ...facts, decisions: [...decisions, at(2300, 2302, undefined)] })).toBe(false);
});
