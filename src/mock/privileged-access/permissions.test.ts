import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostPermissive, roleNames, type Role } from './roles.ts';
import { tryOut, type ProvidedData, type Reply, type TryOut } from './try-out.ts';

const brief = ({ status, body }: Reply): string => [status, Object(body).code].join(' ').trim();

async function caller(service: TryOut, given: ProvidedData, key: ProvidedData = given) {
  const token = await service.tokenFor({ ...given, ...key });
  return (method: string, path: string, body?: unknown): Promise<Reply> =>
    service.send(method, `/v1/teams/${given['team_name']}${path}`, { token, ...(body === undefined ? {} : { body }) });
}

const administratorOf = (given: ProvidedData): ProvidedData => ({
  key_id: given['admin_key_id'] ?? '',
  key_secret: given['admin_key_secret'] ?? '',
});

test('whatever the groups and their order, the most permissive role decides', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.subarray([...roleNames]), { maxLength: 4 }), async (groups) => {
      const service = tryOut();
      const given = service.provide('a service user in groups', { groups });
      const send = await caller(service, given);
      const roles: readonly Role[] = groups.flat();
      const statuses = [
        await send('POST', '/groups', { name: 'x' }),
        await send('POST', '/resource_groups', { name: 'x' }),
        await send('POST', '/security_policies', { name: 'x' }),
      ].map(({ status }) => status);
      const expected = (['assign-roles', 'create-resource-groups', 'create-policies'] as const).map(
        (permission) => ({ team: 201, assigned: 403, none: 401 })[mostPermissive(roles, permission)],
      );
      expect(statuses).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

test('permissions come and go with membership, with the roles of groups, and with their deletion', async () => {
  const service = tryOut();
  const given = service.provide('a service user in groups');
  const [send, admin] = [await caller(service, given), await caller(service, given, administratorOf(given))];
  const group = `/groups/${given['resource_admin_group_name']}`;
  const tried: string[] = [];
  const attempt = async () => tried.push(brief(await send('POST', '/resource_groups', { name: `place-${tried.length}` })));
  const change = async (method: string, path: string, body?: unknown) => expect(brief(await admin(method, path, body))).toBe('204');
  await attempt();
  await change('POST', `${group}/users`, { name: given['user_name'] });
  await attempt();
  await change('DELETE', `${group}/users/${given['user_name']}`);
  await attempt();
  await change('POST', `${group}/users`, { name: given['user_name'] });
  await change('PUT', group, { roles: ['end_user'] });
  await attempt();
  await change('PUT', `/users/${given['user_name']}`, { roles: ['resource_admin'] });
  await attempt();
  await change('PUT', `/users/${given['user_name']}`, { roles: [] });
  await change('PUT', group, { roles: ['resource_admin'] });
  await attempt();
  await change('DELETE', group);
  await attempt();
  const refused = '401 authorization_error';
  expect(tried).toEqual([refused, '201', refused, refused, '201', '201', refused]);
});

test('people have end_user without being asked, machines have not', async () => {
  const service = tryOut();
  const given = service.provide('a service user in groups', { groups: [['security_admin'], ['security_admin', 'resource_admin']] });
  const send = await caller(service, given);
  const users = [await send('GET', `/users/${given['human_user_name']}`), await send('GET', `/users/${given['user_name']}`)];
  expect(users.map(({ body }) => [Object(body).type, Object(body).roles])).toEqual([
    ['human', ['end_user']],
    ['service', ['security_admin', 'resource_admin']],
  ]);
});

test('members are listed, added and removed by pam_admin', async () => {
  const service = tryOut();
  const given = service.provide('a service user in groups');
  const [send, admin] = [await caller(service, given), await caller(service, given, administratorOf(given))];
  const members = `/groups/${given['other_group_name']}/users`;
  const human = `${members}/${given['human_user_name']}`;
  const replies = [
    await admin('POST', members, { name: given['human_user_name'] }),
    await admin('GET', members),
    await send('DELETE', human),
    await admin('DELETE', human),
    await admin('DELETE', human),
    await admin('POST', members, { name: 'nobody' }),
    await send('POST', members, { name: given['user_name'] }),
    await send('PUT', `/users/${given['user_name']}`, { roles: ['pam_admin'] }),
  ];
  expect(replies.map(brief)).toEqual([
    '204',
    '200',
    '401 authorization_error',
    '204',
    '404 resource_does_not_exist',
    '400 invalid_request',
    '401 authorization_error',
    '401 authorization_error',
  ]);
  expect(Object(replies[1]?.body).list.map((user: object) => Object(user).name)).toEqual([given['human_user_name']]);
});

test('resource groups are created, updated, assigned and deleted by resource_admin', async () => {
  const service = tryOut();
  const given = service.provide('a service user in groups', { groups: [['resource_admin']] });
  const send = await caller(service, given);
  const created = await send('POST', '/resource_groups', { name: 'north' });
  const place = `/resource_groups/${Object(created.body).id}`;
  const replies = [
    created,
    await send('POST', '/resource_groups', { name: 'north' }),
    await send('PUT', place, { name: 'south' }),
    await send('POST', `${place}/delegated_resource_admins`, { name: given['other_group_name'] }),
    await send('POST', `${place}/delegated_resource_admins`, { name: 'nobody' }),
    await send('GET', place),
    await send('POST', `${place}/projects`, { name: 'p' }),
    await send('PUT', `${place}/projects/p`, { session_recording: true }),
    await send('GET', `${place}/projects/p`),
    await send('GET', `${place}/projects`),
    await send('DELETE', `${place}/projects/p`),
    await send('DELETE', place),
    await send('GET', place),
  ];
  expect(replies.map(brief)).toEqual([
    '201',
    '409 resource_already_exists',
    '204',
    '204',
    '400 invalid_request',
    '200',
    '201',
    '204',
    '200',
    '200',
    '204',
    '204',
    '404 resource_does_not_exist',
  ]);
  const other = Object((await send('GET', `/groups/${given['other_group_name']}`)).body).id;
  expect([replies[5]?.body, Object(replies[8]?.body).session_recording]).toEqual([
    { id: Object(created.body).id, name: 'south', delegated_resource_admins: [other], deleted_at: null },
    true,
  ]);
});

test('a delegate manages projects in the assigned resource group, and nowhere else', async () => {
  const service = tryOut();
  const given = service.provide('a service user with a delegated role', { role: 'delegated_resource_admin' });
  const send = await caller(service, given);
  const [own, other] = [`/resource_groups/${given['resource_group_id']}`, `/resource_groups/${given['other_resource_group_id']}`];
  const replies = [
    await send('POST', `${own}/projects`, { name: 'p' }),
    await send('PUT', `${own}/projects/${given['project_name']}`, {}),
    await send('POST', `${other}/projects`, { name: 'q' }),
    await send('PUT', `${other}/projects/${given['other_project_name']}`, {}),
    await send('GET', `${own}/projects/${given['other_project_name']}`),
    await send('DELETE', own),
    await send('DELETE', `/servers/${given['server_id']}`),
    await send('DELETE', `/servers/${given['other_server_id']}`),
  ];
  expect(replies.map(brief)).toEqual([
    '201',
    '204',
    '403 forbidden_error',
    '403 forbidden_error',
    '404 resource_does_not_exist',
    '401 authorization_error',
    '204',
    '403 forbidden_error',
  ]);
});

test('a delegate creates security policies in the assigned resource group, and nowhere else', async () => {
  const service = tryOut();
  const given = service.provide('a service user with a delegated role', { role: 'delegated_security_admin' });
  const send = await caller(service, given);
  const policy = (name: string, ...servers: readonly unknown[]) =>
    send('POST', '/security_policies', { name, servers, principals: [given['group_name']] });
  const replies = [
    await policy('a', given['server_id']),
    await policy('b', given['other_server_id']),
    await policy('c', given['server_id'], given['other_server_id']),
    await policy('d', 'nowhere'),
    await send('POST', `/resource_groups/${given['resource_group_id']}/projects`, { name: 'p' }),
  ];
  expect(replies.map(brief)).toEqual([
    '201',
    '403 forbidden_error',
    '403 forbidden_error',
    '400 invalid_request',
    '401 authorization_error',
  ]);
});

test('a server is seen once a security policy grants it, and no longer than that', async () => {
  const service = tryOut();
  const given = service.provide('a server that a user has no access to');
  const send = await caller(service, given);
  const security = await caller(service, given, {
    key_id: given['security_admin_key_id'] ?? '',
    key_secret: given['security_admin_key_secret'] ?? '',
  });
  const server = `/servers/${given['server_id']}`;
  const readServers = async () => [brief(await send('GET', server)), Object((await send('GET', '/servers')).body).list.length];
  const before = await readServers();
  const policy = await security('POST', '/security_policies', {
    name: 'a',
    servers: [given['server_id']],
    principals: [given['group_name']],
  });
  const granted = await readServers();
  const read = [
    await security('GET', `/security_policies/${Object(policy.body).id}`),
    await security('GET', '/security_policies'),
    await security('DELETE', `/security_policies/${Object(policy.body).id}`),
  ].map(brief);
  expect([before, granted, read, await readServers(), brief(await security('GET', server))]).toEqual([
    ['403 forbidden_error', 0],
    ['200', 1],
    ['200', '200', '204'],
    ['403 forbidden_error', 0],
    '401 authorization_error',
  ]);
});

test('a server connects with the token of its enrolment until it is deleted, and again after another one', async () => {
  const service = tryOut();
  const given = service.provide('a project that servers can be enrolled in');
  const send = await caller(service, given);
  const enrol = async () => Object((await send('POST', `/projects/${given['project_name']}/servers`, { name: 'x' })).body);
  const connect = async (id: unknown, server_token: unknown) =>
    brief(await service.send('POST', `/v1/teams/${given['team_name']}/servers/${String(id)}/connect`, { body: { server_token } }));
  const old = await enrol();
  const connected = [await connect(old.id, old.server_token), await connect(old.id, 'x'), await connect('x', old.server_token)];
  await send('DELETE', `/servers/${old.id}`);
  connected.push(await connect(old.id, old.server_token));
  const fresh = await enrol();
  connected.push(await connect(fresh.id, fresh.server_token), await connect(fresh.id, old.server_token));
  expect(connected).toEqual([
    '200',
    '401 authentication_error',
    '401 authentication_error',
    '401 server_authorization_revoked',
    '200',
    '401 authentication_error',
  ]);
});

test('the other choice: the two errors of missing permission change places', async () => {
  const service = tryOut({ choices: { missingRole: 'forbidden_error', missingAccess: 'authorization_error' } });
  const given = service.provide('a server that a user has no access to');
  const send = await caller(service, given);
  expect([await send('POST', '/groups', { name: 'x' }), await send('GET', `/servers/${given['server_id']}`)].map(brief)).toEqual([
    '403 forbidden_error',
    '401 authorization_error',
  ]);
});
