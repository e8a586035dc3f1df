import { expect, test } from 'vitest';
import { doorSpec } from '../../profile/profile-fixtures.ts';
import { ways } from './ways.ts';

test('each way into a state is taken, and what it leads to is judged alike', () => {
  const families = {
    uses: [
      { id: 'knock', given: [{ state: 'a shut door', as: 'door' }], step: { call: 'knock', with: { id: '$door.id' } } },
      { id: 'push', prepare: [{ call: 'unlock' }], step: { call: 'open' } },
    ],
    ways: [
      {
        id: 'inside',
        about: 'inside',
        uses: ['knock', 'push'],
        expect: [{ clauses: ['doors.light'], present: ['/light'], expected: 'light' }],
      },
    ],
  };
  const judged = (call: string): unknown => [{ clauses: ['doors.light'], present: ['/light'], expected: `light: ${call} inside` }];
  expect(ways.probesOf({ ...doorSpec({}), families })).toEqual([
    {
      place: 'inside/knock',
      probe: {
        id: 'way.inside.knock',
        about: 'knock inside',
        adds: true,
        given: [{ state: 'a shut door', as: 'door' }],
        steps: [{ call: 'knock', with: { id: '$door.id' }, expect: judged('knock') }],
      },
    },
    {
      place: 'inside/push',
      probe: {
        id: 'way.inside.push',
        about: 'open inside',
        adds: true,
        steps: [{ call: 'unlock' }, { call: 'open', expect: judged('open') }],
      },
    },
  ]);
});
