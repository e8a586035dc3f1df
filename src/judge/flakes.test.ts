import { expect, test } from 'vitest';
import type { TraceEvent } from '../trace/events.ts';
import { sampleExchange } from '../trace/trace-fixtures.ts';
import { indexTrace } from './evidence.ts';
import type { Finding } from './finding.ts';
import { settleFlakes, type Surroundings } from './flakes.ts';

type Again = { readonly of: string; readonly to: 'repeat' | 'shorten' };

/** A case of one exchange, whose number is its own. */
const driven = (id: string, seq: number, again?: Again, walk?: string): readonly TraceEvent[] => [
  {
    type: 'case',
    case: id,
    document: 'authentication',
    kind: 'probe',
    title: id,
    ...(again === undefined ? {} : { again }),
    ...(walk === undefined ? {} : { walk: { id: walk, code: '[]' } }),
  },
  { ...sampleExchange({ seq }), case: id },
];
const repeats = (of: string, seq: number): readonly TraceEvent[] =>
  [1, 2].flatMap((time) => driven(`${of}/again-${time}`, seq + time, { of, to: 'repeat' }));
const blocked = (id: string, blame: 'target' | 'provider-state'): TraceEvent => ({
  type: 'blocked',
  case: id,
  place: { row: 'probe:look', at: 'steps/0' },
  because: 'no',
  blame,
});
const failed = (seq: number, about: Partial<Finding> = {}): Finding => ({
  check: 'shut',
  clauses: ['doors.shut'],
  verdict: 'fail',
  basis: 'documented',
  exchanges: [seq],
  expected: 'SHUT',
  received: 'OPEN',
  blame: 'target',
  ...about,
});
const SURROUNDINGS: Surroundings = {
  outcomeChecks: () => [{ id: 'served', clauses: ['doors.served'] }],
  sources: [{ kind: 'accounts', key: 'providerStates.0', cost: 0, file: 'accounts.yaml', accounts: [], spent: [] }],
};
const settled = (events: readonly TraceEvent[], findings: readonly Finding[]): unknown => {
  const { findings: verdictsOf, flakes } = settleFlakes(indexTrace(events), findings, SURROUNDINGS);
  return [
    verdictsOf.map(({ verdict, times }) => (times === undefined ? verdict : `${verdict} ${times.failed}/${times.runs}`)),
    flakes.map(({ finding, runs, failed: times, because }) => [finding.check, times, runs, because]),
  ];
};

test('what nobody has driven again stands as it is', () => {
  expect(settled(driven('look', 1), [failed(1)])).toEqual([['fail'], []]);
});

test.each<[string, readonly number[], readonly string[]]>([
  ['never again', [1], ['fail 1/3']],
  ['once more', [1, 3], ['fail 2/3', 'fail 2/3']],
  ['each time', [1, 2, 3], ['fail 3/3', 'fail 3/3', 'fail 3/3']],
  ['only when it was driven again', [2], ['fail 1/3']],
])('a failure that shows %s stands, with its counts', (_how, seqs, outcome) => {
  expect(
    settled(
      [...driven('look', 1), ...repeats('look', 1)],
      seqs.map((seq) => failed(seq)),
    ),
  ).toEqual([outcome, []]);
});

const served = { check: 'served', clauses: ['doors.served'] };
const turn = (id: string, waits?: true): TraceEvent => ({
  type: 'clock',
  case: id,
  advance: 'PT1H',
  now: '2030-01-01T00:00:00Z',
  ...(waits === undefined ? {} : { waits }),
});
const provided = (id: string, by: string): TraceEvent => ({
  type: 'state',
  case: id,
  state: 'door',
  params: {},
  alias: 'door',
  provided: true,
  by,
});
const [begins, exchange] = driven('look', 1);
if (begins?.type !== 'case' || exchange?.type !== 'exchange' || exchange.response === undefined) throw new Error('a case of one exchange');
const late = { ...exchange, seq: 9, durationMs: 1_001 };
const { response: _response, ...unanswered } = { ...exchange, seq: 0, failure: { kind: 'reset' as const, detail: 'reset' } };

test.each<[string, readonly TraceEvent[], Partial<Finding>, string | undefined]>([
  ['nothing', [exchange], served, undefined],
  ['a turn of the clock', [turn('look'), exchange], served, undefined],
  ['a turn of the clock and a stall', [turn('look'), late], { ...served, exchanges: [9] }, 'timing'],
  ['a wait for the rate limit', [turn('look', true), exchange], served, 'timing'],
  ['a moment of another clock', [exchange], { check: 'law/token.over-at-its-end' }, 'timing'],
  ['a limit that does not speak of moments', [exchange], { check: 'law/rate-limit.limit-constant' }, undefined],
  ['a request without a response', [unanswered, exchange], served, 'transport'],
  ['a service that is not available', [{ ...exchange, response: { ...exchange.response, status: 503 } }], served, 'transport'],
  [
    'a service that is not available, whatever was asked for',
    [{ ...exchange, response: { ...exchange.response, status: 500 } }],
    { check: 'law/echo.door' },
    'transport',
  ],
  ['a service that refuses', [{ ...exchange, response: { ...exchange.response, status: 403 } }], served, undefined],
  ['an account', [provided('look', 'providerStates.0'), exchange], served, 'provider-state'],
  ['a provider that makes the state', [provided('look', 'providerStates.1'), exchange], served, undefined],
  ['an account, but a wrong value', [provided('look', 'providerStates.0'), exchange], {}, undefined],
  ['a request without a response, but a wrong value', [unanswered, exchange], {}, undefined],
])('a failure that shows once beside %s', (_what, events, about, noise) => {
  const [verdict, flakes] = noise === undefined ? ['fail 1/3', []] : ['inconclusive', [[about.check, 1, 3, noise]]];
  expect(settled([begins, ...events, ...repeats('look', 1)], [failed(1, { case: 'look', ...about })])).toEqual([[verdict], flakes]);
});

