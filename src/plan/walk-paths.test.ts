import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TransitionRow } from '../model/types.ts';
import { createSeededRandom } from './seeded-random.ts';
import { systemOf, transitionSystem } from './plan-fixtures.ts';
import { cheapestWay } from './tour.ts';
import { isOpen, type Transition } from './transition-system.ts';
import { noVisits, randomPath, touchesOthers } from './walk-paths.ts';
import { endOf, type Sequence } from './walk.ts';

const path = (seed: number, transitions: readonly Transition[]): Extract<Sequence, { kind: 'path' }> | undefined => {
  const reachable = transitions.filter((goal) => cheapestWay(goal, transitions) !== undefined);
  const sequence = randomPath(createSeededRandom(seed), reachable, noVisits(), 'w');
  return sequence?.kind === 'path' ? sequence : undefined;
};
const row = (id: string, from: string, to: TransitionRow['to'], more: Partial<TransitionRow> = {}): TransitionRow => ({
  id,
  clauses: ['doors.any'],
  from,
  to,
  trigger: [{ call: 'go' }],
  ...more,
});

test('no step is wasted: each transition is open where the one before led, or begins again where nothing is used up', () => {
  fc.assert(
    fc.property(transitionSystem, fc.integer(), fc.boolean(), (system, seed, keeps) => {
      const transitions = system.map((one) => (keeps ? { ...one, row: { ...one.row, keeps: true as const } } : one));
      const walked = path(seed, transitions);
      expect(walked === undefined).toBe(transitions.every((goal) => cheapestWay(goal, transitions) === undefined));
      walked?.moves.forEach(({ transition }, index) => {
        const before = walked.moves.slice(0, index).map((move) => move.transition);
        const open = isOpen(transition, index === 0 ? transition.machine.initial : before.at(-1)?.continues, walked.given);
        const again = before.every((one) => one.row.keeps === true) && isOpen(transition, transition.machine.initial, walked.given);
        expect(open || again).toBe(true);
      });
      expect((walked?.moves.length ?? 0) <= 8).toBe(true);
    }),
  );
});

test('what uses its own condition up is done once in a path', () => {
  const loop = systemOf([row('in', 'start', 'A'), row('round', 'A', 'A', { once: true }), row('back', 'A', 'A')]);
  const walks = Array.from({ length: 50 }, (_none, seed) => path(seed, loop)?.moves.map(({ transition }) => transition.id) ?? []);
  expect(Math.max(...walks.map((ids) => ids.filter((id) => id === 'round').length))).toBe(1);
  expect(Math.max(...walks.map((ids) => ids.filter((id) => id === 'back').length)) > 1).toBe(true);
});

test('what has been seen least comes first, so that a few paths take everything', () => {
  const fan = systemOf(Array.from({ length: 20 }, (_none, index) => row(`t${index}`, 'start', 'A')));
  const [random, seen] = [createSeededRandom(1), noVisits()];
  for (let times = 0; times < 20; times++) randomPath(random, fan, seen, 'w');
  expect(fan.filter(({ id }) => seen.times(id) === 0)).toEqual([]);
});

test('the optional parameters of each move are drawn for it alone', () => {
  const chain = systemOf([row('a', 'start', 'A'), row('b', 'A', 'B'), row('c', 'B', 'C')]);
  const names = Array.from({ length: 10 }, (_none, seed) => path(seed, chain)?.moves.map(({ vary }) => vary) ?? []);
  expect(names.toSorted((one, other) => other.length - one.length)[0]).toEqual([0, 1, 2]);
});

test.each([
  ['a job that is nobody’s', { act: 'let the jobs finish' }, true],
  ['an act on something of one’s own', { act: 'break the door', with: { id: '$door.id' } }, false],
  ['a turn of the clock', { advance: 'PT1S' }, true],
  ['a turn of the clock to a moment', { until: { moment: '$last.end' } }, true],
  ['a look at the events', { call: 'go', expect: [{ clauses: [], events: { mail: 1 } }] }, true],
  ['a call', { call: 'go' }, false],
])('%s touches others or not', (_what, step, touches) => {
  expect(touchesOthers(step)).toBe(touches);
});

test('what is tried at the end of a path is of the same machine, later than its beginning, and nothing that a row allows there', () => {
  const chain = systemOf([
    row('a', 'start', 'A'),
    row('b', 'A', 'B', { trigger: [{ call: 'turn' }] }),
    row('c', 'B', 'C', { trigger: [{ call: 'shut' }] }),
    row('d', 'A', 'A', { trigger: [{ call: 'shut' }] }),
    row('e', 'C', 'A', { trigger: [{ act: 'somebody comes' }] }),
  ]);
  const strays = Array.from({ length: 200 }, (_none, seed) => path(seed, chain)).flatMap((walked) =>
    walked?.stray === undefined ? [] : [`${walked.stray.id} in ${endOf(walked.moves) ?? ''}`],
  );
  expect([...new Set(strays)].toSorted()).toEqual(['b in B', 'b in C', 'c in C', 'd in C']);
});

test('what must come of strays is tried at once, in each machine that says it', () => {
  const [gone] = systemOf([
    row('a', 'start', 'A'),
    row('b', 'A', { gone: 404 }),
    row('c', 'A', 'B', { trigger: [{ call: 'turn' }] }),
  ]).slice(1);
  if (gone === undefined) throw new Error('no transition');
  const strays = [{ id: 'removed', in: ['gone'], expect: { clauses: ['doors.gone'], status: [404] } }];
  const system = ['one', 'other'].flatMap((id) => {
    const machine = { ...gone.machine, id, strays };
    return systemOf(gone.machine.transitions).map((one) => ({ ...one, machine }));
  });
  const [random, seen] = [createSeededRandom(1), noVisits()];
  const walked = [1, 2].flatMap(() => randomPath(random, system, seen, 'w') ?? []);
  expect(
    walked.map((one) => (one.kind === 'path' ? [one.moves.map(({ transition }) => transition.id), one.stray?.machine.id] : [])).toSorted(),
  ).toEqual([
    [['a', 'b'], 'one'],
    [['a', 'b'], 'other'],
  ]);
});
