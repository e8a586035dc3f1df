import { expect, test } from 'vitest';
import { doorSpec } from '../../profile/profile-fixtures.ts';
import type { StateOperationsRow } from '../types.ts';
import { stateOperations } from './state-operations.ts';

const known = { about: '', schema: { type: 'string' }, required: true };
const ROW: StateOperationsRow = {
  id: 'locked',
  about: 'while it is locked',
  from: 'unlock',
  subject: '$door.body.id',
  offers: ['unlock'],
  expect: [{ clauses: ['doors.locked'], notState: ['OPEN'], expected: 'no way in' }],
};
const prepare = [{ id: 'door', call: 'build' }];
const going = (call: string, args: Readonly<Record<string, unknown>> = {}) => ({
  id: call,
  given: [{ state: 'a house', as: 'house' }],
  needs: [call],
  prepare,
  step: { call, with: { door: '$door.body.id', ...args } },
});

function probesOf(row: Partial<StateOperationsRow>): readonly unknown[] {
  const spec = doorSpec({});
  return stateOperations
    .probesOf({
      ...spec,
      providerStates: {
        ...spec.providerStates,
        states: [
          { name: 'a house', about: '', data: { key: known, alarm: { about: '', schema: {} } } },
          { name: 'a garden', about: '', data: { gate: known } },
        ],
      },
      families: {
        uses: [
          going('unlock', { key: '$house.key' }),
          going('open', { key: '$house.key', gate: '$house.gate', alarm: '$house.alarm', by: '$fresh.name' }),
          { ...going('open'), id: 'open-again' },
          going('paint'),
          { id: 'build', step: { call: 'build' } },
        ],
        stateOperations: [{ ...ROW, ...row }],
      },
    })
    .map(({ place, probe }) => [place, probe]);
}

test('in a state, each operation that it does not offer is tried once, with what is there in it', () => {
  const attempt = { door: '$door.body.id', key: '$house.key', by: '$fresh.name' };
  const words = 'open while it is locked';
  expect(probesOf({ omits: ['paint'] })).toEqual([
    [
      'locked/open',
      {
        id: 'state-operation.locked.open',
        about: words,
        given: [{ state: 'a house', as: 'house' }],
        needs: ['open'],
        steps: [
          ...prepare,
          {
            call: 'open',
            with: { ...attempt, gate: '$fresh.id', alarm: '$fresh.id' },
            expect: [{ clauses: ['doors.locked'], notState: ['OPEN'], expected: `no way in: ${words}` }],
          },
        ],
      },
    ],
  ]);
});

test('what the state does not have, another provider state stands in for', () => {
  expect(probesOf({ omits: ['paint'], given: [{ state: 'a garden', as: 'other' }] })).toMatchObject([
    ['locked/open', { given: [{ as: 'house' }, { as: 'other' }], steps: [{}, { with: { gate: '$other.gate', alarm: '$fresh.id' } }] }],
  ]);
});

test('what an operation would have changed is read after a refusal of it', () => {
  const refused = {
    calls: ['open'],
    read: { call: 'look' },
    expect: [{ clauses: ['doors.locked'] as [string], state: ['SHUT'], expected: 'shut as before' }],
  };
  const [[, opening] = [], [, painting] = []] = probesOf({ refused }).map((one) => (Array.isArray(one) ? one : []));
  expect(opening).toMatchObject({
    steps: [
      {},
      { id: 'tried', call: 'open' },
      {
        call: 'look',
        when: { '$tried.status': expect.arrayContaining([401, 403, 409]) },
        expect: [{ state: ['SHUT'], expected: 'shut as before: after a refusal of open while it is locked' }],
      },
    ],
  });
  expect(painting).toMatchObject({ steps: [{}, { call: 'paint' }] });
});
