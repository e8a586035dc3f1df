import { expect, test } from 'vitest';
import { applyChoices } from './load-profile.ts';

const service = {
  bindings: { errorName: '/code' },
  declares: [
    { name: 'cancel', status: [200] },
    { name: 'unlock', to: 'gone' },
  ],
};
const byChoice = {
  'authentication.shape=other': { bindings: { errorName: '/message' }, declares: [{ name: 'cancel', status: [204] }] },
  'authentication.strict=true': { declares: [{ name: 'skip', to: 'SUCCESS' }] },
};

test('what is chosen puts its bindings and declarations in the place of the profile’s own', () => {
  const source = { name: 'mock', embedded: { byChoice, choices: { authentication: { shape: 'other', strict: true } } } };
  expect(applyChoices({ ...source, services: { authentication: service } }).services).toEqual({
    authentication: {
      bindings: { errorName: '/message' },
      declares: [
        { name: 'unlock', to: 'gone' },
        { name: 'cancel', status: [204] },
        { name: 'skip', to: 'SUCCESS' },
      ],
    },
  });
});

test('what is not chosen changes nothing', () => {
  const source = { name: 'mock', embedded: { byChoice, choices: { authentication: { shape: 'first', strict: false } } } };
  expect(applyChoices({ ...source, services: { authentication: service } }).services).toEqual({ authentication: service });
});
