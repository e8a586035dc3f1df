import { expect, test } from 'vitest';
import { lingering, namesOf, tryOut, type Reply } from './try-out.ts';

async function administrator(options: Parameters<typeof tryOut>[0] = {}, state = 'a service user with an API key', params = {}) {
  const service = tryOut(options);
  const given = service.provide(state, params);
  const token = await service.tokenFor(given);
  const url = `/v1/teams/${given['team_name']}/groups`;
  const send = (method: string, path: string, body?: unknown): Promise<Reply> =>
    service.send(method, url + path, { token, ...(body === undefined ? {} : { body }) });
  return { service, given, send };
}

const brief = ({ status, body }: Reply): string => [status, Object(body).code].join(' ').trim();

test('a group is created, read, listed, given other roles, renamed and deleted', async () => {
  const { service, send } = await administrator();
  const created = await send('POST', '', { name: 'blue', roles: ['end_user', 'pam_admin', 'end_user'] });
  expect({ status: created.status, body: created.body }).toEqual({
    status: 201,
    body: {
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      name: 'blue',
      roles: ['end_user', 'pam_admin'],
      deleted_at: null,
    },
  });
  const read = await send('GET', '/blue');
  const steps = [
    await send('PUT', '/blue', { roles: ['security_admin'] }),
    await send('PUT', '/blue', { name: 'red' }),
    await send('GET', '/blue'),
  ];
  const red = await send('GET', '/red');
  service.clock.advance(1500);
  const deleted = [
    await send('DELETE', '/red'),
    await send('GET', '/red'),
    await send('DELETE', '/red'),
    await send('POST', '', { name: 'red' }),
  ];
  expect({ read: read.body, steps: steps.map(brief), red: red.body, deleted: deleted.map(brief) }).toEqual({
    read: created.body,
    steps: ['204', '204', '404 resource_does_not_exist'],
    red: { ...Object(created.body), name: 'red', roles: ['security_admin'] },
    deleted: ['204', '404 resource_does_not_exist', '404 resource_does_not_exist', '201'],
  });
  const all = await send('GET', '?include_deleted=true&contains=red');
  expect(Object(all.body).list.map((group: object) => Object(group).deleted_at)).toEqual(['2026-01-01T00:00:01Z', null]);
  expect(namesOf(await send('GET', '?contains=red'))).toEqual(['red']);
});

test('a name that another group has is refused, at creation and at renaming', async () => {
  const { send } = await administrator();
  const replies = [
    await send('POST', '', { name: 'a' }),
    await send('POST', '', { name: 'b' }),
    await send('POST', '', { name: 'a' }),
    await send('PUT', '/b', { name: 'a' }),
    await send('PUT', '/b', { name: 'b' }),
  ];
  expect(replies.map(brief)).toEqual(['201', '201', '409 resource_already_exists', '409 resource_already_exists', '204']);
});

test('a quota is one of the team and of the type, and a deletion makes room', async () => {
  const { service, given, send } = await administrator({}, 'a team that is close to its quota of groups', { left: 1 });
  const token = await service.tokenFor(given);
  const other = await administrator({}, 'a service user with an API key');
  const enrol = () =>
    service.send('POST', `/v1/teams/${given['team_name']}/projects/${given['project_name']}/servers`, { token, body: { name: 'x' } });
  const replies = [
    await send('POST', '', { name: 'a' }),
    await send('POST', '', { name: 'b' }),
    await enrol(),
    await other.send('POST', '', { name: 'b' }),
    await send('DELETE', '/a'),
    await send('POST', '', { name: 'b' }),
  ];
  expect(replies.map(brief)).toEqual(['201', '403 quota_exceeded', '201', '201', '204', '201']);
});

test('of two creations at the same time, the second meets the first one', async () => {
  const { send } = await administrator({ pause: lingering('create in groups') }, 'a team that is close to its quota of groups', {
    left: 2,
  });
  const creations = await Promise.all(['a', 'a', 'b', 'c'].map((name) => send('POST', '', { name })));
  expect(creations.map(brief)).toEqual(['201', '409 resource_already_exists', '201', '403 quota_exceeded']);
});

test('groups are changed by pam_admin only, and read by everybody in the team', async () => {
  const { given, send } = await administrator({}, 'a service user in groups', {
    groups: [['resource_admin', 'security_admin', 'end_user']],
  });
  const other = `/${given['other_group_name']}`;
  const replies = [
    await send('GET', ''),
    await send('GET', other),
    await send('POST', '', { name: 'x' }),
    await send('PUT', other, { roles: [] }),
    await send('DELETE', other),
  ];
  expect(replies.map(brief)).toEqual(['200', '200', '401 authorization_error', '401 authorization_error', '401 authorization_error']);
});

test('deleted_at as Unix seconds, where so chosen', async () => {
  const { send } = await administrator({ choices: { deletedAt: 'unix-seconds' } });
  await send('POST', '', { name: 'gone' });
  await send('DELETE', '/gone');
  const { body } = await send('GET', '?include_deleted=true&contains=gone');
  expect(Object(body).list.map((group: object) => Object(group).deleted_at)).toEqual([Date.UTC(2026, 0, 1) / 1000]);
});
