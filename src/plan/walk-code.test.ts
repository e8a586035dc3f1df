import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDice } from './dice.ts';
import { transitionSystem } from './fixtures.ts';
import { cheapestWay } from './tour.ts';
import { readWalkCode, walkCode } from './walk-code.ts';
import type { Walk } from './walk.ts';
import { nothingSeen, randomPath } from './walk-paths.ts';

const probe = { id: 'probe/look', document: 'authentication', kind: 'probe', title: 'looks', given: [], steps: [] } as const;

test('a walk comes back from its code as it was', () => {
  fc.assert(
    fc.property(transitionSystem, fc.integer(), (transitions, seed) => {
      const reachable = transitions.filter((goal) => cheapestWay(goal, transitions) !== undefined);
      const path = randomPath(createDice(seed), reachable, nothingSeen(), 'walk/authentication/1/1');
      const walk: Walk = {
        document: 'authentication',
        sequences: [...(path === undefined ? [] : [path]), { kind: 'probe', name: 'walk/authentication/1/2', probe }],
        turns: [[0], [0, 1], [1]],
      };
      expect(readWalkCode(walkCode(walk), { transitions, probes: [probe] })).toEqual(walk);
    }),
  );
});

const code = walkCode({ document: 'authentication', sequences: [{ kind: 'probe', name: 'n', probe }], turns: [] });

test('a code without turns is one sequence after the other', () => {
  expect(readWalkCode(code, { transitions: [], probes: [probe] })?.turns).toEqual([]);
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
  expect(readWalkCode(wrong, { transitions: [], probes: [probe] })).toBeUndefined();
});
