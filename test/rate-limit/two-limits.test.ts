import { expect, test } from 'vitest';
import type { Defect } from '../../bench/limiter-trials/defect.ts';
import { firstRequestWindow } from '../../bench/limiter-trials/limiters/first-request-window.ts';
import { requestLog } from '../../bench/limiter-trials/limiters/request-log.ts';
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

/** Two logs; an answer speaks of the one of which less remains. */
const least: Defect = {
  name: '',
  clauses: [],
  build: () => (limit, periodMs) => {
    const [short, long] = [requestLog(10, 1000), requestLog(limit, periodMs)];
    return {
      hit(nowMs) {
        const first = short.hit(nowMs);
        if (!first.ok) return first;
        const second = long.hit(nowMs);
        return second.ok && first.remaining <= second.remaining ? first : second;
      },
      done: () => undefined,
    };
  },
};

test('two limits at once, each answer of the one of which less remains: no kind that has one limit is named', async () => {
  const cell = { limit: 30, periodMs: 8000, concurrency: 4, latencyMs: [120, 300] } as const;
  const trials = await Promise.all(SEEDS.map((seed) => probe('sliding-log', { seed, cell, defect: least })));
  expect(trials.map(({ classification: { kind, open } }) => [kind, open.includes('several limits (10, 30)')])).toEqual(
    SEEDS.map(() => ['unknown', true]),
  );
});
