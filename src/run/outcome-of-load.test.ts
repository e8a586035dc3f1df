import { expect, test } from 'vitest';
import type { Blame, LoadEvent } from '../model/types.ts';
import { PROBE_ROW } from '../load/limiter/sample.ts';
import { sampleProfile } from '../profile/profile-fixtures.ts';
import { EMPTY_JUDGEMENT } from '../judge/judgement.ts';
import { loadSpecs } from '../model/load.ts';
import type { TraceEvent } from '../trace/events.ts';
import { standingIn, standingOf } from './load/load-standing.ts';
import { outcomeOf, type Outcomes } from './results.ts';

const specs = loadSpecs();
const profile = sampleProfile({}, {}, 'privileged-access');
const latency = { count: 1, p50: 1, p90: 1, p99: 1, p999: 1, max: 1 };

function load(about: Partial<LoadEvent> = {}, bottleneck: readonly string[] = []): LoadEvent {
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
  return outcomeOf({ ...nothing, load: standingOf(one), ...about });
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

type Entry = NonNullable<LoadEvent['mix']>[number];

/** A request of the mix, so many answers to which were successes, and others by status; of these only 429 is documented. */
function entry(name: string, succeeded: number, instead: Readonly<Record<string, number>> = {}): Entry {
  const others = Object.values(instead).reduce((sum, count) => sum + count, 0);
  const judged = succeeded + others;
  return { name, sent: judged, judged, succeeded, failed: others - (instead[429] ?? 0), instead: { ...instead } };
}

type Losses = Partial<LoadEvent['accounts']>;

/** A load of 1000 requests over 10 connections for 10 s, of which some were lost. */
function lossy(losses: Losses, about: Partial<LoadEvent> = {}): LoadEvent {
  const lost = losses.lost ?? Object.values(losses.lostBy ?? {}).reduce((sum, count) => sum + count, 0);
  const answered = 1000 - lost - (losses.timedOut ?? 0);
  const accounts = {
    ...load().accounts,
    scheduled: 1000,
    sent: 1000,
    answered,
    lost,
    byStatus: { 200: answered },
    unservedMs: 0,
    ...losses,
  };
  return load({ connections: 10, durationMs: 10_000, accounts, judged: answered, ...about });
}

test.each([
  ['nothing was sent', load({ accounts: { ...load().accounts, scheduled: 0, sent: 0, answered: 0 }, judged: 0 }), 'config'],
  ['nothing was answered', lossy({ timedOut: 1000 }), 'network'],
  ['all was reset', lossy({ lostBy: { reset: 1000 } }), 'network'],
  ['all was no HTTP', lossy({ lostBy: { 'not http': 1000 } }), 'target'],
  ['all was too large', lossy({ lostBy: { 'too large': 1000 } }), 'target'],
  ['there were interim answers alone', lossy({ lostBy: { 'interim only': 1000 } }), 'target'],
  ['answers came, and none was judged', lossy({}, { judged: 0 }), 'network'],
  ['more than one in a hundred was lost', lossy({ lostBy: { reset: 11 } }), 'network'],
  ['one of a few was lost', load({ accounts: { ...load().accounts, sent: 4, answered: 3, lost: 1, lostBy: { 'cut off': 1 } } }), 'network'],
  ['one of a few failed', load({ judged: 4, mix: [entry('a', 3, { 503: 1 })] }), 'target'],
  ['few were cut off, and nothing else came for most of the time', lossy({ lostBy: { 'cut off': 10 }, unservedMs: 90_000 }), 'network'],
  [
    'the only connection waited for its answer in vain',
    lossy({ lostBy: { 'cut off': 1 }, unservedMs: 9000 }, { connections: 1 }),
    'network',
  ],
  ['no connection could be had again', lossy({ lostBy: { reset: 10 }, unservedMs: 80_000 }), 'network'],
  [
    'one operation of the mix was never answered',
    lossy(
      { lostBy: { reset: 5 } },
      {
        mix: [entry('a', 995), { ...entry('b', 0), sent: 5 }],
      },
    ),
    'network',
  ],
  [
    'what contradicts a clause is not on record',
    lossy({}, { violations: [{ check: 'shape', clauses: ['a'], count: 3, kept: 0 }] }),
    'target',
  ],
  ['no answer is in the trace', lossy({}, { rejudgeable: 0 }), 'target'],
  ['every answer was a redirect that nobody documents', lossy({}, { mix: [entry('a', 0, { 307: 1000 })] }), 'target'],
  ['everything was refused', lossy({}, { mix: [entry('a', 0, { 401: 1000 })] }), 'target'],
  ['everything was limited', lossy({}, { mix: [entry('a', 0, { 429: 1000 })] }), 'target'],
  ['one operation of the mix was refused alone', lossy({}, { mix: [entry('a', 995), entry('b', 0, { 404: 5 })] }), 'target'],
  ['a success lacks what it showed before', lossy({}, { mix: [{ ...entry('a', 1000), otherwise: 1, lost: '/list is empty' }] }), 'target'],
  ['more than one in a hundred failed', lossy({}, { mix: [entry('a', 989, { 503: 11 })] }), 'target'],
  [
    'nothing was measured for a threshold',
    lossy({}, { thresholds: [{ ...MISSED[0], expression: 'p99<1ms', measured: 0, held: false, unmeasured: true }] }),
    'config',
  ],
] as const)('a load is inconclusive where %s', (_where, one, blame) => {
  expect([standingOf(one), outcome(one)]).toEqual([{ kind: 'open', because: expect.any(String), blame }, 'inconclusive']);
});

test('a stray loss, answers that were not awaited and losses that a threshold permits leave a load what it is', () => {
  const permitted = [{ expression: 'unanswered<=50%', measured: 0.3, held: true }];
  const few = load({
    connections: 10,
    durationMs: 10_000,
    accounts: { ...load().accounts, sent: 20, answered: 19, lost: 1, unservedMs: 2 },
  });
  expect([
    outcome(few),
    outcome(lossy({ lostBy: { reset: 10 } })),
    outcome(lossy({ lostBy: { 'not awaited': 100 } })),
    outcome(lossy({ lostBy: { reset: 300 } }, { thresholds: permitted })),
    outcome(lossy({ lostBy: { reset: 1000 } }, { thresholds: permitted })),
  ]).toEqual(['conformant', 'conformant', 'conformant', 'conformant', 'inconclusive']);
});

test('a stray failure, what a rate limit refuses and failures that a threshold permits leave a load what it is', () => {
  const permitted = [{ expression: 'errors<=50%', measured: 0.3, held: true }];
  expect([
    outcome(load({ judged: 20, mix: [entry('a', 19, { 503: 1 })] })),
    outcome(lossy({}, { mix: [entry('a', 990, { 503: 10 })] })),
    outcome(lossy({}, { mix: [entry('a', 1, { 429: 999 })] })),
    outcome(lossy({}, { mix: [entry('a', 700, { 503: 300 })], thresholds: permitted })),
    outcome(lossy({}, { mix: [entry('a', 0, { 503: 1000 })], thresholds: permitted })),
  ]).toEqual(['conformant', 'conformant', 'conformant', 'conformant', 'inconclusive']);
});

test('a clause that passed while the load was prepared makes no load conformant', () => {
  const lost = lossy({ timedOut: 1000 });
  expect(outcome(lost, { waived: 3 })).toBe('inconclusive');
});

/** A probe whose requests were answered with these statuses, or not at all. */
function probed(statuses: readonly (number | undefined)[], stopped?: Blame): readonly TraceEvent[] {
  const place = { row: PROBE_ROW, at: 'exhaust/own/call' };
  const blocked = (blame: Blame): TraceEvent => ({ type: 'blocked', case: 'load', place, because: 'it stopped', blame });
  return [
    { type: 'case', case: 'load', document: 'privileged-access', kind: 'load', title: '' },
    ...[200, ...statuses].map((status, index): TraceEvent => ({
      type: 'exchange',
      seq: index + 1,
      case: 'load',
      // The first one only prepares it.
      place: index === 0 ? { ...place, at: 'prepare/own' } : place,
      purpose: 'load',
      document: 'privileged-access',
      operation: 'listGroups',
      request: { method: 'GET', url: 'http://127.0.0.1/', headers: {}, bytes: 0 },
      ...(status === undefined ? { failure: { kind: 'timeout', detail: 'no answer' } } : { response: { status, headers: {}, bytes: 0 } }),
      sentAt: index,
      durationMs: 1,
    })),
    ...(stopped === undefined ? [] : [blocked(stopped)]),
  ];
}

test.each([
  ['nothing was sent', probed([]), 'config'],
  ['nothing was answered', probed([undefined, undefined], 'network'), 'network'],
  ['the answers stopped coming, and the time was over', probed([200, 200, undefined], 'config'), 'network'],
  ['the budget ended it', probed([200, 200], 'config'), 'config'],
  ['errors of the server ended it', probed([200, 500], 'target'), 'target'],
  ['every answer was a redirect that nobody documents', probed([307, 307, 307]), 'target'],
  ['every answer refused the caller', probed([401, 401]), 'target'],
  ['every third request was lost', probed([200, 200, undefined, 200, 200, undefined]), 'network'],
] as const)('a probe is inconclusive where %s', (_where, events, blame) => {
  expect(standingIn({ specs, profile, events, judgement: EMPTY_JUDGEMENT })).toEqual({ kind: 'open', because: expect.any(String), blame });
});

test('a probe that came to its end is sound, and other runs are none', () => {
  expect(
    [probed([200, 429, undefined]), probed([429]), []].map((events) => standingIn({ specs, profile, events, judgement: EMPTY_JUDGEMENT })),
  ).toEqual([{ kind: 'sound', judged: 2 }, { kind: 'sound', judged: 1 }, undefined]);
});

test('answers that are neither a success nor a refusal by the rate limit leave it open, unless a threshold on errors permits them', () => {
  const accounts = { ...load().accounts, sent: 200, answered: 200, byStatus: { 200: 195, 503: 5 } };
  const mixed = (otherwise: number): Partial<LoadEvent> => ({
    accounts,
    judged: 200,
    mix: [entry('one', 200 - otherwise, { 503: otherwise })],
  });
  const permitted = [{ expression: 'errors<=5%', measured: 0.03, held: true }];
  expect([outcome(load(mixed(2))), outcome(load(mixed(3))), outcome(load({ ...mixed(5), thresholds: permitted }))]).toEqual([
    'conformant',
    'inconclusive',
    'conformant',
  ]);
});

test('a trace that does not show what its load counts is no sound load', () => {
  const counted = load({ violations: [{ check: 'shape/team', clauses: ['pam.team'], count: 7, kept: 2 }], rejudgeable: 1 });
  const answers = probed([200]);
  const finding = { check: 'shape/team', clauses: ['pam.team'], basis: 'documented', exchanges: [1] } as const;
  const because = (events: readonly TraceEvent[], ...verdicts: readonly ('pass' | 'fail')[]): unknown => {
    const standing = standingIn({ specs, profile, events, judgement: { findings: verdicts.map((verdict) => ({ ...finding, verdict })) } });
    return standing?.kind === 'open' ? standing.because : standing?.kind;
  };
  expect([because([...answers, counted], 'fail'), because([...answers, counted], 'pass'), because([counted], 'fail')]).toEqual([
    'sound',
    'the trace is not as the load has left it: nothing in it contradicts shape/team, as 7 answers of the load did',
    'the trace is not as the load has left it: it has 0 of the 1 answers that the load has left in it',
  ]);
});

test('a ramp counts where a rate was confirmed, and the generator was not what bounded it', () => {
  const stage = (rate: number, missed: readonly string[]): NonNullable<LoadEvent['ramp']>['stages'][number] => ({
    phase: 'stage',
    rate,
    durationMs: 1000,
    sent: 1,
    answered: 1,
    errors: 0,
    throughput: 1,
    p50: 1,
    p99: 1,
    missed: [...missed],
  });
  const ramp = (confirmed: number | undefined, missed: readonly string[]): LoadEvent =>
    load({
      thresholds: HELD,
      ramp: { ...(confirmed === undefined ? {} : { confirmed }), bound: 'x', stages: [stage(1, []), stage(2, missed)] },
    });
  expect([
    outcome(ramp(1, ['p99<2ms'])),
    outcome(ramp(2, [])),
    outcome(ramp(1, ['the generator was the bottleneck'])),
    outcome(ramp(undefined, ['p99<2ms'])),
    outcome(load({ thresholds: MISSED, ramp: { bound: 'x', stages: [stage(1, ['p99<1ms'])] } })),
  ]).toEqual(['conformant', 'conformant', 'inconclusive', 'inconclusive', 'violations']);
});
