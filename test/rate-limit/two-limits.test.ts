import { expect, test } from 'vitest';
import type { Defect } from '../../bench/limiter-trials/defect.ts';
import { firstRequestWindow } from '../../bench/limiter-trials/limiters/first-request-window.ts';
import { clausesWith, probe, SEEDS } from '../support/probe-trial.ts';

const TOGETHER = 15;

/** A limit of a period, and one of each second; an answer speaks of the one that refuses. */
const twice: Defect = {
  name: '',
  clauses: [],
  build: () => (limit, periodMs) => {
    const [short, long] = [firstRequestWindow(TOGETHER, 1000), firstRequestWindow(limit, periodMs)];
    return {
      hit(nowMs) {
        const ruling = short.hit(nowMs);
        return ruling.ok ? long.hit(nowMs) : ruling;
      },
      done: () => undefined,
    };
  },
};

test('two limits at once, each answer of the one that binds: none of them changes within its period', async () => {
  const trials = await Promise.all(SEEDS.map((seed) => probe('fixed-first', { seed, cell: { limit: 40 }, defect: twice })));
  expect(trials.flatMap((trial) => clausesWith(trial, 'fail'))).toEqual([]);
});
