import { expect, test } from 'vitest';
import type { Defect } from '../../../bench/limiter-trials/defect.ts';
import { bench, probe } from '../../../test/support/probe-trial.ts';
import { documentOf } from '../../model/document-of.ts';
import { inferLimiter } from './classify.ts';
import type { Decision } from './decisions.ts';
import { factsOf } from './facts.ts';
import { isConcurrent } from './models/concurrency.ts';
import { slidingCounter } from './models/sliding-counter.ts';
import { samples } from './sample-fixtures.ts';
import { sampleOf } from './sample.ts';

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

test.each([
  ['privileged-access', 'fixed-first', true],
  ['privileged-access', 'sliding-log', true],
  // Of one that is refused nobody knows whether it would have counted.
  ['authentication', 'fixed-first', undefined],
] as const)('%s, %s: whether unknown paths count is what the models replay the trace with', async (document, kind, counted) => {
  const rows = documentOf(bench.specs, document).limits.rateLimitHeaders ?? [];
  const found = [true, false].map(async (unknownPathCounts) => {
    const { events } = await probe(kind, { document, cell: { unknownPathCounts } });
    return inferLimiter(events.flatMap((event) => (event.type === 'exchange' ? [sampleOf(rows, event)] : []))).facts.unknownPathCounts;
  });
  expect(await Promise.all(found)).toEqual([counted, false]);
});

/** Ten operations, then refusals, with a reset as a target has it. */
const announcing = (reset: number): ReturnType<typeof samples> =>
  samples(
    ...Array.from({ length: 14 }, (_, index) => ({
      limit: 10,
      remaining: Math.max(0, 9 - index),
      reset,
      status: index < 10 ? 200 : 429,
    })),
  );

test.each([31_536_000, 1e12, 1e300, Infinity, -1e12])('a reset in %s seconds is understood, and few periods are thought of', (seconds) => {
  const probed = announcing(seconds);
  const hypotheses = slidingCounter(factsOf(probed, {}), 10);
  expect([inferLimiter(probed).facts.limit, hypotheses.length < 10_000]).toEqual([10, true]);
});

test('a log that counts refused requests too is told by the moments that it announces', async () => {
  const cell = { limit: 30, periodMs: 8000, concurrency: 4, latencyMs: [2, 130] } as const;
  const trials = await Promise.all(SEEDS.map((seed) => probe('refusal-log', { seed, cell })));
  expect(new Set(trials.map(({ classification }) => classification.kind))).toEqual(new Set(['sliding-log']));
});

/** Another count than there is, now and then. */
const MISCOUNTING: Defect = {
  name: '',
  clauses: [],
  answer: (answer, { random }) => {
    const left = Number(answer.headers['x-ratelimit-remaining']);
    return random.chance(0.1)
      ? { ...answer, headers: { ...answer.headers, 'x-ratelimit-remaining': String(Math.max(0, left - 1)) } }
      : answer;
  },
};

test('where requests are slow, a wrong count now and then is no missing limit', async () => {
  const cell = { limit: 30, periodMs: 8000, concurrency: 4, latencyMs: [350, 950] } as const;
  const trials = await Promise.all(SEEDS.slice(0, 6).map((seed) => probe('sliding-counter', { seed, cell, defect: MISCOUNTING })));
  expect(new Set(trials.map(({ classification }) => classification.kind))).toEqual(new Set(['unknown']));
});

test('where nothing says what remains, answers that all pass are no limit of requests at the same time', () => {
  const silent = Array.from({ length: 30 }, (_, index) => ({ limit: 10, at: index / 50 }));
  expect(inferLimiter(samples(...silent)).classification.kind).toBe('none');
});
