import { expect, test } from 'vitest';
import { probe } from '../../../test/support/probe-trial.ts';

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

const kindsOf = async (kind: 'fixed-aligned' | 'fixed-first', usedBefore: number): Promise<readonly string[]> => {
  const cell = { limit: 41, periodMs: 27_500, usedBefore, skewMs: 3233, concurrency: 10 };
  const trials = await Promise.all(SEEDS.map((seed) => probe(kind, { document: 'authentication', seed, cell })));
  return trials.map(({ classification }) => classification.kind);
};

test.each(['fixed-aligned', 'fixed-first'] as const)(
  '%s, begun before we came, told of by refusals alone: right, or left open',
  async (kind) => {
    const kinds = await kindsOf(kind, 21);
    expect(kinds.filter((found) => found !== kind && found !== 'unknown')).toEqual([]);
  },
);

test('windows that begin with our own first requests are known by that, though refusals alone tell of them', async () => {
  expect(new Set(await kindsOf('fixed-first', 0))).toEqual(new Set(['fixed-first']));
});
