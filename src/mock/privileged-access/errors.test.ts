import { expect, test } from 'vitest';
import { errorStatuses, type ErrorName } from './errors.ts';
import { tryOut, type ProvidedData, type Reply, type TryOut } from './try-out.ts';

interface Scene {
  readonly service: TryOut;
  readonly given: ProvidedData;
  readonly token: string;
  readonly team: string;
}

async function scene(state: string, params = {}): Promise<Scene> {
  const service = tryOut();
  const given = service.provide(state, params);
  return { service, given, token: given['bearer_token'] ?? (await service.tokenFor(given)), team: `/v1/teams/${given['team_name']}` };
}

const troubled = async (error: string): Promise<Reply> => {
  const { service, token, team } = await scene('a service user with an API key');
  await service.service.act('make the next request fail', { error });
  return service.send('GET', `${team}/groups`, { token });
};

/** How each error of the document is provoked. */
const ways: Readonly<Record<ErrorName, () => Promise<Reply>>> = {
  async invalid_request() {
    const { service, token, team } = await scene('a service user with an API key');
    return service.send('POST', `${team}/groups`, { token, body: { name: 7 } });
  },
  async authentication_error() {
    const { service, team } = await scene('a service user with an API key');
    return service.send('GET', `${team}/groups`);
  },
  async authorization_error() {
    const { service, token, team } = await scene('a service user in groups');
    return service.send('POST', `${team}/groups`, { token, body: { name: 'x' } });
  },
  async server_authorization_revoked() {
    const { service, given, token, team } = await scene('a project that servers can be enrolled in');
    const server = Object(
      (await service.send('POST', `${team}/projects/${given['project_name']}/servers`, { token, body: { name: 'x' } })).body,
    );
    await service.send('DELETE', `${team}/servers/${server.id}`, { token });
    return service.send('POST', `${team}/servers/${server.id}/connect`, { body: { server_token: server.server_token } });
  },
  async forbidden_error() {
    const { service, given, token, team } = await scene('a server that a user has no access to');
    return service.send('GET', `${team}/servers/${given['server_id']}`, { token });
  },
  async quota_exceeded() {
    const { service, token, team } = await scene('a team that is close to its quota of groups');
    return service.send('POST', `${team}/groups`, { token, body: { name: 'x' } });
  },
  async disabled_team() {
    const { service, token, team } = await scene('a team that is disabled');
    return service.send('GET', `${team}/groups`, { token });
  },
  async resource_does_not_exist() {
    const { service, token, team } = await scene('a service user with an API key');
    return service.send('GET', `${team}/groups/nobody`, { token });
  },
  async resource_deprecated() {
    const { service, given, token, team } = await scene('a deprecated resource');
    return service.send('GET', `${team}/attributes/${given['resource_id']}`, { token });
  },
  async resource_already_exists() {
    const { service, token, team } = await scene('a service user with an API key');
    await service.send('POST', `${team}/groups`, { token, body: { name: 'x' } });
    return service.send('POST', `${team}/groups`, { token, body: { name: 'x' } });
  },
  async unsupported_content_type() {
    const { service, token, team } = await scene('a service user with an API key');
    return service.send('POST', `${team}/groups`, { token, body: [] });
  },
  async too_many_requests() {
    const { service, token, team } = await scene('a team with a small rate limit', { limit: 1 });
    await service.send('GET', `${team}/groups`, { token });
    return service.send('GET', `${team}/groups`, { token });
  },
  async client_closed_connection() {
    const { service, token, team } = await scene('a service user with an API key');
    return service.send('POST', `${team}/groups`, { token, body: '{"na', halfClosed: true });
  },
  unknown_error: () => troubled('unknown_error'),
  service_offline: () => troubled('service_offline'),
  gateway_timeout: () => troubled('gateway_timeout'),
};

test.each(Object.entries(ways))('%s is reached by its condition, with its status and the rate-limit headers', async (name, provoke) => {
  const { status, headers, body } = await provoke();
  expect({ status, code: Object(body).code, limits: Object.keys(headers).filter((header) => header.startsWith('x-ratelimit')) }).toEqual({
    status: new Map<string, number>(Object.entries(errorStatuses)).get(name),
    code: name,
    limits: ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-ratelimit-retry-at'],
  });
});

test('trouble passes: the request after it is served', async () => {
  const { service, token, team } = await scene('a service user with an API key');
  await service.service.act('make the next request fail', { error: 'service_offline' });
  const replies = [await service.send('GET', `${team}/nothing`), await service.send('GET', `${team}/groups`, { token })];
  expect(replies.map(({ status }) => status)).toEqual([503, 200]);
});

test.each([
  ['code-message', { code: 'invalid_request', message: 'name must be a string that is not empty.' }],
  ['code-causes', { code: 'invalid_request', error: 'name must be a string that is not empty.', error_cause: ['name'] }],
  ['message-errors', { message: 'invalid_request', errors: [{ path: 'name', message: 'name must be a string that is not empty.' }] }],
])('error bodies of shape %s', async (errorBody, expected) => {
  const service = tryOut({ choices: { errorBody } });
  const given = service.provide('a service user with an API key');
  const { body } = await service.send('POST', `/v1/teams/${given['team_name']}/groups`, { token: await service.tokenFor(given), body: {} });
  expect(body).toEqual(expected);
});

test('bodies that are no JSON object, and paths and methods that are not there', async () => {
  const provoked = async (choices: ProvidedData) => {
    const service = tryOut({ choices });
    const given = service.provide('a service user with an API key');
    const token = await service.tokenFor(given);
    const groups = `/v1/teams/${given['team_name']}/groups`;
    const replies = [
      await service.send('POST', groups, { token, body: '{"name":' }),
      await service.send('POST', groups, { token, body: '"name"' }),
      await service.send('POST', groups, { token, body: 'null' }),
      await service.send('POST', groups, { token, body: '{}', headers: { 'content-type': 'text/plain' } }),
      await service.send('POST', groups, { token, body: '{"name":"a"}', headers: { 'content-type': 'application/json; charset=utf-8' } }),
      await service.send('POST', groups, { token, body: { name: 'b', roles: ['king'] } }),
      await service.send('POST', groups, { token, body: { name: 'c'.repeat(256) } }),
      await service.send('PATCH', groups, { token, body: {} }),
      await service.send('GET', '/'),
      await service.send('GET', '/v1/teams/%E0%A4%A/groups', { token }),
      await service.send('GET', '/v1/teams/nowhere/groups', { token }),
      await service.send('', '', { unreadable: 'malformed' }),
      await service.send('', '', { unreadable: 'headers-too-large' }),
    ];
    return replies.map(({ status, body }) => `${status} ${Object(body).code ?? ''}`);
  };
  const usual = ['415 unsupported_content_type', '201 ', '400 invalid_request', '400 invalid_request'];
  const missing = [
    '404 resource_does_not_exist',
    '404 resource_does_not_exist',
    '404 resource_does_not_exist',
    '400 invalid_request',
    '400 invalid_request',
  ];
  expect([
    await provoked({}),
    await provoked({ malformedBody: 'unsupported_content_type', nonObjectBody: 'invalid_request', wrongMethod: 'method_not_allowed' }),
  ]).toEqual([
    [
      '400 invalid_request',
      '415 unsupported_content_type',
      '415 unsupported_content_type',
      ...usual,
      '404 resource_does_not_exist',
      ...missing,
    ],
    ['415 unsupported_content_type', '400 invalid_request', '400 invalid_request', ...usual, '405 method_not_allowed', ...missing],
  ]);
});
