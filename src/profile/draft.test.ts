import { expect, test } from 'vitest';
import { loadSpecs } from '../model/load.ts';
import type { ProfileFile } from '../model/types.ts';
import { parseYaml } from '../model/yaml-file.ts';
import { checkProfile } from './check-profile.ts';
import { draftProfile, type Draft } from './draft.ts';

const specs = loadSpecs();
const DRAFT: Draft = {
  name: 'acme-staging',
  services: {
    'privileged-access': 'https://pam.example.test',
    authentication: 'https://id.example.test',
    governance: 'https://gov.example.test',
  },
  providerStates: [{ http: 'https://states.example.test/_states' }, { module: './states.mjs' }, { accounts: './accounts.yaml' }],
  clock: 'https://states.example.test/_clock',
  events: 'https://states.example.test/_events',
  permissions: { mutate: true, destroy: false, exhaustRateLimit: false },
  budget: { requests: 2000, perSecond: 5, concurrency: 4, duration: 'PT10M' },
};

function profile(text: string): ProfileFile {
  const { value } = parseYaml<ProfileFile>(text, 'target.yaml', 'profile');
  checkProfile(value, 'target.yaml', specs);
  return value;
}

/** What is bound stands before the path that a document shows. */
function documentedPath(id: string): string {
  const operations = Object.values(specs.documents).flatMap(({ endpoints }) => endpoints.operations);
  return operations.find((operation) => operation.id === id)?.path ?? '/x';
}

test('a draft is a profile that says what was said', () => {
  expect(profile(draftProfile(DRAFT, specs))).toEqual({
    name: 'acme-staging',
    services: {
      'privileged-access': { baseUrl: 'https://pam.example.test' },
      authentication: { baseUrl: 'https://id.example.test' },
      governance: {
        baseUrl: 'https://gov.example.test',
        credentials: { governance: { env: 'ACME_STAGING_GOVERNANCE' } },
        headers: { authorization: 'Bearer {credential}' },
      },
    },
    providerStates: DRAFT.providerStates,
    clock: { http: 'https://states.example.test/_clock' },
    events: { http: 'https://states.example.test/_events' },
    permissions: { mutate: true, destroy: false, exhaustRateLimit: false, origins: [] },
    budget: { requests: 2000, perSecond: 5, concurrency: 4, duration: 'PT10M', timeout: 'PT10S' },
  });
});

test('what was not said is not there', () => {
  const { services, ...rest } = profile(
    draftProfile(
      { ...DRAFT, services: { authentication: 'https://id.example.test' }, providerStates: [], clock: undefined, events: undefined },
      specs,
    ),
  );
  expect([services, Object.keys(rest)]).toEqual([
    { authentication: { baseUrl: 'https://id.example.test' } },
    ['name', 'permissions', 'budget'],
  ]);
});

test('what stands there as a comment is right once it is filled in', () => {
  const filled = draftProfile(DRAFT, specs)
    .replaceAll(/^( {4,6})# (?=(?: *- |\s*\w+:))/gm, '$1')
    .replaceAll('method: …', 'method: POST')
    .replaceAll(/(\w+)(: \{[^}\n]*path: ')\/…[^']*'/g, (_, id: string, before: string) => `${id}${before}${documentedPath(id)}'`)
    .replaceAll('success: …', 'success: 200')
    .replaceAll('errorName: /…', 'errorName: /code')
    .replaceAll(', … }', ', values: [x] }');
  const { services = {} } = profile(filled);
  const told = Object.values(services).map((service) => [
    Object.keys(service),
    Object.keys(service.bindings ?? {}).length > 10,
    (service.declares ?? []).length > 5,
  ]);
  const keys = ['baseUrl', 'claims', 'credentials', 'bindings', 'declares'];
  expect(told).toEqual([
    [keys, true, true],
    [keys, true, true],
    [['baseUrl', 'claims', 'credentials', 'headers', 'bindings', 'declares'], true, true],
  ]);
});

test.each([
  [
    'the documented part of a path',
    "addCollectionResource: { path: '/…/collections/{id}/resources', success: …, body: { resourceId: $resourceId,",
  ],
  ['the arguments of a path that is not shown', "readCampaign: { method: …, path: '/…/{campaignId}', success: … }"],
  ['the arguments of a query', "listReviews: { method: …, path: '/…', success: …, query: { campaignId: $campaignId } }"],
  ['the fields of a response', 'lists the reviews of a campaign; response fields: items, items[].id\n'],
  ['no fields where the document shows them elsewhere', 'leaves out what the transaction offers\n'],
])('a comment names %s', (_what, text) => {
  expect(draftProfile(DRAFT, specs)).toContain(text);
});
