import { expect, test } from 'vitest';
import { inRound, referencesIn, withReference } from './rewrite.ts';

const STEP = {
  call: 'changePassword',
  when: { '$begun.body.status': ['WARN'] },
  with: { stateToken: '$begun.body.stateToken', old: '$user.password', text: 'costs $5' },
  headers: { Authorization: 'Bearer ${begun.body.token}' },
};

test('references are found as whole strings, as names of members, and inside texts', () => {
  expect(referencesIn(STEP)).toEqual(['$begun.body.status', '$begun.body.stateToken', '$user.password', '$begun.body.token']);
});

test('one reference is put in the place of another, wherever it stands', () => {
  expect(withReference(STEP, '$begun.body.token', '$near.shortened.begun.body.token')).toEqual({
    ...STEP,
    headers: { Authorization: 'Bearer ${near.shortened.begun.body.token}' },
  });
  expect(withReference(STEP, '$user.password', '$other.password').with).toEqual({ ...STEP.with, old: '$other.password' });
});

test('the steps of a later round refer to one another by names of their own', () => {
  const steps = [{ id: 'begun', call: 'authenticate', with: { username: '$user.login' } }, STEP];
  expect(inRound(steps, 0)).toEqual(steps);
  expect(inRound(steps, 2)).toEqual([
    { ...steps[0], id: 'begun3' },
    {
      call: 'changePassword',
      when: { '$begun3.body.status': ['WARN'] },
      with: { stateToken: '$begun3.body.stateToken', old: '$user.password', text: 'costs $5' },
      headers: { Authorization: 'Bearer ${begun3.body.token}' },
    },
  ]);
});

test('what is almost a value is that of its own round', () => {
  const steps = [
    { id: 'token', call: 'issue' },
    { call: 'look', headers: { Authorization: 'Bearer ${near.lastCharacter.token.body.token}' } },
  ];
  expect(inRound(steps, 1)).toEqual([
    { id: 'token2', call: 'issue' },
    { call: 'look', headers: { Authorization: 'Bearer ${near.lastCharacter.token2.body.token}' } },
  ]);
});
