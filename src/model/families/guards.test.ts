import { expect, test } from 'vitest';
import type { GuardRow, UseRow } from '../types.ts';
import { doorSpec } from '../../profile/profile-fixtures.ts';
import { guards } from './guards.ts';

const OPEN: UseRow = {
  id: 'open',
  given: [{ state: 'a shut door', as: 'door' }],
  prepare: [{ id: 'token', call: 'knock' }],
  step: {
    call: 'open',
    caller: 'owner',
    with: { id: '$door.id', key: '$token.body.key' },
    headers: { Authorization: 'Bearer ${token.body.key}' },
  },
};
const GUARD: GuardRow = { id: 'key', about: 'without the key', uses: ['open'], expect: [{ clauses: ['doors.key'], notStatus: ['2xx'] }] };

function attempt(guard: Partial<GuardRow>): unknown {
  const [made] = guards.probesOf({ ...doorSpec({}), families: { uses: [OPEN], guards: [{ ...GUARD, ...guard }] } });
  return made?.probe;
}

test('a guard is tried on a use whose precondition is not met, after all that the use prepares', () => {
  expect(attempt({ without: ['key'], headers: {}, caller: 'stranger' })).toEqual({
    id: 'guard.key.open',
    about: 'open without the key',
    given: OPEN.given,
    steps: [
      { id: 'token', call: 'knock' },
      {
        call: 'open',
        caller: 'stranger',
        with: { id: '$door.id' },
        headers: {},
        expect: [{ clauses: ['doors.key'], notStatus: ['2xx'], expected: 'a refusal: open without the key' }],
      },
    ],
  });
});

test('a guard puts other provider states in the place of those of the use, and other references in the place of its own', () => {
  const others = [
    { state: 'a locked door', as: 'door' },
    { state: 'another door', as: 'other' },
  ];
  expect(attempt({ given: others, instead: { '$token.body.key': '$other.key' } })).toMatchObject({
    given: others,
    steps: [{ call: 'knock' }, { with: { id: '$door.id', key: '$other.key' }, headers: { Authorization: 'Bearer ${other.key}' } }],
  });
});

test('where a use can be sent again and again, it is sent before and after the request that a guard refuses', () => {
  const met = [{ clauses: ['doors.open'], status: [200], expected: 'an open door' }];
  const guard = { ...GUARD, prepare: [{ call: 'knock' }], without: ['key'], met };
  const probes = guards.probesOf({ ...doorSpec({}), families: { uses: [OPEN], guards: [guard] } });
  expect(probes.map(({ place }) => place)).toEqual(['key/open', 'key/open/again']);
  expect(probes[1]?.probe).toMatchObject({
    id: 'guard.key.open.again',
    given: OPEN.given,
    steps: [
      { id: 'token', call: 'knock' },
      { ...OPEN.step, expect: [{ expected: 'an open door: open before the same without the key' }] },
      { call: 'knock' },
      { call: 'open', with: { id: '$door.id' }, expect: [{ clauses: ['doors.key'] }] },
      { ...OPEN.step, expect: [{ expected: 'an open door: open after the same without the key' }] },
    ],
  });
});
