import { expect, test } from 'vitest';
import { referenceName } from './reference-name.ts';

test.each([
  ['$user.phoneNumber', 'phoneNumber of user'],
  ['user.profile.email', 'profile.email of user'],
  ['$first.body.items.0.id', 'items.0.id of the response first'],
  ['$first.headers.etag', 'etag of the response first'],
  ['$first.body', 'body of the response first'],
  ['$first.status', 'status of the response first'],
  ['$credentials', 'credentials'],
])('%s in words', (reference, words) => {
  expect(referenceName(reference)).toBe(words);
});
