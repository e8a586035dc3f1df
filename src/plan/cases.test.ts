import { expect, test } from 'vitest';
import type { ProbeRow } from '../model/types.ts';
import { doorSpec } from '../profile/profile-fixtures.ts';
import { probeCase, probeCases, tourCase } from './cases.ts';
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

const SIZED: ProbeRow = {
  id: 'list',
  about: 'a list',
  purpose: 'pagination',
  sizes: [
    { id: 'none', objects: 0 },
    { id: 'many', objects: { from: 11, to: 1000 }, count: 10 },
  ],
  given: [{ state: 'a house of doors', params: { doors: '$size.objects' } }],
  steps: [{ call: 'getDoors', with: { count: '$size.count' } }, { walk: 'next' }, { walk: 'prev', times: 1 }],
};

test('a probe that has sizes is a case for each, whose numbers the seed draws and whose walks take so many requests', () => {
  const spec = doorSpec();
  const [none, many, ...others] = probeCases(spec, SIZED, 1);
  const objects = many?.size?.objects ?? 0;
  expect([none?.size, many?.size, others]).toEqual([{ objects: 0 }, { objects, count: 10 }, []]);
  expect([objects >= 11, objects <= 1000]).toEqual([true, true]);
  expect([none, many].map((planned) => [planned?.id, planned?.title, planned?.given])).toEqual([
    ['probe/list@none', 'a list (0 objects)', [{ state: 'a house of doors', params: { doors: 0 } }]],
    ['probe/list@many', `a list (${objects} objects, count 10)`, [{ state: 'a house of doors', params: { doors: objects } }]],
  ]);
  expect(many?.steps.map(({ place, purpose, requests, most }) => [place, purpose, requests, most])).toEqual([
    [{ row: 'probe:list@many', at: 'steps/0' }, 'pagination', undefined, undefined],
    [{ row: 'probe:list@many', at: 'steps/1' }, 'pagination', Math.ceil(objects / 10) - 1, 2 * objects + 10],
    [{ row: 'probe:list@many', at: 'steps/2' }, 'pagination', 1, 2 * objects + 10],
  ]);
  expect(none?.steps.map(({ requests }) => requests)).toEqual([undefined, 0, 0]);
  expect([1, 2].map((seed) => JSON.stringify(probeCases(spec, SIZED, seed)) === JSON.stringify([none, many]))).toEqual([true, false]);
});
