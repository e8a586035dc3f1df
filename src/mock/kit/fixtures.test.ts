import { expect, onTestFinished, test } from 'vitest';
import type { FixturesFile } from '../../model/types.ts';
import { checkFixtures } from './fixtures.ts';
import { startMock } from './start-mock.ts';

const GROUP = { id: '0b6a4a1c-58c1-4d3f-9d0a-2f1f6a1f0c11', name: 'admins', roles: ['pam_admin'] };
const MEMBER = { id: '5d1f6f5e-0a35-4a43-8f2e-7c1a2b3c4d5e', name: 'deploy', groups: ['admins'], key: { id: 'key-1', secret: 'secret-1' } };
const ADA = { id: '00u1', login: 'ada@example.test', password: 'Correct-Horse-7', firstName: 'Ada', lastName: 'Byron' };
const VALUE = { id: 'val1', value: 'clerk' };
const SMS = { id: 'sms1', factorType: 'sms', secret: '123456' };
const APP = {
  resourceId: '0oa1',
  resourceType: 'APP',
  name: 'Payroll',
  entitlements: [{ id: 'ent1', name: 'role', values: [VALUE] }],
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
    'privileged-access.teams[0].groups[0].roles[0] is "king", which contradicts pam.resources.group.roles-from-table: ',
  ],
  [
    'an id of another shape',
    team({ groups: [{ ...GROUP, id: 'g1' }] }),
    'privileged-access.teams[0].groups[0].id is "g1", which contradicts pam.resources.group.id-uuid-shaped: ',
  ],
  [
    'a resource of another type',
    { governance: { resources: [{ ...APP, resourceType: 'SERVER' }] } },
    'governance.resources[0].resourceType is "SERVER", which contradicts gov.resources.resource.resource-type: ',
  ],
  [
    'an empty id',
    { authentication: { users: [{ ...ADA, id: '' }] } },
    'authentication.users[0].id is "", which contradicts authn.resources.user.id: ',
  ],
  [
    'one login twice',
    { authentication: { users: [ADA, { ...ADA, id: '00u2' }] } },
    'authentication.users[1].login is "ada@example.test", as authentication.users[0].login is',
  ],
  [
    'a group that there is not',
    team({ groups: [GROUP], users: [{ ...MEMBER, groups: ['kings'] }] }),
    "privileged-access.teams[0].users[0].groups[0]: there is no 'kings'",
  ],
  [
    'one entitlement in two resources',
    { governance: { resources: [APP, { ...APP, resourceId: '0oa2' }] } },
    'governance.resources[1].entitlements[0].id is "ent1", as governance.resources[0].entitlements[0].id is',
  ],
  [
    'one value twice in an entitlement',
    {
      governance: { resources: [{ ...APP, entitlements: [{ id: 'ent1', name: 'role', values: [VALUE, { ...VALUE, value: 'chief' }] }] }] },
    },
    'governance.resources[0].entitlements[0].values[1].id is "val1", as governance.resources[0].entitlements[0].values[0].id is',
  ],
  [
    'a telephone number of which no part can be masked',
    { authentication: { users: [{ ...ADA, factors: [{ ...SMS, phoneNumber: 'hello' }] }] } },
    'authentication.users[0].factors[0].phoneNumber is "hello", which contradicts authn.resources.factor.phone-masked: phoneNumber is a string that masks part of the number. Expected a whole number to mask, ',
  ],
  [
    'a factor without an id',
    { authentication: { users: [{ ...ADA, factors: [{ ...SMS, id: '' }] }] } },
    'authentication.users[0].factors[0].id is "", which contradicts authn.resources.factor.id: ',
  ],
  [
    'a person with an API key',
    team({ groups: [GROUP], users: [{ ...MEMBER, kind: 'human' }] }),
    'privileged-access.teams[0].users[0].kind is "human", which contradicts pam.service.service-users: ',
  ],
  ['an empty password', { authentication: { users: [{ ...ADA, password: '' }] } }, 'fixtures at /authentication/users/0/password: it '],
  ['a key that there is not', { authentication: { people: [] } }, "fixtures at /authentication: there is no key 'people'"],
])('fixtures with %s are refused', (_what, wrong, message) => {
  expect(() => checkFixtures(wrong)).toThrow(message);
});
