import { expect, test } from 'vitest';
import type { ProbeRow } from '../spec/types.ts';
import { doorSpec } from '../profile/fixtures.ts';
import { probeCase, tourCase } from './cases.ts';
import { planTour } from './tour.ts';
import { transitionsOf } from './transition-system.ts';

const transitions = transitionsOf(doorSpec(), undefined);
const [path] = planTour(transitions).paths;

test('a path is a case: each trigger, then the questions that read the state back', () => {
  if (path === undefined) throw new Error('no path');
  const { steps, ...about } = tourCase(path, 1);
  expect(about).toEqual({
    id: 'tour/door/1',
    document: 'authentication',
    kind: 'tour',
    title: 'door: start → OPEN → SHUT → not shown',
    given: [{ state: 'a shut door', as: 'door' }],
  });
  expect(steps.map(({ place: { row, at }, purpose, takes, optional }) => [row, at, purpose, takes?.id, optional])).toEqual([
    ['transition:open', 'trigger/0', 'tour', 'open', undefined],
    ['transition:open', 'readBack/0', 'read-back', undefined, true],
    ['transition:shut', 'trigger/0', 'tour', 'shut', undefined],
    ['transition:shut', 'readBack/0', 'read-back', undefined, true],
    ['transition:knock@SHUT', 'trigger/0', 'tour', 'knock@SHUT', undefined],
  ]);
});

test('the last request of a trigger shows whether the transition was taken', () => {
  const remove = transitions.filter(({ id }) => ['open', 'shut', 'remove'].includes(id));
  const { steps } = tourCase({ given: undefined, transitions: remove }, 2);
  expect(steps.flatMap(({ place: { at }, takes }) => (takes?.id === 'remove' ? [at] : []))).toEqual(['trigger/1']);
});

test.each([
  ['its own', { state: 's', as: 'gate' }, 'gate'],
  ["that of the first transition's row", { state: 's' }, 'door'],
])('the alias of a path’s provider state is %s', (_whose, given, as) => {
  expect(tourCase({ given, transitions: transitions.slice(0, 1) }, 1).given).toEqual([{ ...given, as }]);
});

test('a probe is a case of its steps', () => {
  const probe: ProbeRow = {
    id: 'look',
    about: 'looks',
    given: [{ state: 'a shut door' }],
    steps: [{ call: 'getDoor' }, { act: 'break the door' }],
  };
  expect(probeCase(doorSpec(), probe)).toEqual({
    id: 'probe/look',
    document: 'authentication',
    kind: 'probe',
    title: 'looks',
    given: [{ state: 'a shut door' }],
    steps: [
      { place: { row: 'probe:look', at: 'steps/0' }, step: { call: 'getDoor' }, purpose: 'probe' },
      { place: { row: 'probe:look', at: 'steps/1' }, step: { act: 'break the door' }, purpose: 'probe' },
    ],
  });
});
