import { resourceFaults } from '../faults.ts';
import { caller, inState, statusesOf, testFaults } from './test-faults.ts';
import { lingering, type Reply } from '../try-out.ts';

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
    'names beside newer ones': {
      sound:
        '201, 201, 409 resource_already_exists, 409 resource_already_exists, 201, 201, 409 resource_already_exists, 409 resource_already_exists',
      look: async (faults) => {
        const one = await inState(faults, 'a service user in groups');
        const key = { key_id: one.given['admin_key_id'] ?? '', key_secret: one.given['admin_key_secret'] ?? '' };
        const { send } = await caller(one.service, one.given, key);
        const replies: Reply[] = [];
        const [north, south] = [
          Object((await send('POST', '/resource_groups', { name: 'north' })).body).id,
          Object((await send('POST', '/resource_groups', { name: 'south' })).body).id,
        ];
        for (const name of ['a', 'b', 'b', 'a']) replies.push(await send('POST', '/groups', { name }));
        for (const name of ['p', 'q']) replies.push(await send('POST', `/resource_groups/${north}/projects`, { name }));
        await send('POST', `/resource_groups/${south}/projects`, { name: 'r' });
        for (const name of ['q', 'p']) replies.push(await send('POST', `/resource_groups/${north}/projects`, { name }));
        return statusesOf(replies);
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
    'changes at the same time': {
      sound: 'resource_admin security_admin, delegate, 404 resource_does_not_exist, 404 resource_does_not_exist',
      look: async (faults) => {
        const state = 'a service user in groups';
        const { service, given } = await inState(faults, state, {}, { pause: lingering('change a resource') });
        const admin = await caller(service, given, { key_id: given['admin_key_id'] ?? '', key_secret: given['admin_key_secret'] ?? '' });
        const user = `/users/${String(given['human_user_name'])}`;
        const group = `/groups/${String(given['other_group_name'])}`;
        const resourceGroup = `/resource_groups/${String(Object((await admin.send('POST', '/resource_groups', { name: 'a' })).body).id)}`;
        const name = given['human_user_name'];
        await Promise.all([
          admin.send('POST', `/groups/${String(given['resource_admin_group_name'])}/users`, { name }),
          admin.send('PUT', user, { roles: ['security_admin'] }),
        ]);
        await Promise.all([
          admin.send('POST', `${resourceGroup}/delegated_resource_admins`, { name }),
          admin.send('PUT', resourceGroup, { name: 'b' }),
        ]);
        const delegates: unknown = Object((await admin.send('GET', resourceGroup)).body).delegated_resource_admins;
        await Promise.all([admin.send('DELETE', group), admin.send('PUT', group, { roles: ['security_admin'] })]);
        await Promise.all([admin.send('DELETE', resourceGroup), admin.send('PUT', resourceGroup, { name: 'c' })]);
        const roles: readonly string[] = Object((await admin.send('GET', user)).body).roles;
        return [
          roles
            .filter((role) => role !== 'end_user')
            .toSorted()
            .join(' '),
          Array.isArray(delegates) && delegates.length === 1 ? 'delegate' : 'no delegate',
          statusesOf([await admin.send('GET', group), await admin.send('GET', resourceGroup)]),
        ].join(', ');
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
    'a server beside the quota of groups': {
      sound: '201, 201, 403 quota_exceeded',
      look: async (faults) => {
        const { given, send } = await inState(faults, 'a team that is close to its quota of groups', { left: 1 });
        return statusesOf([
          await send('POST', `/projects/${given['project_name']}/servers`, { name: 'x' }),
          await send('POST', '/groups', { name: 'a' }),
          await send('POST', '/groups', { name: 'b' }),
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
    'a name in two teams': {
      sound: '201, 201, 204, 200',
      look: async (faults) => {
        const one = await inState(faults, 'a service user with an API key');
        const other = await caller(one.service, one.service.provide('a service user with an API key'));
        return statusesOf([
          await one.send('POST', '/groups', { name: 'a' }),
          await other.send('POST', '/groups', { name: 'a' }),
          await one.send('DELETE', '/groups/a'),
          await other.send('GET', '/groups/a'),
        ]);
      },
    },
    'the name of a Resource Group in two teams': {
      sound: '204, 200',
      look: async (faults) => {
        const one = await inState(faults, 'a service user in groups');
        const asAdmin = ({ given, service }: typeof one) =>
          caller(service, given, { key_id: given['admin_key_id'] ?? '', key_secret: given['admin_key_secret'] ?? '' });
        const other = await caller(one.service, one.service.provide('a service user in groups'));
        const admins = [await asAdmin(one), await asAdmin(other)];
        const ids: string[] = [];
        for (const { send } of admins) ids.push(Object((await send('POST', '/resource_groups', { name: 'north' })).body).id);
        const [deleted, kept] = admins.map(
          ({ send }, index) =>
            (method: string) =>
              send(method, `/resource_groups/${ids[index]}`),
        );
        return statusesOf([await Object(deleted)('DELETE'), await Object(kept)('GET')]);
      },
    },
    'a deleted server an hour later': {
      sound: '204, 401 server_authorization_revoked',
      look: async (faults) => {
        const one = await inState(faults, 'a project that servers can be enrolled in');
        const server = Object((await one.send('POST', `/projects/${one.given['project_name']}/servers`, { name: 'x' })).body);
        const deleted = await one.send('DELETE', `/servers/${server.id}`);
        one.service.clock.advance(3_600_000);
        return statusesOf([deleted, await one.send('POST', `/servers/${server.id}/connect`, { server_token: server.server_token })]);
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
    [
      'pam-older-group-name-free',
      'names beside newer ones',
      '201, 201, 409 resource_already_exists, 201, 201, 201, 409 resource_already_exists, 409 resource_already_exists',
    ],
    [
      'pam-older-project-name-free',
      'names beside newer ones',
      '201, 201, 409 resource_already_exists, 409 resource_already_exists, 201, 201, 409 resource_already_exists, 201',
    ],
    ['pam-same-name-at-once', 'groups at the same time', '201, 201, 201, 403 quota_exceeded'],
    [
      'pam-user-changes-lost-at-once',
      'changes at the same time',
      'security_admin, delegate, 404 resource_does_not_exist, 404 resource_does_not_exist',
    ],
    [
      'pam-resource-group-changes-lost-at-once',
      'changes at the same time',
      'resource_admin security_admin, no delegate, 404 resource_does_not_exist, 200',
    ],
    ['pam-deleted-group-revived', 'changes at the same time', 'resource_admin security_admin, delegate, 200, 404 resource_does_not_exist'],
    ['pam-conflict-remembered', 'groups at the same time', '201, 409 resource_already_exists, 409 resource_already_exists, 201'],
    ['pam-quota-not-held', 'up to the quota', '201, 201, 201, 201, 201'],
    ['pam-quota-one-more', 'up to the quota', '201, 201, 403 quota_exceeded, 201, 201'],
    ['pam-quota-one-less', 'up to the quota', '403 quota_exceeded, 403 quota_exceeded, 403 quota_exceeded, 201, 201'],
    ['pam-quota-exceeded-at-once', 'groups at the same time', '201, 409 resource_already_exists, 201, 201'],
    ['pam-quota-of-all-types', 'up to the quota', '201, 403 quota_exceeded, 403 quota_exceeded, 403 quota_exceeded, 201'],
    ['pam-quota-counts-servers', 'a server beside the quota of groups', '201, 403 quota_exceeded, 403 quota_exceeded'],
    ['pam-quota-of-all-teams', 'up to the quota', '201, 403 quota_exceeded, 403 quota_exceeded, 201, 403 quota_exceeded'],
    ['pam-quota-exceeded-is-conflict', 'groups at the same time', '201, 409 resource_already_exists, 201, 409 resource_already_exists'],
    ['pam-quota-exceeded-is-limit', 'groups at the same time', '201, 409 resource_already_exists, 201, 429 too_many_requests'],
    ['pam-conflict-is-limit', 'groups at the same time', '201, 429 too_many_requests, 201, 403 quota_exceeded'],
    ['pam-revoked-server-connects', 'a server from beginning to end', '200, 204, 200, 200'],
    [
      'pam-enrolled-server-revoked',
      'a server from beginning to end',
      '200, 204, 401 server_authorization_revoked, 401 server_authorization_revoked',
    ],
    ['pam-revoked-server-forgotten', 'a deleted server an hour later', '204, 200'],
    ['pam-name-of-all-teams', 'a name in two teams', '201, 409 resource_already_exists, 204, 404 resource_does_not_exist'],
    ['pam-resource-group-deleted-in-all-teams', 'the name of a Resource Group in two teams', '204, 404 resource_does_not_exist'],
    ['pam-deleted-in-all-teams', 'a name in two teams', '201, 201, 204, 404 resource_does_not_exist'],
  ],
);
