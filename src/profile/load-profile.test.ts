import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, expect, test } from 'vitest';
import type { ProfileFile } from '../model/types.ts';
import { SpecError } from '../model/errors.ts';
import { doorSpec, sampleSpecs } from './profile-fixtures.ts';
import { readProfile, resolveProfile } from './load-profile.ts';

const source: ProfileFile = { name: 'doors', services: { authentication: { baseUrl: 'https://doors.example.test' } } };
const embedded = {
  services: { 'privileged-access': 'http://127.0.0.1:1', authentication: 'http://127.0.0.1:2', governance: 'http://127.0.0.1:3' },
  control: 'http://127.0.0.1:4',
};

/** A file that is gone after the test. */
function temporary(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-profile-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const withCredential = (reference: object): ProfileFile => ({
  ...source,
  services: { authentication: { baseUrl: 'https://x.test', credentials: { apiToken: reference } } },
});

test('a vendor’s profile permits nothing by itself and has no control', () => {
  const { digest, ...profile } = resolveProfile(source, 'doors.yaml', {});
  expect(profile).toEqual({
    name: 'doors',
    embedded: false,
    file: 'doors.yaml',
    services: { authentication: { baseUrl: 'https://doors.example.test', claims: undefined, bindings: {}, credentials: [], declares: [] } },
    credentials: { authentication: {} },
    headers: { authentication: {} },
    sources: [],
    clock: undefined,
    events: undefined,
    permissions: { mutate: false, destroy: false, exhaustRateLimit: false, origins: [] },
    control: { acts: false, clock: false, events: false },
    limits: {
      requests: 20_000,
      perSecond: Infinity,
      concurrency: 4,
      durationMs: 600_000,
      timeoutMs: 10_000,
      deliveryMs: 1000,
      bodyBytes: 4_194_304,
    },
  });
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
});

test('an embedded target has its addresses and its control plane put in, and permits everything', () => {
  const profile = resolveProfile({ name: 'mock', embedded: {}, services: { authentication: {} } }, 'mock.yaml', {}, embedded);
  expect([
    profile.services.authentication?.baseUrl,
    profile.sources,
    profile.clock,
    profile.events,
    profile.permissions,
    profile.control,
  ]).toEqual([
    'http://127.0.0.1:2',
    [
      {
        kind: 'http',
        key: 'providerStates.0',
        cost: 0,
        provides: undefined,
        url: 'http://127.0.0.1:4/states',
        acts: 'http://127.0.0.1:4/acts',
        headers: {},
      },
    ],
    { url: 'http://127.0.0.1:4/clock', headers: {} },
    { url: 'http://127.0.0.1:4/events', headers: {} },
    { mutate: true, destroy: true, exhaustRateLimit: true, origins: [] },
    { acts: true, clock: true, events: true },
  ]);
});

test('an embedded target with a real clock cannot be turned', () => {
  expect(resolveProfile({ name: 'mock', embedded: { clock: 'real' }, services: {} }, 'mock.yaml', {}, embedded).control.clock).toBe(false);
});

test('what the profile says comes before what is usual', () => {
  const told = resolveProfile(
    {
      ...source,
      clock: { http: 'http://clock.test', headers: { 'X-Key': { env: 'CLOCK' } } },
      events: { http: 'http://events.test' },
      providerStates: [{ module: './states.mjs', provides: ['a shut door'], cost: 2 }],
      permissions: { destroy: true, origins: ['https://other.test'] },
      budget: { requests: 7, perSecond: 2, concurrency: 1, duration: 'PT1M', timeout: 'PT2S', bodyBytes: 9 },
    },
    '/profiles/doors.yaml',
    { CLOCK: 'tick' },
  );
  expect([told.sources, told.clock, told.events, told.permissions, told.control, told.limits]).toEqual([
    [{ kind: 'module', key: 'providerStates.0', cost: 2, provides: ['a shut door'], file: '/profiles/states.mjs' }],
    { url: 'http://clock.test', headers: { 'x-key': 'tick' } },
    { url: 'http://events.test', headers: {} },
    { mutate: false, destroy: true, exhaustRateLimit: false, origins: ['https://other.test'] },
    { acts: true, clock: true, events: true },
    { requests: 7, perSecond: 2, concurrency: 1, durationMs: 60_000, timeoutMs: 2000, deliveryMs: 1000, bodyBytes: 9 },
  ]);
});

test('the digest changes with the profile and with nothing else', () => {
  const digests = [source, { ...source }, { ...source, name: 'other' }].map(
    (one) => resolveProfile(one, 'doors.yaml', { X: String(Math.random()) }).digest,
  );
  expect([digests[0] === digests[1], digests[0] === digests[2]]).toEqual([true, false]);
});

test('credentials come from the environment, from a file beside the profile, or stand in it', () => {
  const file = temporary('token.txt', 'from a file\n');
  const value = (reference: object): unknown =>
    resolveProfile(withCredential(reference), join(file, '..', 'doors.yaml'), { TOKEN: 'from outside' }).credentials.authentication?.[
      'apiToken'
    ];
  expect([value({ env: 'TOKEN' }), value({ file: './token.txt' }), value({ value: 'as it is' })]).toEqual([
    'from outside',
    'from a file',
    'as it is',
  ]);
});

test('two callers with one credential stop with the key of the second', () => {
  const credentials = { governance: { env: 'TOKEN' }, notSubscribed: { value: 'the same' } };
  const resolved = (parts: object, token: string): unknown =>
    resolveProfile({ name: 'x', services: { governance: { baseUrl: 'https://x.test', ...parts } } }, 'x.yaml', { TOKEN: token });
  expect(() => resolved({ credentials }, 'the same')).toThrow(
    new SpecError(
      'credential-shared',
      'x.yaml  services.governance.credentials.notSubscribed  expected another credential than governance, found the same. Give each caller its own',
    ),
  );
  const kept = { ...credentials, notSubscribed: { value: 'the same', operations: ['listGrants'] } };
  const named = { credentials, headers: { 'X-Key': '{notSubscribed}' } };
  expect(() => [
    resolved({ credentials }, 'another'),
    resolved({ credentials: kept }, 'the same'),
    resolved(named, 'the same'),
  ]).not.toThrow();
});

test.each([{ TOKEN: '' }, {}])('a variable that is not set stops with its key (%j)', (env) => {
  expect(() => resolveProfile(withCredential({ env: 'TOKEN' }), 'doors.yaml', env)).toThrow(
    new SpecError(
      'variable-missing',
      'doors.yaml  services.authentication.credentials.apiToken.env  expected the environment variable TOKEN to be set, found nothing. Export it before the run',
    ),
  );
});

test('a credential from nowhere, and a service without an address, stop with their keys', () => {
  expect(() => resolveProfile(withCredential({}), 'doors.yaml', {})).toThrow(
    /services\.authentication\.credentials\.apiToken .*expected one of env, file, value, found none/,
  );
  expect(() => resolveProfile({ name: 'x', services: { governance: {} } }, 'x.yaml', {})).toThrow(
    /^x\.yaml .*services\.governance\.baseUrl .*expected the address of the service, found nothing/,
  );
});

test('a file of a credential that is not there stops with its key', () => {
  expect(() => resolveProfile(withCredential({ file: './no-such-file' }), 'doors.yaml', {})).toThrow(SpecError);
});

test('a budget that is no duration stops with its key', () => {
  expect(() => resolveProfile({ ...source, budget: { duration: '10 minutes' } }, 'doors.yaml', {})).toThrow(SpecError);
});

test('a profile is read from YAML, against its schema and against the specs', () => {
  const specs = sampleSpecs(doorSpec());
  const read = (text: string) => (): unknown => readProfile(temporary('doors.yaml', text), specs);
  expect(read('name: doors\nservices:\n  authentication: { baseUrl: "https://x.test", claims: [authn.doors] }\n')()).toEqual({
    name: 'doors',
    services: { authentication: { baseUrl: 'https://x.test', claims: ['authn.doors'] } },
  });
  expect(read('name: doors\nservice: {}\n')).toThrow(/doors\.yaml:2:\d+ .*found 'service'\. Did you mean 'services'\?/);
  expect(read('name: doors\nservices: { authentication: { baseUrl: "https://x.test", claims: [authn.none] } }\n')).toThrow(
    /expected a feature of authentication/,
  );
});

test('what is wrong in several places is told at once', () => {
  const specs = sampleSpecs(doorSpec());
  const text = `name: doors
services:
  authentication: { baseUrl: "https://x.test", claims: [authn.none] }
providerStates: [{ accounts: ./none.yaml }]
`;
  expect(() => readProfile(temporary('doors.yaml', text), specs)).toThrow(
    /doors\.yaml:3:\d+ .*expected a feature of authentication.*\n.*doors\.yaml:4:\d+ .*expected a file of accounts/,
  );
  const service = { baseUrl: 'https://x.test', credentials: { apiToken: { env: 'ONE' }, admin: { env: 'TWO' } } };
  const both = { ...source, services: { authentication: service, governance: { ...service, credentials: { other: { env: 'THREE' } } } } };
  expect(() => resolveProfile(both, 'doors.yaml', {})).toThrow(/variable ONE .*\n.*variable TWO .*\n.*variable THREE /);
});
