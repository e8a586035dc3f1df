import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSeededRandom } from './seeded-random.ts';
import { systemOf, transitionSystem } from './plan-fixtures.ts';
import { cheapestWay } from './tour.ts';
import { readWalkCode, walkCode } from './walk-code.ts';
import type { Walk } from './walk.ts';
import { noVisits, randomPath } from './walk-paths.ts';

const probe = { id: 'probe/look', document: 'authentication', kind: 'probe', title: 'looks', given: [], steps: [] } as const;

test('a walk comes back from its code as it was', () => {
  fc.assert(
    fc.property(transitionSystem, fc.integer(), (transitions, seed) => {
      const reachable = transitions.filter((goal) => cheapestWay(goal, transitions) !== undefined);
      const path = randomPath(createSeededRandom(seed), reachable, noVisits(), 'walk/authentication/1/1');
      const walk: Walk = {
        document: 'authentication',
        sequences: [...(path === undefined ? [] : [path]), { kind: 'probe', name: 'walk/authentication/1/2', probe }],
        turns: [[0], [0, 1], [1]],
      };
      expect(readWalkCode(walkCode(walk), { transitions, probes: [probe], improper: [] })).toEqual(walk);
    }),
  );
});

const variation = { at: 'id/huge', step: fc.constant({ call: 'ring' }) };
const operation = { id: 'ring', clauses: [], responses: [], examples: [] };
const improper = { id: 'negative/ring/plain', operation, example: { id: 'plain', about: 'plainly', with: {} }, variations: [variation] };

test('improper requests come back by their seeds, or as they are', () => {
  const sequence = {
    kind: 'improper',
    name: 'n',
    improper,
    picks: [
      { at: 'id/huge', seed: 3 },
      { at: 'id/huge', seed: 3, step: { call: 'ring', with: { id: 'a' } } },
    ],
  } as const;
  const walk: Walk = { document: 'authentication', sequences: [sequence], turns: [[0]] };
  const parts = { transitions: [], probes: [probe], improper: [improper] };
  expect([readWalkCode(walkCode(walk), parts), readWalkCode(walkCode(walk).replaceAll('huge', 'tiny'), parts)]).toEqual([walk, undefined]);
});

test('what is tried at the end of a path comes back, or the code is none', () => {
  const transitions = systemOf([{ id: 'in', clauses: [], from: 'start', to: 'A', trigger: [{ call: 'go' }] }]);
  const moves = transitions.map((transition) => ({ transition, vary: undefined }));
  const walks = transitions.map((stray): Walk => ({
    document: 'authentication',
    sequences: [{ kind: 'path', name: 'n', given: undefined, moves, stray }],
    turns: [],
  }));
  const parts = { transitions, probes: [], improper: [] };
  expect(
    walks.map((walk) => [readWalkCode(walkCode(walk), parts), readWalkCode(walkCode(walk).replace('"in"]]', '"out"]]'), parts)]),
  ).toEqual(walks.map((walk) => [walk, undefined]));
});

const code = walkCode({ document: 'authentication', sequences: [{ kind: 'probe', name: 'n', probe }], turns: [] });

test('a code without turns is one sequence after the other', () => {
  expect(readWalkCode(code, { transitions: [], probes: [probe], improper: [] })?.turns).toEqual([]);
});

test.each([
  ['no JSON', 'walk'],
  ['no list', '{}'],
  ['another document', code.replace('authentication', 'governance')],
  ['a probe that is not there', code.replace('look', 'listen')],
  ['a transition that is not there', '["authentication",[["n",null,["open"]]],""]'],
  ['no sequence', '["authentication",[],""]'],
  ['a sequence of nothing', '["authentication",[["n",null,[]]],""]'],
  ['turns that are none', '["authentication",[["n","probe/look"]],0]'],
])('%s is no code', (_what, wrong) => {
  expect(readWalkCode(wrong, { transitions: [], probes: [probe], improper: [] })).toBeUndefined();
});
