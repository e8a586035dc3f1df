import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TransitionRow } from '../model/types.ts';
import { createSeededRandom } from './seeded-random.ts';
import { systemOf, transitionSystem } from './plan-fixtures.ts';
import { cheapestWay } from './tour.ts';
import { isOpen, type Transition } from './transition-system.ts';
import { shorterWalks } from './walk-cuts.ts';
import type { PathSequence, Walk } from './walk.ts';
import { noVisits, randomPath } from './walk-paths.ts';

const row = (id: string, from: string, to: string): TransitionRow => ({ id, clauses: ['doors.any'], from, to, trigger: [{ call: 'go' }] });
const system = systemOf([
  row('in', 'start', 'A'),
  row('round', 'A', 'B'),
  row('back', 'B', 'A'),
  row('out', 'A', 'C'),
  row('jump', 'start', 'C'),
]);
const path = (name: string, ...ids: readonly string[]): PathSequence => ({
  kind: 'path',
  name,
  given: undefined,
  moves: ids.flatMap((id, vary) => system.filter((one) => one.id === id).map((transition) => ({ transition, vary }))),
});
const walk = (turns: Walk['turns'], ...sequences: readonly PathSequence[]): Walk => ({ document: 'authentication', sequences, turns });
const textOf = ({ sequences, turns }: Walk): string =>
  `${sequences.map((one) => (one.kind === 'path' ? one.moves.map(({ transition, vary }) => `${transition.id}${vary ?? ''}`).join(' ') : '')).join(' | ')} (${turns.map((turn) => turn.join('+')).join(' ')})`;

test('a path loses what follows, takes the cheapest way, leaves out loops, longest first, and optional parameters', () => {
  const loops = walk([], path('n', 'in', 'round', 'back', 'round', 'back', 'out'));
  expect([...shorterWalks(loops, { sequence: 0, moves: 5, at: undefined }, system)].map(textOf)).toEqual([
    'in0 round1 back2 round3 back4 ()',
    'in out ()',
    'in0 out5 ()',
    'in0 round3 back4 out5 ()',
    'in0 round1 back4 out5 ()',
    'in0 round1 back2 out5 ()',
    'in round back round back out ()',
  ]);
});

test('of several sequences one is kept, or one is left out, or they come one after the other', () => {
  const three = walk([[0, 1], [2], [1]], path('a', 'jump'), path('b', 'in', 'out'), path('c', 'jump'));
  expect([...shorterWalks(three, { sequence: 1, moves: 2, at: undefined }, system)].map(textOf)).toEqual([
    'in0 out1 ()',
    'in0 out1 | jump0 (0 1 0)',
    'jump0 | in0 out1 (0+1 1)',
    'jump0 | in0 out1 | jump0 (0 1 2 1)',
    'jump | in0 out1 | jump0 (0+1 2 1)',
    'jump0 | in out | jump0 (0+1 2 1)',
    'jump0 | in0 out1 | jump (0+1 2 1)',
  ]);
});

test('whatever is cut, each move is open where the one before led, or begins again', () => {
  const isLegal = ({ moves, given }: PathSequence): boolean =>
    moves.every(({ transition }, index) => {
      const from = index === 0 ? transition.machine.initial : moves[index - 1]?.transition.continues;
      return isOpen(transition, from, given) || isOpen(transition, transition.machine.initial, given);
    });
  fc.assert(
    fc.property(transitionSystem, fc.integer(), fc.nat({ max: 7 }), (transitions, seed, moves) => {
      const keeping = transitions.map((one): Transition => ({ ...one, row: { ...one.row, keeps: true } }));
      const reachable = keeping.filter((goal) => cheapestWay(goal, keeping) !== undefined);
      const sequence = randomPath(createSeededRandom(seed), reachable, noVisits(), 'n');
      if (sequence?.kind !== 'path') return;
      const cuts = [...shorterWalks(walk([], sequence), { sequence: 0, moves: moves + 1, at: undefined }, reachable)];
      expect(cuts.flatMap(({ sequences }) => sequences).filter((one) => one.kind === 'path' && !isLegal(one))).toEqual([]);
    }),
  );
});

test('of several improper requests the one that shows it is kept', () => {
  const operation = { id: 'ring', clauses: [], responses: [], examples: [] };
  const improper = { id: 'negative/ring/plain', operation, example: { id: 'plain', about: 'plainly', with: {} }, variations: [] };
  const picks = ['id/empty', 'id/huge', 'id/blank'].map((at, seed) => ({ at, seed }));
  const requests: Walk = { document: 'authentication', sequences: [{ kind: 'improper', name: 'n', improper, picks }], turns: [] };
  const shorter = [...shorterWalks(requests, { sequence: 0, moves: 1, at: 'id/huge' }, system)];
  expect(shorter).toEqual([{ ...requests, sequences: [{ kind: 'improper', name: 'n', improper, picks: [{ at: 'id/huge', seed: 1 }] }] }]);
});

test('what is tried at the end of a path stays where it is what shows it, and goes where it is not', () => {
  const [stray] = system;
  if (stray === undefined) throw new Error('a system has transitions');
  const straying = walk([], { ...path('n', 'in', 'round'), stray });
  const kept = (moves: number): readonly boolean[] =>
    [...shorterWalks(straying, { sequence: 0, moves, at: undefined }, system)].map(
      ({ sequences: [one] }) => one?.kind === 'path' && one.stray !== undefined,
    );
  expect([kept(3).every(Boolean), kept(2)[0]]).toEqual([true, false]);
});

test('a row that can be taken from a nearer state is tried from there', () => {
  const two = systemOf([row('in', 'start', 'A'), row('round', 'A', 'B'), { ...row('end', 'A', 'C'), from: ['A', 'B'] }]);
  const moves = ['in', 'round', 'end@B'].flatMap((id) =>
    two.filter((one) => one.id === id).map((transition) => ({ transition, vary: undefined })),
  );
  const long: Walk = { document: 'authentication', sequences: [{ kind: 'path', name: 'n', given: undefined, moves }], turns: [] };
  expect([...shorterWalks(long, { sequence: 0, moves: 3, at: undefined }, two)].map(textOf)).toEqual(['in end@A ()']);
});