test('what is a violation in one case is none of the noise in another', () => {
  const events = [begins, provided('look', 'providerStates.0'), exchange, ...repeats('look', 1), ...driven('knock', 7)];
  expect(settled(events, [failed(1, { ...served, case: 'look' }), failed(7, { ...served, case: 'knock' })])).toEqual([
    ['fail 1/3', 'fail 1/3'],
    [],
  ]);
});

test('that a service was not available is noise, unless it was not each time that its operation was driven again', () => {
  const sent = (id: string, seq: number, status: number, again?: Again): readonly TraceEvent[] =>
    driven(id, seq, again).map((event) =>
      event.type === 'exchange' ? { ...event, operation: 'openDoor', response: { status, headers: {}, body: null, bytes: 0 } } : event,
    );
  const again = (first: number, second: number): readonly TraceEvent[] => [
    ...sent('look', 1, 503),
    ...sent('look/again-1', 2, first, { of: 'look', to: 'repeat' }),
    ...sent('look/again-2', 3, second, { of: 'look', to: 'repeat' }),
  ];
  const knocks = failed(7, { check: 'knocked' });
  const events = [...again(200, 200), ...sent('knock', 7, 503)];
  expect(settled(events, [failed(1), knocks])).toEqual([
    ['inconclusive', 'inconclusive'],
    [
      ['shut', 1, 3, 'transport'],
      ['knocked', 1, 1, 'transport'],
    ],
  ]);
  expect(settled([...again(200, 503), ...sent('knock', 7, 503)], [failed(1), failed(3), knocks])).toEqual([
    ['inconclusive', 'inconclusive', 'inconclusive'],
    [
      ['shut', 2, 3, 'transport'],
      ['knocked', 1, 1, 'transport'],
    ],
  ]);
  expect(settled([...again(503, 503), ...sent('knock', 7, 503)], [failed(1), failed(2), failed(3), knocks])).toEqual([
    ['fail 3/3', 'fail 3/3', 'fail 3/3', 'fail'],
    [],
  ]);
  expect(settled([...again(200, 200), ...sent('knock', 7, 200)], [failed(1), knocks])).toEqual([
    ['inconclusive', 'fail'],
    [['shut', 1, 3, 'transport']],
  ]);
  // Never served in a whole run needs no case of its own to be driven again.
  expect(settled(events, [failed(1), failed(7, { check: 'law/served.openDoor' })])).toEqual([
    ['inconclusive', 'fail'],
    [['shut', 1, 3, 'transport']],
  ]);
  const { findings } = settleFlakes(indexTrace(events), [knocks], SURROUNDINGS);
  expect(findings[0]?.reason).toBe('it failed once and was not driven again, and transport can explain it: expected SHUT; received OPEN');
});

test('a flaky failure is told with its counts, its excuse, and what was expected', () => {
  const events = [begins, provided('look', 'providerStates.0'), exchange, ...repeats('look', 1)];
  const { findings } = settleFlakes(indexTrace(events), [failed(1, served)], SURROUNDINGS);
  expect(findings).toEqual([
    {
      ...served,
      verdict: 'inconclusive',
      basis: 'documented',
      exchanges: [1],
      blame: 'provider-state',
      case: 'look',
      reason:
        'it failed in 1 of 3 runs from fresh provider states, and an account that is not in its provider state can explain it: expected SHUT; received OPEN',
    },
  ]);
});

test('a check that fails again in one case stands, whatever came of another', () => {
  const events = [...driven('look', 1), ...repeats('look', 1), ...driven('knock', 4), ...repeats('knock', 4)];
  expect(settled(events, [failed(1), failed(4), failed(5)])).toEqual([['fail 2/3', 'fail 2/3', 'fail 2/3'], []]);
});

test('the cases of a walk are driven together, and fail for one another', () => {
  const events = [
    ...driven('walk/1/1', 1, undefined, 'walk/1'),
    ...driven('walk/1/2', 2, undefined, 'walk/1'),
    ...driven('walk/1/again-1/1', 3, { of: 'walk/1/1', to: 'repeat' }, 'walk/1/again-1'),
    ...driven('walk/1/again-1/2', 4, { of: 'walk/1/2', to: 'repeat' }, 'walk/1/again-1'),
  ];
  expect([settled(events, [failed(1), failed(4)]), settled(events, [failed(1)])]).toEqual([
    [['fail 2/2', 'fail 2/2'], []],
    [['fail 1/2'], []],
  ]);
});

test('what the surroundings have kept from being driven again does not count, what the target has kept from it does', () => {
  const again = driven('look/again-1', 2, { of: 'look', to: 'repeat' });
  const outcome = (blame: 'target' | 'provider-state'): unknown =>
    settled([...driven('look', 1), ...again, blocked('look/again-1', blame)], [failed(1)]);
  expect([outcome('provider-state'), outcome('target')]).toEqual([
    [['fail'], []],
    [['fail 1/2'], []],
  ]);
});

test('what could not be judged when it was driven again, or in fewer steps, leaves nothing open', () => {
  const events = [...driven('look', 1), ...driven('look/shorter-1', 2, { of: 'look', to: 'shorten' })];
  const open = failed(2, { verdict: 'inconclusive' });
  expect([settled(events, [failed(1), open]), settled(events, [failed(1, { verdict: 'inconclusive' })])]).toEqual([
    [['fail'], []],
    [['inconclusive'], []],
  ]);
});
