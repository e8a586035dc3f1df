import { expect, test } from 'vitest';
import type { LoadEvent } from '../spec/types.ts';
import { outcomeOf } from './outcome.ts';
import type { Outcomes } from './outcome.ts';

const latency = { count: 1, p50: 1, p90: 1, p99: 1, p999: 1, max: 1 };

function load(about: Partial<Pick<LoadEvent, 'end' | 'thresholds'>> = {}, bottleneck: readonly string[] = []): LoadEvent {
  return {
    type: 'load',
    case: 'load',
    model: 'closed',
    connections: 1,
    end: 'completed',
    accounts: { scheduled: 1, sent: 1, neverSent: 0, answered: 1, timedOut: 0, lost: 0, lostBy: {}, byStatus: { 200: 1 }, bytes: 2 },
    judged: 1,
    violating: 0,
    rejudgeable: 1,
    violations: [],
    latencyMs: latency,
    coordinatedOmission: 'not corrected',
    throughput: 1,
    durationMs: 1000,
    slices: [],
    generator: { eventLoopDelayMs: { p50: 0, p99: 0, max: 0 }, processorShare: 0.1, sendLagMs: latency, bottleneck: [...bottleneck] },
    thresholds: [],
    ...about,
  };
}

/** Of a run in which nothing else is wrong. */
function outcome(one: LoadEvent, about: Partial<Outcomes> = {}): string {
  const nothing = {
    harnessErrors: [],
    interrupted: false,
    stopped: false,
    shard: false,
    badWaivers: [],
    failures: 0,
    flaky: 0,
    waived: 1,
    verdicts: [],
  };
  return outcomeOf({ ...nothing, load: one, ...about });
}

const MISSED = [{ expression: 'p99<1ms', measured: 1, held: false }];
const HELD = [{ expression: 'p99<2ms', measured: 1, held: true }];

test('a threshold is missed by the target, unless the generator was the bottleneck; a load that ended early shows nothing', () => {
  expect([
    outcome(load()),
    outcome(load({ thresholds: HELD })),
    outcome(load({ thresholds: MISSED })),
    outcome(load({ thresholds: MISSED }, ['too slow'])),
    outcome(load({ thresholds: HELD }, ['too slow'])),
    outcome(load({}, ['too slow'])),
    outcome(load({ end: 'budget' })),
    outcome(load({ end: 'server-errors' })),
    outcome(load({ end: 'interrupted' }), { interrupted: true }),
    outcome(load({ thresholds: HELD }, ['too slow']), { failures: 1 }),
  ]).toEqual([
    'conformant',
    'conformant',
    'violations',
    'inconclusive',
    'inconclusive',
    'conformant',
    'conformant',
    'inconclusive',
    'partial',
    'violations',
  ]);
});
