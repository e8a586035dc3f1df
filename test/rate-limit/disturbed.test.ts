import { describe, expect, test } from 'vitest';
import type { Defect } from '../../bench/limiter-trials/defect.ts';
import { evenly, foreignUse, RHYTHMS } from '../../bench/limiter-trials/foreign-use.ts';
import type { ForeignUse } from '../../bench/limiter-trials/foreign-use.ts';
import type { Cell } from '../../bench/limiter-trials/cell.ts';
import { clausesWith, KINDS, probe, SEEDS, withHeaders } from '../support/probe-trial.ts';

const CELL: Partial<Cell> = { limit: 40, periodMs: 8000, concurrency: 10 };

describe.each(KINDS)('%s', (kind) => {
  test.each(RHYTHMS)('what others use, %s, is no failure, and makes no other kind of it', async (rhythm) => {
    const foreign = foreignUse(rhythm, { kind, limit: 40, periodMs: 8000, concurrency: 10, latencyMs: [1, 12], ...NOBODY });
    const trials = await Promise.all(SEEDS.map((seed) => probe(kind, { seed, cell: CELL, foreign })));
    expect(trials.flatMap((trial) => clausesWith(trial, 'fail'))).toEqual([]);
    expect(trials.map(({ classification }) => classification.kind).filter((found) => found !== kind && found !== 'unknown')).toEqual([]);
  });

  test('others who take all that comes back, as soon as it does, are no failure of the target', async () => {
    const trials = await Promise.all(SEEDS.map((seed) => probe(kind, { seed, cell: { ...CELL, usedBefore: 38 }, foreign: evenly(50, 3) })));
    expect(trials.flatMap((trial) => clausesWith(trial, 'fail'))).toEqual([]);
  });

  test('errors of the server now and then are none of the limit, and nobody else is blamed for them', async () => {
    const trials = await Promise.all(
      SEEDS.flatMap((seed) => [HEADED, BARE].map((defect) => probe(kind, { seed, cell: { limit: 60 }, defect }))),
    );
    const ofLimit = trials.flatMap(({ findings }) => findings.filter(({ check }) => check.startsWith('limiter/')));
    expect(ofLimit.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(ofLimit.filter(({ reason = '' }) => reason.includes('were not ours'))).toEqual([]);
    const reasons = ofLimit.filter(({ verdict, check }) => verdict === 'inconclusive' && check === 'limiter/permitted');
    expect(reasons.filter(({ reason = '' }) => !reason.includes('answered with an error of the server (status 503)'))).toEqual([]);
  });

  test('a request for an unknown path that fails, and counts, is none of the limit', async () => {
    const trials = await Promise.all(SEEDS.map((seed) => probe(kind, { seed, cell: { limit: 10 }, defect: FAILING_PATHS })));
    const ofLimit = trials.flatMap(({ findings }) => findings.filter(({ check }) => check.startsWith('limiter/')));
    expect(ofLimit.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });

  test('a limit of one operation: nothing fails, and what is announced is waited for', async () => {
    const trials = await Promise.all(
      [5000, 7500, 20_000].flatMap((periodMs) => SEEDS.map((seed) => probe(kind, { seed, cell: { limit: 1, periodMs } }))),
    );
    expect(trials.flatMap((trial) => clausesWith(trial, 'fail'))).toEqual([]);
    const passed = trials.map((trial) => RETURNS.filter((clause) => !clausesWith(trial, 'pass').includes(clause)));
    expect(passed.flat()).toEqual([]);
  });
});

test.each([
  ['bursts', { limit: 34, periodMs: 12_000, usedBefore: 29 }],
  ['bursts', { limit: 30, periodMs: 10_000, usedBefore: 25 }],
  ['when one may', { limit: 222, periodMs: 10_000, usedBefore: 33 }],
] as const)('what others use when each window begins, %s, is no failure of a window', async (rhythm, own) => {
  const cell: Cell = { kind: 'fixed-first', concurrency: 10, latencyMs: [1, 12], ...NOBODY, ...own };
  const trials = await Promise.all(SEEDS.map((seed) => probe('fixed-first', { seed, cell, foreign: foreignUse(rhythm, cell) })));
  expect(trials.flatMap((trial) => clausesWith(trial, 'fail'))).toEqual([]);
});

test.each([
  ['fixed-aligned', 'bursts', 3],
  ['fixed-aligned', 'each period', 3],
  ['fixed-first', 'bursts', 2],
] as const)('the one operation that others take of each small allowance is no failure: %s, %s', async (kind, rhythm, limit) => {
  const own = { limit, periodMs: 5000, concurrency: 10 };
  const foreign = foreignUse(rhythm, { kind, latencyMs: [1, 12], ...NOBODY, ...own });
  const trials = await Promise.all(SEEDS.map((seed) => probe(kind, { seed, cell: own, foreign })));
  expect(trials.flatMap((trial) => clausesWith(trial, 'fail'))).toEqual([]);
});

test('what others use makes a bucket look slower, and lets not more through than it should', async () => {
  const cell: Partial<Cell> = { limit: 324, periodMs: 6000, concurrency: 64, latencyMs: [3.1, 11], skewMs: -1816 };
  const trials = await Promise.all([...SEEDS, 4, 5, 6, 7, 8].map((seed) => probe('token-bucket', { seed, cell, foreign: evenly(400, 1) })));
  expect(trials.flatMap((trial) => clausesWith(trial, 'fail'))).toEqual([]);
});

test('windows that others begin are not said to follow the clock', async () => {
  const cell: Partial<Cell> = { limit: 60, periodMs: 6000, concurrency: 10 };
  const later = (): ForeignUse => {
    const often = evenly(1550, 1);
    let isThere = false;
    return (limiter, nowMs) => {
      if (isThere) return often(limiter, nowMs);
      isThere = true;
      return nowMs + 9420;
    };
  };
  const trials = await Promise.all([...SEEDS, 4, 5, 6].map((seed) => probe('fixed-first', { seed, cell, foreign: later() })));
  expect(trials.map(({ classification }) => classification.kind).filter((kind) => kind === 'fixed-aligned')).toEqual([]);
  expect(trials.flatMap((trial) => clausesWith(trial, 'fail'))).toEqual([]);
});

const NOBODY = { skewMs: 0, unknownPathCounts: true, usedBefore: 0 };
const RETURNS = ['pam.limits.header-retry-at-meaning', 'pam.limits.header-reset-meaning', 'pam.limits.rate-until-replenished'];

/** One request of twenty that is let through is answered by an error, with headers that count it or with none. */
const failing = (change: (headers: Record<string, string | string[]>) => Record<string, string | string[]>): Defect => ({
  name: '',
  clauses: [],
  answer: (answer, { random }) =>
    answer.status === 200 && random.chance(0.05)
      ? { status: 503, headers: change(answer.headers), body: { code: 'service_offline' } }
      : answer,
});
const FAILING_PATHS: Defect = {
  name: '',
  clauses: [],
  answer: (answer) => (answer.status === 404 ? { ...answer, status: 503, body: { code: 'service_offline' } } : answer),
};
const HEADED = failing((headers) => headers);
const BARE = failing(({ date = '' }) => ({ date }));

test('a reset that stands twice is not said to be not waited for', async () => {
  const twice = withHeaders((headers) => {
    const reset = String(headers['x-ratelimit-reset']);
    return { ...headers, 'x-ratelimit-reset': [reset, reset] };
  });
  const { findings } = await probe('fixed-first', { defect: twice });
  const said = findings.flatMap(({ check, verdict, reason }) => (check === 'limiter/reset' ? [[verdict, reason]] : []));
  expect(said).toEqual([['inconclusive', expect.stringContaining('one header, in Unix seconds')]]);
});

test('nothing that others could not have taken: a first request of a used allowance, and refusals ever after', async () => {
  // All but the last operation is gone before; whoever took it takes all that comes back.
  const greedy = (): Defect => {
    let subjects = 0;
    return {
      name: '',
      clauses: [],
      build: () => (limit, periodMs) => {
        const isOurs = subjects++ === 0;
        let hits = 0;
        return {
          hit(nowMs) {
            hits += 1;
            const ok = !isOurs || hits === 1;
            return {
              ok,
              limit,
              remaining: isOurs ? Math.max(0, 2 - hits) : limit - hits,
              fullAtMs: nowMs + periodMs,
              nextAtMs: nowMs + 2000,
            };
          },
          done: () => undefined,
        };
      },
    };
  };
  const trials = await Promise.all(SEEDS.map((seed) => probe('sliding-log', { seed, defect: greedy() })));
  expect(trials.flatMap((trial) => clausesWith(trial, 'fail'))).toEqual([]);
});
