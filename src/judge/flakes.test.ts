import { expect, test } from 'vitest';
import type { TraceEvent } from '../trace/events.ts';
import { sampleExchange } from '../trace/trace-fixtures.ts';
import { indexTrace } from './evidence.ts';
import type { Finding } from './finding.ts';
import { settleFlakes } from './flakes.ts';

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
const settled = (events: readonly TraceEvent[], findings: readonly Finding[]): unknown => {
  const { findings: verdictsOf, flakes } = settleFlakes(indexTrace(events), findings);
  return [verdictsOf.map(({ verdict }) => verdict), flakes.map(({ finding, runs, failed: times }) => [finding.check, times, runs])];
};

test('what nobody has driven again stands as it is', () => {
  expect(settled(driven('look', 1), [failed(1)])).toEqual([['fail'], []]);
});

test.each<[string, readonly number[], unknown]>([
  ['never again is flaky', [1], [['inconclusive'], [['shut', 1, 3]]]],
  ['once more stands', [1, 3], [['fail', 'fail'], []]],
  ['each time stands', [1, 2, 3], [['fail', 'fail', 'fail'], []]],
  ['only when it was driven again is flaky', [2], [['inconclusive'], [['shut', 1, 3]]]],
])('a failure that shows %s', (_how, seqs, outcome) => {
  expect(
    settled(
      [...driven('look', 1), ...repeats('look', 1)],
      seqs.map((seq) => failed(seq)),
    ),
  ).toEqual(outcome);
});

test('a flaky failure is told with its counts, and what was expected', () => {
  const { findings } = settleFlakes(indexTrace([...driven('look', 1), ...repeats('look', 1)]), [failed(1)]);
  expect(findings).toEqual([
    {
      check: 'shut',
      clauses: ['doors.shut'],
      verdict: 'inconclusive',
      basis: 'documented',
      exchanges: [1],
      blame: 'target',
      case: 'look',
      reason: 'it failed in 1 of 3 runs from fresh provider states: expected SHUT; received OPEN',
    },
  ]);
});

test('a check that fails again in one case stands, whatever came of another', () => {
  const events = [...driven('look', 1), ...repeats('look', 1), ...driven('knock', 4), ...repeats('knock', 4)];
  expect(settled(events, [failed(1), failed(4), failed(5)])).toEqual([['fail', 'fail', 'fail'], []]);
});

test('the cases of a walk are driven together, and fail for one another', () => {
  const events = [
    ...driven('walk/1/1', 1, undefined, 'walk/1'),
    ...driven('walk/1/2', 2, undefined, 'walk/1'),
    ...driven('walk/1/again-1/1', 3, { of: 'walk/1/1', to: 'repeat' }, 'walk/1/again-1'),
    ...driven('walk/1/again-1/2', 4, { of: 'walk/1/2', to: 'repeat' }, 'walk/1/again-1'),
  ];
  expect([settled(events, [failed(1), failed(4)]), settled(events, [failed(1)])]).toEqual([
    [['fail', 'fail'], []],
    [['inconclusive'], [['shut', 1, 2]]],
  ]);
});

test('what the surroundings have kept from being driven again casts no doubt, what the target has kept from it does', () => {
  const again = driven('look/again-1', 2, { of: 'look', to: 'repeat' });
  const outcome = (blame: 'target' | 'provider-state'): unknown =>
    settled([...driven('look', 1), ...again, blocked('look/again-1', blame)], [failed(1)]);
  expect([outcome('provider-state'), outcome('target')]).toEqual([
    [['fail'], []],
    [['inconclusive'], [['shut', 1, 2]]],
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
