import { describe, expect, test } from 'vitest';
import type { Defect } from '../../bench/limiter-trials/defect.ts';
import type { Ruling } from '../../bench/limiter-trials/limiters/simulated.ts';
import { clausesWith, KINDS, probe, SEEDS } from '../support/probe-trial.ts';

type Words = (ruling: Ruling, nowMs: number) => Pick<Ruling, 'fullAtMs' | 'nextAtMs'>;

/** The same limiter with other words for when something is back. */
const saying = (words: Words): Defect => ({
  name: '',
  clauses: [],
  build: (build) => (limit, periodMs) => {
    const inner = build(limit, periodMs);
    return {
      ...inner,
      hit(nowMs) {
        const ruling = inner.hit(nowMs);
        return { ...ruling, ...words(ruling, nowMs) };
      },
    };
  },
});

const upTo = (grainMs: number): Words => {
  const up = (ms: number): number => Math.ceil(ms / grainMs) * grainMs;
  return ({ fullAtMs, nextAtMs }) => ({ fullAtMs: up(fullAtMs), nextAtMs: up(nextAtMs) });
};
const LATE: readonly (readonly [what: string, words: Words])[] = [
  ['the next full minute', upTo(60_000)],
  ['the next full ten seconds', upTo(10_000)],
  ['three seconds more than it takes', ({ fullAtMs, nextAtMs }) => ({ fullAtMs: fullAtMs + 3000, nextAtMs: nextAtMs + 3000 })],
  ['one moment for some of it and for all', ({ fullAtMs }) => ({ fullAtMs, nextAtMs: fullAtMs })],
];

describe.each(KINDS)('%s', (kind) => {
  test.each(LATE)('announced is %s: what comes back before is none too many', async (_what, words) => {
    const cells = [{}, { limit: 5, periodMs: 8000 }, { limit: 30, usedBefore: 4 }];
    const trials = await Promise.all(cells.flatMap((cell) => SEEDS.map((seed) => probe(kind, { seed, cell, defect: saying(words) }))));
    expect(trials.flatMap((trial) => clausesWith(trial, 'fail'))).toEqual([]);
  });
});
