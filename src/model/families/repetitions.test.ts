import { expect, test } from 'vitest';
import { doorSpec } from '../../profile/profile-fixtures.ts';
import { repetitions } from './repetitions.ts';

test('a use is sent again as it is, and only what comes after the first time is judged', () => {
  const families = {
    uses: [{ id: 'open', prepare: [{ call: 'knock' }], step: { call: 'open', with: { id: '$door.id' } } }],
    repetitions: [
      {
        id: 'again',
        about: 'again',
        uses: ['open'],
        times: 2,
        between: [{ call: 'shut' }],
        expect: [{ clauses: ['doors.open'], status: [409] }],
      },
    ],
  };
  const open = { call: 'open', with: { id: '$door.id' } };
  const judged = { ...open, expect: [{ clauses: ['doors.open'], status: [409], expected: 'a refusal: open again' }] };
  expect(repetitions.probesOf({ ...doorSpec({}), families })).toEqual([
    {
      place: 'again/open',
      probe: {
        id: 'repetition.again.open',
        about: 'open again',
        steps: [{ call: 'knock' }, { ...open, id: 'first' }, { call: 'shut' }, judged, judged],
      },
    },
  ]);
});
