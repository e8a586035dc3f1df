import { expect, test } from 'vitest';
import { doorSpec } from '../../profile/profile-fixtures.ts';
import type { RoundTripRow } from '../types.ts';
import { roundTrips } from './round-trips.ts';

const ROW: RoundTripRow = {
  id: 'name',
  about: 'the name of a door',
  use: 'build',
  argument: 'name',
  read: { call: 'look', with: { name: '$made.written', house: '$house.id' } },
  clauses: ['doors.name'],
};

function probesAt(row: Partial<RoundTripRow>): unknown {
  const families = {
    uses: [{ id: 'build', step: { call: 'build', with: { name: '$fresh.name', house: '$house.id' } } }],
    roundTrips: [{ ...ROW, ...row }],
  };
  return roundTrips.probesOf({ ...doorSpec({}), families }).map(({ probe }) => probe);
}

test('a text goes in with capital letters, with letters beyond ASCII, and long; it may name what is read', () => {
  const expected = { clauses: ['doors.name'], view: { anyOf: [{ properties: { status: { minimum: 400 } } }, expect.anything()] } };
  const name = '${fresh.name} Straße Øst 東京';
  expect(probesAt({})).toHaveLength(3);
  expect(probesAt({})).toMatchObject([
    { id: 'round-trip.name' },
    {
      id: 'round-trip.name.2',
      about: 'the name of a door with letters beyond ASCII',
      steps: [
        { id: 'made', call: 'build', with: { name, house: '$house.id' }, expect: [expected] },
        { call: 'look', with: { name, house: '$house.id' }, expect: [expected] },
      ],
    },
    { id: 'round-trip.name.3' },
  ]);
});

test('a list comes back with all of its elements, in any order', () => {
  const comesBack = { type: 'array', minItems: 2, maxItems: 2, allOf: [{ contains: { const: 'a' } }, { contains: { const: 'b' } }] };
  const view = { anyOf: [{ properties: { status: { minimum: 400 } } }, { properties: { body: { properties: { name: comesBack } } } }] };
  expect(probesAt({ list: ['a', 'b'] })).toMatchObject([{ steps: [{ with: { name: ['a', 'b'] } }, { expect: [{ view }] }] }]);
});
