import { expect, test } from 'vitest';
import { loadSpecs } from '../model/load.ts';
import { vocabularyOf } from '../model/vocabulary.ts';
import { boundNames } from './bound-names.ts';
import { sampleProfile } from './profile-fixtures.ts';

test('names that a profile gives to values that are no secrets, and to what stands around values', () => {
  const profile = sampleProfile({
    bindings: {
      errorName: '/problem/name',
      createSession: {
        body: { ticket: '$sessionToken' },
        response: { active: '/visit/on', sessionCredential: '/visit/badge', userId: '/token/0' },
      },
      enrollFactor: { body: { ticket: { sort: '$factorType', fixed: 'on' } }, response: { root: '/session/transaction' } },
      signInToApp: { query: { key: '$appId', pass: '$password' } },
    },
  });
  const specs = loadSpecs();
  const { values, structure } = boundNames(specs, profile, vocabularyOf(specs).kindOf);
  expect({ values: [...values].toSorted(), structure: [...structure].toSorted() }).toEqual({
    values: ['0', 'key', 'on', 'sort'],
    structure: ['session', 'ticket', 'token', 'transaction', 'visit'],
  });
});

test('where services are, and the paths that a profile writes out, are said', () => {
  const specs = loadSpecs();
  const profile = sampleProfile({ bindings: { enrollFactor: { path: '/door/{userId}/factors' } } });
  const baseUrls = Object.values(profile.services).map(({ baseUrl }) => baseUrl);
  expect(boundNames(specs, profile, vocabularyOf(specs).kindOf).said).toEqual([...baseUrls, '/door/{userId}/factors']);
});
