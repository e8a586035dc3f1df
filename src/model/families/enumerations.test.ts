import { expect, test } from 'vitest';
import { doorSpec } from '../../profile/profile-fixtures.ts';
import type { EnumerationRow } from '../types.ts';
import { enumerations } from './enumerations.ts';

const ROW: EnumerationRow = {
  id: 'colour',
  about: 'a door of the colour',
  use: 'paint',
  argument: 'colour',
  values: ['DARK_RED'],
  read: { call: 'look', with: { id: '$made.body.id' } },
  shown: '/body/doors/0/colour',
  clauses: ['doors.colours'],
};
const REFUSED = { properties: { status: { minimum: 400 } } };
const viewOf = (schema: object): object => ({
  properties: { body: { properties: { doors: { items: { properties: { colour: schema } } } } } },
});

function probesOf(row: Partial<EnumerationRow>): readonly unknown[] {
  const families = {
    uses: [
      {
        id: 'paint',
        given: [{ state: 'a shut door', as: 'door' }],
        prepare: [{ call: 'knock' }],
        step: { call: 'paint', with: { id: '$door.id' } },
      },
    ],
    enumerations: [{ ...ROW, ...row }],
  };
  return enumerations.probesOf({ ...doorSpec({}), families }).map(({ place, probe }) => [place, probe]);
}

test('each value is written, and comes back where it is read', () => {
  const words = 'a door of the colour DARK_RED';
  const expected = [{ clauses: ['doors.paint'], status: ['2xx'], expected: 'a colour that is taken' }];
  expect(probesOf({ expect: expected })).toEqual([
    [
      'colour/DARK_RED',
      {
        id: 'enumeration.colour.dark-red',
        about: words,
        given: [{ state: 'a shut door', as: 'door' }],
        needs: ['paint.colour'],
        steps: [
          { call: 'knock' },
          {
            id: 'made',
            call: 'paint',
            with: { id: '$door.id', colour: 'DARK_RED' },
            expect: [{ ...expected[0], expected: `a colour that is taken: ${words}` }],
          },
          {
            ...ROW.read,
            when: { '$made.status': [200, 201, 202, 203, 204, 205] },
            expect: [{ clauses: ['doors.colours'], view: viewOf({ const: 'DARK_RED' }), expected: `the value: ${words}` }],
          },
        ],
      },
    ],
  ]);
});

test('a value that the enumeration does not have is refused or left out', () => {
  const leftOut = { clauses: ['doors.colours'], view: { anyOf: [REFUSED, viewOf({ not: { contains: { const: 'BLUE' } } })] } };
  expect(probesOf({ values: [], foreign: ['BLUE'], list: true })).toMatchObject([
    ['colour/BLUE', { steps: [{}, { with: { colour: ['BLUE'] }, expect: [leftOut] }, { when: {}, expect: [leftOut] }] }],
  ]);
});

test('where another value is refused, what was there is shown as before', () => {
  const read = { call: 'look' };
  const kept = { clauses: ['doors.stay'], sameIfPresent: { '/body/doors/0/colour': '$before.body.doors.0.colour' } };
  expect(probesOf({ values: [], foreign: ['BLUE'], kept: ['doors.stay'] })).toMatchObject([
    [
      'colour/BLUE',
      {
        steps: [
          {},
          { ...read, id: 'before' },
          { id: 'made', with: { colour: 'BLUE' } },
          { ...read, when: { '$made.status': expect.arrayContaining([200]) } },
          { ...read, when: { '$made.status': expect.arrayContaining([400, 422]) }, expect: [kept] },
        ],
      },
    ],
  ]);
});
