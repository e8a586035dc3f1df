import { expect, test } from 'vitest';
import type { Defect } from '../../bench/limiter-trials/defect.ts';
import type { Build } from '../../bench/limiter-trials/limiters/simulated.ts';
import { clausesWith, probe, SEEDS } from '../support/probe-trial.ts';

/** Refuses as it should twice, and then as if it was down. */
const tired = (): Defect => {
  let refused = 0;
  return {
    name: '',
    clauses: [],
    answer: (answer) => {
      if (answer.status !== 429) return answer;
      refused += 1;
      return refused <= 2 ? answer : { ...answer, status: 503, body: { code: 'service_offline' } };
    },
  };
};

test('most of what is refused looks like an outage, though some looks as it should: no outage comes and goes with the limit', async () => {
  const trials = await Promise.all(SEEDS.map((seed) => probe('fixed-first', { seed, defect: tired() })));
  expect(trials.map((trial) => clausesWith(trial, 'fail').includes('pam.errors.too-many-requests-condition'))).toEqual(
    SEEDS.map(() => true),
  );
});

const SOON_MS = 1000;
const MOST_USED = 7;

/** Never refuses: what is used is back within a second, a few operations at a time. */
const soonBack: Build = (limit) => {
  let used = 0;
  return {
    hit(nowMs) {
      used = (used % MOST_USED) + 1;
      return { ok: true, limit, remaining: limit - used, fullAtMs: nowMs + SOON_MS, nextAtMs: nowMs + SOON_MS };
    },
    done: () => undefined,
  };
};

test('as much comes back as is used: that is no limiter that is not there, and no wrong count', async () => {
  const cell = { limit: 60, periodMs: 12_000, latencyMs: [80, 120], concurrency: 2 } as const;
  const trials = await Promise.all(
    SEEDS.map((seed) => probe('none', { seed, cell, defect: { name: '', clauses: [], build: () => soonBack } })),
  );
  expect(trials.map((trial) => [trial.classification.kind, clausesWith(trial, 'fail')])).toEqual(SEEDS.map(() => ['unknown', []]));
});

test('where nothing says when all is back, a kind that explains one answer more than another is not told from it', async () => {
  const twice: Defect = {
    name: '',
    clauses: [],
    answer: (answer) => {
      const reset = String(answer.headers['x-ratelimit-reset']);
      return { ...answer, headers: { ...answer.headers, 'x-ratelimit-reset': [reset, reset] } };
    },
  };
  const trials = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((seed) => probe('token-bucket', { seed, cell: { limit: 30, periodMs: 8000, concurrency: 16 }, defect: twice })),
  );
  expect(trials.map(({ classification: { kind } }) => kind).filter((kind) => kind !== 'token-bucket' && kind !== 'unknown')).toEqual([]);
});
