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

test('a text goes in with letters and characters of many kinds, and long; it may name what is read', () => {
  const comesBack = (pattern: string): object => ({ type: 'string', pattern });
  const expected = (pattern: string): object => ({
    clauses: ['doors.name'],
    view: {
      anyOf: [{ properties: { status: { minimum: 400 } } }, { properties: { body: { properties: { name: comesBack(pattern) } } } }],
    },
  });
  const name = '${fresh.name} Straße Øst 東京';
  expect(probesAt({})).toHaveLength(6);
  expect(probesAt({})).toMatchObject([
    { id: 'round-trip.name' },
    {
      id: 'round-trip.name.2',
      about: 'the name of a door with letters beyond ASCII',
      steps: [
        { id: 'made', call: 'build', with: { name, house: '$house.id' }, expect: [expected(' Straße Øst 東京$')] },
        { call: 'look', with: { name, house: '$house.id' }, expect: [expected(' Straße Øst 東京$')] },
      ],
    },
    { id: 'round-trip.name.3', steps: [{}, { expect: [expected(String.raw` R&D <1> "a" 'b' &amp; c:\\d$`)] }] },
    { id: 'round-trip.name.4' },
    { id: 'round-trip.name.5' },
    { id: 'round-trip.name.6', steps: [{}, { expect: [expected(String.raw` 100% a\?b#c\+d;e=f$`)] }] },
  ]);
});

test('a text of any form has several lines, or looks like another value; what the laws compare is read after it', () => {
  const look = { call: 'look', with: { house: '$house.id' } };
  const probes = probesAt({ free: true, shown: [look] });
  expect(probes).toHaveLength(10);
  expect(probes).toMatchObject([
    ...Array.from({ length: 6 }, () => ({ steps: [{}, {}, look] })),
    {
      steps: [
        {
          with: { name: '${fresh.name}: one\ntwo\nthree' },
          expect: [
            { view: { anyOf: [{}, { properties: { body: { properties: { name: { pattern: ': one\\r?\\ntwo\\r?\\nthree$' } } } } }] } },
          ],
        },
        {},
        look,
      ],
    },
    {},
    { about: 'the name of a door that looks like a number', steps: [{ with: { name: '00120' } }, {}, look] },
    { steps: [{ with: { name: 'null' } }, {}, look] },
  ]);
});

test('a value that is used, and not shown, is judged by its use', () => {
  const used = { clauses: ['doors.name'], notStatus: [404], expected: 'the door' };
  expect(probesAt({ secret: 'password', expect: [used] })).toMatchObject(
    Array.from({ length: 6 }, () => ({
      steps: [
        { with: { name: expect.stringMatching(/^\$\{fresh.password\} .+\$\{fresh.password2\}$/) } },
        { expect: [{ notStatus: [404] }] },
      ],
    })),
  );
  expect(probesAt({ secret: 'password', expect: [used] })).not.toMatchObject([{ steps: [{ expect: expect.anything() }] }]);
});

test('a list comes back with all of its elements, in any order', () => {
  const comesBack = { type: 'array', minItems: 2, maxItems: 2, allOf: [{ contains: { const: 'a' } }, { contains: { const: 'b' } }] };
  const view = { anyOf: [{ properties: { status: { minimum: 400 } } }, { properties: { body: { properties: { name: comesBack } } } }] };
  expect(probesAt({ list: ['a', 'b'] })).toMatchObject([{ steps: [{ with: { name: ['a', 'b'] } }, { expect: [{ view }] }] }]);
});
