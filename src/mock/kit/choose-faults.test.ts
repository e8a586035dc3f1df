import { expect, test } from 'vitest';
import { chooseFaults } from './known-faults.ts';

const ids = (...names: readonly string[]): readonly string[] => chooseFaults(names).map(({ id }) => id);

test('faults of both kinds, each once', () => {
  expect(ids('authn-any-password', 'wire-authn.e0000004.another-text', 'authn-any-password')).toEqual([
    'authn-any-password',
    'wire-authn.e0000004.another-text',
  ]);
});

test.each([
  [['authn-any-pasword'], "unknown fault 'authn-any-pasword'. Did you mean 'authn-any-password'?"],
  [
    ['wire-authn.e0000004.another-txt'],
    "unknown fault 'wire-authn.e0000004.another-txt'. Did you mean 'wire-authn.e0000004.another-text'?",
  ],
  [
    ['authn-refused-with-403', 'authn-refused-with-other-summary'],
    "the faults 'authn-refused-with-403' and 'authn-refused-with-other-summary' exclude each other: both change the rule 'error'",
  ],
  [
    ['wire-authn.transaction.expires-at.of-another-type', 'wire-authn.transaction.expires-at.in-another-form'],
    "the faults 'wire-authn.transaction.expires-at.of-another-type' and 'wire-authn.transaction.expires-at.in-another-form' exclude each other: both change /body/expiresAt",
  ],
  [
    ['wire-authn.transaction.embedded.of-another-type', 'wire-authn.transaction.embedded-user-id.of-another-type'],
    "the faults 'wire-authn.transaction.embedded.of-another-type' and 'wire-authn.transaction.embedded-user-id.of-another-type' exclude each other: both change /body/_embedded",
  ],
])('%j is refused', (names, mistake) => {
  expect(() => chooseFaults(names)).toThrow(expect.objectContaining({ mistake }));
});

test('the same place in answers that are never the same', () => {
  const apart = ['wire-authn.e0000004.402-instead', 'wire-authn.e0000014.404-instead'];
  expect(ids(...apart)).toEqual(apart);
  const states = ['wire-authn.authenticate-success.status.another-state', 'wire-authn.authenticate-password-expired.status.another-state'];
  expect(ids(...states)).toEqual(states);
});
