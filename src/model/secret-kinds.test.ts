import { expect, test } from 'vitest';
import { documentOf } from './document-of.ts';
import { loadSpecs } from './load.ts';
import { secretKinds } from './vocabulary.ts';
import type { DocumentSpec } from './types.ts';

const authentication = documentOf(loadSpecs(), 'authentication');

test('fields, parameters, and data of provider states and acts that hold secrets are known by their last name', () => {
  const datum = (secret?: string) => ({ about: 'something', schema: {}, ...(secret === undefined ? {} : { secret }) });
  const spec: DocumentSpec = {
    ...authentication,
    resources: {
      resources: [
        {
          name: 'Thing',
          fields: [
            { path: 'keys[].value', schema: {}, clauses: ['authn.a'], secret: 'key' },
            { path: 'keys[].id', schema: {}, clauses: ['authn.a'] },
          ],
        },
      ],
    },
    endpoints: {
      operations: [
        { id: 'enter', clauses: [], responses: [], parameters: [{ name: 'pin', in: 'body', schema: {}, clauses: [], secret: 'pin' }] },
      ],
    },
    providerStates: {
      states: [{ name: 'a user', about: 'a user', params: { size: datum() }, data: { password: datum('password') } }],
      acts: [{ name: 'call', about: 'call', params: { code: datum('code') } }],
    },
  };
  expect(Object.fromEntries(secretKinds(spec))).toEqual({ value: 'key', pin: 'pin', password: 'password', code: 'code' });
});

test('the tokens and passwords of the documents are among them', () => {
  expect([...secretKinds(authentication).keys()]).toEqual(
    expect.arrayContaining(['stateToken', 'sessionToken', 'password', 'oldPassword', 'newPassword']),
  );
});
