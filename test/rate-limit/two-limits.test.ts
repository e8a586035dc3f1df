import { describe, expect, test } from 'vitest';
import type { Defect } from '../../bench/limiter-trials/defect.ts';
import { firstRequestWindow } from '../../bench/limiter-trials/limiters/first-request-window.ts';
import { leakingTimestamp } from '../../bench/limiter-trials/limiters/leaking-timestamp.ts';
import { requestLog } from '../../bench/limiter-trials/limiters/request-log.ts';
import { lessRemains, smallerShare, twoLimits } from '../../bench/limiter-trials/limiters/two-limits.ts';
import { wallClockWindow } from '../../bench/limiter-trials/limiters/wall-clock-window.ts';
import { clausesWith, defectOf, KINDS, probe, SEEDS } from '../support/probe-trial.ts';

const builds = { requestLog, firstRequestWindow, wallClockWindow, leakingTimestamp };
const bindings = { lessRemains, smallerShare, theLonger: (_short: unknown, long: ReturnType<typeof lessRemains>) => long };
const several = Object.entries(builds).flatMap(([kind, build]) =>
  Object.entries(bindings).map(([name, binding]) => [kind, name, twoLimits(build, binding)] as const),
);
const limitedBy = (build: Defect['build']): Defect => ({ name: '', clauses: [], ...(build === undefined ? {} : { build }) });

/** As fast as a machine nearby, and as slow as a busy one: then the short limit comes and goes. */
const LATENCIES = [
  [1, 12],
  [50, 150],
  [100, 300],
] as const;

describe('two limits at once, each answer of one of them', () => {
  test.each(several)('%s, %s: nothing that they say contradicts the other', async (_kind, _binding, build) => {
    const trials = await Promise.all(
      LATENCIES.flatMap((latencyMs) =>
        SEEDS.map((seed) =>
          probe('fixed-first', { seed, cell: { limit: 30, periodMs: 8000, concurrency: 4, latencyMs }, defect: limitedBy(() => build) }),
        ),
      ),
    );
    expect(trials.flatMap((trial) => clausesWith(trial, 'fail'))).toEqual([]);
  });

  test('no kind that has one limit is named, unless it explains all', async () => {
    const cell = { limit: 30, periodMs: 8000, concurrency: 4, latencyMs: [120, 300] } as const;
    const defect = limitedBy(() => twoLimits(requestLog, lessRemains));
    const trials = await Promise.all(SEEDS.map((seed) => probe('sliding-log', { seed, cell, defect })));
    expect(trials.map(({ classification: { kind, open } }) => [kind, open.includes('several limits (10, 30)')])).toEqual(
      SEEDS.map(() => ['unknown', true]),
    );
  });
});

test.each(KINDS)('one limit, %s, of which some answers name twice as much: that is no second one', async (kind) => {
  const trials = await Promise.all(SEEDS.map((seed) => probe(kind, { seed, defect: defectOf('Limit flaps') })));
  expect(trials.map((trial) => clausesWith(trial, 'fail').includes('pam.limits.header-limit'))).toEqual(SEEDS.map(() => true));
});
