import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunningMock } from '../../src/mock/kit/start-mock.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { loadSpecs } from '../../src/model/load.ts';
import type { Binding, Blame, DocumentName, ProfileFile, Selection } from '../../src/model/types.ts';
import { draw } from '../support/draw.ts';
import { askControl, listeningMock, runOverHttp, strangersProfile, withService } from '../support/strangers-run.ts';
import { temporaryFolder } from '../support/stored-run.ts';

const specs = loadSpecs();
const own = readProfile('specs/profiles/mock.yaml', specs);

/** A right profile with one mistake, or a deployment that is not as the profile says. */
type Slip = (right: ProfileFile, mock: RunningMock) => ProfileFile | Promise<ProfileFile>;

// What each run looks at: enough to notice, little to wait for.
const pam = (clauses = 'pam.resources.group.*'): Selection => ({ documents: ['privileged-access'], clauses });
const authn = (clauses = 'authn.transitions.password-*'): Selection => ({ documents: ['authentication'], clauses });
const gov = (clauses = 'gov.resources.collection.contains-*'): Selection => ({ documents: ['governance'], clauses });

const address =
  (document: DocumentName, change: (url: string, mock: RunningMock) => string): Slip =>
  (right, mock) =>
    withService(right, document, ({ baseUrl = '' }) => ({ baseUrl: change(baseUrl, mock) }));

const binding =
  (document: DocumentName, id: string, change: Binding | string): Slip =>
  (right) =>
    withService(right, document, ({ bindings = {} }) => {
      const whole = typeof bindings[id] === 'object' ? bindings[id] : {};
      return { bindings: { ...bindings, [id]: typeof change === 'string' ? change : { ...whole, ...change } } };
    });

const credential =
  (document: DocumentName, values: Readonly<Record<string, string>>): Slip =>
  (right) =>
    withService(right, document, ({ credentials = {} }) => {
      const given = Object.entries(values).map(([name, value]) => [name, { value }] as const);
      return { credentials: { ...credentials, ...Object.fromEntries(given) } };
    });

/** A key in the profile, as a provider state has it but for one part. */
const key =
  (change: Readonly<Record<string, string>>, state = 'a service user with an API key'): Slip =>
  async (right, mock) => {
    const { key_id = '', key_secret = '', team_name = '' } = await askControl(mock, '/states', { state });
    return credential('privileged-access', { keyId: key_id, keySecret: key_secret, teamName: team_name, ...change })(right, mock);
  };

/** A module of provider states that passes everything on to the control plane, but for what it does with the data. */
const states =
  (change: string): Slip =>
  (right, mock) => {
    const module = join(temporaryFolder(), 'states.mjs');
    writeFileSync(module, `const control = '${mock.control}';\n${PASS_ON}${SET_UP.replace('CHANGE', change)}`);
    return { ...right, providerStates: [{ module }] };
  };
const PASS_ON = `
const post = async (path, message) => {
  const answer = await fetch(control + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(message) });
  return answer.json();
};
export const teardown = (state, data) => post('/states', { state, data, action: 'teardown' });
export const act = (act, params) => post('/acts', { act, params });
`;
const SET_UP = `
export async function setup(state, params) {
  const data = await post('/states', { state, params });
  CHANGE
  return data;
}
`;

const clockAhead = async (mock: RunningMock): Promise<void> => {
  await askControl(mock, '/clock', { advance: 'P1D' });
};

