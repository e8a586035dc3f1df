import { expect, test } from 'vitest';
import { sampleSpec } from '../profile/profile-fixtures.ts';
import { withNeeds } from './needs.ts';

const operation = (id: string, open?: 'base-path') => ({
  id,
  clauses: [],
  method: 'GET' as const,
  path: `/${id}`,
  responses: [],
  ...(open === undefined ? {} : { open: [open] }),
});

test('a probe, a use and a transition need the open operations that they call, in their order, and what they name beside them', () => {
  const spec = sampleSpec({
    operations: [operation('shown'), operation('knock', 'base-path'), operation('ring', 'base-path')],
    probes: [
      {
        id: 'open',
        about: 'open',
        needs: ['key', 'knock'],
        steps: [{ call: 'ring' }, { call: 'shown' }, { call: 'knock' }, { call: 'ring' }],
      },
      { id: 'closed', about: 'closed', steps: [{ call: 'shown' }, { act: 'wait' }] },
    ],
  });
  const transition = { id: 'in', clauses: [], from: 'start', trigger: [{ call: 'shown' }, { call: 'ring' }], to: 'IN' };
  const machine = { id: 'house', resource: 'House', initial: 'start', states: [], transitions: [transition] };
  const use = { id: 'use', prepare: [{ call: 'knock' }], step: { call: 'ring' } };
  const { probes, families, states } = withNeeds({ ...spec, states: { machines: [machine] }, families: { uses: [use] } });
  expect(probes.probes.map(({ needs }) => needs)).toEqual([['ring', 'knock', 'key'], undefined]);
  expect(families.uses).toEqual([{ ...use, needs: ['knock', 'ring'] }]);
  expect(states.machines).toEqual([{ ...machine, transitions: [{ ...transition, needs: ['ring'] }] }]);
});
