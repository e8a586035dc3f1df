import { expect, test } from 'vitest';
import type { ProfileFile } from '../spec/types.ts';
import { fillAddresses } from './addresses.ts';

const profile: ProfileFile = {
  name: 'doors',
  services: { authentication: { baseUrl: '${ORIGIN}/id' }, governance: { claims: [] } },
  providerStates: [{ http: '${CONTROL}/states', acts: '${CONTROL}/acts' }, { module: './states.mjs' }],
  clock: { http: '${CONTROL}/clock' },
  events: { http: '${CONTROL}/events' },
};

test('every address may take variables from the environment', () => {
  expect(fillAddresses(profile, 'doors.yaml', { ORIGIN: 'https://id.test', CONTROL: 'https://control.test' })).toEqual({
    name: 'doors',
    services: { authentication: { baseUrl: 'https://id.test/id' }, governance: { claims: [] } },
    providerStates: [{ http: 'https://control.test/states', acts: 'https://control.test/acts' }, { module: './states.mjs' }],
    clock: { http: 'https://control.test/clock' },
    events: { http: 'https://control.test/events' },
  });
});

test('a profile without addresses stays as it is', () => {
  expect(fillAddresses({ name: 'doors', clock: 'real' }, 'doors.yaml', {})).toEqual({ name: 'doors', clock: 'real' });
});

test('an address that the environment fills is an address then', () => {
  expect(() => fillAddresses(profile, 'doors.yaml', { ORIGIN: 'https://id.test', CONTROL: 'control.test' })).toThrow(
    "doors.yaml  providerStates.0.http  expected an address such as https://states.example.test/_states, found 'control.test/states'. Correct it",
  );
});

test.each([
  [{ CONTROL: 'https://control.test' }, 'services.authentication.baseUrl', 'ORIGIN'],
  [{ ORIGIN: 'https://id.test', CONTROL: '' }, 'providerStates.0.http', 'CONTROL'],
])('an unset variable is named with its key', (env, key, name) => {
  expect(() => fillAddresses(profile, 'doors.yaml', env)).toThrow(
    `doors.yaml  ${key}  expected the environment variable ${name} to be set, found nothing. Export it before the run`,
  );
});
