import { expect, test } from 'vitest';
import { nearestIds } from './nearest.ts';

const ids = ['authn-any-password', 'authn-any-factor', 'wire-authn.e0000004.another-text', 'pam-count-ignored'];

test.each<[string, readonly string[]]>([
  ['authn-any-pasword', ['authn-any-password', 'authn-any-factor', 'wire-authn.e0000004.another-text']],
  ['wire-*', ['wire-authn.e0000004.another-text']],
  ['nosuch', []],
  ['', []],
  ['wire-'.repeat(10_000), []],
])('%s: the ids that share most of its words, the likest first', (id, nearest) => {
  expect(nearestIds(id, ids)).toEqual(nearest);
});
