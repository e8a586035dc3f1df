import { expect, test } from 'vitest';
import { doorSpec } from '../../profile/profile-fixtures.ts';
import type { ConcurrencyRow } from '../types.ts';
import { concurrency } from './concurrency.ts';

const KNOCK = { id: 'key', call: 'knock', with: { house: '$house.id' } };
const OPEN = { call: 'open', with: { key: '$key.body.key', name: '$fresh.name' } };
const LOOK = { call: 'look', with: { door: '$one.body.id' } };
const USE = { id: 'open', given: [{ state: 'a house', as: 'house' }], prepare: [KNOCK], step: OPEN };

function probesAt(row: Partial<ConcurrencyRow>): unknown {
  const families = { uses: [USE], concurrent: [{ id: 'doors', about: 'two doors', uses: ['open'], ...row }] };
  return concurrency.probesOf({ ...doorSpec({}), families }).map(({ place, probe }) => [place, probe.id, probe.given, probe.steps]);
}

test('the same request is sent twice at once, and what follows is read once', () => {
  const looked = (expected: string): object => ({ ...LOOK, expect: [{ clauses: ['doors.open'], status: [200], expected }] });
  expect(probesAt({ afterwards: [{ ...LOOK, expect: [{ clauses: ['doors.open'], status: [200], expected: 'a door' }] }] })).toEqual([
    [
      'doors/open',
      'concurrent.doors.open',
      USE.given,
      [KNOCK, { ...OPEN, id: 'one' }, { ...OPEN, id: 'two', meanwhile: true }, looked('a door: two doors at once')],
    ],
  ]);
});

test('another request is sent beside it, in a case for each order of the two', () => {
  const [one, two] = [
    { ...OPEN, id: 'one', expect: [{ clauses: ['doors.open'], status: [200], expected: 'a refusal: two doors at once' }] },
    {
      call: 'shut',
      id: 'two',
      expect: [{ clauses: ['doors.open'], differs: { '/body/id': '$one.body.id' }, expected: 'its own id: two doors at once' }],
    },
  ];
  const row = {
    beside: { call: 'shut' },
    expect: [{ clauses: ['doors.open'], status: [200] }],
    distinct: { clauses: ['doors.open'], pointers: ['/body/id'], expected: 'its own id' },
  } satisfies Partial<ConcurrencyRow>;
  expect(probesAt(row)).toEqual([
    ['doors/open', 'concurrent.doors.open.one-first', USE.given, [KNOCK, one, { ...two, meanwhile: true }]],
    ['doors/open', 'concurrent.doors.open.two-first', USE.given, [KNOCK, two, { ...one, meanwhile: true }]],
  ]);
});

test('each of several owners has provider states, steps and fresh values of its own, and expects its own', () => {
  const row = {
    own: 3,
    expect: [{ clauses: ['doors.open'], same: { '/body/house': '$house.id' }, expected: 'its own' }],
    afterwards: [LOOK],
  } satisfies Partial<ConcurrencyRow>;
  const of = (number: string, id: string, house = `house${number}`): readonly object[] => [
    { id: `key${number}`, call: 'knock', with: { house: `$${house}.id` } },
    {
      call: 'open',
      with: { key: `$key${number}.body.key`, name: `$fresh.name${number}` },
      id,
      expect: [{ clauses: ['doors.open'], same: { '/body/house': `$${house}.id` }, expected: 'its own: two doors at once' }],
      ...(number === '' ? {} : { meanwhile: true }),
    },
    { call: 'look', with: { door: `$${id}.body.id` } },
  ];
  const owners = [of('', 'one'), of('2', 'two'), of('3', 'three')];
  expect(probesAt(row)).toEqual([
    [
      'doors/open',
      'concurrent.doors.open',
      ['house', 'house2', 'house3'].map((as) => ({ state: 'a house', as })),
      [0, 1, 2].flatMap((part) => owners.map((steps) => steps[part])),
    ],
  ]);
});
