import { roleFaults } from '../faults.ts';
import { brief, caller, inState, statusesOf, testFaults, type Caller, type Trial } from './test-faults.ts';

const asMember =
  (groups: readonly (readonly string[])[], act: (member: Caller, admin: Caller) => Promise<string>): Trial =>
  async (faults) => {
    const member = await inState(faults, 'a service user in groups', { groups });
    const { given, service } = member;
    return act(member, await caller(service, given, { key_id: given['admin_key_id'] ?? '', key_secret: given['admin_key_secret'] ?? '' }));
  };

const asDelegate =
  (role: string): Trial =>
  async (faults) => {
    const { send, given } = await inState(faults, 'a service user with a delegated role', { role });
    const project = (place: string) => send('POST', `/resource_groups/${given[place]}/projects`, { name: place });
    const policy = (server: string) => send('POST', '/security_policies', { name: server, servers: [given[server]], principals: [] });
    return role === 'delegated_resource_admin'
      ? statusesOf([await project('resource_group_id'), await project('other_resource_group_id')])
      : statusesOf([await policy('server_id'), await policy('other_server_id')]);
  };

testFaults(
  roleFaults,
  {
    'roles that are given': {
      sound: '[["delegated_security_admin","end_user"],["delegated_resource_admin"],["pam_admin"]]',
      look: asMember([['end_user']], async ({ given }, admin) => {
        await admin.send('PUT', `/users/${given['human_user_name']}`, { roles: ['delegated_security_admin'] });
        await admin.send('PUT', `/groups/${given['other_group_name']}`, { roles: ['delegated_resource_admin'] });
        await admin.send('POST', '/groups', { name: 'made', roles: ['pam_admin'] });
        const shown = [`/users/${given['human_user_name']}`, `/groups/${given['other_group_name']}`, '/groups/made'];
        return JSON.stringify(await Promise.all(shown.map(async (path) => Object((await admin.send('GET', path)).body).roles)));
      }),
    },
    'what a viewer does to a server': {
      sound: '200, 401 authorization_error, 401 authorization_error',
      look: async (faults) => {
        const member = await inState(faults, 'a server that a user has no access to');
        const { given, service, send } = member;
        const key = { key_id: given['security_admin_key_id'] ?? '', key_secret: given['security_admin_key_secret'] ?? '' };
        const policy = { name: 'p', servers: [given['server_id']], principals: [given['group_name']] };
        await (await caller(service, given, key)).send('POST', '/security_policies', policy);
        const server = `/servers/${given['server_id']}`;
        return statusesOf([
          await send('GET', server),
          await send('POST', '/security_policies', { ...policy, name: 'q' }),
          await send('DELETE', server),
        ]);
      },
    },
    'a delegate and the Resource Group': {
      sound: '401 authorization_error',
      look: async (faults) => {
        const { send, given } = await inState(faults, 'a service user with a delegated role', { role: 'delegated_resource_admin' });
        return brief(await send('PUT', `/resource_groups/${given['resource_group_id']}`, { name: 'other' }));
      },
    },
    'a group with a role that there is not': {
      sound: '400 invalid_request',
      look: asMember([['end_user']], async (_member, admin) =>
        brief(await admin.send('POST', '/groups', { name: 'made', roles: ['group_owner'] })),
      ),
    },
    'a machine with resource_admin in the first of two groups': {
      sound: '201',
      look: asMember([['resource_admin'], ['end_user']], async ({ send }) => brief(await send('POST', '/resource_groups', { name: 'x' }))),
    },
    'a machine with resource_admin in the last of two groups': {
      sound: '201',
      look: asMember([['end_user'], ['resource_admin']], async ({ send }) => brief(await send('POST', '/resource_groups', { name: 'x' }))),
    },
    'a machine with two small roles': {
      sound: '401 authorization_error, 401 authorization_error',
      look: asMember([['end_user', 'delegated_resource_admin']], async ({ send }) =>
        statusesOf([await send('POST', '/resource_groups', { name: 'x' }), await send('POST', '/groups', { name: 'x' })]),
      ),
    },
    'a machine with end_user': {
      sound: '401 authorization_error, 401 authorization_error',
      look: asMember([['end_user']], async ({ send }) =>
        statusesOf([await send('POST', '/resource_groups', { name: 'x' }), await send('POST', '/groups', { name: 'x' })]),
      ),
    },
    'a machine that comes and goes': {
      sound: '401 authorization_error, 201, 401 authorization_error',
      look: asMember([['end_user']], async ({ send, given }, admin) => {
        const group = `/groups/${given['resource_admin_group_name']}/users`;
        const before = await send('POST', '/resource_groups', { name: 'a' });
        await admin.send('POST', group, { name: given['user_name'] });
        const inside = await send('POST', '/resource_groups', { name: 'b' });
        await admin.send('DELETE', `${group}/${given['user_name']}`);
        return statusesOf([before, inside, await send('POST', '/resource_groups', { name: 'c' })]);
      }),
    },
    'roles of users': {
      sound: '[["security_admin","end_user"],["end_user"]]',
      look: asMember([['end_user']], async ({ given }, admin) => {
        await admin.send('PUT', `/users/${given['user_name']}`, { roles: ['security_admin'] });
        const users = [
          await admin.send('GET', `/users/${given['user_name']}`),
          await admin.send('GET', `/users/${given['human_user_name']}`),
        ];
        return JSON.stringify(users.map(({ body }) => Object(body).roles));
      }),
    },
    'a machine with pam_admin': {
      sound: '204, 204',
      look: asMember([['pam_admin']], async ({ send, given }) =>
        statusesOf([
          await send('PUT', `/groups/${given['other_group_name']}`, { roles: ['security_admin'] }),
          await send('PUT', `/users/${given['user_name']}`, { roles: ['security_admin'] }),
        ]),
      ),
    },
    'a machine with resource_admin': {
      sound: '201, 204, 204, 201, 204',
      look: asMember([['resource_admin']], async ({ send, given }) => {
        const created = await send('POST', '/resource_groups', { name: 'x' });
        const place = `/resource_groups/${Object(created.body).id}`;
        return statusesOf([
          created,
          await send('PUT', place, { name: 'y' }),
          await send('POST', `${place}/delegated_resource_admins`, { name: given['other_group_name'] }),
          await send('POST', `${place}/projects`, { name: 'p' }),
          await send('DELETE', place),
        ]);
      }),
    },
    'a machine whose group loses its roles': {
      sound: '201, 204, 401 authorization_error, 204, 401 authorization_error',
      look: asMember([['resource_admin']], async ({ send, given }, admin) => {
        const group = `/groups/${JSON.parse(given['group_names'] ?? '[]')[0]}`;
        return statusesOf([
          await send('POST', '/resource_groups', { name: 'a' }),
          await admin.send('PUT', group, { roles: [] }),
          await send('POST', '/resource_groups', { name: 'b' }),
          await admin.send('DELETE', `${group}/users/${given['user_name']}`),
          await send('POST', '/resource_groups', { name: 'c' }),
        ]);
      }),
    },
    'a server of a group that its member leaves': {
      sound: '200, 204, 403 forbidden_error',
      look: asMember([['end_user']], async ({ send, given }, admin) => {
        const group = JSON.parse(given['group_names'] ?? '[]')[0];
        await admin.send('PUT', `/users/${given['user_name']}`, { roles: ['end_user'] });
        const { id } = Object((await admin.send('POST', '/resource_groups', { name: 'x' })).body);
        await admin.send('POST', `/resource_groups/${id}/projects`, { name: 'p' });
        const server = Object((await admin.send('POST', '/projects/p/servers', { name: 's' })).body);
        await admin.send('POST', '/security_policies', { name: 'x', servers: [server.id], principals: [group] });
        return statusesOf([
          await send('GET', `/servers/${server.id}`),
          await admin.send('DELETE', `/groups/${group}/users/${given['user_name']}`),
          await send('GET', `/servers/${server.id}`),
        ]);
      }),
    },
    'a group as delegate': {
      sound: '201',
      look: asMember([['delegated_resource_admin']], async ({ send, given }, admin) => {
        const place = `/resource_groups/${Object((await admin.send('POST', '/resource_groups', { name: 'x' })).body).id}`;
        await admin.send('POST', `${place}/delegated_resource_admins`, { name: JSON.parse(given['group_names'] ?? '[]')[0] });
        return brief(await send('POST', `${place}/projects`, { name: 'p' }));
      }),
    },
    'a machine that joins what has been given': {
      sound: '204, 204, 200, 201',
      look: asMember([['end_user']], async ({ send, given }, admin) => {
        const group = given['other_group_name'];
        await admin.send('PUT', `/groups/${group}`, { roles: ['delegated_resource_admin', 'end_user'] });
        const place = `/resource_groups/${Object((await admin.send('POST', '/resource_groups', { name: 'x' })).body).id}`;
        await admin.send('POST', `${place}/projects`, { name: 'p' });
        const server = Object((await admin.send('POST', '/projects/p/servers', { name: 's' })).body);
        await admin.send('POST', '/security_policies', { name: 'x', servers: [server.id], principals: [group] });
        await admin.send('POST', `${place}/delegated_resource_admins`, { name: group });
        return statusesOf([
          await admin.send('POST', `/groups/${group}/users`, { name: given['user_name'] }),
          await admin.send('PUT', `/users/${given['user_name']}`, { roles: ['end_user'] }),
          await send('GET', `/servers/${server.id}`),
          await send('POST', `${place}/projects`, { name: 'q' }),
        ]);
      }),
    },
    'two Resource Groups, one of them of two groups': {
      sound: '201, 201',
      look: asMember([['delegated_resource_admin']], async ({ send, given }, admin) => {
        const [group, other] = [JSON.parse(given['group_names'] ?? '[]')[0], given['other_group_name']];
        const made = [
          await admin.send('POST', '/resource_groups', { name: 'x' }),
          await admin.send('POST', '/resource_groups', { name: 'y' }),
        ];
        const [first, second] = made.map(({ body }) => `/resource_groups/${Object(body).id}`);
        await admin.send('POST', `${first}/delegated_resource_admins`, { name: group });
        await admin.send('POST', `${first}/delegated_resource_admins`, { name: other });
        await admin.send('POST', `${second}/delegated_resource_admins`, { name: group });
        return statusesOf([
          await send('POST', `${first}/projects`, { name: 'p' }),
          await send('POST', `${second}/projects`, { name: 'q' }),
        ]);
      }),
    },
    'two servers and two policies': {
      sound: '200, 200',
      look: asMember([['end_user']], async ({ send, given }, admin) => {
        const principals = [JSON.parse(given['group_names'] ?? '[]')[0]];
        const { id } = Object((await admin.send('POST', '/resource_groups', { name: 'x' })).body);
        await admin.send('POST', `/resource_groups/${id}/projects`, { name: 'p' });
        const ids: string[] = [];
        for (const name of ['s', 't']) {
          const server = Object((await admin.send('POST', '/projects/p/servers', { name })).body);
          await admin.send('POST', '/security_policies', { name, servers: [server.id], principals });
          ids.push(server.id);
        }
        return statusesOf(await Promise.all(ids.map((server) => send('GET', `/servers/${server}`))));
      }),
    },
    'two servers and two policies, and one server deleted': {
      sound: '200, 204, 200',
      look: asMember([['end_user']], async ({ send, given }, admin) => {
        const principals = [JSON.parse(given['group_names'] ?? '[]')[0]];
        const { id } = Object((await admin.send('POST', '/resource_groups', { name: 'x' })).body);
        await admin.send('POST', `/resource_groups/${id}/projects`, { name: 'p' });
        const servers: string[] = [];
        for (const name of ['s', 't']) {
          const server = Object((await admin.send('POST', '/projects/p/servers', { name })).body);
          await admin.send('POST', '/security_policies', { name, servers: [server.id], principals });
          servers.push(`/servers/${server.id}`);
        }
        const [kept = '', other = ''] = servers;
        return statusesOf([await send('GET', kept), await admin.send('DELETE', other), await send('GET', kept)]);
      }),
    },
    'a machine in two groups, of which one is deleted': {
      sound: '201, 204, 201',
      look: asMember([['resource_admin'], ['end_user']], async ({ send, given }, admin) =>
        statusesOf([
          await send('POST', '/resource_groups', { name: 'a' }),
          await admin.send('DELETE', `/groups/${JSON.parse(given['group_names'] ?? '[]')[1]}`),
          await send('POST', '/resource_groups', { name: 'b' }),
        ]),
      ),
    },
    'a machine with a role of its own that leaves its group': {
      sound: '["security_admin"]',
      look: asMember([['end_user']], async ({ given }, admin) => {
        const user = given['user_name'];
        await admin.send('PUT', `/users/${user}`, { roles: ['security_admin'] });
        await admin.send('DELETE', `/groups/${JSON.parse(given['group_names'] ?? '[]')[0]}/users/${user}`);
        return JSON.stringify(Object((await admin.send('GET', `/users/${user}`)).body).roles);
      }),
    },
    'a machine that joins twice and leaves': {
      sound: '204, 204, 204, 401 authorization_error',
      look: asMember([['end_user']], async ({ send, given }, admin) => {
        const group = `/groups/${given['resource_admin_group_name']}/users`;
        return statusesOf([
          await admin.send('POST', group, { name: given['user_name'] }),
          await admin.send('POST', group, { name: given['user_name'] }),
          await admin.send('DELETE', `${group}/${given['user_name']}`),
          await send('POST', '/resource_groups', { name: 'c' }),
        ]);
      }),
    },
    delegated_resource_admin: { sound: '201, 403 forbidden_error', look: asDelegate('delegated_resource_admin') },
    delegated_security_admin: { sound: '201, 403 forbidden_error', look: asDelegate('delegated_security_admin') },
    'a server and a policy': {
      sound: '403 forbidden_error, 201, 200',
      look: async (faults) => {
        const one = await inState(faults, 'a server that a user has no access to');
        const security = await caller(one.service, one.given, {
          key_id: one.given['security_admin_key_id'] ?? '',
          key_secret: one.given['security_admin_key_secret'] ?? '',
        });
        const before = await one.send('GET', `/servers/${one.given['server_id']}`);
        const policy = await security.send('POST', '/security_policies', {
          name: 'x',
          servers: [one.given['server_id']],
          principals: [one.given['group_name']],
        });
        return statusesOf([before, policy, await one.send('GET', `/servers/${one.given['server_id']}`)]);
      },
    },
  },
  [
    ['pam-user-not-delegated-security-admin', 'roles that are given', '[["end_user"],["delegated_resource_admin"],["pam_admin"]]'],
    ['pam-group-more-than-delegated', 'roles that are given', '[["delegated_security_admin","end_user"],["resource_admin"],["pam_admin"]]'],
    [
      'pam-new-group-pam-admin-as-security-admin',
      'roles that are given',
      '[["delegated_security_admin","end_user"],["delegated_resource_admin"],["security_admin"]]',
    ],
    ['pam-group-of-owners', 'a group with a role that there is not', '201'],
    ['pam-existing-group-of-owners', 'a group with a role that there is not', '201'],
    ['pam-first-group-decides', 'a machine with resource_admin in the last of two groups', '401 authorization_error'],
    ['pam-last-group-decides', 'a machine with resource_admin in the first of two groups', '401 authorization_error'],
    ['pam-least-permissive', 'a machine with resource_admin in the last of two groups', '401 authorization_error'],
    ['pam-roles-add-up', 'a machine with two small roles', '201, 201'],
    ['pam-anybody-may-anything', 'a machine with two small roles', '201, 201'],
    ['pam-anybody-manages-resource-groups', 'a machine with end_user', '201, 401 authorization_error'],
    ['pam-end-user-assigns-roles', 'a machine with end_user', '401 authorization_error, 201'],
    ['pam-own-roles-lost-with-a-membership', 'a machine with a role of its own that leaves its group', '[]'],
    [
      'pam-membership-remembered',
      'a machine that comes and goes',
      '401 authorization_error, 401 authorization_error, 401 authorization_error',
    ],
    ['pam-membership-without-effect', 'a machine with resource_admin in the first of two groups', '401 authorization_error'],
    ['pam-user-roles-lost', 'roles of users', '[["end_user"],["end_user"]]'],
    ['pam-people-without-end-user', 'roles of users', '[["security_admin","end_user"],[]]'],
    ['pam-pam-admin-powerless', 'a machine with pam_admin', '401 authorization_error, 401 authorization_error'],
    ['pam-no-creating-resource-groups', 'a machine with resource_admin in the first of two groups', '401 authorization_error'],
    ['pam-no-updating-resource-groups', 'a machine with resource_admin', '201, 401 authorization_error, 204, 201, 204'],
    ['pam-no-deleting-resource-groups', 'a machine with resource_admin', '201, 204, 204, 201, 401 authorization_error'],
    ['pam-no-assigning-delegates', 'a machine with resource_admin', '201, 204, 401 authorization_error, 201, 204'],
    ['pam-no-projects-of-resource-admin', 'a machine with resource_admin', '201, 204, 204, 401 authorization_error, 204'],
    ['pam-no-policies-of-security-admin', 'a server and a policy', '403 forbidden_error, 401 authorization_error, 403 forbidden_error'],
    ['pam-end-user-sees-nothing', 'a server and a policy', '401 authorization_error, 201, 401 authorization_error'],
    ['pam-every-server-visible', 'a server and a policy', '200, 201, 200'],
    ['pam-viewers-delete-servers', 'what a viewer does to a server', '200, 401 authorization_error, 204'],
    ['pam-viewers-share-servers', 'what a viewer does to a server', '200, 201, 401 authorization_error'],
    ['pam-delegates-rename-their-resource-groups', 'a delegate and the Resource Group', '204'],
    ['pam-projects-outside-managed', 'delegated_resource_admin', '201, 201'],
    ['pam-projects-inside-refused', 'a group as delegate', '403 forbidden_error'],
    ['pam-policies-outside-created', 'delegated_security_admin', '201, 201'],
    ['pam-policies-inside-refused', 'delegated_security_admin', '403 forbidden_error, 403 forbidden_error'],
    ['pam-delegated-groups-ignored', 'a group as delegate', '403 forbidden_error'],
    ['pam-policies-without-effect', 'a server and a policy', '403 forbidden_error, 201, 403 forbidden_error'],
    ['pam-policies-for-early-members', 'a machine that joins what has been given', '204, 204, 403 forbidden_error, 201'],
    ['pam-delegates-are-early-members', 'a machine that joins what has been given', '204, 204, 200, 403 forbidden_error'],
    ['pam-latest-delegate-only', 'two Resource Groups, one of them of two groups', '403 forbidden_error, 201'],
    ['pam-delegate-of-first-only', 'two Resource Groups, one of them of two groups', '201, 403 forbidden_error'],
    ['pam-delegate-of-latest-only', 'two Resource Groups, one of them of two groups', '403 forbidden_error, 201'],
    ['pam-server-deletion-ends-policies', 'two servers and two policies, and one server deleted', '200, 204, 403 forbidden_error'],
    ['pam-first-policy-only', 'two servers and two policies', '200, 403 forbidden_error'],
    ['pam-latest-policy-only', 'two servers and two policies', '403 forbidden_error, 200'],
    ['pam-membership-counted', 'a machine that joins twice and leaves', '204, 204, 204, 201'],
    ['pam-no-group-every-role', 'a machine whose group loses its roles', '201, 204, 201, 204, 201'],
    ['pam-group-deletion-ends-memberships', 'a machine in two groups, of which one is deleted', '201, 204, 401 authorization_error'],
    ['pam-group-keeps-former-roles', 'a machine whose group loses its roles', '201, 204, 201, 204, 401 authorization_error'],
    ['pam-former-member-keeps-servers', 'a server of a group that its member leaves', '200, 204, 200'],
  ],
);
