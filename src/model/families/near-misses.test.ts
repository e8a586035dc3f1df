import { expect, test } from 'vitest';
import { doorSpec } from '../../profile/profile-fixtures.ts';
import type { NearMissRow } from '../types.ts';
import { nearMisses } from './near-misses.ts';

const ROW: NearMissRow = {
  id: 'name',
  about: 'the name of a door',
  use: 'look',
  secret: '$fresh.name',
  omits: ['otherCase', 'firstCharacter', 'spaceBefore', 'spaceAfter'],
  expect: [{ clauses: ['doors.found'], status: [404] }],
};

/** The requests of each case: the operation, and the name that it is sent. */
function requestsOf(row: Partial<NearMissRow>): readonly unknown[] {
  const families = {
    uses: [
      {
        id: 'look',
        given: [{ state: 'a shut door', as: 'door' }],
        prepare: [{ call: 'make', with: { name: '$fresh.name' } }],
        step: { call: 'look', with: { name: '$fresh.name' } },
      },
    ],
    nearMisses: [{ ...ROW, ...row }],
  };
  return nearMisses
    .probesOf({ ...doorSpec({}), families })
    .map(({ probe }) => probe.steps.map((step) => [step.call, Object(step.with).name, step.expect?.[0]?.expected].join(' ').trim()));
}

const MADE = 'make $fresh.name';
const changed = (change: string, words: string): string => `look $near.${change}.fresh.name a refusal: the name of a door ${words}`;
const WRONG = [
  changed('lastCharacter', 'with another last character'),
  changed('shortened', 'without its last character'),
  changed('lengthened', 'with characters after it'),
  changed('veryLast', 'with another character at its very end'),
  changed('oneMore', 'with one character after it'),
];

test.each<[string, Partial<NearMissRow>, readonly unknown[]]>([
  [
    'each wrong one is prepared anew: a wrong credential may use something up',
    {},
    [WRONG.slice(0, 3), WRONG.slice(3)].map((some) => some.flatMap((one) => [MADE, one])),
  ],
  [
    'an empty one is sent by itself, where it is said what it comes to',
    { together: true, empty: [{ clauses: ['doors.found'], notStatus: ['2xx'], expected: 'no door' }] },
    [
      [MADE, ...WRONG],
      [MADE, 'look $near.empty.fresh.name no door: the name of a door left empty'],
    ],
  ],
  ['wrong names are sent together, after one preparation', { together: true }, [[MADE, ...WRONG]]],
  [
    'a wrong one is sent a second time after one preparation, with what is looked at in between',
    { together: true, twice: [{ between: [{ id: 'seen', call: 'list' }], when: { '$seen.status': [200] }, expect: ROW.expect }] },
    [
      [MADE, ...WRONG],
      [
        MADE,
        'look $near.lastCharacter.fresh.name',
        'list',
        'look $near.lastCharacter.fresh.name a refusal: the name of a door that is wrong a second time',
      ],
    ],
  ],
])('%s', (_what, row, requests) => {
  expect(requestsOf(row)).toEqual(requests);
});