const SLIPS: readonly (readonly [string, Selection, Slip])[] = [
  // addresses
  ['another host', pam(), address('privileged-access', (url) => url.replace('127.0.0.1', '127.0.0.9'))],
  ['a port where nothing listens', authn(), address('authentication', () => 'http://127.0.0.1:1')],
  ['https for http', authn(), address('authentication', (url) => url.replace('http:', 'https:'))],
  ['the port of another service', authn(), address('authentication', (_url, mock) => mock.services['privileged-access'])],
  ['the port of another service', gov(), address('governance', (_url, mock) => mock.services.authentication)],
  ['the port of another service', pam(), address('privileged-access', (_url, mock) => mock.services.governance)],
  ['the port of the control plane', pam(), address('privileged-access', (_url, mock) => mock.control)],
  ['a base path too many', authn(), address('authentication', (url) => `${url}/api`)],
  ['a base path too many', pam(), address('privileged-access', (url) => `${url}/v1`)],
  ['a base path too many', gov(), address('governance', (url) => `${url}/governance`)],
  // keys and tokens
  ['another team', pam(), key({ teamName: 'nobody' })],
  ['a wrong key secret', pam(), key({ keySecret: 'wrong' })],
  ['the key ID of somebody else', pam(), key({ keyId: 'wrong' })],
  ['an expired key', pam(), key({}, 'a service user whose API key has expired')],
  ['a wrong API token', authn('authn.service.*'), credential('authentication', { apiToken: '00wrong' })],
  ['a wrong bearer token', gov(), credential('governance', { governance: 'wrong' })],
  ['no token', gov(), (right) => withService(right, 'governance', () => ({ credentials: {} }))],
  [
    'a token under another scheme',
    gov(),
    (right) => withService(right, 'governance', () => ({ headers: { authorization: '{credential}' } })),
  ],
  // provider states, clock, events
  ['no provider states', authn(), (right) => ({ ...right, providerStates: [] })],
  [
    'provider states at a wrong path',
    authn(),
    (right, { control }) => ({ ...right, providerStates: [{ http: `${control}/provider-states` }] }),
  ],
  ['provider states where nothing listens', authn(), (right) => ({ ...right, providerStates: [{ http: 'http://127.0.0.1:1/states' }] })],
  [
    'provider states at a service',
    authn(),
    (right, { services }) => ({ ...right, providerStates: [{ http: `${services.authentication}/states` }] }),
  ],
  ['a module that throws', authn(), states("throw new Error('no such database');")],
  ['a module that lacks a state', authn(), states("if (state === 'a user whose password has expired') return undefined;")],
  ['states with a wrong password', authn(), states("if (data.password) data.password = 'wrong';")],
  ['states with a user whom nobody knows', authn(), states("if (data.login) data.login = 'nobody';")],
  ['states with a wrong key', pam(), states("if (data.key_secret) data.key_secret = 'wrong';")],
  ['states with a team that is none', pam(), states("if (data.team_name) data.team_name = 'nobody';")],
  ['a clock that is not real', authn(), async (right, mock) => (await clockAhead(mock), { ...right, clock: 'real' })],
  [
    'the clock of another deployment',
    authn(),
    async (right) => {
      const other = await listeningMock();
      await clockAhead(other);
      return { ...right, clock: { http: `${other.control}/clock` } };
    },
  ],
  [
    'the clock of another deployment, which shows the same time',
    authn(),
    async (right) => ({ ...right, clock: { http: `${(await listeningMock()).control}/clock` } }),
  ],
  ['a clock at a wrong path', authn(), (right, { control }) => ({ ...right, clock: { http: `${control}/time` } })],
  ['events at a wrong path', authn(), (right, { control }) => ({ ...right, events: { http: `${control}/mails` } })],
  // bindings
  ['the token operation at a wrong path', pam(), binding('privileged-access', 'issueToken', { path: '/v1/teams/{team_name}/token' })],
  ['the token operation by another method', pam(), binding('privileged-access', 'issueToken', { method: 'PUT' })],
  [
    'an operation at a wrong path',
    pam('pam.errors.resource-already-exists*'),
    binding('privileged-access', 'createGroup', { path: '/v1/teams/{team_name}/group' }),
  ],
  [
    'an identifier looked for elsewhere',
    pam('pam.roles.resource-admin*'),
    binding('privileged-access', 'createResourceGroup', { response: { resource_group_id: '/identifier' } }),
  ],
  ['error names looked for elsewhere', pam('pam.errors.*'), binding('privileged-access', 'errorName', '/error/name')],
  ['an operation with another body', gov(), binding('governance', 'createCollection', { body: { title: '$name' } })],
  ['an answer looked for elsewhere', gov(), binding('governance', 'createCollection', { response: { root: '/collection' } })],
  ['a list looked for elsewhere', gov(), binding('governance', 'listCollectionResources', { response: { items: '/resources' } })],
  [
    'a read at a wrong path',
    gov('gov.request-type.publish'),
    binding('governance', 'readRequestType', { path: '/governance/api/v1/request-type/{requestTypeId}' }),
  ],
  ['a state read by another method', authn(), binding('authentication', 'getState', { method: 'GET' })],
  [
    'a factor enrolled with another body',
    { documents: ['authentication'], features: ['authn.mfa-enroll'] },
    binding('authentication', 'enrollFactor', { body: { token: '$stateToken' } }),
  ],
  // what is not enough
  ['a budget that is too small', authn('authn.transitions.*'), (right) => ({ ...right, budget: { requests: 12 } })],
  ['a permission that is not given', authn('authn.endpoints.change-password.*'), (right) => ({ ...right, permissions: {} })],
];

/** Where an error is not named as the profile says, a request that was cut off may have met something on its way. */
const ALSO_BLAMED: Readonly<Record<string, readonly Blame[]>> = { 'error names looked for elsewhere': ['network'] };

test.each(draw(4, SLIPS))('%s %j is blamed on the configuration or on a provider state', async (what, selection, slip) => {
  const mock = await listeningMock();
  const { clauses, stopped, outcome } = await runOverHttp(specs, await slip(strangersProfile(own, mock), mock), { selection });
  const open = clauses.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'fail');
  const blames = (stopped ?? open).flatMap(({ blame }) => blame ?? []);
  const permitted: readonly Blame[] = ['config', 'provider-state', ...(ALSO_BLAMED[what] ?? [])];
  expect({ outcome, isBlamed: blames.length > 0, others: blames.filter((blame) => !permitted.includes(blame)) }).toEqual({
    outcome: stopped === undefined ? 'inconclusive' : 'usage',
    isBlamed: true,
    others: [],
  });
});

test.each([pam(), authn(), gov()])('without a slip everything is judged: %j', async (selection) => {
  const mock = await listeningMock();
  const { outcome, stopped, summary } = await runOverHttp(specs, strangersProfile(own, mock), { selection });
  expect({ outcome, stopped, open: summary.clauses.inconclusive }).toEqual({ outcome: 'conformant', stopped: undefined, open: 0 });
});
