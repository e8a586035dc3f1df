import { expect, test } from 'vitest';
import { doorSpec } from '../../profile/profile-fixtures.ts';
import type { DeletionRow } from '../types.ts';
import { deletions } from './deletions.ts';

const { endpoints } = doorSpec({});
const named = (id: string, place: 'path' | 'query') => ({
  id,
  clauses: [],
  parameters: [{ name: 'door', in: place, schema: { type: 'string' }, clauses: [] }],
  responses: [],
});
const ROW: DeletionRow = {
  id: 'door',
  about: 'a door that was torn down',
  call: 'tearDown',
  names: 'door',
  with: { house: '$house.id' },
  expect: [{ clauses: ['doors.gone'], status: [404], expected: '404' }],
};

function probesOf(row: Partial<DeletionRow>, unplaced: readonly string[] = []): readonly unknown[] {
  const spec = {
    ...doorSpec({}),
    endpoints: {
      ...endpoints,
      operations: [
        named('tearDown', 'path'),
        named('open', 'path'),
        named('lock', 'path'),
        named('search', 'query'),
        { ...named('build', 'path'), parameters: [] },
      ].map((operation) => ({ ...operation, open: unplaced.includes(operation.id) ? ['base-path' as const] : [] })),
    },
    families: {
      uses: [
        {
          id: 'open',
          given: [{ state: 'a house', as: 'house' }],
          needs: ['open'],
          prepare: [{ id: 'made', call: 'build' }],
          step: { call: 'open', caller: 'owner', headers: { key: 'k' }, with: { door: '$made.body.id', wide: true } },
        },
        { id: 'torn-down', step: { call: 'tearDown', with: { door: '$made.body.id' } } },
        { id: 'search', step: { call: 'search', with: { door: '$made.body.id' } } },
        { id: 'not-there', gone: true as const, step: { call: 'open', with: { door: '$made.body.id' } } },
        { id: 'lock', step: { call: 'lock', with: { door: '$made.body.id' } } },
      ],
      deletions: [{ ...ROW, ...row }],
    },
  };
  return deletions.probesOf(spec).map(({ place, probe }) => [place, probe]);
}

test('every use whose path names a thing is sent when the thing has been deleted', () => {
  expect(probesOf({ omits: ['lock'] })).toEqual([
    [
      'door/open',
      {
        id: 'after-deletion.door.open',
        about: 'open of a door that was torn down',
        given: [{ state: 'a house', as: 'house' }],
        needs: ['open', 'tearDown'],
        permissions: ['mutate', 'destroy'],
        steps: [
          { id: 'made', call: 'build' },
          { id: 'deleted', call: 'tearDown', caller: 'owner', headers: { key: 'k' }, with: { door: '$made.body.id', house: '$house.id' } },
          {
            call: 'open',
            caller: 'owner',
            headers: { key: 'k' },
            with: { door: '$made.body.id', wide: true },
            when: { '$deleted.status': [200, 201, 202, 203, 204, 205] },
            expect: [{ clauses: ['doors.gone'], status: [404], expected: '404: open of a door that was torn down' }],
          },
        ],
      },
    ],
  ]);
});

test('where a path begins is to be bound for every request: what is not there is no proof of a deletion', () => {
  expect(probesOf({ omits: ['open'] }, ['lock', 'search'])).toMatchObject([['door/lock', { needs: ['tearDown', 'lock'] }]]);
  expect(probesOf({ omits: ['lock'] }, ['build'])).toMatchObject([['door/open', { needs: ['open', 'tearDown', 'build'] }]]);
});

test('a row may list its uses', () => {
  expect(probesOf({ uses: ['search'] })).toMatchObject([['door/search', {}]]);
});

test('where a deletion may be under way, a read tells whether it is', () => {
  const spec = doorSpec({});
  const operations = [
    { ...named('tearDown', 'path'), deferrable: true },
    named('open', 'path'),
    { ...named('build', 'path'), undo: { call: 'tearDown', readBack: { call: 'look', with: {} } } },
  ];
  const uses = [{ id: 'open', step: { call: 'open', with: { door: '7', wide: true } } }];
  const [{ probe } = { probe: undefined }] = [
    ...deletions.probesOf({ ...spec, endpoints: { ...spec.endpoints, operations }, families: { uses, deletions: [{ ...ROW, with: {} }] } }),
  ];
  expect(probe?.steps.slice(0, 2)).toEqual([
    { id: 'deleted', call: 'tearDown', with: { door: '7' } },
    { call: 'look', with: { door: '7' }, open: true, when: { '$deleted.status': [202] } },
  ]);
});
