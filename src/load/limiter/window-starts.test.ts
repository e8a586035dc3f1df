import { expect, test } from 'vitest';
import { probe } from './judge/probe-kit.ts';

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

test.each([
  ['fixed-aligned', 21],
  ['fixed-first', 21],
  ['fixed-first', 0],
] as const)('%s, %i used before, told of by refusals alone: the kind of window is right or left open', async (kind, usedBefore) => {
  const cell = { limit: 41, periodMs: 27_500, usedBefore, skewMs: 3233, concurrency: 10 };
  const trials = await Promise.all(SEEDS.map((seed) => probe(kind, { document: 'authentication', seed, cell })));
  const kinds = trials.map(({ classification }) => classification.kind);
  expect(kinds.filter((found) => found !== kind && found !== 'unknown')).toEqual([]);
  // Where nobody else was there, the windows are known to begin with ours.
  if (kind === 'fixed-first' && usedBefore === 0) expect(kinds.filter((found) => found === 'unknown')).toEqual([]);
});
