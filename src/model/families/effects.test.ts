import { expect, test } from 'vitest';
import { doorSpec } from '../../profile/profile-fixtures.ts';
import { effects } from './effects.ts';

test('what a request brings about is read after it, once what it sets off is done', () => {
  const open = { call: 'open', with: { id: '$door.id', key: '$door.key' } };
  const knock = { call: 'knock' };
  const settle = [{ act: 'let the hinges rest' }];
  const read = { call: 'look', with: { id: '$door.id' } };
  const shut = { state: 'a shut door', as: 'door' };
  const ajar = { state: 'a door that is ajar', as: 'door' };
  const expected = { clauses: ['doors.open'], status: ['2xx'], expected: 'an open door' };
  const spec = {
    ...doorSpec({}),
    families: {
      uses: [{ id: 'open', given: [shut], prepare: [knock], step: open }],
      effects: [{ id: 'opened', about: 'the second door', uses: ['open'], given: [ajar], settle, read, expect: [expected] }],
    },
  };
  expect(effects.probesOf(spec)).toEqual([
    {
      place: 'opened/open',
      probe: {
        id: 'effect.opened.open',
        about: 'the second door after open',
        given: [ajar],
        steps: [knock, open, ...settle, { ...read, expect: [{ ...expected, expected: 'an open door: the second door after open' }] }],
      },
    },
  ]);
  const readTwice = {
    ...spec,
    families: { ...spec.families, effects: spec.families.effects.map((row) => ({ ...row, readBefore: true as const })) },
  };
  expect(effects.probesOf(readTwice).flatMap(({ probe }) => probe.steps.slice(0, 3))).toEqual([knock, { ...read, id: 'before' }, open]);
});
