import { resourceFaults } from './resources.ts';
import { caller, inState, statusesOf, testFaults } from './test-faults.ts';
import { lingering } from '../try-out.ts';

testFaults(
  resourceFaults,
  {
    'a group from beginning to end': {
      sound: '201, 200, 409 resource_already_exists, 201, 204, 404 resource_does_not_exist',
      look: async (faults) => {
        const { send } = await inState(faults, 'a service user with an API key');
        return statusesOf([
          await send('POST', '/groups', { name: 'a' }),
          await send('GET', '/groups/a'),
          await send('POST', '/groups', { name: 'a' }),
          await send('POST', '/groups', { name: 'b' }),
          await send('DELETE', '/groups/b'),
          await send('GET', '/groups/b'),
        ]);
      },
    },
    'groups at the same time': {
      sound: '201, 409 resource_already_exists, 201, 403 quota_exceeded',
      look: async (faults) => {
        const { send } = await inState(
          faults,
          'a team that is close to its quota of groups',
          { left: 2 },
          { pause: lingering('create in groups') },
        );
        return statusesOf(await Promise.all(['a', 'a', 'b', 'c'].map((name) => send('POST', '/groups', { name }))));
      },
    },
    'up to the quota': {
      sound: '201, 403 quota_exceeded, 403 quota_exceeded, 201, 201',
      look: async (faults) => {
        const one = await inState(faults, 'a team that is close to its quota of groups', { left: 1 });
        const other = await caller(one.service, one.service.provide('a service user with an API key'));
        return statusesOf([
          await one.send('POST', '/groups', { name: 'a' }),
          await one.send('POST', '/groups', { name: 'b' }),
          await one.send('POST', '/groups', { name: 'c' }),
          await one.send('POST', `/projects/${one.given['project_name']}/servers`, { name: 'x' }),
          await other.send('POST', '/groups', { name: 'a' }),
        ]);
      },
    },
    'what is left of a Resource Group and a server': {
      sound: '204, 404 resource_does_not_exist, 204, 404 resource_does_not_exist',
      look: async (faults) => {
        const one = await inState(faults, 'a project that servers can be enrolled in');
        const server = Object((await one.send('POST', `/projects/${one.given['project_name']}/servers`, { name: 'x' })).body);
        const { service, given } = await inState(faults, 'a service user in groups');
        const adminKey = { key_id: given['admin_key_id'] ?? '', key_secret: given['admin_key_secret'] ?? '' };
        const admin = await caller(service, given, adminKey);
        const { id } = Object((await admin.send('POST', '/resource_groups', { name: 'south' })).body);
        return statusesOf([
          await admin.send('DELETE', `/resource_groups/${id}`),
          await admin.send('POST', `/resource_groups/${id}/projects`, { name: 'p' }),
          await one.send('DELETE', `/servers/${server.id}`),
          await one.send('GET', `/servers/${server.id}`),
        ]);
      },
    },
    'a server from beginning to end': {
      sound: '200, 204, 401 server_authorization_revoked, 200',
      look: async (faults) => {
        const one = await inState(faults, 'a project that servers can be enrolled in');
        const enrol = async () => Object((await one.send('POST', `/projects/${one.given['project_name']}/servers`, { name: 'x' })).body);
        const connect = (server: { readonly id: unknown; readonly server_token: unknown }) =>
          one.send('POST', `/servers/${String(server.id)}/connect`, { server_token: server.server_token });
        const old = await enrol();
        const replies = [await connect(old), await one.send('DELETE', `/servers/${old.id}`), await connect(old)];
        return statusesOf([...replies, await connect(await enrol())]);
      },
    },
  },
  [
    [
      'pam-new-group-not-found',
      'a group from beginning to end',
      '201, 404 resource_does_not_exist, 409 resource_already_exists, 201, 404 resource_does_not_exist, 200',
    ],
    ['pam-deleted-group-found', 'a group from beginning to end', '201, 200, 409 resource_already_exists, 201, 204, 200'],
    ['pam-deleted-resource-group-found', 'what is left of a Resource Group and a server', '204, 201, 204, 404 resource_does_not_exist'],
    ['pam-deleted-server-found', 'what is left of a Resource Group and a server', '204, 404 resource_does_not_exist, 204, 200'],
    ['pam-same-name-twice', 'groups at the same time', '201, 201, 201, 403 quota_exceeded'],
    ['pam-same-name-at-once', 'groups at the same time', '201, 201, 201, 403 quota_exceeded'],
    ['pam-conflict-remembered', 'groups at the same time', '201, 409 resource_already_exists, 409 resource_already_exists, 201'],
    ['pam-quota-not-held', 'up to the quota', '201, 201, 201, 201, 201'],
    ['pam-quota-one-more', 'up to the quota', '201, 201, 403 quota_exceeded, 201, 201'],
    ['pam-quota-one-less', 'up to the quota', '403 quota_exceeded, 403 quota_exceeded, 403 quota_exceeded, 201, 201'],
    ['pam-quota-exceeded-at-once', 'groups at the same time', '201, 409 resource_already_exists, 201, 201'],
    ['pam-quota-of-all-types', 'up to the quota', '201, 403 quota_exceeded, 403 quota_exceeded, 403 quota_exceeded, 201'],
    ['pam-quota-of-all-teams', 'up to the quota', '201, 403 quota_exceeded, 403 quota_exceeded, 201, 403 quota_exceeded'],
    ['pam-quota-exceeded-is-conflict', 'groups at the same time', '201, 409 resource_already_exists, 201, 409 resource_already_exists'],
    ['pam-revoked-server-connects', 'a server from beginning to end', '200, 204, 200, 200'],
    [
      'pam-enrolled-server-revoked',
      'a server from beginning to end',
      '200, 204, 401 server_authorization_revoked, 401 server_authorization_revoked',
    ],
  ],
);
