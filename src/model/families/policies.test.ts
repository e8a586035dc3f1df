import { expect, test } from 'vitest';
import { doorSpec } from '../../profile/profile-fixtures.ts';
import { policies } from './policies.ts';

test('each rule is broken alone, and all are kept, where the policy has been shown', () => {
  const families = {
    uses: [{ id: 'set', prepare: [{ id: 'shown', call: 'knock' }], step: { call: 'open', with: { code: '$fresh.password' } } }],
    policies: [
      {
        id: 'code',
        about: 'a code',
        uses: ['set'],
        value: '$fresh.password',
        policy: '$shown.body.policy',
        rules: { least: 'length' as const },
        broken: [{ clauses: ['doors.refused'], status: [409] }],
        kept: [{ clauses: ['doors.open'], status: [200] }],
      },
    ],
  };
  const stepWith = (rule: string, expected: object): object => ({
    call: 'open',
    with: { code: `$by-policy.code.${rule}.shown.body.policy` },
    when: { [`$has-policy.code.${rule}.shown.body.policy`]: [true] },
    expect: [expected],
  });
  const knock = { id: 'shown', call: 'knock' };
  const refused = { clauses: ['doors.refused'], status: [409], expected: 'a refusal: open with a code that is one short of least' };
  const open = { clauses: ['doors.open'], status: [200], expected: 'a refusal: open with a code that just keeps the policy' };
  expect(policies.probesOf({ ...doorSpec({}), families })).toEqual([
    {
      place: 'code/set/least',
      probe: {
        id: 'policy.code.set.least',
        about: 'open with a code that is one short of least',
        steps: [knock, stepWith('least', refused)],
      },
    },
    {
      place: 'code/set',
      probe: { id: 'policy.code.set.kept', about: 'open with a code that just keeps the policy', steps: [knock, stepWith('kept', open)] },
    },
  ]);
});
