import { expect, test } from 'vitest';
import { doorSpec } from '../../profile/profile-fixtures.ts';
import type { IsolationRow } from '../types.ts';
import { isolations } from './isolations.ts';

const ROW: IsolationRow = {
  id: 'beside',
  about: 'another door',
  uses: ['open'],
  prepare: [{ id: 'beside', call: 'build' }],
  read: { call: 'look', with: { id: '$beside.body.id' } },
  expect: [{ clauses: ['doors.open'], same: { '/body/open': '$before.body.open' } }],
};
const OPEN = { call: 'open', with: { id: '$door.id', key: '$door.key' } };
const LOOK = { call: 'look', with: { id: '$beside.body.id' } };

function stepsAt(row: Partial<IsolationRow>): unknown {
  const families = {
    uses: [{ id: 'open', given: [{ state: 'a shut door', as: 'door' }], prepare: [{ call: 'knock' }], step: OPEN }],
    guards: [{ id: 'key', about: 'without the key', without: ['key'], uses: [], expect: [{ clauses: ['doors.key'], notStatus: ['2xx'] }] }],
    isolations: [{ ...ROW, ...row }],
  };
  return isolations.probesOf({ ...doorSpec({}), families })[0]?.probe.steps;
}

test('a bystander is read before a request and after it', () => {
  expect(stepsAt({})).toEqual([
    { call: 'knock' },
    { id: 'beside', call: 'build' },
    { ...LOOK, id: 'before' },
    OPEN,
    { ...LOOK, expect: [{ ...ROW.expect[0], expected: 'a refusal: another door after open' }] },
  ]);
});

test('what a guard refuses has no effect on what it names', () => {
  expect(stepsAt({ guard: 'key', about: 'the door', unread: true })).toEqual([
    { call: 'knock' },
    { id: 'beside', call: 'build' },
    {
      call: 'open',
      with: { id: '$door.id' },
      expect: [{ clauses: ['doors.key'], notStatus: ['2xx'], expected: 'a refusal: open without the key' }],
    },
    { ...LOOK, expect: [{ ...ROW.expect[0], expected: 'a refusal: the door after open without the key' }] },
  ]);
});

test('what a request sets off is done before the second reading', () => {
  const settle = [{ act: 'let the hinges rest' }];
  expect(stepsAt({ settle })).toEqual(expect.arrayContaining([OPEN, ...settle]));
  expect(stepsAt({ settle })).toHaveLength(6);
});
