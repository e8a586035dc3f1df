import { expect, test } from 'vitest';
import { doorSpec, sampleProfile } from '../profile/profile-fixtures.ts';
import { contextKey, transitionsOf } from './transition-system.ts';

test('a row counts once for each state that it leaves, with where it leads and what it costs', () => {
  expect(
    transitionsOf(doorSpec(), undefined).map(({ id, from, target, continues, documented, weight }) => ({
      id,
      from,
      target,
      continues,
      documented,
      weight,
    })),
  ).toEqual([
    { id: 'open', from: 'start', target: 'OPEN', continues: 'OPEN', documented: true, weight: 1 },
    { id: 'refused', from: 'start', target: 'refused: wrong_key', continues: undefined, documented: true, weight: 1 },
    { id: 'shut', from: 'OPEN', target: 'SHUT', continues: 'SHUT', documented: true, weight: 1 },
    { id: 'knock@OPEN', from: 'OPEN', target: 'not shown', continues: undefined, documented: false, weight: 1 },
    { id: 'knock@SHUT', from: 'SHUT', target: 'not shown', continues: undefined, documented: false, weight: 1 },
    { id: 'remove', from: 'SHUT', target: 'gone: 404', continues: undefined, documented: true, weight: 2 },
  ]);
});

test.each([
  ['one state', 'SHUT', { target: 'SHUT', continues: 'SHUT', documented: false }],
  ['one of several states', ['OPEN', 'SHUT'], { target: 'not shown', continues: undefined, documented: false }],
])('a target that the profile declares as %s', (_what, to, wanted) => {
  const profile = sampleProfile({ declares: [{ name: 'knocking', to }] });
  const knock = transitionsOf(doorSpec(), profile).find(({ id }) => id === 'knock@OPEN');
  expect(knock).toMatchObject(wanted);
});

test('a context is the provider state and its parameters, not the alias', () => {
  const keys = [{ state: 's' }, { state: 's', as: 'x' }, { state: 's', params: {} }, { state: 's', params: { a: 1 } }, undefined].map(
    contextKey,
  );
  expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 0, 0, 3, 4]);
});
