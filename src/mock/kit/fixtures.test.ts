import { expect, onTestFinished, test } from 'vitest';
import type { FixturesFile } from '../../model/types.ts';
import { checkFixtures } from './fixtures.ts';
import { startMock } from './start-mock.ts';

const GROUP = { id: '0b6a4a1c-58c1-4d3f-9d0a-2f1f6a1f0c11', name: 'admins', roles: ['pam_admin'] };
const MEMBER = { id: '5d1f6f5e-0a35-4a43-8f2e-7c1a2b3c4d5e', name: 'deploy', groups: ['admins'], key: { id: 'key-1', secret: 'secret-1' } };
const ADA = { id: '00u1', login: 'ada@example.test', password: 'Correct-Horse-7', firstName: 'Ada', lastName: 'Byron' };
const APP = {
  resourceId: '0oa1',
  resourceType: 'APP',
  name: 'Payroll',
  entitlements: [{ id: 'ent1', name: 'role', values: [{ id: 'val1', value: 'clerk' }] }],
};
const fixtures: FixturesFile = {
  authentication: {
    users: [ADA, { ...ADA, id: '00u2', login: 'bob@example.test', factors: [{ id: 'ufs1', factorType: 'question', secret: 'Kraftwerk' }] }],
  },
  'privileged-access': { teams: [{ name: 'acme', groups: [GROUP], users: [MEMBER] }] },
  governance: { users: [{ id: '00u1', login: ADA.login, groups: ['00g1'] }], groups: [{ id: '00g1', name: 'clerks' }], resources: [APP] },
};

async function answered(url: string, body?: object, authorization?: string): Promise<unknown> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}

test('a mock holds its fixtures with their ids, from the start and after a reset', async () => {
  const mock = await startMock({ fixtures });
  onTestFinished(() => mock.close());
  const { authentication, 'privileged-access': access, governance } = mock.services;
  const signIn = (username: string): Promise<unknown> => answered(`${authentication}/api/v1/authn`, { username, password: ADA.password });
  for (const reset of [false, true]) {
    if (reset) await fetch(`${mock.control}/reset`, { method: 'POST' });
    const issued = await answered(`${access}/v1/teams/acme/service_token`, { key_id: 'key-1', key_secret: 'secret-1' });
    const bearer = issued !== null && typeof issued === 'object' && 'bearer_token' in issued ? String(issued.bearer_token) : '';
    expect([
      await signIn('ada@example.test'),
      await signIn('bob@example.test'),
      await answered(`${access}/v1/teams/acme/groups`, undefined, `Bearer ${bearer}`),
      await answered(`${governance}/governance/api/v1/entitlements/ent1`, undefined, 'Bearer mock-governance-token'),
    ]).toMatchObject([
      { status: 'SUCCESS', _embedded: { user: { id: '00u1', profile: { login: ADA.login, firstName: 'Ada', lastName: 'Byron' } } } },
      { status: 'MFA_REQUIRED', _embedded: { user: { id: '00u2' }, factor: [{ id: 'ufs1', factorType: 'question' }] } },
      { list: [GROUP] },
      { id: 'ent1', name: 'role', resource: { resourceId: '0oa1', name: 'Payroll' } },
    ]);
  }
});

const team = (part: object): object => ({ 'privileged-access': { teams: [{ name: 'acme', ...part }] } });

test.each<[string, object, string]>([
  [
    'a role that there is not',
    team({ groups: [{ ...GROUP, roles: ['king'] }] }),
    'privileged-access.teams acme.groups admins: roles[] is "king", which contradicts pam.resources.group.roles-from-table: ',
  ],
  [
    'an id of another shape',
    team({ groups: [{ ...GROUP, id: 'g1' }] }),
    'privileged-access.teams acme.groups admins: id is "g1", which contradicts pam.resources.group.id-uuid-shaped: ',
  ],
  [
    'a resource of another type',
    { governance: { resources: [{ ...APP, resourceType: 'SERVER' }] } },
    'governance.resources 0oa1: resourceType is "SERVER", which contradicts gov.resources.resource.resource-type: ',
  ],
  [
    'an empty id',
    { authentication: { users: [{ ...ADA, id: '' }] } },
    'authentication.users : id is "", which contradicts authn.resources.user.id: ',
  ],
  [
    'one login twice',
    { authentication: { users: [ADA, { ...ADA, id: '00u2' }] } },
    'authentication.users: login "ada@example.test" stands there twice',
  ],
  [
    'a group that there is not',
    team({ groups: [GROUP], users: [{ ...MEMBER, groups: ['kings'] }] }),
    "privileged-access.teams acme.users deploy.groups: there is no 'kings'",
  ],
  ['a key that there is not', { authentication: { people: [] } }, "fixtures at /authentication: there is no key 'people'"],
])('fixtures with %s are refused', (_what, wrong, message) => {
  expect(() => checkFixtures(wrong)).toThrow(message);
});
