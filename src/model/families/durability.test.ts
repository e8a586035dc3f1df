import { expect, test } from 'vitest';
import { doorSpec } from '../../profile/profile-fixtures.ts';
import { durability } from './durability.ts';

test('what a use reads is read again after another write, and with new credentials as time passes, before background work and after it', () => {
  const make = { id: 'made', call: 'knock' };
  const families = {
    uses: [{ id: 'door', prepare: [make], step: { call: 'open', with: { id: '$made.body.id', key: '$key.body.key' } } }],
    durability: [
      {
        id: 'door',
        about: 'the door',
        uses: ['door'],
        between: [{ call: 'knock' }],
        renewed: [{ act: 'let the wind blow' }, { id: 'key', call: 'knock' }],
        expect: [{ clauses: ['doors.open'], status: [200], expected: 'a door' }],
        unchanged: [{ clauses: ['doors.open'], same: { '/body/id': '$first.body.id' }, expected: 'the same' }],
      },
    ],
  };
  const expected = (when: string): object => ({ clauses: ['doors.open'], status: [200], expected: `a door: the door, ${when}` });
  const again = (when: string, key = 'key'): object => ({
    call: 'open',
    with: { id: '$made.body.id', key: `$${key}.body.key` },
    expect: [expected(when), { clauses: ['doors.open'], same: { '/body/id': '$first.body.id' }, expected: `the same: the door, ${when}` }],
  });
  const first = { ...again('at once'), id: 'first', expect: [expected('at once')] };
  const atOnce = [make, first, { call: 'knock' }, again('after another write')];
  expect(
    durability.probesOf({ ...doorSpec({}), families }).map(({ place, includes, probe }) => [place, includes, probe.id, probe.steps]),
  ).toEqual([
    ['door/door', undefined, 'durability.door.door.at-once', atOnce],
    [
      'door/door/later',
      'door/door',
      'durability.door.door.later',
      [
        ...atOnce,
        { advance: 'PT1H' },
        { id: 'key2', call: 'knock' },
        again('an hour later', 'key2'),
        { act: 'let the wind blow', open: true },
        { advance: 'P1D' },
        { id: 'key3', call: 'knock' },
        again('a day later', 'key3'),
        { act: 'let the wind blow', open: true },
        again('a day later and after background work', 'key3'),
      ],
    ],
  ]);
});

test('where nothing is written in between it is read twice all the same', () => {
  const families = {
    uses: [{ id: 'door', step: { call: 'open' } }],
    durability: [
      { id: 'door', about: 'the door', uses: ['door'], expect: [{ clauses: ['doors.open'], status: [200], expected: 'a door' }] },
    ],
  };
  const [atOnce] = durability.probesOf({ ...doorSpec({}), families });
  expect(atOnce?.probe.steps.map(({ expect: [one] = [] }) => one?.expected)).toEqual([
    'a door: the door, at once',
    'a door: the door, a second time',
  ]);
});
