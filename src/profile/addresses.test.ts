import { expect, test } from 'vitest';
import { SpecError } from '../model/errors.ts';
import type { ProfileFile } from '../model/types.ts';
import { fillAddresses, serviceAddress } from './addresses.ts';

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

test.each([
  ['https://id.test', 'https://id.test'],
  ['http://localhost:8080/', 'http://localhost:8080'],
  ['http://[::1]:8080/base///', 'http://[::1]:8080/base'],
  ['HTTPS://ID.TEST/base', 'HTTPS://ID.TEST/base'],
])('%s is where a service may be', (address, taken) => {
  expect(serviceAddress('services.authentication.baseUrl', address, 'doors.yaml')).toBe(taken);
});

test.each([
  ['id.test', "expected an address such as https://id.example.test, found 'id.test'"],
  ['id.test:8080', "expected an address such as https://id.example.test, found 'id.test:8080'"],
  ['ftp://id.test', "expected an address such as https://id.example.test, found 'ftp://id.test'"],
  ['https://ada:secret@id.test', 'expected an address without user and password. Give them beside it, under credentials and headers'],
  [
    'https://id.test/?key=1',
    "expected an address without query and fragment, to which the documented paths are added, found 'https://id.test/?…'",
  ],
  [
    'https://id.test/#',
    "expected an address without query and fragment, to which the documented paths are added, found 'https://id.test/#…'",
  ],
])('%s is not', (address, message) => {
  expect(() => serviceAddress('services.authentication.baseUrl', address, 'doors.yaml')).toThrow(
    new SpecError('address-malformed', `doors.yaml  services.authentication.baseUrl  ${message}`),
  );
});
