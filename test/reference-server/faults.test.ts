import { expect, test } from 'vitest';
import { startDriver, type Answer, type Driver } from './drive.ts';
import { newFaultSwitch, type FaultId } from './faults/defects.ts';

/** What a few requests show without the defect, with it, and the requests. */
type Scenario = readonly [without: unknown, withIt: unknown, drive: (driver: Driver) => Promise<unknown>];

const SCENARIOS: Record<FaultId, Scenario> = {
  'pam.token-case': [
    401,
    200,
    async (d) => {
      const user = await d.state('a service user with an API key');
      return groups(d, user, swapCase(await token(d, user)));
    },
  ],
  'pam.token-tail': [
    401,
    200,
    async (d) => {
      const user = await d.state('a service user with an API key');
      return groups(d, user, `${(await token(d, user)).slice(0, -1)}x`);
    },
  ],
  'pam.token-prefix': [
    401,
    200,
    async (d) => {
      const user = await d.state('a service user with an API key');
      return groups(d, user, (await token(d, user)).slice(0, 20));
    },
  ],
  'pam.key-secret-of-another-key': [
    401,
    201,
    async (d) => {
      const user = await d.state('a service user in groups');
      return (await exchange(d, user.text('team_name'), user.text('key_id'), user.text('admin_key_secret'))).status;
    },
  ],
  'pam.key-secret-optional': [
    401,
    201,
    async (d) => {
      const user = await d.state('a service user with an API key');
      return (await exchange(d, user.text('team_name'), user.text('key_id'))).status;
    },
  ],
  'pam.key-expiry-grace': [
    [401, 401],
    [201, 401],
    async (d) => {
      const user = await d.state('a service user whose API key has expired');
      const now = await exchange(d, user.text('team_name'), user.text('key_id'), user.text('key_secret'));
      await d.later('PT6M');
      const then = await exchange(d, user.text('team_name'), user.text('key_id'), user.text('key_secret'));
      return [now.status, then.status];
    },
  ],
  'pam.expired-token-sets-roles': [
    [401, 401],
    [202, 401],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      await createGroup(d, user, bearer, 'g', ['end_user']);
      await d.later('PT91M');
      const set = await d.send(`PATCH pam/v1/group-roles/${team(user)}/g`, { token: bearer, body: { wear: ['pam_admin'] } });
      return [set.status, await groups(d, user, bearer)];
    },
  ],
  'pam.disabled-team-creates-groups': [
    [403, 403],
    [202, 403],
    async (d) => {
      const user = await d.state('a team that is disabled');
      const bearer = user.text('bearer_token');
      return [(await createGroup(d, user, bearer, 'g', [])).status, await groups(d, user, bearer)];
    },
  ],
  'pam.token-dies-early': [
    [200, 200, 401],
    [200, 401, 401],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      const seen: number[] = [];
      for (const duration of ['PT79M', 'PT8M', 'PT4M']) {
        await d.later(duration);
        seen.push(await groups(d, user, bearer));
      }
      return seen;
    },
  ],
  'pam.token-slides': [
    401,
    200,
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      await d.later('PT80M');
      await groups(d, user, bearer);
      await d.later('PT20M');
      return groups(d, user, bearer);
    },
  ],
  'pam.group-name-ascii': [
    'Gæsir',
    'G?sir',
    async (d) => {
      const user = await d.state('a service user with an API key');
      return (await createGroup(d, user, await token(d, user), 'Gæsir', [])).at('made/0/it/name');
    },
  ],
  'pam.roles-first-two': [
    3,
    2,
    async (d) => {
      const user = await d.state('a service user with an API key');
      const roles = ['end_user', 'pam_admin', 'security_admin'];
      return length((await createGroup(d, user, await token(d, user), 'g', roles)).at('made/0/it/roles'));
    },
  ],
  'pam.first-group-counts': [
    202,
    401,
    async (d) => {
      const user = await d.state('a service user in groups', { groups: [['end_user'], ['pam_admin']] });
      return (await createGroup(d, user, await token(d, user), 'g', [])).status;
    },
  ],
  'pam.roles-of-the-token': [
    401,
    202,
    async (d) => {
      const user = await d.state('a service user in groups', { groups: [['pam_admin']] });
      const bearer = await token(d, user);
      const body = { from: user.text('group_names/0'), who: user.text('user_name') };
      await d.send(`POST pam/v1/farewells/${team(user)}`, { token: await token(d, user, 'admin_'), body });
      return (await createGroup(d, user, bearer, 'g', [])).status;
    },
  ],
  'pam.deleted-group-grants': [
    401,
    202,
    async (d) => {
      const user = await d.state('a service user in groups', { groups: [['pam_admin']] });
      await bury(d, user, await token(d, user, 'admin_'), user.text('group_names/0'));
      return (await createGroup(d, user, await token(d, user), 'g', [])).status;
    },
  ],
  'pam.burial-takes-neighbour': [
    [404, 200],
    [404, 404],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      for (const name of ['one', 'two']) await createGroup(d, user, bearer, name, []);
      await bury(d, user, bearer, 'one');
      return [await card(d, user, bearer, 'one'), await card(d, user, bearer, 'two')];
    },
  ],
  'pam.quota-one-more': [
    [202, 403, 403],
    [202, 202, 403],
    async (d) => {
      const user = await d.state('a team that is close to its quota of groups', { left: 1 });
      const bearer = await token(d, user);
      const seen: number[] = [];
      for (const name of ['one', 'two', 'three']) seen.push((await createGroup(d, user, bearer, name, [])).status);
      return seen;
    },
  ],
  'pam.refused-group-stays': [
    [403, 404],
    [403, 200],
    async (d) => {
      const user = await d.state('a team that is close to its quota of groups', { left: 0 });
      const bearer = await token(d, user);
      return [(await createGroup(d, user, bearer, 'g', [])).status, await card(d, user, bearer, 'g')];
    },
  ],
  'pam.conflict-rewrites-roles': [
    [409, 'end_user'],
    [409, 'pam_admin'],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      await createGroup(d, user, bearer, 'g', ['end_user']);
      const { status } = await createGroup(d, user, bearer, 'g', ['pam_admin']);
      return [status, (await d.send(`GET pam/v1/group-cards/${team(user)}?called=g`, { token: bearer })).at('cards/0/front/roles/0')];
    },
  ],
  'pam.same-name-at-once': [
    [202, 409, 409],
    [202, 202, 409],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      const both = await Promise.all([1, 2].map(() => createGroup(d, user, bearer, 'g', [])));
      const later = await createGroup(d, user, bearer, 'g', []);
      return [...both.map(({ status }) => status).toSorted(), later.status];
    },
  ],
  'pam.delegate-everywhere': [
    [204, 401],
    [204, 204],
    async (d) => {
      const user = await d.state('a service user with a delegated role', { role: 'delegated_resource_admin' });
      const bearer = await token(d, user);
      const change = async (other: string): Promise<number> => {
        const yard = `${encode(user, `${other}resource_group_id`)}/yards/${encode(user, `${other}project_name`)}`;
        return (await d.send(`PATCH pam/v1/estates/${team(user)}/${yard}`, { token: bearer, body: { settings: {} } })).status;
      };
      return [await change(''), await change('other_')];
    },
  ],
  'pam.policy-lapses': [
    [403, 200, 200],
    [403, 200, 403],
    async (d) => {
      const user = await d.state('a server that a user has no access to');
      const reads = async (): Promise<number> => {
        const bearer = await token(d, user);
        return (await d.send(`GET pam/v1/machines/${team(user)}/${encode(user, 'server_id')}`, { token: bearer })).status;
      };
      const before = await reads();
      const body = { rule: { machine: user.text('server_id'), for: user.text('group_name') } };
      await d.send(`POST pam/v1/rules/${team(user)}`, { token: await token(d, user, 'security_admin_'), body });
      const after = await reads();
      await d.later('PT25H');
      return [before, after, await reads()];
    },
  ],
  'pam.page-repeats': [[3, 3], [4, 3], (d) => pages(d, 1)],
  'pam.count-forgotten': [[1, 1, 1, 1], [1, 1, 2], async (d) => (await walk(d, 4, 1)).sizes],
  'pam.prev-is-first': [
    false,
    true,
    async (d) => {
      const user = await d.state('a team with groups', { count: 5 });
      const bearer = await token(d, user);
      const first = await list(d, user, bearer, '?count=1');
      const second = await follow(d, bearer, first, 'next');
      const back = await follow(d, bearer, await follow(d, bearer, second, 'next'), 'prev');
      return back.text('list/0/id') === first.text('list/0/id');
    },
  ],
  'pam.offset-of-another-team': [
    404,
    200,
    async (d) => {
      const [one, other] = [await d.state('a team with groups', { count: 5 }), await d.state('a service user with an API key')];
      const first = await list(d, one, await token(d, one), '?count=1');
      const offset = new URL(linkOf(first, 'next'), 'http://h').search;
      return (await list(d, other, await token(d, other), offset)).status;
    },
  ],
  'pam.headers-not-on-403': [
    [true, true],
    [true, false],
    async (d) => {
      const user = await d.state('a team that is disabled');
      const [found, refused] = [await d.send(`GET pam/v1/teams/nobody/groups`), await list(d, user, user.text('bearer_token'))];
      return [found, refused].map(({ headers }) => headers.has('X-RateLimit-Limit'));
    },
  ],
  'pam.one-over-limit': [
    [200, 200, 200, 429, 429],
    [200, 200, 200, 200, 429],
    async (d) => {
      const user = await d.state('a team with a small rate limit', { limit: 3 });
      const seen: number[] = [];
      for (let sent = 0; sent < 5; sent++) seen.push(await groups(d, user, user.text('bearer_token')));
      return seen;
    },
  ],
  'pam.limited-request-acts': [
    [429, 404],
    [429, 200],
    async (d) => {
      const user = await d.state('a team with a small rate limit', { limit: 1 });
      const bearer = user.text('bearer_token');
      await groups(d, user, bearer);
      const { status } = await createGroup(d, user, bearer, 'g', []);
      await d.later('PT2M');
      return [status, await card(d, user, bearer, 'g')];
    },
  ],
  'pam.end-user-lost': [
    ['end_user'],
    [],
    async (d) => {
      const user = await d.state('a service user in groups');
      const bearer = await token(d, user, 'admin_');
      const [person, empty] = [encode(user, 'human_user_name'), 'empty'];
      await createGroup(d, user, bearer, empty, []);
      await d.send(`PUT pam/v1/memberships/${team(user)}/${empty}/${person}`, { token: bearer });
      return (await d.send(`GET pam/v1/user-cards/${team(user)}/${person}`, { token: bearer })).at('card/effective/0/roles');
    },
  ],
  'pam.array-is-400': [
    415,
    400,
    async (d) => {
      const user = await d.state('a service user with an API key');
      return (await d.send(`PUT pam/v1/exchanges/${team(user)}`, { body: [] })).status;
    },
  ],
  'pam.token-of-the-team': [
    202,
    401,
    async (d) => {
      const user = await d.state('a service user in groups');
      await token(d, user);
      return (await createGroup(d, user, await token(d, user, 'admin_'), 'g', [])).status;
    },
  ],
  'pam.server-token-of-neighbour': [
    401,
    200,
    async (d) => {
      const user = await d.state('a project that servers can be enrolled in');
      const bearer = await token(d, user);
      const [one, other] = [await enroll(d, user, bearer), await enroll(d, user, bearer)];
      const headers = { 'x-machine-secret': other.text('hand~1over/a~0secret') };
      return (await d.send(`PUT pam/v1/machines/${team(user)}/${encode(one, 'machine/ref')}/line`, { headers })).status;
    },
  ],
  'pam.deleted-estate-takes-projects': [
    [404, 404],
    [404, 202],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      const id = await estate(d, user, bearer);
      await d.send(`DELETE ${id}`, { token: bearer });
      return [(await d.send(`GET ${id}`, { token: bearer })).status, (await project(d, id, bearer, 'p')).status];
    },
  ],
  'pam.estate-name-reverts': [
    'new',
    'old',
    async (d) => {
      const user = await d.state('a service user in groups');
      const bearer = await token(d, user, 'admin_');
      const id = await estate(d, user, bearer);
      await d.send(`PUT ${id}/label`, { token: bearer, body: { label: 'new' } });
      await d.send(`PUT ${id}/stewards`, { token: bearer, body: { group: user.text('group_names/0') } });
      return (await d.send(`GET ${id}`, { token: bearer })).at('estate/label');
    },
  ],
  'pam.retry-at-now': [
    true,
    false,
    async (d) => {
      const user = await d.state('a team with a small rate limit', { limit: 1 });
      await groups(d, user, user.text('bearer_token'));
      const { headers } = await list(d, user, user.text('bearer_token'));
      return Number(headers.get('x-ratelimit-retry-at')) === Number(headers.get('x-ratelimit-reset'));
    },
  ],
  'pam.delegate-first-project': [
    [200, 200],
    [200, 401],
    async (d) => {
      const user = await d.state('a service user with a delegated role', { role: 'delegated_resource_admin' });
      const bearer = await token(d, user);
      await project(d, `pam/v1/estates/${team(user)}/${encode(user, 'resource_group_id')}`, bearer, 'second');
      return [(await enroll(d, user, bearer)).status, (await enroll(d, user, bearer, 'second')).status];
    },
  ],
  'pam.lapsed-permission-reads-servers': [
    [401, 401],
    [401, 200],
    async (d) => {
      const user = await d.state('a service user with a delegated role', { role: 'delegated_resource_admin' });
      const bearer = await token(d, user);
      await d.act('let the permissions of a service user expire', { key_id: user.text('key_id') });
      const read = await d.send(`GET pam/v1/machines/${team(user)}/${encode(user, 'server_id')}`, { token: bearer });
      return [await groups(d, user, bearer), read.status];
    },
  ],
  'pam.roles-renew-id': [
    true,
    false,
    async (d) => {
      const { user, bearer, made } = await changedGroup(d);
      const { at } = await d.send(`GET pam/v1/group-cards/${team(user)}?called=g`, { token: bearer });
      return at('cards/0/front/id') === made.at('made/0/it/id');
    },
  ],
  'pam.list-shows-first-roles': [
    'pam_admin',
    'end_user',
    async (d) => {
      const { user, bearer } = await changedGroup(d);
      return (await list(d, user, bearer)).at('list/0/roles/0');
    },
  ],
  'pam.namesake-looks-deleted': [
    [202, 'object'],
    [202, 'number'],
    async (d) => {
      const { again, user, bearer } = await againGroup(d);
      return [again, typeof (await list(d, user, bearer)).at('list/1/deleted_at')];
    },
  ],
  'pam.name-of-deleted-taken': [202, 409, async (d) => (await againGroup(d)).again],
  'pam.empty-list-null': [
    0,
    -1,
    async (d) => {
      const user = await d.state('a service user with an API key');
      return length((await list(d, user, await token(d, user))).at('list'));
    },
  ],
  'pam.team-name-encoded': [true, false, isNamedAsAsked],
  'pam.expires-at-of-first-token': [
    false,
    true,
    async (d) => {
      const user = await d.state('a service user with an API key');
      const issued = (): Promise<Answer> => exchange(d, user.text('team_name'), user.text('key_id'), user.text('key_secret'));
      const first = await issued();
      await d.later('PT10M');
      return (await issued()).at('expires_at') === first.at('expires_at');
    },
  ],
  'pam.own-roles-free': [
    401,
    204,
    async (d) => {
      const user = await d.state('a service user in groups');
      const body = { who: user.text('user_name'), wear: ['pam_admin'] };
      return (await d.send(`PUT pam/v1/user-roles/${team(user)}`, { token: await token(d, user), body })).status;
    },
  ],
  'pam.policy-covers-project': [
    [200, 403],
    [200, 200],
    async (d) => {
      const user = await d.state('a service user in groups');
      const admin = await token(d, user, 'admin_');
      await project(d, await estate(d, user, admin), admin, 'p');
      const servers = [await enroll(d, user, admin, 'p'), await enroll(d, user, admin, 'p')];
      const rule = { machine: servers[0]?.text('machine/ref'), for: user.text('group_names/0') };
      await d.send(`POST pam/v1/rules/${team(user)}`, { token: admin, body: { rule } });
      const bearer = await token(d, user);
      return Promise.all(servers.map((server) => machine(d, user, bearer, encode(server, 'machine/ref'))));
    },
  ],
  'pam.farewell-from-all-groups': [
    ['resource_admin'],
    [],
    async (d) => {
      const user = await d.state('a service user in groups', { groups: [['end_user'], ['resource_admin']] });
      const admin = await token(d, user, 'admin_');
      const body = { from: user.text('group_names/0'), who: user.text('user_name') };
      await d.send(`POST pam/v1/farewells/${team(user)}`, { token: admin, body });
      const read = await d.send(`GET pam/v1/user-cards/${team(user)}/${encode(user, 'user_name')}`, { token: admin });
      return read.at('card/effective/0/roles');
    },
  ],
  'pam.delegated-role-wins': [
    200,
    401,
    async (d) => {
      const user = await d.state('a service user in groups', { groups: [['resource_admin'], ['delegated_resource_admin']] });
      const body = { estate: { label: 'new' } };
      return (await d.send(`POST pam/v1/estates/${team(user)}`, { token: await token(d, user), body })).status;
    },
  ],
  'pam.delegate-of-either-kind': [
    401,
    201,
    async (d) => {
      const user = await d.state('a service user with a delegated role', { role: 'delegated_resource_admin' });
      const body = { rule: { machine: user.text('server_id'), for: user.text('group_name') } };
      return (await d.send(`POST pam/v1/rules/${team(user)}`, { token: await token(d, user), body })).status;
    },
  ],
  'pam.count-99-ignored': [
    70,
    60,
    async (d) => {
      const user = await d.state('a team with groups', { count: 70 });
      return length((await list(d, user, await token(d, user), '?count=99')).at('list'));
    },
  ],
  'pam.last-group-unreachable': [[3, 3], [2, 2], (d) => pages(d, 1)],
  'pam.unknown-role-dropped': [
    400,
    202,
    async (d) => {
      const user = await d.state('a service user with an API key');
      return (await createGroup(d, user, await token(d, user), 'g', ['lord'])).status;
    },
  ],
  'pam.refused-burial-buries': [
    [401, 200],
    [401, 404],
    async (d) => {
      const user = await d.state('a service user in groups');
      const [bearer, name] = [await token(d, user), user.text('other_group_name')];
      return [(await bury(d, user, bearer, name)).status, await card(d, user, bearer, name)];
    },
  ],
  'pam.revoked-server-returns': [
    [401, 401],
    [401, 200],
    async (d) => {
      const user = await d.state('a project that servers can be enrolled in');
      const bearer = await token(d, user);
      const server = await enroll(d, user, bearer);
      const id = encode(server, 'machine/ref');
      await d.send(`DELETE pam/v1/yards/${team(user)}/${encode(user, 'project_name')}/machines/${id}`, { token: bearer });
      const headers = { 'x-machine-secret': server.text('hand~1over/a~0secret') };
      const connect = async (): Promise<number> => (await d.send(`PUT pam/v1/machines/${team(user)}/${id}/line`, { headers })).status;
      return [await connect(), await connect()];
    },
  ],
  'pam.hidden-server-404': [
    403,
    404,
    async (d) => {
      const user = await d.state('a server that a user has no access to');
      return machine(d, user, await token(d, user), encode(user, 'server_id'));
    },
  ],
  'pam.reset-of-oldest': [
    10,
    0,
    async (d) => {
      const headers = await secondOfTwo(d);
      return Math.round((Number(headers.get('x-ratelimit-reset')) - Number(headers.get('x-ratelimit-retry-at'))) / 10) * 10;
    },
  ],
  'pam.reset-seconds-left': [true, false, async (d) => Number((await secondOfTwo(d)).get('x-ratelimit-reset')) > 1_000_000_000],

  'authn.password-case': [
    401,
    200,
    async (d) => {
      const user = await d.state('a user who can sign in');
      return (await signIn(d, user.text('login'), swapCase(user.text('password')))).status;
    },
  ],
  'authn.password-cut': [
    401,
    200,
    async (d) => {
      const user = await d.state('a user who can sign in');
      return (await signIn(d, user.text('login'), user.text('password').slice(0, -2))).status;
    },
  ],
  'authn.username-prefix': [
    401,
    200,
    async (d) => {
      const user = await d.state('a user who can sign in');
      return (await signIn(d, user.text('login').slice(0, -4), user.text('password'))).status;
    },
  ],
  'authn.password-previous': [[401, 200], [200, 200], async (d) => changed(d, 'PT1M')],
  'authn.change-undone': [[401, 200], [200, 401], async (d) => changed(d, 'PT25H')],
  'authn.new-password-cut': [[401, 200], [401, 401], async (d) => changed(d, 'PT1M')],
  'authn.refused-change-stays': [
    [403, 401],
    [403, 200],
    async (d) => {
      const user = await d.state('a user whose password is about to expire');
      const { status } = await change(d, user, user.text('weakPassword'));
      return [status, (await signIn(d, user.text('login'), user.text('weakPassword'))).status];
    },
  ],
  'authn.min-length-off-by-one': [403, 200, (d) => changeTo(d, 'aaBB 11 xyzw')],
  'authn.lower-case-free': [403, 200, (d) => changeTo(d, 'AABB 11 WXYZ ÞÞ')],
  'authn.symbols-free': [403, 200, (d) => changeTo(d, 'aaBB11wxyzABCDE')],
  'authn.one-upper-case': [403, 200, (d) => changeTo(d, 'aaB 11 wxyz defg')],
  'authn.old-password-free-in-warn': [
    403,
    200,
    async (d) => {
      const user = await d.state('a user whose password is about to expire');
      return (await change(d, user, FRESH, 'not it')).status;
    },
  ],
  'authn.api-token-case': [
    ['MFA_REQUIRED', 'MFA_REQUIRED'],
    ['MFA_REQUIRED', 'SUCCESS'],
    (d) => knownDevice(d, 'abc', swapCase(d.apiToken)),
  ],
  'authn.device-token-33': [
    ['MFA_REQUIRED', 'MFA_REQUIRED'],
    ['MFA_REQUIRED', 'SUCCESS'],
    (d) => knownDevice(d, 'd'.repeat(33), d.apiToken),
  ],
  'authn.device-of-anyone': [
    'MFA_REQUIRED',
    'SUCCESS',
    async (d) => {
      await knownDevice(d, 'shared', d.apiToken);
      const other = await d.state('a user who must verify a factor', { challenge: 'once-per-device' });
      return (await signInFrom(d, other, 'shared', d.apiToken)).at('status');
    },
  ],
  'authn.device-remembered-early': [
    'MFA_REQUIRED',
    'SUCCESS',
    async (d) => {
      const user = await d.state('a user who must verify a factor', { challenge: 'on-new-device' });
      await signInFrom(d, user, 'abc', d.apiToken);
      return (await signInFrom(d, user, 'abc', d.apiToken)).at('status');
    },
  ],
  'authn.denied-user-steps-up': [
    [401, 401],
    [401, 200],
    async (d) => {
      const user = await d.state('a user whom the sign-on policy denies');
      return [(await signIn(d, user.text('login'), user.text('password'))).status, (await stepUp(d, user)).status];
    },
  ],
  'authn.step-up-wrong-password-code': [
    [401, 'E0000004'],
    [403, 'E0000014'],
    async (d) => {
      const user = await d.state('a user who can sign in');
      const way = await d.state('a user on the way to an app that asks for step-up', { session: false });
      const body = { stateToken: way.text('stateToken'), username: user.text('login'), password: 'not it' };
      const answer = await d.send('POST authn/api/v1/authn', { body });
      return [answer.status, answer.at('errorCode')];
    },
  ],
  'authn.expired-password-after-factor': [
    'PASSWORD_EXPIRED',
    'SUCCESS',
    async (d) => {
      const user = await d.state('a user whose password has expired', { factor: true });
      return (await verify(d, user, await signIn(d, user.text('login'), user.text('password')))).at('envelope/transaction/status');
    },
  ],
  'authn.change-password-before-factor': [
    409,
    200,
    async (d) => {
      const user = await d.state('a user who must verify a factor');
      return (await change(d, user, FRESH)).status;
    },
  ],
  'authn.factor-of-anyone': [
    404,
    202,
    async (d) => {
      const [user, other] = [await d.state('a user who must verify a factor'), await d.state('a user who must verify a factor')];
      return (await verify(d, other, await signIn(d, user.text('login'), user.text('password')))).status;
    },
  ],
  'authn.push-approval-lasts': [
    ['MFA_REQUIRED', 'SUCCESS', 'MFA_REQUIRED'],
    ['MFA_REQUIRED', 'SUCCESS', 'SUCCESS'],
    async (d) => {
      const user = await d.state('a user who must verify a factor', { factor: 'push' });
      const ask = async (transaction: Answer): Promise<unknown> =>
        (await verify(d, user, transaction, undefined)).at('envelope/transaction/status');
      const first = await signIn(d, user.text('login'), user.text('password'));
      const asked = await ask(first);
      await d.act('approve the push challenge of a user', { userId: user.text('userId') });
      return [asked, await ask(first), await ask(await signIn(d, user.text('login'), user.text('password')))];
    },
  ],
  'authn.revokes-others-sessions': [[true, false, true], [true, false, false], (d) => revoked(d)],
  'authn.revokes-one': [
    [false, false],
    [false, true],
    async (d) => {
      const user = await d.state('a user whose password is about to expire');
      const visits = [await visit(d, user), await visit(d, user)];
      await change(d, user, FRESH, user.text('password'), { revokeSessions: true });
      return Promise.all(visits.map((one) => isOn(d, one)));
    },
  ],
  'authn.transaction-dies-early': [
    [202, 410],
    [410, 410],
    async (d) => {
      const user = await d.state('a user who must verify a factor');
      const transaction = await signIn(d, user.text('login'), user.text('password'));
      await d.later('PT6M30S');
      const { status } = await peek(d, transaction);
      await d.later('PT1M');
      return [status, (await peek(d, transaction)).status];
    },
  ],
  'authn.transaction-outlives': [
    [410, 410],
    [410, 202],
    async (d) => {
      const user = await d.state('a user who must verify a factor');
      const transaction = await signIn(d, user.text('login'), user.text('password'));
      await d.later('PT7M30S');
      return [(await peek(d, transaction)).status, (await verify(d, user, transaction)).status];
    },
  ],
  'authn.second-sign-in-ends-first': [
    202,
    410,
    async (d) => {
      const user = await d.state('a user who must verify a factor');
      const first = await signIn(d, user.text('login'), user.text('password'));
      await signIn(d, user.text('login'), user.text('password'));
      return (await peek(d, first)).status;
    },
  ],
  'authn.failed-sign-in-ends-transactions': [
    202,
    410,
    async (d) => {
      const user = await d.state('a user who must verify a factor');
      const first = await signIn(d, user.text('login'), user.text('password'));
      await signIn(d, user.text('login'), 'not it');
      return (await peek(d, first)).status;
    },
  ],
  'authn.two-at-once-share-token': [
    2,
    1,
    async (d) => {
      const user = await d.state('a user who must verify a factor');
      const both = await Promise.all([1, 2].map(() => signIn(d, user.text('login'), user.text('password'))));
      return new Set(both.map((one) => one.text('stateToken'))).size;
    },
  ],
  'authn.fingerprint-of-failures': [
    1,
    0,
    async (d) => {
      const user = await d.state('a user who is told of new devices');
      const headers = { authorization: `SSWS ${d.apiToken}`, 'x-device-fingerprint': 'f' };
      const before = await d.events();
      for (const password of ['not it', user.text('password')])
        await d.send('POST authn/api/v1/authn', { headers, body: { username: user.text('login'), password } });
      return (await d.events()) - before;
    },
  ],
  'authn.verify-link-of-first': [
    false,
    true,
    async (d) => {
      const way = await d.state('a user on the way to an app that asks for step-up', { session: true, requires: 'verification' });
      const shown = await d.send('POST authn/api/v1/authn', { body: { stateToken: way.text('stateToken') } });
      const link = (index: number): unknown => shown.at(`_embedded/factor/${index}/_links/verify/href`);
      return link(0) === link(1);
    },
  ],
  'authn.profile-of-namesake': [
    true,
    false,
    async (d) => {
      await d.state('a user who can sign in');
      const user = await d.state('a user who must verify a factor');
      const shown = await signIn(d, user.text('login'), user.text('password'));
      return shown.at('_embedded/user/profile/login') === user.text('login');
    },
  ],
  'authn.expires-at-zone': [
    '+00:00',
    '+01:00',
    async (d) => {
      const user = await d.state('a user who can sign in');
      return (await signIn(d, user.text('login'), user.text('password'))).text('expiresAt').slice(-6);
    },
  ],
  'authn.null-is-true': [
    'SUCCESS',
    'PASSWORD_WARN',
    async (d) => {
      const user = await d.state('a user whose password is about to expire');
      const body = { username: user.text('login'), password: user.text('password'), options: { warnBeforePasswordExpired: null } };
      return (await d.send('POST authn/api/v1/authn', { body })).at('status');
    },
  ],
  'authn.step-up-enrollment-skipped': [
    ['MFA_ENROLL', 'MFA_ENROLL'],
    ['MFA_ENROLL', 'SUCCESS'],
    async (d) => {
      const way = await d.state('a user on the way to an app that asks for step-up', { session: true, requires: 'enrollment' });
      const show = (): Promise<Answer> => d.send('POST authn/api/v1/authn', { body: { stateToken: way.text('stateToken') } });
      return [(await show()).at('status'), (await show()).at('status')];
    },
  ],
  'authn.activation-token-case': [
    401,
    200,
    async (d) => {
      const user = await d.state('a user with an activation token', { password: true });
      return (await d.send('POST authn/api/v1/authn', { body: { token: swapCase(user.text('token')) } })).status;
    },
  ],
  'authn.locked-user-signs-in-to-app': [
    [401, 401],
    [401, 200],
    async (d) => {
      const [user, owner] = [await d.state('a user who is locked out'), await d.state('a user who may use an app')];
      const body = { username: user.text('login'), password: user.text('password') };
      const toApp = await d.send(`POST authn/api/v1/authn?app=${encode(owner, 'appId')}`, { body });
      return [(await signIn(d, user.text('login'), user.text('password'))).status, toApp.status];
    },
  ],
  'authn.expire-days-fraction': [
    true,
    false,
    async (d) => {
      const user = await d.state('a user whose password is about to expire');
      await d.later('PT1H');
      const options = { warnBeforePasswordExpired: true };
      const body = { username: user.text('login'), password: user.text('password'), options };
      return Number.isInteger((await d.send('POST authn/api/v1/authn', { body })).at('_embedded/policy/expiration/passwordExpireDays'));
    },
  ],
  'authn.policy-info-by-position': [
    ['object', 'undefined'],
    ['undefined', 'object'],
    async (d) => {
      const way = await d.state('a user on the way to an app that asks for step-up', { session: true, requires: 'verification' });
      const shown = await d.send('POST authn/api/v1/authn', { body: { stateToken: way.text('stateToken') } });
      return [way.text('factorId'), '0'].map((key) => typeof shown.at(`_embedded/policy/factorsPolicyInfo/${key}`));
    },
  ],
  'authn.original-link-of-last': [
    true,
    false,
    async (d) => {
      const way = await d.state('a user on the way to an app that asks for step-up', { session: true });
      await d.state('a user on the way to an app that asks for step-up');
      const shown = await d.send('POST authn/api/v1/authn', { body: { stateToken: way.text('stateToken') } });
      return new URL(shown.text('_links/next/href')).searchParams.get('stateToken') === way.text('stateToken');
    },
  ],
  'authn.forwarded-for-untrusted': [
    401,
    200,
    async (d) => {
      const user = await d.state('a user who may sign in from one address only');
      const body = { username: user.text('login'), password: user.text('password') };
      return (await d.send('POST authn/api/v1/authn', { headers: { 'x-forwarded-for': user.text('address') }, body })).status;
    },
  ],
  'authn.state-token-on-success': [
    'undefined',
    'string',
    async (d) => {
      const user = await d.state('a user who must verify a factor');
      const shown = await verify(d, user, await signIn(d, user.text('login'), user.text('password')));
      return typeof shown.at('envelope/transaction/stateToken');
    },
  ],
  'authn.expires-at-slides': [
    true,
    false,
    async (d) => {
      const user = await d.state('a user who must verify a factor');
      const transaction = await signIn(d, user.text('login'), user.text('password'));
      await d.later('PT3M');
      return (await peek(d, transaction)).at('envelope/transaction/expiresAt') === transaction.at('expiresAt');
    },
  ],
  'authn.expires-at-whole-seconds': [
    true,
    false,
    async (d) => {
      const user = await d.state('a user who can sign in');
      return /\.\d{3}\+/.test((await signIn(d, user.text('login'), user.text('password'))).text('expiresAt'));
    },
  ],
  'authn.step-up-type-lost': [
    'SESSION_STEP_UP',
    undefined,
    async (d) => (await stepUp(d, await d.state('a user who can sign in'))).at('type'),
  ],
  'authn.questions-link-login': [
    200,
    404,
    async (d) => {
      const user = await d.state('a user who must enroll a factor');
      const shown = await signIn(d, user.text('login'), user.text('password'));
      const path = shown.text('_embedded/factor/1/_links/questions/href').replace(/^.*\/identity\//, 'authn/');
      return (await d.send(`GET ${path}`)).status;
    },
  ],
  'authn.step-up-wants-full-name': [
    [200, 200],
    [200, 401],
    async (d) => {
      const user = await d.state('a user who can sign in');
      const short = await signIn(d, user.text('shortLogin'), user.text('password'));
      return [short.status, (await stepUp(d, user, user.text('shortLogin'))).status];
    },
  ],
  'authn.complexity-understated': [
    [2, 403],
    [1, 403],
    async (d) => {
      const shown = await warned(d, await d.state('a user whose password is about to expire'));
      return [shown.at('_embedded/policy/complexity/minUpperCase'), await changeTo(d, 'aaB 11 wxyz defg')];
    },
  ],
  'authn.remember-lifetime-text': [
    'number',
    'string',
    async (d) => {
      const way = await d.state('a user on the way to an app that asks for step-up', { session: true, requires: 'verification' });
      const shown = await d.send('POST authn/api/v1/authn', { body: { stateToken: way.text('stateToken') } });
      return typeof shown.at('_embedded/policy/rememberDeviceLifetimeInMinutes');
    },
  ],
  'authn.phone-in-clear-once-asked': [
    ['••• 27', '••• 27'],
    ['••• 27', '+354 555 01 27'],
    async (d) => {
      const user = await d.state('a user who must verify a factor', { factor: 'sms' });
      const shown = await signIn(d, user.text('login'), user.text('password'));
      const asked = await verify(d, user, shown, undefined);
      const phone = '_embedded/factor/0/profile/phoneNumber';
      return [shown.at(phone), asked.at(`envelope/transaction/${phone}`)];
    },
  ],
  'authn.warn-sticks': [
    ['PASSWORD_WARN', 'SUCCESS'],
    ['PASSWORD_WARN', 'PASSWORD_WARN'],
    async (d) => {
      const user = await d.state('a user whose password is about to expire');
      return [(await warned(d, user)).at('status'), (await signIn(d, user.text('login'), user.text('password'))).at('status')];
    },
  ],
  'authn.device-token-32-ignored': [
    ['MFA_REQUIRED', 'SUCCESS'],
    ['MFA_REQUIRED', 'MFA_REQUIRED'],
    (d) => knownDevice(d, 'e'.repeat(32), d.apiToken),
  ],
  'authn.causes-as-text': [
    'object',
    'string',
    async (d) => {
      const user = await d.state('a user whose password is about to expire');
      return typeof (await change(d, user, FRESH, 'not it')).at('errorCauses/0');
    },
  ],
  'authn.change-without-session-token': [
    ['SUCCESS', 'string'],
    ['SUCCESS', 'undefined'],
    async (d) => {
      const changed = await change(d, await d.state('a user whose password has expired'), FRESH);
      return [changed.at('status'), typeof changed.at('sessionToken')];
    },
  ],
  'authn.first-password-unchecked': [
    403,
    200,
    async (d) => {
      const user = await d.state('a user with an activation token', { password: false });
      const shown = await d.send('POST authn/api/v1/authn', { body: { token: user.text('token') } });
      const body = { credentials: { fresh: user.text('weakPassword') } };
      const headers = { 'x-transaction': shown.text('stateToken') };
      return (await d.send('POST authn/api/v1/authn/credentials/reset_password', { headers, body })).status;
    },
  ],
  'authn.empty-password': [
    401,
    200,
    async (d) => {
      const user = await d.state('a user with an activation token', { password: false });
      return (await signIn(d, user.text('login'), '')).status;
    },
  ],
  'authn.push-profile-early': [
    ['undefined', 'undefined'],
    ['undefined', 'string'],
    async (d) => {
      const user = await d.state('a user who must verify a factor', { factor: 'push' });
      const shown = await signIn(d, user.text('login'), user.text('password'));
      const asked = await verify(d, user, shown, undefined);
      const name = '_embedded/factor/0/profile/name';
      return [typeof shown.at(name), typeof asked.at(`envelope/transaction/${name}`)];
    },
  ],
  'authn.one-mail-each': [
    2,
    1,
    async (d) => {
      const user = await d.state('a user who is told of new devices');
      const before = await d.events();
      const body = { username: user.text('login'), password: user.text('password') };
      for (const fingerprint of ['f', 'g'])
        await d.send('POST authn/api/v1/authn', {
          headers: { authorization: `SSWS ${d.apiToken}`, 'x-device-fingerprint': fingerprint },
          body,
        });
      return (await d.events()) - before;
    },
  ],
  'authn.limit-reset-date': [
    true,
    false,
    async (d) => {
      const user = await d.state('a rate limit that is used up');
      const { headers } = await signIn(d, user.text('login'), user.text('password'));
      return Number.isInteger(Number(headers.get('x-rate-limit-reset')));
    },
  ],
  'authn.revokes-by-default': [
    true,
    false,
    async (d) => {
      const user = await d.state('a user whose password is about to expire');
      const visited = await visit(d, user);
      await change(d, user, FRESH);
      return isOn(d, visited);
    },
  ],
  'authn.missing-device-is-known': [
    'MFA_REQUIRED',
    'SUCCESS',
    async (d) => {
      const user = await d.state('a user who must verify a factor', { challenge: 'once-per-device' });
      await verify(d, user, await signInFrom(d, user, 'abc', d.apiToken));
      return (await signIn(d, user.text('login'), user.text('password'))).at('status');
    },
  ],
  'authn.locked-out-shows-user': [
    ['LOCKED_OUT', 'undefined'],
    ['LOCKED_OUT', 'object'],
    async (d) => {
      const user = await d.state('a user who is locked out', { shown: true });
      const shown = await signIn(d, user.text('login'), 'not it');
      return [shown.at('status'), typeof shown.at('_embedded/user')];
    },
  ],

  'gov.subscription-not-for-grants': [402, 200, async (d) => (await d.send('POST unpaid/ledger/grants/search', { body: {} })).status],
  'gov.unpaid-request-acts': [
    [402, 200],
    [402, 404],
    async (d) => {
      const id = await collection(d);
      const { status } = await d.send(`DELETE unpaid/shelf/v9/collections/${id}`);
      return [status, (await d.send(`GET gov/shelf/v9/collections/${id}`)).status];
    },
  ],
  'gov.collection-name-case': [
    'Söfn 1',
    'söfn 1',
    async (d) => (await d.send(`GET gov/shelf/v9/collections/${await collection(d)}`)).at('thing/like/name'),
  ],
  'gov.description-cut': ['everything that there is', 'everything that ', shownDescription],
  'gov.second-resource-replaces': [2, 1, async (d) => (await filled(d)).held.length],
  'gov.add-at-once-lost': [
    2,
    1,
    async (d) => {
      const [id, one, other] = [await collection(d), await grantable(d), await grantable(d)];
      await Promise.all([hold(d, id, one), hold(d, id, other)]);
      return (await inventory(d, id)).length;
    },
  ],
  'gov.update-wipes-others': [
    1,
    0,
    async (d) => {
      const { id, other } = await filled(d);
      await d.send(`PUT gov/shelf/v9/collections/${id}/resources/${encode(other, 'resourceId')}`, { body: part(other) });
      return length((await d.send(`GET gov/shelf/v9/collections/${id}/inventory`)).at('things/0/like/parts'));
    },
  ],
  'gov.removal-takes-last': [
    [false, true],
    [true, false],
    async (d) => {
      const { id, one, other } = await filled(d);
      await d.send(`DELETE gov/shelf/v9/collections/${id}/resources/${encode(one, 'resourceId')}`);
      const left = await inventory(d, id);
      return [left.includes(one.text('resourceId')), left.includes(other.text('resourceId'))];
    },
  ],
  'gov.deleted-collection-assignable': [404, 202, async (d) => (await assign(d, await deleted(d), await grantable(d))).status],
  'gov.collection-comes-back': [
    [404, 404],
    [404, 200],
    async (d) => {
      const id = await deleted(d);
      const { status } = await d.send(`GET gov/shelf/v9/collections/${id}`);
      await d.later('PT61M');
      return [status, (await d.send(`GET gov/shelf/v9/collections/${id}`)).status];
    },
  ],
  'gov.second-delete-succeeds': [404, 200, async (d) => (await d.send(`DELETE gov/shelf/v9/collections/${await deleted(d)}`)).status],
  'gov.two-at-once-one-id': [2, 1, async (d) => new Set(await Promise.all([collection(d), collection(d)])).size],
  'gov.grants-lapse': [
    [1, 1],
    [1, 0],
    async (d) => {
      const { id, one } = await filled(d);
      await assign(d, id, one);
      await d.act('let the background jobs finish');
      const before = await grants(d, one);
      await d.later('PT25H');
      return [before, await grants(d, one)];
    },
  ],
  'gov.holders-of-anyone': [
    0,
    1,
    async (d) => {
      const [one, other] = [await d.state('a principal who holds an entitlement'), await grantable(d)];
      return length((await d.send(`GET gov/ledger/holders/${encode(other, 'principalId')}/${encode(one, 'resourceId')}`)).at('things'));
    },
  ],
  'gov.condition-some-groups': [
    'ACTIVE',
    'INVALID',
    async (d) => {
      const [id, state] = await condition(d, { requesters: 'groups' });
      await d.act('delete groups', { groupIds: state.at('someRequesterGroupIds') });
      return examined(d, id);
    },
  ],
  'gov.opt-out-bundles-only': [
    'INVALID',
    'ACTIVE',
    async (d) => {
      const [id, state] = await condition(d, { access: 'entitlements' });
      await d.act('opt a resource out of entitlement management', { resourceId: state.text('resourceId') });
      return examined(d, id);
    },
  ],
  'gov.inactive-not-examined': [
    'INVALID',
    'INACTIVE',
    async (d) => {
      const [id, state] = await condition(d, {});
      await d.send(`POST gov/desk/terms/${id}/deactivate`);
      await d.act('delete a resource', { resourceId: state.text('resourceId') });
      return examined(d, id);
    },
  ],
  'gov.patch-wipes-approval': [
    'object',
    'undefined',
    async (d) => {
      const [id] = await condition(d, {});
      await patch(d, id);
      return typeof (await d.send(`GET gov/desk/terms/${id}`)).at('thing/like/approvalSettings');
    },
  ],
  'gov.rejected-grant-pending': [
    ['REJECTED', null],
    ['REJECTED', 'PENDING'],
    async (d) => {
      const id = await wish(d, {});
      await d.act('decide the approvals of a request', { requestId: id, decision: 'reject' });
      const read = await d.send(`GET gov/desk/wishes/${id}`);
      return [read.at('thing/like/status'), read.at('thing/like/giving')];
    },
  ],
  'gov.revocation-without-duration': [null, 'PENDING', async (d) => revocation(d, {}, ['PT0S'])],
  'gov.revoked-early': ['PENDING', 'REVOKED', async (d) => revocation(d, { accessDuration: 'PT100M' }, ['PT0S', 'PT95M'])],
  'gov.revoked-late': ['REVOKED', 'PENDING', async (d) => revocation(d, { accessDuration: 'PT100M' }, ['PT0S', 'PT105M'])],
  'gov.active-type-stays': [
    404,
    200,
    async (d) => {
      const { id } = await requestType(d);
      await d.send(`PUT gov/form/request-types/${id}/shopwindow`);
      await d.send(`DELETE gov/form/request-types/${id}`);
      return (await d.send(`GET gov/form/request-types/${id}`)).status;
    },
  ],
  'gov.unpublish-all': [
    ['DISABLED', 'ACTIVE'],
    ['DISABLED', 'DISABLED'],
    async (d) => {
      const { id, state } = await requestType(d);
      const { id: other } = await requestType(d, state);
      for (const one of [id, other]) await d.send(`PUT gov/form/request-types/${one}/shopwindow`);
      await d.send(`DELETE gov/form/request-types/${id}/shopwindow`);
      return [await typeStatus(d, id), await typeStatus(d, other)];
    },
  ],
  'gov.publish-reverts': [
    ['ACTIVE', 'ACTIVE'],
    ['ACTIVE', 'DRAFT'],
    async (d) => {
      const { id } = await requestType(d);
      await d.send(`PUT gov/form/request-types/${id}/shopwindow`);
      const before = await typeStatus(d, id);
      await d.later('PT25H');
      return [before, await typeStatus(d, id)];
    },
  ],
  'gov.subscription-not-for-publishing': [
    402,
    200,
    async (d) => (await d.send(`PUT unpaid/form/request-types/${(await requestType(d)).id}/shopwindow`)).status,
  ],
  'gov.deleted-campaign-launches': [
    [404, 404],
    [404, 200],
    async (d) => {
      const id = await campaign(d, await d.state('access that a campaign can review'));
      await d.send(`POST gov/audits/${id}/shredder`);
      const read = await d.send(`GET gov/audits/${id}`);
      return [read.status, (await d.send(`PATCH gov/audits/${id}`, { body: { move: 'launch' } })).status];
    },
  ],
  'gov.launch-drops-settings': [
    'object',
    'undefined',
    async (d) => {
      const id = await campaign(d, await d.state('access that a campaign can review'));
      await d.send(`PATCH gov/audits/${id}`, { body: { move: 'launch' } });
      return typeof (await d.send(`GET gov/audits/${id}`)).at('thing/like/settings/notificationSettings');
    },
  ],
  'gov.decision-undone': [
    ['approve', 'approve'],
    ['approve', 'none yet'],
    async (d) => {
      const id = await campaign(d, await d.state('access that a campaign can review'));
      await d.send(`PATCH gov/audits/${id}`, { body: { move: 'launch' } });
      await d.act('let the background jobs finish');
      const review = (await d.send(`GET gov/audits/${id}/sheets`)).text('things/0/id');
      await d.act('decide a review', { reviewId: review, decision: 'approve' });
      const decision = async (): Promise<unknown> => (await d.send(`GET gov/sheets/${review}`)).at('thing/like/verdict/decision');
      const before = await decision();
      await d.later('PT61M');
      return [before, await decision()];
    },
  ],
  'gov.deleted-condition-patched': [
    [404, 404],
    [404, 200],
    async (d) => {
      const [id] = await condition(d, {});
      await d.send(`DELETE gov/desk/terms/${id}`);
      const read = await d.send(`GET gov/desk/terms/${id}`);
      return [read.status, (await patch(d, id)).status];
    },
  ],
  'gov.first-requester-group': [
    2,
    1,
    async (d) => {
      const [id] = await condition(d, { requesters: 'groups' });
      return length((await d.send(`GET gov/desk/terms/${id}`)).at('thing/like/requesterSettings/groups'));
    },
  ],
  'gov.value-of-first-entitlement': [
    true,
    false,
    async (d) => {
      const state = await grantable(d);
      const read = await d.send(`GET gov/ledger/values/${encode(state, 'bundleValueId')}`);
      return read.at('thing/like/up') === state.at('otherEntitlementId');
    },
  ],
  'gov.children-of-anyone': [
    3,
    6,
    async (d) => {
      const state = await d.state('a catalog entry with child entries');
      const other = await d.state('a catalog entry with child entries');
      const children = await d.send(`GET gov/desk/entries?under=${encode(state, 'catalogEntryId')}`);
      for (const one of [state, other]) await d.takeDown('a catalog entry with child entries', one);
      return length(children.at('things'));
    },
  ],
  'gov.tickets-move-together': [
    ['PENDING', 'OPEN'],
    ['PENDING', 'PENDING'],
    async (d) => {
      const { id, state } = await published(d);
      const [one, other] = [await ticket(d, id, state), await ticket(d, id, state)];
      await d.act('move a v1 request', { requestId: one.text('thing/id'), to: 'pending' });
      const read = (of: Answer): Promise<Answer> => d.send(`GET gov/form/tickets/${encode(of, 'thing/id')}`);
      return [(await read(one)).at('thing/like/now/status'), (await read(other)).at('thing/like/now/status')];
    },
  ],
  'gov.ticket-for-its-creator': [
    false,
    true,
    async (d) => {
      const { id, state } = await published(d);
      return (await ticket(d, id, state)).at('thing/like/people/asks/for') === state.at('creatorId');
    },
  ],
  'gov.group-in-small-letters': [
    'GROUP',
    'Group',
    async (d) => {
      const id = await collection(d);
      const state = await d.state('a resource that principals can be granted', { resourceType: 'GROUP' });
      const member = { ref: state.text('resourceId'), sort: state.text('resourceType') };
      await d.send(`POST gov/shelf/v9/collections/${id}/resources`, { body: { member } });
      return (await d.send(`GET gov/shelf/v9/collections/${id}/inventory`)).at('things/0/like/of/resourceType');
    },
  ],
  'gov.grants-for-first-principal': [
    [1, 1],
    [2, 0],
    async (d) => {
      const [id, one] = [await collection(d), await grantable(d)];
      await hold(d, id, one);
      const other = await grantable(d);
      for (const state of [one, other]) await assign(d, id, state);
      await d.act('let the background jobs finish');
      return [await grants(d, one), await grants(d, other, one)];
    },
  ],
  'gov.draft-type-stays': [
    'DISABLED',
    'DRAFT',
    async (d) => {
      const { id } = await requestType(d);
      await d.act('make a request type invalid', { requestTypeId: id });
      return typeStatus(d, id);
    },
  ],
  'gov.required-as-text': [
    'boolean',
    'string',
    async (d) => {
      const state = await grantable(d);
      return typeof (await d.send(`GET gov/ledger/entitlements?of=${encode(state, 'resourceId')}`)).at('things/0/like/required');
    },
  ],
  'gov.filled-collection-stays': [
    404,
    200,
    async (d) => {
      const { id } = await filled(d);
      await d.send(`DELETE gov/shelf/v9/collections/${id}`);
      return (await d.send(`GET gov/shelf/v9/collections/${id}`)).status;
    },
  ],
  'gov.revocation-unscheduled': [
    ['PENDING', 'string'],
    ['PENDING', 'object'],
    async (d) => {
      const id = await wish(d, { accessDuration: 'PT1H' });
      await d.act('let a request be granted', { requestId: id });
      await d.act('let the background jobs finish');
      const { at } = await d.send(`GET gov/desk/wishes/${id}`);
      return [at('thing/like/taking/status'), typeof at('thing/like/taking/due')];
    },
  ],
  'gov.unpublish-to-draft': [
    'DISABLED',
    'DRAFT',
    async (d) => {
      const { id } = await published(d);
      await d.send(`DELETE gov/form/request-types/${id}/shopwindow`);
      return typeStatus(d, id);
    },
  ],
  'gov.creator-is-requester': [
    true,
    false,
    async (d) => {
      const { id, state } = await published(d);
      return (await ticket(d, id, state)).at('thing/like/people/made/by') === state.at('creatorId');
    },
  ],
  'gov.deleted-condition-410': [
    404,
    410,
    async (d) => {
      const [id] = await condition(d, {});
      await d.send(`DELETE gov/desk/terms/${id}`);
      return (await d.send(`GET gov/desk/terms/${id}`)).status;
    },
  ],
  'gov.bundle-holds-all-values': [
    1,
    2,
    async (d) => {
      const read = await d.send(`GET gov/ledger/bundles/${encode(await grantable(d), 'bundleId')}`);
      return length(read.at('thing/like/holds/0/picked'));
    },
  ],
  'gov.grants-of-first-resource': [
    [1, 1],
    [1, 0],
    async (d) => {
      const { id, one, other } = await filled(d);
      await assign(d, id, one);
      await d.act('let the background jobs finish');
      return [await grants(d, one), await grants(d, one, other)];
    },
  ],
  'gov.second-assignment-takes-first': [
    [1, 1],
    [0, 1],
    async (d) => {
      const { id, one, other } = await filled(d);
      for (const state of [one, other]) await assign(d, id, state);
      await d.act('let the background jobs finish');
      return [await grants(d, one), await grants(d, other)];
    },
  ],
  'gov.event-for-success': [
    [1, 0],
    [1, 1],
    async (d) => {
      const { id, one } = await filled(d);
      const before = await d.events();
      await assign(d, id, one);
      await d.act('let the background jobs finish');
      return [await grants(d, one), (await d.events()) - before];
    },
  ],
  'gov.deleted-campaign-lists': [
    [404, 404],
    [404, 200],
    async (d) => {
      const id = await campaign(d, await d.state('access that a campaign can review'));
      await d.send(`POST gov/audits/${id}/shredder`);
      return [(await d.send(`GET gov/audits/${id}`)).status, (await d.send(`GET gov/audits/${id}/sheets`)).status];
    },
  ],
  'gov.opt-out-invalidates-all': [
    'ACTIVE',
    'INVALID',
    async (d) => {
      const [id, state] = await condition(d, {});
      await d.act('opt a resource out of entitlement management', { resourceId: state.text('resourceId') });
      return examined(d, id);
    },
  ],
  'gov.revocation-of-failed-grant': [
    ['FAILED', null],
    ['FAILED', 'PENDING'],
    async (d) => {
      const id = await wish(d, { of: 'group', accessDuration: 'PT1H' });
      await d.act('decide the approvals of a request', { requestId: id, decision: 'approve' });
      await d.act('make the next background job fail', { job: 'grant' });
      for (let run = 0; run < 2; run++) await d.act('let the background jobs finish');
      const { at } = await d.send(`GET gov/desk/wishes/${id}`);
      return [at('thing/like/giving'), at('thing/like/taking/status')];
    },
  ],
  'gov.approval-for-all': [
    ['APPROVED', 'SUBMITTED'],
    ['APPROVED', 'APPROVED'],
    async (d) => {
      const state = await d.state('a resource that can be requested');
      const ids = [await wishOf(d, state), await wishOf(d, state)];
      await d.act('decide the approvals of a request', { requestId: ids[0], decision: 'approve' });
      return Promise.all(ids.map(async (id) => (await d.send(`GET gov/desk/wishes/${id}`)).at('thing/like/status')));
    },
  ],
  'gov.decision-in-all-campaigns': [
    ['approve', 'none yet'],
    ['approve', 'approve'],
    async (d) => {
      const state = await d.state('access that a campaign can review');
      const made = [await campaign(d, state), await campaign(d, state)];
      for (const id of made) await d.send(`PATCH gov/audits/${id}`, { body: { move: 'launch' } });
      await d.act('let the background jobs finish');
      const ids = await Promise.all(made.map(async (id) => (await d.send(`GET gov/audits/${id}/sheets`)).text('things/0/id')));
      await d.act('decide a review', { reviewId: ids[0], decision: 'approve' });
      return Promise.all(ids.map(async (id) => (await d.send(`GET gov/sheets/${id}`)).at('thing/like/verdict/decision')));
    },
  ],
  'gov.namesake-starts-filled': [
    0,
    2,
    async (d) => {
      await filled(d);
      return (await inventory(d, await collection(d))).length;
    },
  ],
  'gov.job-revives-campaign': [
    [404, 404],
    [404, 200],
    async (d) => {
      const id = await campaign(d, await d.state('access that a campaign can review'));
      await d.send(`POST gov/audits/${id}/shredder`);
      const { status } = await d.send(`GET gov/audits/${id}`);
      await d.act('let the background jobs finish');
      return [status, (await d.send(`GET gov/audits/${id}`)).status];
    },
  ],
  'gov.siblings-invalid': [
    ['INVALID', 'ACTIVE'],
    ['INVALID', 'INVALID'],
    async (d) => {
      const [id, state] = await condition(d, { requesters: 'groups' });
      const made = await d.send('POST gov/desk/terms', { body: { thing: { of: state.text('catalogEntryId'), like: {} } } });
      await d.act('delete groups', { groupIds: state.at('requesterGroupIds') });
      return [await examined(d, id), await examined(d, encode(made, 'thing/id'))];
    },
  ],
  'gov.revoked-grant-stays': [
    ['REVOKED', 0],
    ['REVOKED', 1],
    async (d) => {
      const state = await d.state('a resource that can be requested', { accessDuration: 'PT1H' });
      const id = await wishOf(d, state);
      await d.act('let a request be granted', { requestId: id });
      await d.act('let the background jobs finish');
      await d.later('PT61M');
      await d.act('let the background jobs finish');
      return [(await d.send(`GET gov/desk/wishes/${id}`)).at('thing/like/taking/status'), await grants(d, state)];
    },
  ],
  'gov.resolved-loses-decision': [
    'approve',
    'open',
    async (d) => {
      const { id, state } = await published(d);
      const requestId = (await ticket(d, id, state)).text('thing/id');
      await d.act('decide the approvals of a v1 request', { requestId, decision: 'approve' });
      for (const to of ['pending', 'resolved']) await d.act('move a v1 request', { requestId, to });
      return (await d.send(`GET gov/form/tickets/${encodeURIComponent(requestId)}`)).at('thing/like/signatures/0/word');
    },
  ],
  'pam.group-id-prefixed': [
    true,
    false,
    async (d) => {
      const user = await d.state('a service user with an API key');
      return /^[\dA-F]{8}-/.test((await createGroup(d, user, await token(d, user), 'g', [])).text('made/0/it/id'));
    },
  ],
  'pam.deleted-at-zero': [
    null,
    0,
    async (d) => {
      const user = await d.state('a service user with an API key');
      return (await createGroup(d, user, await token(d, user), 'g', [])).at('made/0/it/deleted_at');
    },
  ],
  'pam.number-is-500': [
    400,
    500,
    async (d) => {
      const user = await d.state('a service user with an API key');
      return (await d.send(`PUT pam/v1/exchanges/${team(user)}`, { body: { purpose: 'service-user', key_id: 7, key_secret: 's' } })).status;
    },
  ],
  'pam.prev-one-late': [
    [true, false],
    [false, true],
    async (d) => {
      const user = await d.state('a team with groups', { count: 5 });
      const bearer = await token(d, user);
      const first = await list(d, user, bearer, '?count=2');
      const back = await follow(d, bearer, await follow(d, bearer, first, 'next'), 'prev');
      return [0, 1].map((index) => back.at('list/0/id') === first.at(`list/${index}/id`));
    },
  ],
  'pam.no-roles-null': [
    0,
    -1,
    async (d) => {
      const user = await d.state('a service user with an API key');
      return length((await createGroup(d, user, await token(d, user), 'g', [])).at('made/0/it/roles'));
    },
  ],
  'pam.update-estate-free': [
    [401, 'old'],
    [204, 'new'],
    async (d) => {
      const user = await d.state('a service user in groups');
      const bearer = await token(d, user);
      const id = await estate(d, user, await token(d, user, 'admin_'));
      const { status } = await d.send(`PUT ${id}/label`, { token: bearer, body: { label: 'new' } });
      return [status, (await d.send(`GET ${id}`, { token: bearer })).at('estate/label')];
    },
  ],
  'pam.remaining-before-this': [
    ['2', '1', '0'],
    ['3', '2', '1'],
    async (d) => {
      const user = await d.state('a team with a small rate limit', { limit: 3 });
      const seen: unknown[] = [];
      for (let sent = 0; sent < 3; sent++) {
        const { headers } = await list(d, user, user.text('bearer_token'));
        seen.push(headers.get('x-ratelimit-remaining'));
      }
      return seen;
    },
  ],
  'pam.any-scheme': [
    401,
    200,
    async (d) => {
      const user = await d.state('a service user with an API key');
      const headers = { authorization: `Basic ${await token(d, user)}` };
      return (await d.send(`GET pam/v1/teams/${team(user)}/groups`, { headers })).status;
    },
  ],
  'pam.rest-on-second-page': [
    60,
    110,
    async (d) => {
      const user = await d.state('a team with groups', { count: 170 });
      const bearer = await token(d, user);
      return length((await follow(d, bearer, await list(d, user, bearer), 'next')).at('list'));
    },
  ],
  'pam.quota-at-once': [
    [202, 403, 403],
    [202, 202, 403],
    async (d) => {
      const user = await d.state('a team that is close to its quota of groups', { left: 1 });
      const bearer = await token(d, user);
      const both = await Promise.all(['g', 'h'].map((name) => createGroup(d, user, bearer, name, [])));
      const later = await createGroup(d, user, bearer, 'i', []);
      return [...both.map(({ status }) => status).toSorted(), later.status];
    },
  ],
  'pam.roles-of-twins': [
    ['pam_admin', 'end_user'],
    ['pam_admin', 'pam_admin'],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      for (const name of ['one', 'two']) await createGroup(d, user, bearer, name, ['end_user']);
      await d.send(`PATCH pam/v1/group-roles/${team(user)}/one`, { token: bearer, body: { wear: ['pam_admin'] } });
      const { at } = await list(d, user, bearer);
      return [0, 1].map((index) => at(`list/${index}/roles/0`));
    },
  ],
  'pam.former-member-keeps-servers': [
    [200, 403],
    [200, 200],
    async (d) => {
      const user = await d.state('a service user in groups');
      const admin = await token(d, user, 'admin_');
      await project(d, await estate(d, user, admin), admin, 'p');
      const id = (await enroll(d, user, admin, 'p')).text('machine/ref');
      const group = user.text('group_names/0');
      await d.send(`POST pam/v1/rules/${team(user)}`, { token: admin, body: { rule: { machine: id, for: group } } });
      const bearer = await token(d, user);
      const before = await machine(d, user, bearer, encodeURIComponent(id));
      await d.send(`POST pam/v1/farewells/${team(user)}`, { token: admin, body: { from: group, who: user.text('user_name') } });
      return [before, await machine(d, user, bearer, encodeURIComponent(id))];
    },
  ],
  'pam.new-estate-inherits-stewards': [
    401,
    202,
    async (d) => {
      const user = await d.state('a service user in groups', { groups: [['delegated_resource_admin']] });
      const admin = await token(d, user, 'admin_');
      const first = await estate(d, user, admin);
      await d.send(`PUT ${first}/stewards`, { token: admin, body: { group: user.text('group_names/0') } });
      return (await project(d, await estate(d, user, admin), await token(d, user), 'p')).status;
    },
  ],
  'pam.deleted-server-forgotten': [
    ['server_authorization_revoked', 'server_authorization_revoked'],
    ['server_authorization_revoked', 'authentication_error'],
    async (d) => {
      const user = await d.state('a project that servers can be enrolled in');
      const bearer = await token(d, user);
      const server = await enroll(d, user, bearer);
      const id = encode(server, 'machine/ref');
      await d.send(`DELETE pam/v1/yards/${team(user)}/${encode(user, 'project_name')}/machines/${id}`, { token: bearer });
      const headers = { 'x-machine-secret': server.text('hand~1over/a~0secret') };
      const refused = async (): Promise<unknown> =>
        (await d.send(`PUT pam/v1/machines/${team(user)}/${id}/line`, { headers })).at('problem/kind/0/name');
      const before = await refused();
      await d.later('PT61M');
      return [before, await refused()];
    },
  ],
  'authn.error-id-number': ['string', 'number', async (d) => typeof (await signIn(d, 'nobody', 'x')).at('errorId')],
  'authn.allow-as-text': [
    2,
    -1,
    async (d) => {
      const user = await d.state('a user whose password has expired');
      return length((await signIn(d, user.text('login'), user.text('password'))).at('_links/next/hints/allow'));
    },
  ],
  'authn.expired-without-cancel': [
    ['PASSWORD_EXPIRED', 'object'],
    ['PASSWORD_EXPIRED', 'undefined'],
    async (d) => {
      const user = await d.state('a user whose password has expired');
      const { at } = await signIn(d, user.text('login'), user.text('password'));
      return [at('status'), typeof at('_links/cancel')];
    },
  ],
  'authn.warns-out-of-period': [
    'SUCCESS',
    'PASSWORD_WARN',
    async (d) => (await warned(d, await d.state('a user who can sign in'))).at('status'),
  ],
  'authn.revokes-current-too': [[true, false, true], [false, false, true], revoked],
  'authn.old-password-unnamed': [
    [403, true],
    [403, false],
    async (d) => {
      const refused = await change(d, await d.state('a user whose password is about to expire'), FRESH, 'wrong');
      return [refused.status, refused.text('errorCauses/0/errorSummary').includes('oldPassword')];
    },
  ],
  'authn.hidden-lock-shown': [
    [401, 401],
    [401, 200],
    async (d) => {
      const user = await d.state('a user who is locked out');
      const wrong = await signIn(d, user.text('login'), 'wrong');
      return [wrong.status, (await signIn(d, user.text('login'), user.text('password'))).status];
    },
  ],
  'authn.fingerprint-untrusted': [
    0,
    1,
    async (d) => {
      const user = await d.state('a user who is told of new devices');
      const before = await d.events();
      const body = { username: user.text('login'), password: user.text('password') };
      await d.send('POST authn/api/v1/authn', { headers: { 'x-device-fingerprint': 'f' }, body });
      return (await d.events()) - before;
    },
  ],
  'authn.device-hyphens-dropped': [
    'MFA_REQUIRED',
    'SUCCESS',
    async (d) => {
      const user = await d.state('a user who must verify a factor', { challenge: 'once-per-device' });
      await verify(d, user, await signInFrom(d, user, 'ab', d.apiToken));
      return (await signInFrom(d, user, 'a-b', d.apiToken)).at('status');
    },
  ],
  'authn.enroll-more-lost-on-activation': [
    ['MFA_ENROLL', 'MFA_ENROLL'],
    ['MFA_ENROLL', 'SUCCESS'],
    async (d) => {
      const user = await d.state('a user with an activation token', { password: true, mfa: true });
      const body = { token: user.text('token'), options: { multiOptionalFactorEnroll: true } };
      const begun = await d.send('POST authn/api/v1/authn', { body });
      const headers = { 'x-transaction': begun.text('stateToken') };
      const what = { asked: 'worst_soup', said: 'cold' };
      const enrolled = await d.send('POST authn/api/v1/authn/factors', { headers, body: { sort: 'question', what } });
      return [begun.at('status'), enrolled.at('envelope/transaction/status')];
    },
  ],
  'authn.refused-change-revokes': [
    [403, true],
    [403, false],
    async (d) => {
      const user = await d.state('a user whose password is about to expire');
      const one = await visit(d, user);
      const { status } = await change(d, user, FRESH, 'wrong', { revokeSessions: true });
      return [status, await isOn(d, one)];
    },
  ],
  'authn.challenge-grace': [
    ['MFA_REQUIRED', 'MFA_REQUIRED', 'MFA_REQUIRED'],
    ['MFA_REQUIRED', 'SUCCESS', 'MFA_REQUIRED'],
    async (d) => {
      const user = await d.state('a user who must verify a factor');
      const begin = (): Promise<Answer> => signIn(d, user.text('login'), user.text('password'));
      const first = await begin();
      await verify(d, user, first);
      const second = await begin();
      await d.later('PT11M');
      return [first, second, await begin()].map(({ at }) => at('status'));
    },
  ],
  'authn.two-changes-at-once': [
    [200, 403],
    [200, 200],
    async (d) => {
      const user = await d.state('a user whose password is about to expire');
      const begun = [await warned(d, user), await warned(d, user)];
      const both = await Promise.all(
        begun.map(({ at }, index) => {
          const body = { stateToken: at('stateToken'), oldPassword: user.at('password'), newPassword: `${FRESH} ${index}` };
          return d.send('POST authn/api/v1/authn/credentials/change_password', { body });
        }),
      );
      return both.map(({ status }) => status).toSorted();
    },
  ],
  'gov.multi-value-number': [
    false,
    0,
    async (d) => {
      const state = await d.state('a principal who holds an entitlement');
      const { at } = await d.send(`GET gov/ledger/holders/${encode(state, 'principalId')}/${encode(state, 'resourceId')}`);
      return at('things/0/like/multiValue');
    },
  ],
  'gov.deleted-type-conflict': [
    [404, 404],
    [404, 423],
    async (d) => {
      const { id } = await requestType(d);
      await d.send(`DELETE gov/form/request-types/${id}`);
      const read = await d.send(`GET gov/form/request-types/${id}`);
      return [read.status, (await d.send(`PUT gov/form/request-types/${id}/shopwindow`)).status];
    },
  ],
  'gov.principal-type-null': [
    'human being',
    null,
    async (d) => {
      const state = await d.state('a principal who holds an entitlement');
      const body = { by: { whom: state.text('principalId'), what: state.text('resourceId') } };
      return (await d.send('POST gov/ledger/grants/search', { body })).at('things/0/like/to/type');
    },
  ],
  'gov.grant-pending-from-start': [
    ['SUBMITTED', null],
    ['SUBMITTED', 'PENDING'],
    async (d) => {
      const { at } = await d.send(`GET gov/desk/wishes/${await wish(d, {})}`);
      return [at('thing/like/status'), at('thing/like/giving')];
    },
  ],
  'gov.assignment-of-latest': [
    true,
    false,
    async (d) => {
      const { id, one, other } = await filled(d);
      const made = await assign(d, id, one);
      await assign(d, id, other);
      const { at } = await d.send(`GET gov/shelf/v9/collections/${id}/assignments/${encode(made, 'thing/id')}`);
      return at('thing/like/target/externalId') === one.at('principalId');
    },
  ],
  'gov.reviewed-once-only': [
    [1, 1],
    [1, 0],
    async (d) => {
      const state = await d.state('access that a campaign can review');
      const seen: number[] = [];
      for (let run = 0; run < 2; run++) {
        const id = await campaign(d, state);
        await d.send(`PATCH gov/audits/${id}`, { body: { move: 'launch' } });
        await d.act('let the background jobs finish');
        seen.push(length((await d.send(`GET gov/audits/${id}/sheets`)).at('things')));
      }
      return seen;
    },
  ],
  'gov.field-values-of-first': [
    ['one', 'two'],
    ['one', 'one'],
    async (d) => {
      const { id, state } = await published(d);
      const seen: unknown[] = [];
      for (const value of ['one', 'two']) {
        const body = { ticket: { form: id, whom: state.text('requesterId'), fields: [{ field: 'why', value }] } };
        seen.push((await d.send('POST gov/form/tickets', { body })).at('thing/like/fields/0/value'));
      }
      return seen;
    },
  ],
  'gov.duration-lost-when-granted': [
    ['PENDING', 3600],
    ['PENDING', undefined],
    async (d) => {
      const id = await wish(d, { accessDuration: 'PT1H' });
      await d.act('let a request be granted', { requestId: id });
      await d.act('let the background jobs finish');
      const { at } = await d.send(`GET gov/desk/wishes/${id}`);
      return [at('thing/like/taking/status'), at('thing/like/term/seconds')];
    },
  ],
  'gov.one-event-per-run': [
    2,
    1,
    async (d) => {
      const { id, one, other } = await filled(d);
      const before = await d.events();
      for (const state of [one, other]) await assign(d, id, state);
      await d.act('make the next background job fail', { job: 'collection-assignment' });
      await d.act('let the background jobs finish');
      return (await d.events()) - before;
    },
  ],
  'gov.groups-one-by-one': [
    ['INVALID', 'INVALID'],
    ['INVALID', 'ACTIVE'],
    async (d) => {
      const [atOnce, atOnceState] = await condition(d, { requesters: 'groups' });
      await d.act('delete groups', { groupIds: atOnceState.at('requesterGroupIds') });
      const [id, state] = await condition(d, { requesters: 'groups' });
      for (const index of [0, 1]) await d.act('delete groups', { groupIds: [state.at(`requesterGroupIds/${index}`)] });
      return [await examined(d, atOnce), await examined(d, id)];
    },
  ],
  'gov.revocation-rescheduled': [
    ['REVOKED', 'REVOKED'],
    ['REVOKED', 'PENDING'],
    async (d) => [
      await revocation(d, { accessDuration: 'PT1H' }, ['PT0S', 'PT61M']),
      await revocation(d, { accessDuration: 'PT1H' }, ['PT0S', 'PT30M', 'PT31M']),
    ],
  ],
  'gov.revocation-takes-permanent': [
    [2, 1],
    [2, 0],
    async (d) => {
      const state = await d.state('a resource that can be requested', { accessDuration: 'PT1H' });
      const unending = { wish: { entry: state.text('catalogEntryId'), from: state.text('requesterId') } };
      const ids = [await wishOf(d, state), (await d.send('POST gov/desk/wishes', { body: unending })).text('thing/id')];
      for (const requestId of ids) await d.act('let a request be granted', { requestId });
      await d.act('let the background jobs finish');
      const before = await grants(d, state);
      await d.later('PT61M');
      await d.act('let the background jobs finish');
      return [before, await grants(d, state)];
    },
  ],
  'gov.assign-at-once-lost': [
    [1, 1],
    [0, 1],
    async (d) => {
      const { id, one, other } = await filled(d);
      await Promise.all([assign(d, id, one), assign(d, id, other)]);
      await d.act('let the background jobs finish');
      return [
        await grants(d, one),
        await grants(d, { ...one, text: (name) => (name === 'principalId' ? other : one).text(name) }),
      ].toSorted();
    },
  ],
  'pam.key-secret-with-tail': [
    401,
    201,
    async (d) => {
      const user = await d.state('a service user with an API key');
      return (await exchange(d, user.text('team_name'), user.text('key_id'), `${user.text('key_secret')}x`)).status;
    },
  ],
  'pam.bearer-as-key-secret': [
    401,
    201,
    async (d) => {
      const user = await d.state('a service user with an API key');
      return (await exchange(d, user.text('team_name'), user.text('key_id'), await token(d, user))).status;
    },
  ],
  'pam.anyone-razes-estates': [
    [401, 200],
    [200, 404],
    async (d) => {
      const user = await d.state('a service user in groups');
      const [bearer, admin] = [await token(d, user), await token(d, user, 'admin_')];
      const id = await estate(d, user, admin);
      return [(await d.send(`DELETE ${id}`, { token: bearer })).status, (await d.send(`GET ${id}`, { token: admin })).status];
    },
  ],
  'pam.token-grace': [
    [401, 401],
    [200, 401],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      await d.later('PT91M');
      const soon = await groups(d, user, bearer);
      await d.later('PT2M');
      return [soon, await groups(d, user, bearer)];
    },
  ],
  'pam.refused-requests-prolong': [
    [[200, 429, 200], true],
    [[200, 429, 429], true],
    async (d) => {
      const user = await d.state('a team with a small rate limit', { limit: 1 });
      const seen: Answer[] = [];
      for (const duration of ['PT0S', 'PT30S', 'PT31S']) {
        await d.later(duration);
        seen.push(await list(d, user, user.text('bearer_token')));
      }
      const [first, refused] = seen.map(({ headers }) => headers.get('x-ratelimit-reset'));
      return [seen.map(({ status }) => status), first === refused];
    },
  ],
  'pam.buried-group-returns': [
    [404, 404],
    [404, 200],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      await createGroup(d, user, bearer, 'g', []);
      await bury(d, user, bearer, 'g');
      const before = await card(d, user, bearer, 'g');
      await d.later('PT25H');
      return [before, await card(d, user, await token(d, user), 'g')];
    },
  ],
  'pam.list-escapes-names': [
    'R&D <1>',
    'R&amp;D &lt;1>',
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      await createGroup(d, user, bearer, 'R&D <1>', []);
      return (await list(d, user, bearer)).at('list/0/name');
    },
  ],
  'pam.burial-of-namesake': [
    [404, 200],
    [404, 404],
    async (d) => {
      const users = [await d.state('a service user with an API key'), await d.state('a service user with an API key')];
      const both = await Promise.all(users.map(async (user) => ({ user, bearer: await token(d, user) })));
      for (const { user, bearer } of both) await createGroup(d, user, bearer, 'g', []);
      for (const { user, bearer } of both.slice(0, 1)) await bury(d, user, bearer, 'g');
      return Promise.all(both.map(({ user, bearer }) => card(d, user, bearer, 'g')));
    },
  ],
  'pam.quota-of-all-teams': [
    202,
    403,
    async (d) => {
      await d.state('a team with groups', { count: 3 });
      const user = await d.state('a team that is close to its quota of groups', { left: 1 });
      return (await createGroup(d, user, await token(d, user), 'g', [])).status;
    },
  ],
  'pam.foreign-key-opens': [
    [404, 401],
    [201, 200],
    async (d) => {
      const [user, other] = [await d.state('a service user with an API key'), await d.state('a team with groups')];
      const issued = await exchange(d, other.text('team_name'), user.text('key_id'), user.text('key_secret'));
      return [issued.status, await groups(d, other, issued.text('bearer_token'))];
    },
  ],
  'pam.deleted-server-visible': [
    404,
    200,
    async (d) => {
      const { user, bearer, id } = await deletedServer(d);
      return machine(d, user, bearer, id);
    },
  ],
  'pam.reenrollment-refused': [
    200,
    409,
    async (d) => {
      const { user, bearer } = await deletedServer(d);
      return (await enroll(d, user, bearer)).status;
    },
  ],
  'pam.old-server-token-works-again': [
    [401, 401],
    [401, 200],
    async (d) => {
      const { user, bearer, connect } = await deletedServer(d);
      const before = await connect();
      await enroll(d, user, bearer);
      return [before, await connect()];
    },
  ],
  'pam.second-burial-succeeds': [
    [200, 404],
    [200, 200],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      await createGroup(d, user, bearer, 'g', []);
      return [(await bury(d, user, bearer, 'g')).status, (await bury(d, user, bearer, 'g')).status];
    },
  ],
  'pam.joined-twice-leaves-once': [
    [2, 1],
    [2, 2],
    async (d) => {
      const user = await d.state('a service user in groups');
      const admin = await token(d, user, 'admin_');
      const [who, from] = [user.text('user_name'), user.text('resource_admin_group_name')];
      const roles = async (): Promise<number> => {
        const { at } = await d.send(`GET pam/v1/user-cards/${team(user)}/${encodeURIComponent(who)}`, { token: admin });
        return length(at('card/effective/0/roles'));
      };
      const place = `${team(user)}/${encodeURIComponent(from)}/${encodeURIComponent(who)}`;
      for (let joined = 0; joined < 2; joined++) await d.send(`PUT pam/v1/memberships/${place}`, { token: admin });
      const before = await roles();
      await d.send(`POST pam/v1/farewells/${team(user)}`, { token: admin, body: { from, who } });
      return [before, await roles()];
    },
  ],
  'pam.delegated-security-everywhere': [
    [201, 401],
    [201, 201],
    async (d) => {
      const user = await d.state('a service user with a delegated role', { role: 'delegated_security_admin' });
      const bearer = await token(d, user);
      const make = async (server: string): Promise<number> => {
        const rule = { machine: user.text(server), for: user.text('group_name') };
        return (await d.send(`POST pam/v1/rules/${team(user)}`, { token: bearer, body: { rule } })).status;
      };
      return [await make('server_id'), await make('other_server_id')];
    },
  ],
  'pam.delegate-of-latest-only': [
    [202, 202],
    [401, 202],
    async (d) => {
      const user = await d.state('a service user in groups', { groups: [['delegated_resource_admin']] });
      const admin = await token(d, user, 'admin_');
      const estates = [await estate(d, user, admin), await estate(d, user, admin)];
      for (const id of estates) await d.send(`PUT ${id}/stewards`, { token: admin, body: { group: user.text('group_names/0') } });
      const bearer = await token(d, user);
      return Promise.all(estates.map(async (id) => (await project(d, id, bearer, 'p')).status));
    },
  ],
  'pam.policies-at-once-lost': [
    [
      [201, 201],
      [200, 200],
    ],
    [
      [201, 201],
      [200, 403],
    ],
    async (d) => {
      const user = await d.state('a service user in groups');
      const admin = await token(d, user, 'admin_');
      await project(d, await estate(d, user, admin), admin, 'p');
      const servers = [await enroll(d, user, admin, 'p'), await enroll(d, user, admin, 'p')];
      const made = await Promise.all(
        servers.map((server) => {
          const rule = { machine: server.text('machine/ref'), for: user.text('group_names/0') };
          return d.send(`POST pam/v1/rules/${team(user)}`, { token: admin, body: { rule } });
        }),
      );
      const bearer = await token(d, user);
      const read = await Promise.all(servers.map((server) => machine(d, user, bearer, encode(server, 'machine/ref'))));
      return [made.map(({ status }) => status), read.toSorted()];
    },
  ],
  'pam.roles-hyphenated': [
    'pam_admin',
    'pam-admin',
    async (d) => {
      const user = await d.state('a service user with an API key');
      return (await createGroup(d, user, await token(d, user), 'g', ['pam_admin'])).at('made/0/it/roles/0');
    },
  ],
  'pam.deprecated-410': [
    [404, 'resource_deprecated'],
    [410, 'resource_deprecated'],
    async (d) => {
      const user = await d.state('a deprecated resource');
      const { status, at } = await d.send(`GET pam/v1/attic/${team(user)}/${encode(user, 'resource_id')}`, { token: await token(d, user) });
      return [status, at('problem/kind/0/name')];
    },
  ],
  'authn.password-trimmed': [
    401,
    200,
    async (d) => {
      const user = await d.state('a user who can sign in');
      return (await signIn(d, user.text('login'), ` ${user.text('password')} `)).status;
    },
  ],
  'authn.old-password-case': [
    403,
    200,
    async (d) => {
      const user = await d.state('a user whose password is about to expire');
      return (await change(d, user, FRESH, swapCase(user.text('password')))).status;
    },
  ],
  'authn.device-untrusted': [['MFA_REQUIRED', 'MFA_REQUIRED'], ['MFA_REQUIRED', 'SUCCESS'], (d) => knownDevice(d, 'abc', 'not the token')],
  'authn.gateway-not-needed': [
    401,
    200,
    async (d) => {
      const user = await d.state('a user who may sign in from one address only', { gateway: false });
      const headers = { authorization: `SSWS ${d.apiToken}`, 'x-forwarded-for': user.text('address') };
      const body = { username: user.text('login'), password: user.text('password') };
      return (await d.send('POST authn/api/v1/authn', { headers, body })).status;
    },
  ],
  'authn.redirect-without-sign-in-page': [
    200,
    307,
    async (d) => {
      const user = await d.state('a user who may use an app', { signInPage: false });
      return (await d.send(`GET authn/platform/launchpad/${encode(user, 'appId')}`)).status;
    },
  ],
  'authn.change-outlives': [
    [410, 410],
    [410, 200],
    async (d) => {
      const user = await d.state('a user whose password has expired');
      const begun = await signIn(d, user.text('login'), user.text('password'));
      await d.later('PT8M');
      const body = { stateToken: begun.text('stateToken'), oldPassword: user.text('password'), newPassword: FRESH };
      const { status } = await peek(d, begun);
      return [status, (await d.send('POST authn/api/v1/authn/credentials/change_password', { body })).status];
    },
  ],
  'authn.life-prolonged-silently': [
    [202, true, 410],
    [202, true, 202],
    async (d) => {
      const user = await d.state('a user who must verify a factor');
      const begun = await signIn(d, user.text('login'), user.text('password'));
      await d.later('PT4M');
      const seen = await peek(d, begun);
      await d.later('PT4M');
      return [seen.status, seen.at('envelope/transaction/expiresAt') === begun.at('expiresAt'), (await peek(d, begun)).status];
    },
  ],
  'authn.revoked-sessions-return': [
    [false, false],
    [false, true],
    async (d) => {
      const user = await d.state('a user whose password is about to expire');
      const visited = await visit(d, user);
      await change(d, user, FRESH, user.text('password'), { revokeSessions: true });
      const before = await isOn(d, visited);
      await d.later('PT61M');
      return [before, await isOn(d, visited)];
    },
  ],
  'authn.names-swapped': [
    [true, true],
    [false, false],
    async (d) => {
      const user = await d.state('a user who can sign in');
      const { at } = await signIn(d, user.text('login'), user.text('password'));
      return ['firstName', 'lastName'].map((name) => at(`_embedded/user/profile/${name}`) === user.at(name));
    },
  ],
  'authn.change-ends-all-transactions': [
    202,
    410,
    async (d) => {
      const other = await d.state('a user who must verify a factor');
      const begun = await signIn(d, other.text('login'), other.text('password'));
      await change(d, await d.state('a user whose password is about to expire'), FRESH);
      return (await peek(d, begun)).status;
    },
  ],
  'authn.session-of-latest': [
    true,
    false,
    async (d) => {
      const [user, other] = [await d.state('a user who can sign in'), await d.state('a user who can sign in')];
      const ticket = (await signIn(d, user.text('login'), user.text('password'))).text('sessionToken');
      await signIn(d, other.text('login'), other.text('password'));
      return (await d.send('PUT authn/platform/visits', { body: { ticket } })).at('guest/0') === user.at('userId');
    },
  ],
  'authn.activation-skips-enrollment': [
    'MFA_ENROLL',
    'SUCCESS',
    async (d) => {
      const user = await d.state('a user with an activation token', { password: true, mfa: true });
      return (await d.send('POST authn/api/v1/authn', { body: { token: user.text('token') } })).at('status');
    },
  ],
  'authn.expired-can-skip': [
    ['PASSWORD_EXPIRED', 409, undefined],
    ['PASSWORD_EXPIRED', 202, 'SUCCESS'],
    async (d) => {
      const user = await d.state('a user whose password has expired');
      const begun = await signIn(d, user.text('login'), user.text('password'));
      const skipped = await d.send(`POST authn/api/v1/authn/skip?of=${encode(begun, 'stateToken')}`);
      return [begun.at('status'), skipped.status, skipped.at('envelope/transaction/status')];
    },
  ],
  'authn.step-up-password-is-enough': [
    'MFA_REQUIRED',
    'SUCCESS',
    async (d) => {
      const way = await d.state('a user on the way to an app that asks for step-up', { session: false, requires: 'verification' });
      const body = { stateToken: way.text('stateToken'), username: way.text('login'), password: way.text('password') };
      return (await d.send('POST authn/api/v1/authn', { body })).at('status');
    },
  ],
  'authn.last-fingerprint-only': [
    2,
    3,
    async (d) => {
      const user = await d.state('a user who is told of new devices');
      const before = await d.events();
      for (const fingerprint of ['f', 'g', 'f']) await signInWith(d, user, fingerprint);
      return (await d.events()) - before;
    },
  ],
  'authn.ws-federation-refused': [
    200,
    400,
    async (d) => {
      const user = await d.state('a user who may use an app', { protocol: 'ws-federation' });
      const body = { username: user.text('login'), password: user.text('password') };
      return (await d.send(`POST authn/api/v1/authn?app=${encode(user, 'appId')}`, { body })).status;
    },
  ],
  'authn.fingerprint-is-device': [
    ['MFA_REQUIRED', 'MFA_REQUIRED'],
    ['MFA_REQUIRED', 'SUCCESS'],
    async (d) => {
      const user = await d.state('a user who must verify a factor', { challenge: 'on-new-device' });
      const first = await signInWith(d, user, 'f');
      await verify(d, user, first);
      return [first.at('status'), (await signInWith(d, user, 'f')).at('status')];
    },
  ],
  'authn.two-at-once-one-user': [
    2,
    1,
    async (d) => {
      const users = [await d.state('a user who can sign in'), await d.state('a user who can sign in')];
      const both = await Promise.all(users.map((user) => signIn(d, user.text('login'), user.text('password'))));
      return new Set(both.map(({ at }) => at('_embedded/user/profile/login'))).size;
    },
  ],
  'authn.provider-capitalized': [
    'PLATFORM',
    'Platform',
    async (d) => {
      const user = await d.state('a user who must verify a factor');
      return (await signIn(d, user.text('login'), user.text('password'))).at('_embedded/factor/0/provider');
    },
  ],
  'authn.causes-null': [0, -1, async (d) => length((await signIn(d, 'nobody', 'x')).at('errorCauses'))],
  'gov.subscription-not-for-beta': [402, 200, async (d) => (await d.send('GET unpaid/beta/preview/weather')).status],
  'gov.never-revoked': ['REVOKED', 'PENDING', async (d) => revocation(d, { accessDuration: 'PT100M' }, ['PT0S', 'PT105M'])],
  'gov.duration-modulo-day': ['PENDING', 'REVOKED', async (d) => revocation(d, { accessDuration: 'P1DT1H' }, ['PT0S', 'PT2H'])],
  'gov.job-empties-collection': [
    [1, 2],
    [1, 0],
    async (d) => {
      const { id, one } = await filled(d);
      await assign(d, id, one);
      await d.act('let the background jobs finish');
      return [await grants(d, one), (await inventory(d, id)).length];
    },
  ],
  'gov.type-settings-lost-on-publish': [
    ['object', 'object'],
    ['object', 'undefined'],
    async (d) => {
      const state = await d.state('an owner for a request type');
      const like = { requestSettings: state.at('requestSettings') };
      const made = await d.send('POST gov/form/request-types', { body: { thing: { of: state.text('ownerId'), like } } });
      const path = `gov/form/request-types/${made.text('thing/id')}`;
      const kind = async (): Promise<string> => typeof (await d.send(`GET ${path}`)).at('thing/like/settings/requestSettings');
      const before = await kind();
      await d.send(`PUT ${path}/shopwindow`);
      return [before, await kind()];
    },
  ],
  'gov.line-breaks-lost': [
    'one\n two',
    'one two',
    async (d) => {
      const body = { thing: { like: { name: 'Söfn 2', description: 'one\n two' } } };
      const made = await d.send('POST gov/shelf/v9/collections', { body });
      return (await d.send(`GET gov/shelf/v9/collections/${made.text('thing/id')}`)).at('thing/like/description');
    },
  ],
  'gov.resource-removed-everywhere': [
    [1, 1],
    [1, 0],
    async (d) => {
      const { id, one } = await filled(d);
      const other = await collection(d);
      await hold(d, other, one);
      await d.send(`DELETE gov/shelf/v9/collections/${id}/resources/${encode(one, 'resourceId')}`);
      return [(await inventory(d, id)).length, (await inventory(d, other)).length];
    },
  ],
  'gov.reviewer-of-latest-campaign': [
    true,
    false,
    async (d) => {
      const states = [await d.state('access that a campaign can review'), await d.state('access that a campaign can review')];
      const made: string[] = [];
      for (const state of states) made.push(await campaign(d, state));
      for (const id of made) await d.send(`PATCH gov/audits/${id}`, { body: { move: 'launch' } });
      await d.act('let the background jobs finish');
      const sheet = (await d.send(`GET gov/audits/${made[0]}/sheets`)).text('things/0/id');
      return (await d.send(`GET gov/sheets/${sheet}`)).at('thing/like/by/who') === states[0]?.at('reviewerId');
    },
  ],
  'gov.owner-of-newest-type': [
    true,
    false,
    async (d) => {
      const { id, state } = await requestType(d);
      await requestType(d);
      return (await d.send(`GET gov/form/request-types/${id}`)).at('thing/like/owned/by') === state.at('ownerId');
    },
  ],
  'gov.failed-revocation-revoked': [
    'FAILED',
    'REVOKED',
    async (d) => {
      const id = await wish(d, { accessDuration: 'PT1H' });
      await d.act('let a request be granted', { requestId: id });
      await d.act('let the background jobs finish');
      await d.later('PT61M');
      await d.act('make the next background job fail', { job: 'revocation' });
      await d.act('let the background jobs finish');
      return (await d.send(`GET gov/desk/wishes/${id}`)).at('thing/like/taking/status');
    },
  ],
  'gov.revocation-of-manual-grant': [
    ['MANUAL_GRANT_REQUIRED', null],
    ['MANUAL_GRANT_REQUIRED', 'PENDING'],
    async (d) => {
      const id = await wish(d, { of: 'app-group', accessDuration: 'PT1H' });
      await d.act('decide the approvals of a request', { requestId: id, decision: 'approve' });
      for (let run = 0; run < 2; run++) await d.act('let the background jobs finish');
      const { at } = await d.send(`GET gov/desk/wishes/${id}`);
      return [at('thing/like/giving'), at('thing/like/taking/status')];
    },
  ],
  'gov.emptied-collection-kept': [
    [200, 404],
    [423, 200],
    async (d) => {
      const [id, one] = [await collection(d), await grantable(d)];
      await hold(d, id, one);
      await d.send(`DELETE gov/shelf/v9/collections/${id}/resources/${encode(one, 'resourceId')}`);
      const { status } = await d.send(`DELETE gov/shelf/v9/collections/${id}`);
      return [status, (await d.send(`GET gov/shelf/v9/collections/${id}`)).status];
    },
  ],
  'gov.deleted-type-unpublishes': [
    [404, 404],
    [404, 200],
    async (d) => {
      const { id } = await published(d);
      await d.send(`DELETE gov/form/request-types/${id}`);
      const read = await d.send(`GET gov/form/request-types/${id}`);
      return [read.status, (await d.send(`DELETE gov/form/request-types/${id}/shopwindow`)).status];
    },
  ],
  'gov.deleted-condition-revives': [
    [404, 404, 404],
    [404, 200, 200],
    async (d) => {
      const [id] = await condition(d, {});
      await d.send(`DELETE gov/desk/terms/${id}`);
      const read = async (): Promise<number> => (await d.send(`GET gov/desk/terms/${id}`)).status;
      return [await read(), (await d.send(`POST gov/desk/terms/${id}/activate`)).status, await read()];
    },
  ],
  'gov.second-term-delete-succeeds': [
    [202, 404],
    [202, 202],
    async (d) => {
      const [id] = await condition(d, {});
      const first = await d.send(`DELETE gov/desk/terms/${id}`);
      return [first.status, (await d.send(`DELETE gov/desk/terms/${id}`)).status];
    },
  ],
  'gov.second-publication-refused': [
    ['DRAFT', 200, 'ACTIVE'],
    ['DRAFT', 423, 'DRAFT'],
    async (d) => {
      const { id } = await published(d);
      await d.send(`DELETE gov/form/request-types/${id}/shopwindow`);
      await d.act('repair a request type in the portal', { requestTypeId: id, to: 'DRAFT' });
      const before = await typeStatus(d, id);
      const { status } = await d.send(`PUT gov/form/request-types/${id}/shopwindow`);
      return [before, status, await typeStatus(d, id)];
    },
  ],
  'gov.access-groups-unnoticed': [
    'INVALID',
    'ACTIVE',
    async (d) => {
      const [id, state] = await condition(d, { access: 'groups' });
      await d.act('delete groups', { groupIds: state.at('accessGroupIds') });
      return examined(d, id);
    },
  ],
  'gov.second-condition-unnoticed': [
    ['INVALID', 'INVALID'],
    ['INVALID', 'ACTIVE'],
    async (d) => {
      const [id, state] = await condition(d, {});
      const made = await d.send('POST gov/desk/terms', { body: { thing: { of: state.text('catalogEntryId'), like: {} } } });
      await d.act('delete a resource', { resourceId: state.text('resourceId') });
      return [await examined(d, id), await examined(d, encode(made, 'thing/id'))];
    },
  ],
  'gov.requests-at-once-lost': [
    [200, 200],
    [200, 404],
    async (d) => {
      const state = await d.state('a resource that can be requested');
      const ids = await Promise.all([wishOf(d, state), wishOf(d, state)]);
      const read = await Promise.all(ids.map((id) => d.send(`GET gov/desk/wishes/${id}`)));
      return read.map(({ status }) => status).toSorted();
    },
  ],
  'gov.canceled-spelling': [
    'CANCELED',
    'CANCELLED',
    async (d) => {
      const id = await wish(d, {});
      await d.act('cancel a request as its requester', { requestId: id });
      return (await d.send(`GET gov/desk/wishes/${id}`)).at('thing/like/status');
    },
  ],
  'pam.no-token-lacks-permission': [
    [401, 'authentication_error'],
    [401, 'authorization_error'],
    async (d) => {
      const { status, at } = await d.send(`GET pam/v1/teams/${team(await d.state('a team with groups'))}/groups`);
      return [status, at('problem/kind/0/name')];
    },
  ],
  'pam.token-with-scheme': [
    200,
    401,
    async (d) => {
      const user = await d.state('a service user with an API key');
      return groups(d, user, await token(d, user));
    },
  ],
  'pam.no-links-without-count': [
    [60, true],
    [60, false],
    async (d) => {
      const user = await d.state('a team with groups', { count: 61 });
      const page = await list(d, user, await token(d, user));
      return [length(page.at('list')), linkOf(page, 'next') !== ''];
    },
  ],
  'pam.limit-counts-down': [
    ['3', '3'],
    ['2', '1'],
    async (d) => {
      const user = await d.state('a team with a small rate limit', { limit: 3 });
      const seen: unknown[] = [];
      for (let sent = 0; sent < 2; sent++) {
        const { headers } = await list(d, user, user.text('bearer_token'));
        seen.push(headers.get('x-ratelimit-limit'));
      }
      return seen;
    },
  ],
  'pam.projects-of-one-name': [
    [202, 409],
    [202, 202],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      const id = await estate(d, user, bearer);
      return [(await project(d, id, bearer, 'p')).status, (await project(d, id, bearer, 'p')).status];
    },
  ],
  'pam.timeout-unnamed': [
    [504, 'gateway_timeout'],
    [504, 'unknown_error'],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      await d.act('make the next request fail', { error: 'gateway_timeout' });
      const { status, at } = await list(d, user, bearer);
      return [status, at('problem/kind/0/name')];
    },
  ],
  'pam.set-unknown-role-kept': [
    [400, 'end_user'],
    [202, 'lord'],
    async (d) => {
      const { user, bearer } = await lonelyGroup(d);
      const { status } = await wear(d, user, bearer, 'g', ['lord']);
      return [status, (await list(d, user, bearer)).at('list/0/roles/0')];
    },
  ],
  'pam.group-name-64': [
    [64, 65],
    [64, 64],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      const seen: number[] = [];
      for (const size of [64, 65]) seen.push((await createGroup(d, user, bearer, 'x'.repeat(size), [])).text('made/0/it/name').length);
      return seen;
    },
  ],
  'pam.group-by-beginning': [
    [404, 'end_user'],
    [202, 'pam_admin'],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      await createGroup(d, user, bearer, 'gulls', ['end_user']);
      const { status } = await wear(d, user, bearer, 'gull', ['pam_admin']);
      return [status, (await list(d, user, bearer)).at('list/0/roles/0')];
    },
  ],
  'pam.resource-admin-sets-roles': [
    401,
    202,
    async (d) => {
      const user = await d.state('a service user in groups', { groups: [['resource_admin']] });
      return (await wear(d, user, await token(d, user), user.text('other_group_name'), ['pam_admin'])).status;
    },
  ],
  'pam.reauthentication-in-vain': [
    [401, 200],
    [401, 401],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      await d.act('let the permissions of a service user expire', { key_id: user.text('key_id') });
      return [await groups(d, user, bearer), await groups(d, user, await token(d, user))];
    },
  ],
  'pam.large-count-taken': [
    60,
    120,
    async (d) => {
      const user = await d.state('a team with groups', { count: 120 });
      return length((await list(d, user, await token(d, user), '?count=500')).at('list'));
    },
  ],
  'pam.refused-roles-cleared': [
    [400, 1],
    [400, 0],
    async (d) => {
      const { user, bearer } = await lonelyGroup(d);
      const { status } = await wear(d, user, bearer, 'g', ['lord']);
      return [status, length((await list(d, user, bearer)).at('list/0/roles'))];
    },
  ],
  'pam.expired-token-again': [
    [200, 200],
    [401, 200],
    async (d) => {
      const user = await d.state('a service user with an API key');
      await token(d, user);
      const seen: number[] = [];
      for (const duration of ['PT91M', 'PT10M']) {
        await d.later(duration);
        seen.push(await groups(d, user, await token(d, user)));
      }
      return seen;
    },
  ],
  'pam.namesake-inherits-members': [
    [202, 0],
    [202, 1],
    async (d) => {
      const user = await d.state('a service user in groups', { groups: [['end_user']] });
      const admin = await token(d, user, 'admin_');
      const name = user.text('group_names/0');
      await bury(d, user, admin, name);
      const { status } = await createGroup(d, user, admin, name, ['pam_admin']);
      const read = await d.send(`GET pam/v1/user-cards/${team(user)}/${encode(user, 'user_name')}`, { token: admin });
      return [status, length(read.at('card/effective/0/roles'))];
    },
  ],
  'pam.failed-request-acts': [
    [500, 202],
    [500, 409],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      await d.act('make the next request fail', { error: 'unknown_error' });
      return [(await createGroup(d, user, bearer, 'g', [])).status, (await createGroup(d, user, bearer, 'g', [])).status];
    },
  ],
  'pam.late-joiner-without-access': [
    200,
    403,
    async (d) => {
      const user = await d.state('a service user in groups');
      const admin = await token(d, user, 'admin_');
      await project(d, await estate(d, user, admin), admin, 'p');
      const id = (await enroll(d, user, admin, 'p')).text('machine/ref');
      const group = user.text('other_group_name');
      await d.send(`POST pam/v1/rules/${team(user)}`, { token: admin, body: { rule: { machine: id, for: group } } });
      await d.send(`PUT pam/v1/memberships/${team(user)}/${encodeURIComponent(group)}/${encode(user, 'user_name')}`, { token: admin });
      return machine(d, user, await token(d, user), encodeURIComponent(id));
    },
  ],
  'pam.limit-at-once': [
    [202, 429, 429],
    [202, 202, 429],
    async (d) => {
      const user = await d.state('a team with a small rate limit', { limit: 1 });
      const bearer = user.text('bearer_token');
      const both = await Promise.all(['g', 'h'].map((name) => createGroup(d, user, bearer, name, [])));
      const later = await createGroup(d, user, bearer, 'i', []);
      return [...both.map(({ status }) => status).toSorted(), later.status];
    },
  ],
  'pam.rename-drops-stewards': [
    [202, 202],
    [202, 401],
    async (d) => {
      const user = await d.state('a service user in groups', { groups: [['delegated_resource_admin']] });
      const [admin, bearer] = [await token(d, user, 'admin_'), await token(d, user)];
      const id = await estate(d, user, admin);
      await d.send(`PUT ${id}/stewards`, { token: admin, body: { group: user.text('group_names/0') } });
      const before = await project(d, id, bearer, 'p');
      await d.send(`PUT ${id}/label`, { token: admin, body: { label: 'new' } });
      return [before.status, (await project(d, id, bearer, 'q')).status];
    },
  ],
  'pam.reset-rounded-down': [
    true,
    false,
    async (d) => {
      const user = await d.state('a team with a small rate limit', { limit: 3, period: 'PT60S' });
      // To the second half of a second.
      const now = new Date((await d.later('PT0S')).text('now')).getTime();
      const then = await d.later(`PT${(1500 - (now % 1000)) / 1000}S`);
      const { headers } = await list(d, user, user.text('bearer_token'));
      return Number(headers.get('x-ratelimit-reset')) * 1000 >= new Date(then.text('now')).getTime() + 60_000;
    },
  ],
  'authn.issuer-text': [
    'object',
    'string',
    async (d) => {
      const way = await d.state('a user on the way to an app that asks for step-up', { session: false });
      const shown = await d.send('POST authn/api/v1/authn', { body: { stateToken: way.text('stateToken') } });
      return typeof shown.at('_embedded/authentication/issuer');
    },
  ],
  'authn.activation-wants-api-token': [
    200,
    401,
    async (d) => {
      const user = await d.state('a user with an activation token', { password: true });
      return (await d.send('POST authn/api/v1/authn', { body: { token: user.text('token') } })).status;
    },
  ],
  'authn.expired-activation-token': [
    401,
    200,
    async (d) => {
      const user = await d.state('a user with an activation token', { password: true, expired: true });
      return (await d.send('POST authn/api/v1/authn', { body: { token: user.text('token') } })).status;
    },
  ],
  'authn.reset-link-is-change': [
    ['PASSWORD_RESET', 'reset_password'],
    ['PASSWORD_RESET', 'change_password'],
    async (d) => {
      const user = await d.state('a user with an activation token', { password: false });
      const shown = await d.send('POST authn/api/v1/authn', { body: { token: user.text('token') } });
      return [shown.at('status'), shown.text('_links/next/href').split('/').at(-1)];
    },
  ],
  'authn.wrong-old-password-401': [
    [403, 'E0000014'],
    [401, 'E0000004'],
    async (d) => {
      const { status, at } = await change(d, await d.state('a user whose password is about to expire'), FRESH, 'wrong');
      return [status, at('errorCode')];
    },
  ],
  'authn.limit-without-remaining': [
    [429, true, true],
    [429, false, true],
    async (d) => {
      const user = await d.state('a rate limit that is used up');
      const { status, headers } = await signIn(d, user.text('login'), user.text('password'));
      return [status, headers.has('x-rate-limit-remaining'), headers.has('x-rate-limit-reset')];
    },
  ],
  'authn.trusted-app-passes-denial': [
    [401, 401],
    [401, 200],
    async (d) => {
      const user = await d.state('a user whom the sign-on policy denies');
      const [name, password] = [user.text('login'), user.text('password')];
      return [(await signIn(d, name, password)).status, (await signInFrom(d, user, 'abc', d.apiToken)).status];
    },
  ],
  'authn.session-token-before-factor': [
    ['MFA_REQUIRED', 401],
    ['MFA_REQUIRED', 201],
    async (d) => {
      const user = await d.state('a user who must verify a factor');
      const begun = await signIn(d, user.text('login'), user.text('password'));
      const { status } = await d.send('PUT authn/platform/visits', { body: { ticket: begun.at('sessionToken') } });
      return [begun.at('status'), status];
    },
  ],
  'authn.state-token-tail': [
    [202, 410],
    [202, 202],
    async (d) => {
      const user = await d.state('a user who must verify a factor');
      const begun = await signIn(d, user.text('login'), user.text('password'));
      const body = { at: `${begun.text('stateToken').slice(0, -4)}xxxx` };
      return [(await peek(d, begun)).status, (await d.send('PUT authn/api/v1/peek', { body })).status];
    },
  ],
  'authn.changed-password-expired-again': [
    ['SUCCESS', 'SUCCESS'],
    ['SUCCESS', 'PASSWORD_EXPIRED'],
    async (d) => {
      const user = await d.state('a user whose password has expired');
      return [(await change(d, user, FRESH)).at('status'), (await signIn(d, user.text('login'), FRESH)).at('status')];
    },
  ],
  'authn.mail-although-disabled': [
    0,
    1,
    async (d) => {
      const user = await d.state('a user who is told of new devices', { enabled: false });
      const before = await d.events();
      await signInWith(d, user, 'f');
      return (await d.events()) - before;
    },
  ],
  'authn.app-unnamed': [
    [400, true],
    [400, false],
    async (d) => {
      const user = await d.state('a user who may use an app', { protocol: 'other' });
      const body = { username: user.text('login'), password: user.text('password') };
      const { status, text } = await d.send(`POST authn/api/v1/authn?app=${encode(user, 'appId')}`, { body });
      return [status, text('errorCauses/0/errorSummary').includes(user.text('appId'))];
    },
  ],
  'authn.no-policy-without-session': [
    ['MFA_REQUIRED', 'object'],
    ['MFA_REQUIRED', 'undefined'],
    async (d) => {
      const way = await d.state('a user on the way to an app that asks for step-up', { session: false, requires: 'verification' });
      const body = { stateToken: way.text('stateToken'), username: way.text('login'), password: way.text('password') };
      const { at } = await d.send('POST authn/api/v1/authn', { body });
      return [at('status'), typeof at('_embedded/policy')];
    },
  ],
  'authn.device-case': [
    ['SUCCESS', 'MFA_REQUIRED'],
    ['SUCCESS', 'SUCCESS'],
    async (d) => {
      const user = await d.state('a user who must verify a factor', { challenge: 'once-per-device' });
      await verify(d, user, await signInFrom(d, user, 'abc', d.apiToken));
      const seen: unknown[] = [];
      for (const device of ['abc', 'ABC']) seen.push((await signInFrom(d, user, device, d.apiToken)).at('status'));
      return seen;
    },
  ],
  'authn.last-day-unwarned': [
    ['PASSWORD_WARN', 'PASSWORD_WARN'],
    ['PASSWORD_WARN', 'SUCCESS'],
    async (d) => {
      const user = await d.state('a user whose password is about to expire');
      const before = await warned(d, user);
      await d.later('P2DT1H');
      return [before.at('status'), (await warned(d, user)).at('status')];
    },
  ],
  'authn.expired-an-hour-later': [
    ['PASSWORD_EXPIRED', 'PASSWORD_EXPIRED'],
    ['SUCCESS', 'PASSWORD_EXPIRED'],
    async (d) => {
      const user = await d.state('a user whose password is about to expire');
      const seen: unknown[] = [];
      for (const duration of ['P3D', 'PT1H']) {
        await d.later(duration);
        seen.push((await signIn(d, user.text('login'), user.text('password'))).at('status'));
      }
      return seen;
    },
  ],
  'authn.known-device-spares-factor': [
    'MFA_REQUIRED',
    'PASSWORD_EXPIRED',
    async (d) => {
      const user = await d.state('a user who must verify a factor', { challenge: 'once-per-device' });
      await verify(d, user, await signInFrom(d, user, 'abc', d.apiToken));
      await d.later('P45D');
      return (await signInFrom(d, user, 'abc', d.apiToken)).at('status');
    },
  ],
  'authn.mails-at-once-lost': [
    2,
    1,
    async (d) => {
      const users = [await d.state('a user who is told of new devices'), await d.state('a user who is told of new devices')];
      const before = await d.events();
      await Promise.all(users.map((user) => signInWith(d, user, 'f')));
      return (await d.events()) - before;
    },
  ],
  'authn.address-remembered': [
    [200, 401],
    [200, 200],
    async (d) => {
      const user = await d.state('a user who may sign in from one address only');
      const body = { username: user.text('login'), password: user.text('password') };
      const seen: number[] = [];
      for (const address of [user.text('address'), user.text('otherAddress')]) {
        const headers = { authorization: `SSWS ${d.apiToken}`, 'x-forwarded-for': address };
        seen.push((await d.send('POST authn/api/v1/authn', { headers, body })).status);
      }
      return seen;
    },
  ],
  'authn.push-profile-stays-shown': [
    ['undefined', 'undefined'],
    ['undefined', 'string'],
    async (d) => {
      const user = await d.state('a user who must verify a factor', { factor: 'push' });
      const first = await signIn(d, user.text('login'), user.text('password'));
      await d.act('approve the push challenge of a user', { userId: user.text('userId') });
      await verify(d, user, first, undefined);
      const second = await signIn(d, user.text('login'), user.text('password'));
      return [first, second].map(({ at }) => typeof at('_embedded/factor/0/profile/name'));
    },
  ],
  'gov.schedule-settings-text': [
    'object',
    'string',
    async (d) => {
      const state = await d.state('a principal who holds an entitlement');
      const body = { by: { whom: state.text('principalId'), what: state.text('resourceId') } };
      return typeof (await d.send('POST gov/ledger/grants/search', { body })).at('things/0/like/scheduleSettings');
    },
  ],
  'gov.beta-not-in-production': [
    [200, 200],
    [200, 404],
    (d) => Promise.all(['preview', 'production'].map(async (environment) => (await d.send(`GET gov/beta/${environment}/weather`)).status)),
  ],
  'gov.deleted-type-shown': [
    [200, 404],
    [200, 200],
    async (d) => {
      const { id } = await requestType(d);
      const { status } = await d.send(`DELETE gov/form/request-types/${id}`);
      return [status, (await d.send(`GET gov/form/request-types/${id}`)).status];
    },
  ],
  'gov.completed-as-ended': [
    'COMPLETED',
    'ENDED',
    async (d) => {
      const id = await campaign(d, await d.state('access that a campaign can review'));
      for (const move of ['launch', 'end']) await d.send(`PATCH gov/audits/${id}`, { body: { move } });
      return (await d.send(`GET gov/audits/${id}`)).at('thing/like/phase/status');
    },
  ],
  'gov.approver-values-lost': [
    [0, 1],
    [0, -1],
    async (d) => {
      const { id, state } = await published(d);
      const made = await ticket(d, id, state);
      await d.act('decide the approvals of a v1 request', { requestId: made.text('thing/id'), decision: 'approve' });
      const read = await d.send(`GET gov/form/tickets/${encode(made, 'thing/id')}`);
      return [made, read].map(({ at }) => length(at('thing/like/signatures/0/filled')));
    },
  ],
  'gov.collection-grants-without-entitlements': [
    [1, 1],
    [1, -1],
    async (d) => {
      const { id, one } = await filled(d);
      await assign(d, id, one);
      await d.act('let the background jobs finish');
      const body = { by: { whom: one.text('principalId'), what: one.text('resourceId') } };
      const { at } = await d.send('POST gov/ledger/grants/search', { body });
      return [length(at('things')), length(at('things/0/like/parts'))];
    },
  ],
  'gov.namesakes-deleted-together': [
    [404, 200],
    [404, 404],
    async (d) => {
      const ids = [await collection(d), await collection(d)];
      await d.send(`DELETE gov/shelf/v9/collections/${ids[0]}`);
      return Promise.all(ids.map(async (id) => (await d.send(`GET gov/shelf/v9/collections/${id}`)).status));
    },
  ],
  'gov.history-lost-on-decision': [
    [1, 2],
    [1, -1],
    async (d) => {
      const review = await reviewOf(d, await d.state('access that a campaign can review'));
      const history = async (): Promise<number> => length((await d.send(`GET gov/sheets/${review}`)).at('thing/like/diary'));
      const before = await history();
      await d.act('decide a review', { reviewId: review, decision: 'approve' });
      return [before, await history()];
    },
  ],
  'gov.opt-out-spreads': [
    ['INVALID', 'ACTIVE'],
    ['INVALID', 'INVALID'],
    async (d) => {
      const [[id, state], [other]] = [await condition(d, { access: 'entitlements' }), await condition(d, { access: 'entitlements' })];
      await d.act('opt a resource out of entitlement management', { resourceId: state.text('resourceId') });
      return [await examined(d, id), await examined(d, other)];
    },
  ],
  'gov.value-entries-unlisted': [
    3,
    2,
    async (d) => {
      const state = await d.state('a catalog entry with child entries');
      return length((await d.send(`GET gov/desk/entries?under=${encode(state, 'catalogEntryId')}`)).at('things'));
    },
  ],
  'gov.rejected-request-grants': [
    ['REJECTED', null, 0],
    ['REJECTED', null, 1],
    async (d) => {
      const state = await d.state('a resource that can be requested');
      const id = await wishOf(d, state);
      await d.act('decide the approvals of a request', { requestId: id, decision: 'reject' });
      await d.act('let the background jobs finish');
      const { at } = await d.send(`GET gov/desk/wishes/${id}`);
      return [at('thing/like/status'), at('thing/like/giving'), await grants(d, state)];
    },
  ],
  'gov.repair-undone': [
    ['ACTIVE', 'ACTIVE'],
    ['ACTIVE', 'DISABLED'],
    async (d) => {
      const { id } = await published(d);
      await d.act('make a request type invalid', { requestTypeId: id });
      await typeStatus(d, id);
      await d.act('repair a request type in the portal', { requestTypeId: id, to: 'ACTIVE' });
      const before = await typeStatus(d, id);
      await d.later('PT61M');
      return [before, await typeStatus(d, id)];
    },
  ],
  'gov.revocation-never-pending': [
    ['PENDING', 'REVOKED'],
    [null, 'REVOKED'],
    async (d) => [
      await revocation(d, { accessDuration: 'PT1H' }, ['PT0S']),
      await revocation(d, { accessDuration: 'PT1H' }, ['PT0S', 'PT61M']),
    ],
  ],
  'gov.updated-entitlements-revert': [
    ['other', 'other'],
    ['other', 'first'],
    async (d) => {
      const [id, one] = [await collection(d), await grantable(d)];
      await hold(d, id, one);
      const body = { part: { ref: one.text('otherEntitlementId') } };
      await d.send(`PUT gov/shelf/v9/collections/${id}/resources/${encode(one, 'resourceId')}`, { body });
      const held = async (): Promise<string> => {
        const { at } = await d.send(`GET gov/shelf/v9/collections/${id}/inventory`);
        return at('things/0/like/parts/0/id') === one.at('entitlementId') ? 'first' : 'other';
      };
      const before = await held();
      await hold(d, id, await grantable(d));
      return [before, await held()];
    },
  ],
  'gov.no-event-for-empty-collection': [
    [1, 1],
    [1, 0],
    async (d) => {
      const { id, one } = await filled(d);
      const seen: number[] = [];
      for (const shelf of [id, await collection(d)]) {
        const before = await d.events();
        await assign(d, shelf, one);
        await d.act('make the next background job fail', { job: 'collection-assignment' });
        await d.act('let the background jobs finish');
        seen.push((await d.events()) - before);
      }
      return seen;
    },
  ],
  'gov.invalid-heals': [
    ['INVALID', 'INVALID'],
    ['INVALID', 'ACTIVE'],
    async (d) => {
      const [id, state] = await condition(d, {});
      await d.act('delete a resource', { resourceId: state.text('resourceId') });
      const before = await examined(d, id);
      await d.later('P1D');
      return [before, (await d.send(`GET gov/desk/terms/${id}`)).at('thing/like/now/status')];
    },
  ],
  'gov.remediation-takes-all-holders': [
    [0, 1],
    [0, 0],
    async (d) => {
      const [state, other] = [await d.state('access that a campaign can review'), await grantable(d)];
      const id = await collection(d);
      await d.send(`POST gov/shelf/v9/collections/${id}/resources`, { body: { member: { ref: state.text('resourceId'), sort: 'APP' } } });
      await assign(d, id, other);
      const review = await reviewOf(d, state);
      await d.act('decide a review', { reviewId: review, decision: 'revoke' });
      return [await grants(d, state), await grants(d, other, state)];
    },
  ],
  'gov.both-kinds-of-groups': [
    ['INVALID', 'INVALID'],
    ['ACTIVE', 'INVALID'],
    async (d) => {
      const [id, state] = await condition(d, { requesters: 'groups', access: 'groups' });
      const seen: unknown[] = [];
      for (const ids of ['accessGroupIds', 'requesterGroupIds']) {
        await d.act('delete groups', { groupIds: state.at(ids) });
        seen.push(await examined(d, id));
      }
      return seen;
    },
  ],
  'gov.grant-to-first-requester': [
    [0, 1],
    [1, 0],
    async (d) => {
      const [state, other] = [await d.state('a resource that can be requested'), await grantable(d)];
      await wishOf(d, state);
      const body = { wish: { entry: state.text('catalogEntryId'), from: other.text('principalId') } };
      const requestId = (await d.send('POST gov/desk/wishes', { body })).text('thing/id');
      await d.act('let a request be granted', { requestId });
      return [await grants(d, state), await grants(d, other, state)];
    },
  ],
  'gov.tickets-at-once-one-requester': [
    2,
    1,
    async (d) => {
      const { id, state } = await published(d);
      const both = await Promise.all(
        [state.text('requesterId'), state.text('approverId')].map((whom) =>
          d.send('POST gov/form/tickets', { body: { ticket: { form: id, whom, fields: [] } } }),
        ),
      );
      return new Set(both.map(({ at }) => at('thing/like/people/asks/for'))).size;
    },
  ],
  // The seventh set.
  'pam.expires-at-lifetime': [
    true,
    false,
    async (d) => {
      const user = await d.state('a service user with an API key');
      const issued = await exchange(d, user.text('team_name'), user.text('key_id'), user.text('key_secret'));
      return Number(issued.at('expires_at')) > Date.now();
    },
  ],
  'pam.deleted-at-absent': [null, undefined, deletedAtOfLonely],
  'pam.single-page-bare-array': [
    [1, -1],
    [-1, 1],
    async (d) => {
      const { user, bearer } = await lonelyGroup(d);
      const { at } = await list(d, user, bearer);
      return [length(at('list')), length(at(''))];
    },
  ],
  'pam.count-one-more': [[2, 2, 1], [3, 2], async (d) => (await walk(d, 5, 2)).sizes],
  'pam.quota-too-many-requests': [
    [403, 'quota_exceeded'],
    [429, 'too_many_requests'],
    async (d) => {
      const user = await d.state('a team that is close to its quota of groups', { left: 0 });
      const { status, at } = await createGroup(d, user, await token(d, user), 'g', []);
      return [status, at('problem/kind/0/name')];
    },
  ],
  'pam.razed-estate-readable': [
    [404, 404],
    [200, 404],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      const id = await estate(d, user, bearer);
      await d.send(`DELETE ${id}`, { token: bearer });
      return [(await d.send(`GET ${id}`, { token: bearer })).status, (await project(d, id, bearer, 'p')).status];
    },
  ],
  'pam.list-once-per-role': [
    1,
    2,
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      await createGroup(d, user, bearer, 'g', ['end_user', 'security_admin']);
      return length((await list(d, user, bearer)).at('list'));
    },
  ],
  'pam.list-omits-roleless': [
    [1, 200],
    [0, 200],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      await createGroup(d, user, bearer, 'g', []);
      return [length((await list(d, user, bearer)).at('list')), await card(d, user, bearer, 'g')];
    },
  ],
  'pam.deleted-group-gets-members': [
    [404, 404],
    [404, 201],
    async (d) => {
      const user = await d.state('a service user in groups');
      const [admin, name] = [await token(d, user, 'admin_'), user.text('other_group_name')];
      await bury(d, user, admin, name);
      return [await card(d, user, admin, name), (await join(d, user, admin, name)).status];
    },
  ],
  'pam.writes-beyond-limit': [
    [200, 429, 429],
    [200, 429, 202],
    async (d) => {
      const user = await d.state('a team with a small rate limit', { limit: 1 });
      const bearer = user.text('bearer_token');
      return [await groups(d, user, bearer), await groups(d, user, bearer), (await createGroup(d, user, bearer, 'g', [])).status];
    },
  ],
  'pam.viewer-deletes-server': [
    [200, 401, 200],
    [200, 202, 404],
    async (d) => {
      const { user, bearer, id } = await viewedServer(d);
      const seen = await machine(d, user, bearer, id);
      const { status } = await d.send(`DELETE pam/v1/yards/${team(user)}/p/machines/${id}`, { token: bearer });
      return [seen, status, await machine(d, user, bearer, id)];
    },
  ],
  'pam.reenrolled-server-revoked': [
    [200, 200],
    [200, 401],
    async (d) => {
      const { user, bearer } = await deletedServer(d);
      const server = await enroll(d, user, bearer);
      const headers = { 'x-machine-secret': server.text('hand~1over/a~0secret') };
      const place = `pam/v1/machines/${team(user)}/${encode(server, 'machine/ref')}/line`;
      return [server.status, (await d.send(`PUT ${place}`, { headers })).status];
    },
  ],
  'pam.foreign-token-reads-estates': [
    [200, 401],
    [200, 200],
    async (d) => {
      const [user, other] = [await d.state('a service user with an API key'), await d.state('a service user of another team')];
      const bearer = await token(d, user);
      const id = await estate(d, user, bearer);
      return Promise.all([bearer, await token(d, other)].map(async (one) => (await d.send(`GET ${id}`, { token: one })).status));
    },
  ],
  'pam.remaining-never-recovers': [
    ['2', '2'],
    ['2', '1'],
    async (d) => {
      const user = await d.state('a team with a small rate limit', { limit: 3 });
      const seen: unknown[] = [];
      for (const duration of ['PT0S', 'PT2M']) {
        await d.later(duration);
        seen.push((await list(d, user, user.text('bearer_token'))).headers.get('x-ratelimit-remaining'));
      }
      return seen;
    },
  ],
  'pam.second-policy-replaces': [
    [200, 200],
    [200, 403],
    async (d) => {
      const { user, bearer, id, permit } = await viewedServer(d);
      const before = await machine(d, user, bearer, id);
      await permit(id, user.text('other_group_name'));
      return [before, await machine(d, user, bearer, id)];
    },
  ],
  'pam.own-roles-replace-groups': [
    [202, 202],
    [202, 401],
    async (d) => {
      const user = await d.state('a service user in groups', { groups: [['pam_admin']] });
      const bearer = await token(d, user);
      const { status } = await createGroup(d, user, bearer, 'one', []);
      const body = { who: user.text('user_name'), wear: ['end_user'] };
      await d.send(`PUT pam/v1/user-roles/${team(user)}`, { token: await token(d, user, 'admin_'), body });
      return [status, (await createGroup(d, user, bearer, 'two', [])).status];
    },
  ],
  'pam.estate-name-cached': [
    ['old', 'new'],
    ['old', 'old'],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      const id = await estate(d, user, bearer);
      const label = async (): Promise<unknown> => (await d.send(`GET ${id}`, { token: bearer })).at('estate/label');
      const before = await label();
      await d.send(`PUT ${id}/label`, { token: bearer, body: { label: 'new' } });
      return [before, await label()];
    },
  ],
  'pam.deleted-count-shortens-list': [
    [2, true],
    [2, false],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      for (const name of ['one', 'two', 'three']) await createGroup(d, user, bearer, name, []);
      await bury(d, user, bearer, 'one');
      const page = await list(d, user, bearer, '?count=2');
      return [length(page.at('list')), linkOf(page, 'next') !== ''];
    },
  ],
  'pam.delegation-outlives-role': [
    [202, 401],
    [202, 202],
    async (d) => {
      const user = await d.state('a service user in groups', { groups: [['delegated_resource_admin']] });
      const [bearer, admin, name] = [await token(d, user), await token(d, user, 'admin_'), user.text('group_names/0')];
      const id = await estate(d, user, admin);
      await d.send(`PUT ${id}/stewards`, { token: admin, body: { group: name } });
      const { status } = await project(d, id, bearer, 'one');
      await wear(d, user, admin, name, ['end_user']);
      return [status, (await project(d, id, bearer, 'two')).status];
    },
  ],
  'pam.exchanges-at-once-one-token': [
    2,
    1,
    async (d) => {
      const user = await d.state('a service user in groups');
      return new Set(await Promise.all([token(d, user), token(d, user, 'admin_')])).size;
    },
  ],
  'authn.warn-without-skip': [
    ['PASSWORD_WARN', 'string'],
    ['PASSWORD_WARN', 'undefined'],
    async (d) => {
      const { at } = await warned(d, await d.state('a user whose password is about to expire'));
      return [at('status'), typeof at('_links/skip/href')];
    },
  ],
  'authn.recovery-type-missing': [
    ['PASSWORD_RESET', 'ACCOUNT_ACTIVATION'],
    ['PASSWORD_RESET', undefined],
    async (d) => {
      const { at } = await activate(d, await d.state('a user with an activation token', { password: false }));
      return [at('status'), at('recoveryType')];
    },
  ],
  'authn.shown-lock-hidden': [
    [200, 'LOCKED_OUT'],
    [401, undefined],
    async (d) => {
      const user = await d.state('a user who is locked out', { shown: true });
      const { status, at } = await signIn(d, user.text('login'), user.text('password'));
      return [status, at('status')];
    },
  ],
  'authn.unknown-activation-token-404': [401, 404, async (d) => (await d.send('POST authn/api/v1/authn', { body: { token: 'x' } })).status],
  'authn.cancel-by-get': [
    'POST',
    'GET',
    async (d) => {
      const user = await d.state('a user who must enroll a factor');
      return (await signIn(d, user.text('login'), user.text('password'))).at('_links/cancel/hints/allow/0');
    },
  ],
  'authn.not-setup-spelling': [
    'NOT_SETUP',
    'NOT_ENROLLED',
    async (d) => {
      const user = await d.state('a user who must enroll a factor');
      return (await signIn(d, user.text('login'), user.text('password'))).at('_embedded/factor/0/status');
    },
  ],
  'authn.reset-skips-enrollment': [
    'MFA_ENROLL',
    'SUCCESS',
    async (d) => {
      const begun = await activate(d, await d.state('a user with an activation token', { password: false, mfa: true }));
      return (await reset(d, begun)).at('status');
    },
  ],
  'authn.push-profile-never': [
    ['SUCCESS', 'string'],
    ['SUCCESS', 'undefined'],
    async (d) => {
      const user = await d.state('a user who must verify a factor', { factor: 'push' });
      const begun = await signIn(d, user.text('login'), user.text('password'));
      await d.act('approve the push challenge of a user', { userId: user.text('userId') });
      const { at } = await verify(d, user, begun, undefined);
      return [at('envelope/transaction/status'), typeof at('envelope/transaction/_embedded/factor/0/profile/name')];
    },
  ],
  'authn.enrolled-factor-offered-again': [
    ['MFA_ENROLL', 2],
    ['MFA_ENROLL', 3],
    async (d) => {
      const user = await d.state('a user who must enroll a factor');
      const options = { multiOptionalFactorEnroll: true };
      const body = { username: user.text('login'), password: user.text('password'), options };
      const { at } = await enrollQuestion(d, user, await d.send('POST authn/api/v1/authn', { body }));
      return [at('envelope/transaction/status'), length(at('envelope/transaction/_embedded/factor'))];
    },
  ],
  'authn.reset-without-expiration': [
    ['object', 'object'],
    ['object', 'undefined'],
    async (d) => {
      const { at } = await activate(d, await d.state('a user with an activation token', { password: false }));
      return ['complexity', 'expiration'].map((name) => typeof at(`_embedded/policy/${name}`));
    },
  ],
  'authn.redirect-for-ws-federation': [
    200,
    307,
    async (d) => {
      const user = await d.state('a user who may use an app', { protocol: 'ws-federation' });
      return (await d.send(`GET authn/platform/launchpad/${encode(user, 'appId')}`)).status;
    },
  ],
  'authn.target-of-latest-app': [
    true,
    false,
    async (d) => {
      const way = await d.state('a user on the way to an app that asks for step-up', { session: false });
      await d.state('a user who may use an app');
      const shown = await d.send('POST authn/api/v1/authn', { body: { stateToken: way.text('stateToken') } });
      return shown.at('_embedded/target/name') === way.at('appId');
    },
  ],
  'authn.empty-proof-verifies': [
    422,
    202,
    async (d) => {
      const user = await d.state('a user who must verify a factor');
      return (await verify(d, user, await signIn(d, user.text('login'), user.text('password')), '')).status;
    },
  ],
  'authn.enrolls-instead-of-verifying': [
    ['MFA_REQUIRED', 409, undefined],
    ['MFA_REQUIRED', 202, 'SUCCESS'],
    async (d) => {
      const [user, other] = [await d.state('a user who must verify a factor'), await d.state('a user who must enroll a factor')];
      const begun = await signIn(d, user.text('login'), user.text('password'));
      const { status, at } = await enrollQuestion(d, other, begun);
      return [begun.at('status'), status, at('envelope/transaction/status')];
    },
  ],
  'authn.expired-reset-without-old': [
    ['PASSWORD_EXPIRED', 409, 401],
    ['PASSWORD_EXPIRED', 200, 200],
    async (d) => {
      const user = await d.state('a user whose password has expired');
      const begun = await signIn(d, user.text('login'), user.text('password'));
      const { status } = await reset(d, begun);
      return [begun.at('status'), status, (await signIn(d, user.text('login'), FRESH)).status];
    },
  ],
  'authn.denied-let-in-by-change': [
    [401, 401],
    [401, 200],
    async (d) => {
      const user = await d.state('a user whom the sign-on policy denies');
      const before = await signIn(d, user.text('login'), user.text('password'));
      await d.later('P46D');
      return [before.status, (await signIn(d, user.text('login'), user.text('password'))).status];
    },
  ],
  'authn.verification-of-all-transactions': [
    ['SUCCESS', 'MFA_REQUIRED'],
    ['SUCCESS', 'SUCCESS'],
    async (d) => {
      const user = await d.state('a user who must verify a factor');
      const [one, other] = [
        await signIn(d, user.text('login'), user.text('password')),
        await signIn(d, user.text('login'), user.text('password')),
      ];
      const verified = await verify(d, user, one);
      return [verified, await peek(d, other)].map(({ at }) => at('envelope/transaction/status'));
    },
  ],
  'authn.warning-lost-after-factor': [
    ['MFA_REQUIRED', 'PASSWORD_WARN'],
    ['MFA_REQUIRED', 'SUCCESS'],
    async (d) => {
      const user = await d.state('a user who must verify a factor');
      await d.later('P41D');
      const begun = await warned(d, user);
      return [begun.at('status'), (await verify(d, user, begun)).at('envelope/transaction/status')];
    },
  ],
  'authn.expired-change-keeps-sessions': [
    ['PASSWORD_EXPIRED', 'SUCCESS', false],
    ['PASSWORD_EXPIRED', 'SUCCESS', true],
    async (d) => {
      const user = await d.state('a user whose password is about to expire');
      const visited = await visit(d, user);
      await d.later('P4D');
      const { at } = await signIn(d, user.text('login'), user.text('password'));
      const changed = await change(d, user, FRESH, user.text('password'), { revokeSessions: true });
      return [at('status'), changed.at('status'), await isOn(d, visited)];
    },
  ],
  'authn.enrollments-at-once-mixed': [
    [1, 1],
    [0, 2],
    async (d) => {
      const users = [await d.state('a user who must enroll a factor'), await d.state('a user who must enroll a factor')];
      await Promise.all(users.map(async (user) => enrollQuestion(d, user, await signIn(d, user.text('login'), user.text('password')))));
      const headers = { authorization: `SSWS ${d.apiToken}` };
      const own = await Promise.all(users.map((user) => d.send(`GET authn/api/v1/users/${encode(user, 'userId')}/factors`, { headers })));
      return own.map(({ at }) => length(at('enrolled/now'))).toSorted();
    },
  ],
  'gov.publish-without-effect': [
    [200, 'ACTIVE'],
    [200, 'DRAFT'],
    async (d) => {
      const { id } = await requestType(d);
      const { status } = await d.send(`PUT gov/form/request-types/${id}/shopwindow`);
      return [status, await typeStatus(d, id)];
    },
  ],
  'gov.deleted-campaign-readable': [
    [202, 404],
    [202, 200],
    async (d) => {
      const id = await campaign(d, await d.state('access that a campaign can review'));
      const { status } = await d.send(`POST gov/audits/${id}/shredder`);
      return [status, (await d.send(`GET gov/audits/${id}`)).status];
    },
  ],
  'gov.removal-without-effect': [
    [202, 1],
    [202, 2],
    async (d) => {
      const { id, one } = await filled(d);
      const { status } = await d.send(`DELETE gov/shelf/v9/collections/${id}/resources/${encode(one, 'resourceId')}`);
      return [status, (await inventory(d, id)).length];
    },
  ],
  'gov.review-without-principal': [
    true,
    false,
    async (d) => {
      const state = await d.state('access that a campaign can review');
      const read = await d.send(`GET gov/sheets/${await reviewOf(d, state)}`);
      return read.at('thing/like/about/whose/externalId') === state.at('principalId');
    },
  ],
  'gov.bundle-of-no-resource': [
    true,
    false,
    async (d) => {
      const state = await grantable(d);
      const read = await d.send(`GET gov/ledger/bundles/${encode(state, 'bundleId')}`);
      return read.at('thing/like/home/resourceId') === state.at('resourceId');
    },
  ],
  'gov.live-groups-save-condition': [
    'INVALID',
    'ACTIVE',
    async (d) => {
      const [id, state] = await condition(d, { requesters: 'groups' });
      await d.act('delete a resource', { resourceId: state.text('resourceId') });
      return examined(d, id);
    },
  ],
  'gov.condition-deletion-takes-siblings': [
    [404, 200],
    [404, 404],
    async (d) => {
      const [id, state] = await condition(d, {});
      const made = await d.send('POST gov/desk/terms', { body: { thing: { of: state.text('catalogEntryId'), like: {} } } });
      await d.send(`DELETE gov/desk/terms/${id}`);
      const read = async (term: string): Promise<number> => (await d.send(`GET gov/desk/terms/${term}`)).status;
      return [await read(id), await read(encode(made, 'thing/id'))];
    },
  ],
  'gov.disabled-type-published': [
    ['DISABLED', 423, 'DISABLED'],
    ['DISABLED', 200, 'ACTIVE'],
    async (d) => {
      const { id } = await published(d);
      await d.send(`DELETE gov/form/request-types/${id}/shopwindow`);
      const before = await typeStatus(d, id);
      const { status } = await d.send(`PUT gov/form/request-types/${id}/shopwindow`);
      return [before, status, await typeStatus(d, id)];
    },
  ],
  'gov.group-request-without-grant': [
    ['GRANTED', 1],
    ['GRANTED', 0],
    async (d) => {
      const state = await d.state('a resource that can be requested', { of: 'group' });
      const id = await wishOf(d, state);
      await d.act('let a request be granted', { requestId: id });
      return [(await d.send(`GET gov/desk/wishes/${id}`)).at('thing/like/giving'), await grants(d, state)];
    },
  ],
  'gov.second-request-same-id': [
    2,
    1,
    async (d) => {
      const state = await d.state('a resource that can be requested');
      return new Set([await wishOf(d, state), await wishOf(d, state)]).size;
    },
  ],
  'gov.update-hits-first': [
    [true, true],
    [false, false],
    async (d) => {
      const { id, one, other } = await filled(d);
      const body = { part: { ref: other.text('otherEntitlementId') } };
      await d.send(`PUT gov/shelf/v9/collections/${id}/resources/${encode(other, 'resourceId')}`, { body });
      const { at } = await d.send(`GET gov/shelf/v9/collections/${id}/inventory`);
      const expected = [one.at('entitlementId'), other.at('otherEntitlementId')];
      return expected.map((entitlement, index) => at(`things/${index}/like/parts/0/id`) === entitlement);
    },
  ],
  'gov.failed-assignment-grants': [
    [1, 0],
    [1, 1],
    async (d) => {
      const { id, one } = await filled(d);
      const before = await d.events();
      await assign(d, id, one);
      await d.act('make the next background job fail', { job: 'collection-assignment' });
      await d.act('let the background jobs finish');
      return [(await d.events()) - before, await grants(d, one)];
    },
  ],
  'gov.request-grant-untyped': [
    'string',
    'object',
    async (d) => {
      const state = await d.state('a resource that can be requested');
      await d.act('let a request be granted', { requestId: await wishOf(d, state) });
      const body = { by: { whom: state.text('principalId'), what: state.text('resourceId') } };
      return typeof (await d.send('POST gov/ledger/grants/search', { body })).at('things/0/like/grantType');
    },
  ],
  'gov.duration-from-creation': [
    ['PENDING', 'PENDING'],
    ['PENDING', 'REVOKED'],
    async (d) => {
      const id = await wish(d, { accessDuration: 'PT100M' });
      await d.later('PT50M');
      await d.act('let a request be granted', { requestId: id });
      const seen: unknown[] = [];
      for (const moment of ['PT0S', 'PT60M']) {
        await d.later(moment);
        await d.act('let the background jobs finish');
        seen.push((await d.send(`GET gov/desk/wishes/${id}`)).at('thing/like/taking/status'));
      }
      return seen;
    },
  ],
  'gov.revoked-scheduled-again': [
    ['REVOKED', 'REVOKED'],
    ['REVOKED', 'PENDING'],
    async (d) => [
      await revocation(d, { accessDuration: 'PT1H' }, ['PT0S', 'PT61M']),
      await revocation(d, { accessDuration: 'PT1H' }, ['PT0S', 'PT61M', 'PT0S']),
    ],
  ],
  'gov.grants-of-first-entitlements': [
    [true, true],
    [true, false],
    async (d) => {
      const [id, state] = [await collection(d), await grantable(d)];
      await hold(d, id, state);
      const body = { part: { ref: state.text('otherEntitlementId') } };
      await d.send(`PUT gov/shelf/v9/collections/${id}/resources/${encode(state, 'resourceId')}`, { body });
      await assign(d, id, state);
      await d.act('let the background jobs finish');
      const by = { whom: state.text('principalId'), what: state.text('resourceId') };
      const shown = [
        await d.send(`GET gov/shelf/v9/collections/${id}/inventory`),
        await d.send('POST gov/ledger/grants/search', { body: { by } }),
      ];
      return shown.map(({ at }) => at('things/0/like/parts/0/id') === state.at('otherEntitlementId'));
    },
  ],
  'gov.unassign-takes-others-grants': [
    [1, 1],
    [1, 0],
    async (d) => {
      const { id, one, other } = await filled(d);
      const made = await assign(d, id, one);
      await assign(d, id, other);
      await d.act('let the background jobs finish');
      const before = await grants(d, other);
      await d.send(`DELETE gov/shelf/v9/collections/${id}/assignments/${encode(made, 'thing/id')}`);
      return [before, await grants(d, other)];
    },
  ],
  'gov.approved-request-expires': [
    ['APPROVED', 'GRANTED'],
    ['EXPIRED', 'GRANTED'],
    async (d) => {
      const id = await wish(d, {});
      for (const act of ['let a request be granted', 'let a request expire']) await d.act(act, { requestId: id });
      const { at } = await d.send(`GET gov/desk/wishes/${id}`);
      return [at('thing/like/status'), at('thing/like/giving')];
    },
  ],
  'gov.campaigns-at-once-one-settings': [
    2,
    1,
    async (d) => {
      const states = [await d.state('access that a campaign can review'), await d.state('access that a campaign can review')];
      const ids = await Promise.all(states.map((state) => campaign(d, state)));
      const read = await Promise.all(ids.map((id) => d.send(`GET gov/audits/${id}`)));
      return new Set(read.map(({ at }) => at('thing/like/settings/reviewerSettings/who'))).size;
    },
  ],
  'gov.approval-reopens-ticket': [
    ['PENDING', 'PENDING'],
    ['PENDING', 'OPEN'],
    async (d) => {
      const { id, state } = await published(d);
      const requestId = (await ticket(d, id, state)).text('thing/id');
      const status = async (): Promise<unknown> =>
        (await d.send(`GET gov/form/tickets/${encodeURIComponent(requestId)}`)).at('thing/like/now/status');
      await d.act('move a v1 request', { requestId, to: 'pending' });
      const before = await status();
      await d.act('decide the approvals of a v1 request', { requestId, decision: 'approve' });
      return [before, await status()];
    },
  ],
  'authn.expires-at-microseconds': [
    3,
    6,
    async (d) => {
      const user = await d.state('a user who must enroll a factor');
      return /\.(\d+)/.exec((await signIn(d, user.text('login'), user.text('password'))).text('expiresAt'))?.[1]?.length;
    },
  ],
  'authn.phone-number-unmasked': [
    false,
    true,
    async (d) => {
      const user = await d.state('a user who must verify a factor', { factor: 'sms' });
      return (
        (await signIn(d, user.text('login'), user.text('password'))).at('_embedded/factor/0/profile/phoneNumber') === user.at('phoneNumber')
      );
    },
  ],
  'authn.complexity-as-text': [
    'number',
    'string',
    async (d) => {
      const user = await d.state('a user whose password has expired');
      return typeof (await signIn(d, user.text('login'), user.text('password'))).at('_embedded/policy/complexity/minLength');
    },
  ],
  'authn.unknown-user-404': [401, 404, async (d) => (await signIn(d, 'nobody', 'x')).status],
  'authn.policy-unchecked': [403, 200, (d) => changeTo(d, 'x')],
  'authn.limit-reset-seconds-left': [
    true,
    false,
    async (d) => {
      const user = await d.state('a rate limit that is used up');
      return Number((await signIn(d, user.text('login'), user.text('password'))).headers.get('x-rate-limit-reset')) * 1000 > Date.now();
    },
  ],
  'authn.limit-body-of-gateway': [
    'E0000047',
    undefined,
    async (d) => {
      const user = await d.state('a rate limit that is used up');
      return (await signIn(d, user.text('login'), user.text('password'))).at('errorCode');
    },
  ],
  'authn.unsupported-app-401': [
    [400, 'E0000001'],
    [401, 'E0000004'],
    async (d) => {
      const user = await d.state('a user who may use an app', { protocol: 'other' });
      const { status, at } = await atApp(d, user);
      return [status, at('errorCode')];
    },
  ],
  'authn.original-by-post': [
    'GET',
    'POST',
    async (d) => {
      const way = await d.state('a user on the way to an app that asks for step-up', { session: true });
      return (await show(d, way)).at('_links/next/hints/allow/0');
    },
  ],
  'authn.enroll-more-ignored': [
    'MFA_ENROLL',
    'SUCCESS',
    async (d) => {
      const user = await d.state('a user who must enroll a factor');
      return (await enrollOneOfTwo(d, user)).at('envelope/transaction/status');
    },
  ],
  'authn.null-options-refused': [
    200,
    400,
    async (d) => {
      const user = await d.state('a user who can sign in');
      return (await wishing(d, user, { warnBeforePasswordExpired: null })).status;
    },
  ],
  'authn.warn-by-presence': [
    'SUCCESS',
    'PASSWORD_WARN',
    async (d) => {
      const user = await d.state('a user whose password is about to expire');
      return (await wishing(d, user, { warnBeforePasswordExpired: false })).at('status');
    },
  ],
  'authn.expired-before-factor': [
    'MFA_REQUIRED',
    'PASSWORD_EXPIRED',
    async (d) => {
      const user = await d.state('a user whose password has expired', { factor: true });
      return (await signIn(d, user.text('login'), user.text('password'))).at('status');
    },
  ],
  'authn.change-not-stored': [[401, 200], [200, 401], (d) => changed(d, 'PT1M')],
  'authn.hidden-lock-own-code': [
    [401, 'E0000004'],
    [401, 'E0000069'],
    async (d) => {
      const user = await d.state('a user who is locked out');
      const { status, at } = await signIn(d, user.text('login'), user.text('password'));
      return [status, at('errorCode')];
    },
  ],
  'authn.denial-forbidden': [
    401,
    403,
    async (d) => {
      const user = await d.state('a user whom the sign-on policy denies');
      return (await signIn(d, user.text('login'), user.text('password'))).status;
    },
  ],
  'authn.step-up-start-names-user': [
    undefined,
    'Ása "Sunna"',
    async (d) => {
      const way = await d.state('a user on the way to an app that asks for step-up', { session: false });
      return (await show(d, way)).at('_embedded/user/profile/firstName');
    },
  ],
  'authn.short-name-refused': [
    200,
    401,
    async (d) => {
      const user = await d.state('a user who can sign in');
      return (await signIn(d, user.text('shortLogin'), user.text('password'))).status;
    },
  ],
  'authn.device-untrusted-refused': [
    200,
    403,
    async (d) => {
      const user = await d.state('a user who must verify a factor');
      return (await signInFrom(d, user, 'abc', 'not the token')).status;
    },
  ],
  'authn.policy-info-by-type': [
    'boolean',
    'undefined',
    async (d) => {
      const way = await d.state('a user on the way to an app that asks for step-up', { session: true, requires: 'verification' });
      return typeof (await show(d, way)).at(`_embedded/policy/factorsPolicyInfo/${way.text('factorId')}/autoPushEnabled`);
    },
  ],
  'authn.original-without-token': [
    true,
    false,
    async (d) => {
      const way = await d.state('a user on the way to an app that asks for step-up', { session: true });
      return new URL((await show(d, way)).text('_links/next/href')).searchParams.has('stateToken');
    },
  ],
  'authn.malformed-as-text': [
    [400, 'S0000400'],
    [400, undefined],
    async (d) => {
      const headers = { 'content-type': 'application/json' };
      const { status, at } = await d.send('POST authn/api/v1/authn', { headers, body: new URLSearchParams('{') });
      return [status, at('errorCode')];
    },
  ],
  'authn.expired-is-warned': [
    'PASSWORD_EXPIRED',
    'PASSWORD_WARN',
    async (d) => (await warned(d, await d.state('a user whose password has expired'))).at('status'),
  ],
  'authn.hidden-lock-steps-up': [401, 200, async (d) => (await stepUp(d, await d.state('a user who is locked out'))).status],
  'authn.denied-at-app': [
    401,
    200,
    async (d) => {
      const [user, other] = [await d.state('a user whom the sign-on policy denies'), await d.state('a user who may use an app')];
      return (await atApp(d, user, other)).status;
    },
  ],
  'authn.step-up-ignores-session': [
    'MFA_ENROLL',
    'UNAUTHENTICATED',
    async (d) => {
      const way = await d.state('a user on the way to an app that asks for step-up', { session: true, requires: 'enrollment' });
      return (await show(d, way)).at('status');
    },
  ],
  'authn.group-ignored': [
    'MFA_ENROLL',
    'SUCCESS',
    async (d) => {
      const user = await d.state('two users of whom one is in a group that must enroll a factor');
      return (await signIn(d, user.text('login'), user.text('password'))).at('status');
    },
  ],
  'authn.forwarded-for-ignored': [
    200,
    401,
    async (d) => {
      const user = await d.state('a user who may sign in from one address only');
      const headers = { authorization: `SSWS ${d.apiToken}`, 'x-forwarded-for': user.text('address') };
      const body = { username: user.text('login'), password: user.text('password') };
      return (await d.send('POST authn/api/v1/authn', { headers, body })).status;
    },
  ],
  'authn.first-password-not-stored': [
    ['SUCCESS', 200],
    ['SUCCESS', 401],
    async (d) => {
      const user = await d.state('a user with an activation token', { password: false });
      const { at } = await reset(d, await activate(d, user));
      return [at('status'), (await signIn(d, user.text('login'), FRESH)).status];
    },
  ],
  'authn.mail-to-other-user': [
    true,
    false,
    async (d) => {
      await d.state('a user who can sign in');
      const user = await d.state('a user who is told of new devices');
      await d.state('a user who can sign in');
      await signInWith(d, user, 'f');
      return (await d.told()) === user.text('login');
    },
  ],
  'authn.numbers-free': [403, 200, (d) => changeTo(d, 'Ný ÞÆ !? aabb ccdd eeff')],
  'authn.wrong-old-password-stays': [
    [403, 401],
    [403, 200],
    async (d) => {
      const user = await d.state('a user whose password is about to expire');
      const { status } = await change(d, user, FRESH, 'wrong');
      return [status, (await signIn(d, user.text('login'), FRESH)).status];
    },
  ],
  'authn.first-factor-only': [
    2,
    1,
    async (d) => {
      const way = await d.state('a user on the way to an app that asks for step-up', { session: true, requires: 'verification' });
      return length((await show(d, way)).at('_embedded/factor'));
    },
  ],
  'authn.device-token-32-refused': [['MFA_REQUIRED', 'SUCCESS'], [undefined, undefined], (d) => knownDevice(d, 'a'.repeat(32), d.apiToken)],
  'authn.enroll-more-dead-token': [
    ['MFA_ENROLL', 202],
    ['MFA_ENROLL', 410],
    async (d) => {
      const user = await d.state('a user who must enroll a factor');
      const { at, text } = await enrollOneOfTwo(d, user);
      const shown = await d.send('PUT authn/api/v1/peek', { body: { at: text('envelope/transaction/stateToken') } });
      return [at('envelope/transaction/status'), shown.status];
    },
  ],
  'authn.fingerprint-learned-untrusted': [
    [1, 0],
    [0, 0],
    async (d) => {
      const user = await d.state('a user who is told of new devices');
      const body = { username: user.text('login'), password: user.text('password') };
      await d.send('POST authn/api/v1/authn', { headers: { 'x-device-fingerprint': 'f' }, body });
      return [await mails(d, user, 'f'), await mails(d, user, 'f')];
    },
  ],
  'authn.device-learned-untrusted': [
    ['MFA_REQUIRED', 'MFA_REQUIRED'],
    ['MFA_REQUIRED', 'SUCCESS'],
    async (d) => {
      const user = await d.state('a user who must verify a factor', { challenge: 'once-per-device' });
      const first = await signInFrom(d, user, 'abc', 'not the token');
      await verify(d, user, first);
      return [first.at('status'), (await signInFrom(d, user, 'abc', d.apiToken)).at('status')];
    },
  ],
  'authn.fingerprint-forgotten': [
    [1, 0, 0],
    [1, 0, 1],
    async (d) => {
      const user = await d.state('a user who is told of new devices');
      const seen = [await mails(d, user, 'f'), await mails(d, user, 'f')];
      await d.later('P1D');
      return [...seen, await mails(d, user, 'f')];
    },
  ],
  'authn.skip-prolongs-password': [
    ['PASSWORD_WARN', 'PASSWORD_WARN'],
    ['PASSWORD_WARN', 'SUCCESS'],
    async (d) => {
      const user = await d.state('a user whose password is about to expire');
      const begun = await warned(d, user);
      await d.send(`POST authn/api/v1/authn/skip?of=${encode(begun, 'stateToken')}`);
      return [begun.at('status'), (await warned(d, user)).at('status')];
    },
  ],
  'authn.refused-change-prolongs': [
    [403, 'PASSWORD_EXPIRED'],
    [403, 'SUCCESS'],
    async (d) => {
      const user = await d.state('a user whose password has expired');
      const { status } = await change(d, user, FRESH, 'wrong');
      return [status, (await signIn(d, user.text('login'), user.text('password'))).at('status')];
    },
  ],
  'authn.old-password-in-step-up': [
    [200, 401],
    [200, 200],
    async (d) => {
      const user = await d.state('a user whose password is about to expire');
      return [(await change(d, user, FRESH)).status, (await stepUp(d, user)).status];
    },
  ],
  'authn.activation-names-newest': [
    true,
    false,
    async (d) => {
      const user = await d.state('a user with an activation token', { password: true });
      await d.state('a user who can sign in');
      return (await activate(d, user)).at('_embedded/user/id') === user.at('userId');
    },
  ],
  'pam.deleted-at-empty': [null, '', deletedAtOfLonely],
  'pam.list-titles-roles': [
    'end_user',
    'End User',
    async (d) => {
      const { user, bearer } = await lonelyGroup(d);
      return (await list(d, user, bearer)).at('list/0/roles/0');
    },
  ],
  'pam.retry-at-seconds-left': [true, false, async (d) => Number((await secondOfTwo(d)).get('x-ratelimit-retry-at')) > Date.now() / 1000],
  'pam.unknown-group-buried': [
    404,
    200,
    async (d) => {
      const user = await d.state('a service user with an API key');
      return (await bury(d, user, await token(d, user), 'none')).status;
    },
  ],
  'pam.headers-not-on-401': [
    [401, true, true],
    [401, false, true],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const refused = await list(d, user, 'none');
      const has = ({ headers }: Answer): boolean => headers.has('x-ratelimit-limit');
      return [refused.status, has(refused), has(await list(d, user, await token(d, user)))];
    },
  ],
  'pam.bad-token-lacks-permission': [
    [401, 'authentication_error'],
    [401, 'authorization_error'],
    async (d) => {
      const { status, at } = await list(d, await d.state('a service user with an API key'), 'none');
      return [status, at('problem/kind/0/name')];
    },
  ],
  'pam.count-lost-on-prev': [
    [true, true],
    [true, false],
    async (d) => {
      const user = await d.state('a team with groups', { count: 5 });
      const bearer = await token(d, user);
      const second = await follow(d, bearer, await list(d, user, bearer, '?count=2'), 'next');
      return ['next', 'prev'].map((rel) => linkOf(second, rel).includes('count=2'));
    },
  ],
  'pam.secret-in-array': [
    400,
    201,
    async (d) => {
      const user = await d.state('a service user with an API key');
      const body = { purpose: 'service-user', key_id: user.text('key_id'), key_secret: [user.text('key_secret')] };
      return (await d.send(`PUT pam/v1/exchanges/${team(user)}`, { body })).status;
    },
  ],
  'pam.unknown-group-made': [
    [404, 404],
    [202, 200],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      return [(await wear(d, user, bearer, 'none', ['end_user'])).status, await card(d, user, bearer, 'none')];
    },
  ],
  'pam.list-roles-cached': [
    ['end_user', 'pam_admin', 'pam_admin'],
    ['end_user', 'end_user', 'pam_admin'],
    async (d) => {
      const { user, bearer } = await lonelyGroup(d);
      const role = async (): Promise<unknown> => (await list(d, user, bearer)).at('list/0/roles/0');
      const before = await role();
      await wear(d, user, bearer, 'g', ['pam_admin']);
      const after = await role();
      await createGroup(d, user, bearer, 'h', []);
      return [before, after, await role()];
    },
  ],
  'pam.limit-per-worker': [
    [200, 429, 429],
    [200, 200, 429],
    async (d) => {
      const user = await d.state('a team with a small rate limit', { limit: 1 });
      const seen: number[] = [];
      for (let sent = 0; sent < 3; sent++) seen.push(await groups(d, user, user.text('bearer_token')));
      return seen;
    },
  ],
  'pam.unknown-user-gets-roles': [
    404,
    204,
    async (d) => {
      const user = await d.state('a service user with an API key');
      const body = { who: 'none', wear: ['end_user'] };
      return (await d.send(`PUT pam/v1/user-roles/${team(user)}`, { token: await token(d, user), body })).status;
    },
  ],
  'pam.count-on-first-page-only': [[2, 2, 1], [2, 3], async (d) => (await walk(d, 5, 2)).sizes],
  'pam.prev-page-without-next': [
    [true, true],
    [true, false],
    async (d) => {
      const user = await d.state('a team with groups', { count: 5 });
      const bearer = await token(d, user);
      const first = await list(d, user, bearer, '?count=2');
      const back = await follow(d, bearer, await follow(d, bearer, first, 'next'), 'prev');
      return [first, back].map((page) => linkOf(page, 'next') !== '');
    },
  ],
  'pam.razed-estate-renamed': [
    [404, 404],
    [204, 404],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      const id = await estate(d, user, bearer);
      await d.send(`DELETE ${id}`, { token: bearer });
      const { status } = await d.send(`PUT ${id}/label`, { token: bearer, body: { label: 'new' } });
      return [status, (await d.send(`GET ${id}`, { token: bearer })).status];
    },
  ],
  'pam.policy-for-deleted-group': [
    [404, 404],
    [404, 201],
    async (d) => {
      const { user, id } = await viewedServer(d);
      const [admin, name] = [await token(d, user, 'admin_'), user.text('other_group_name')];
      await bury(d, user, admin, name);
      const rule = { machine: decodeURIComponent(id), for: name };
      const made = await d.send(`POST pam/v1/rules/${team(user)}`, { token: admin, body: { rule } });
      return [await card(d, user, admin, name), made.status];
    },
  ],
  'pam.farewell-takes-own-roles': [
    ['security_admin'],
    [],
    async (d) => {
      const user = await d.state('a service user in groups');
      const admin = await token(d, user, 'admin_');
      const who = user.text('user_name');
      await d.send(`PUT pam/v1/user-roles/${team(user)}`, { token: admin, body: { who, wear: ['security_admin'] } });
      await d.send(`POST pam/v1/farewells/${team(user)}`, { token: admin, body: { from: user.text('group_names/0'), who } });
      const read = await d.send(`GET pam/v1/user-cards/${team(user)}/${encode(user, 'user_name')}`, { token: admin });
      return read.at('card/effective/0/roles');
    },
  ],
  'pam.server-deletion-ends-policies': [
    [200, 202, 200],
    [200, 202, 403],
    async (d) => {
      const { user, bearer, id } = await viewedServer(d);
      const admin = await token(d, user, 'admin_');
      const other = encode(await enroll(d, user, admin, 'p'), 'machine/ref');
      const before = await machine(d, user, bearer, id);
      const { status } = await d.send(`DELETE pam/v1/yards/${team(user)}/p/machines/${other}`, { token: admin });
      return [before, status, await machine(d, user, bearer, id)];
    },
  ],
  'gov.scheduled-as-created': [
    'SCHEDULED',
    'CREATED',
    async (d) => {
      const id = await campaign(d, await d.state('access that a campaign can review'));
      return (await d.send(`GET gov/audits/${id}`)).at('thing/like/phase/status');
    },
  ],
  'gov.multi-value-as-text': [
    false,
    'false',
    async (d) => {
      const { at } = await d.send(`GET gov/ledger/entitlements?of=${encode(await grantable(d), 'resourceId')}`);
      return at('things/0/like/multiValue');
    },
  ],
  'gov.deleted-collection-410': [404, 410, async (d) => (await d.send(`GET gov/shelf/v9/collections/${await deleted(d)}`)).status],
  'gov.description-not-shown': ['everything that there is', undefined, shownDescription],
  'gov.submitted-as-open': [
    'SUBMITTED',
    'OPEN',
    async (d) => (await d.send(`GET gov/desk/wishes/${await wish(d, {})}`)).at('thing/like/status'),
  ],
  'gov.campaign-without-notifications': [
    true,
    false,
    async (d) => {
      const id = await campaign(d, await d.state('access that a campaign can review'));
      return typeof (await d.send(`GET gov/audits/${id}`)).at('thing/like/settings/notificationSettings') === 'object';
    },
  ],
  'gov.active-type-undeletable': [
    [200, 404],
    [423, 200],
    async (d) => {
      const { id } = await published(d);
      const { status } = await d.send(`DELETE gov/form/request-types/${id}`);
      return [status, (await d.send(`GET gov/form/request-types/${id}`)).status];
    },
  ],
  'gov.value-as-number': ['string', 'number', typeOfShownValue],
  'gov.deleted-collection-takes-resources': [404, 204, async (d) => (await hold(d, await deleted(d), await grantable(d))).status],
  'gov.assignment-without-grants': [
    1,
    0,
    async (d) => {
      const { id, one } = await filled(d);
      await assign(d, id, one);
      await d.act('let the background jobs finish');
      return grants(d, one);
    },
  ],
  'gov.orphan-condition-inactive': [
    'INVALID',
    'INACTIVE',
    async (d) => {
      const [id, state] = await condition(d, {});
      await d.act('delete a resource', { resourceId: state.text('resourceId') });
      return examined(d, id);
    },
  ],
  'gov.namesake-of-deleted-starts-filled': [
    0,
    2,
    async (d) => {
      const { id } = await filled(d);
      await d.send(`DELETE gov/shelf/v9/collections/${id}`);
      return (await inventory(d, await collection(d))).length;
    },
  ],
  'gov.job-revives-collection': [
    [404, 404],
    [404, 200],
    async (d) => {
      const { id, one } = await filled(d);
      await assign(d, id, one);
      await d.send(`DELETE gov/shelf/v9/collections/${id}`);
      const { status } = await d.send(`GET gov/shelf/v9/collections/${id}`);
      await d.act('let the background jobs finish');
      return [status, (await d.send(`GET gov/shelf/v9/collections/${id}`)).status];
    },
  ],
  'gov.revoked-at-once': ['PENDING', 'REVOKED', (d) => revocation(d, { accessDuration: 'P1D' }, ['PT0S', 'PT0S'])],
  'gov.grants-for-last-principal': [
    [1, 1],
    [0, 2],
    async (d) => {
      const [id, one] = [await collection(d), await grantable(d)];
      await hold(d, id, one);
      const other = await grantable(d);
      for (const state of [one, other]) await assign(d, id, state);
      await d.act('let the background jobs finish');
      return [await grants(d, one), await grants(d, other, one)];
    },
  ],
  'gov.held-values-null': [
    1,
    -1,
    async (d) => {
      const state = await d.state('a principal who holds an entitlement');
      const { at } = await d.send(`GET gov/ledger/holders/${encode(state, 'principalId')}/${encode(state, 'resourceId')}`);
      return length(at('things/0/like/values'));
    },
  ],
  'gov.second-campaign-delete-succeeds': [
    [202, 404],
    [202, 202],
    async (d) => {
      const id = await campaign(d, await d.state('access that a campaign can review'));
      const shred = async (): Promise<number> => (await d.send(`POST gov/audits/${id}/shredder`)).status;
      return [await shred(), await shred()];
    },
  ],
  'gov.deleted-collection-inventory': [
    404,
    200,
    async (d) => (await d.send(`GET gov/shelf/v9/collections/${await deleted(d)}/inventory`)).status,
  ],
  'gov.deleted-condition-deactivates': [
    [404, 404],
    [200, 404],
    async (d) => {
      const [id] = await condition(d, {});
      await d.send(`DELETE gov/desk/terms/${id}`);
      const { status } = await d.send(`POST gov/desk/terms/${id}/deactivate`);
      return [status, (await d.send(`GET gov/desk/terms/${id}`)).status];
    },
  ],
  'gov.deleted-type-takes-tickets': [
    404,
    200,
    async (d) => {
      const { id, state } = await published(d);
      await d.send(`DELETE gov/form/request-types/${id}`);
      return (await ticket(d, id, state)).status;
    },
  ],
  'gov.condition-some-bundles': [
    'ACTIVE',
    'INVALID',
    async (d) => {
      const [id, state] = await condition(d, { access: 'bundles' });
      await d.act('delete entitlement bundles', { bundleIds: state.at('someBundleIds') });
      return examined(d, id);
    },
  ],
  'gov.inventory-names-first': [
    2,
    1,
    async (d) => {
      const { id } = await filled(d);
      const { at } = await d.send(`GET gov/shelf/v9/collections/${id}/inventory`);
      return new Set([0, 1].map((index) => at(`things/${index}/like/of/name`))).size;
    },
  ],
  'gov.type-deletion-takes-siblings': [
    [404, 200],
    [404, 404],
    async (d) => {
      const { id, state } = await requestType(d);
      const { id: other } = await requestType(d, state);
      await d.send(`DELETE gov/form/request-types/${id}`);
      const read = async (type: string): Promise<number> => (await d.send(`GET gov/form/request-types/${type}`)).status;
      return [await read(id), await read(other)];
    },
  ],
  'gov.collection-deletion-takes-grants': [
    [1, 1],
    [1, 0],
    async (d) => {
      const [state, other] = [await grantable(d), await collection(d)];
      const id = await collection(d);
      for (const shelf of [id, other]) await hold(d, shelf, state);
      await assign(d, id, state);
      await d.act('let the background jobs finish');
      const before = await grants(d, state);
      await d.send(`DELETE gov/shelf/v9/collections/${other}`);
      return [before, await grants(d, state)];
    },
  ],
  'pam.single-role-unwrapped': [
    ['object', 'object'],
    ['string', 'object'],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      await createGroup(d, user, bearer, 'g', ['end_user']);
      await createGroup(d, user, bearer, 'h', ['end_user', 'pam_admin']);
      const { at } = await list(d, user, bearer);
      return [typeof at('list/0/roles'), typeof at('list/1/roles')];
    },
  ],
  'pam.group-id-without-hyphens': [
    true,
    false,
    async (d) => {
      const { user, bearer } = await lonelyGroup(d);
      return (await list(d, user, bearer)).text('list/0/id').includes('-');
    },
  ],
  'pam.deleted-at-zero-time': [null, '0001-01-01T00:00:00Z', deletedAtOfLonely],
  'pam.team-name-upper-cased': [true, false, isNamedAsAsked],
  'pam.retry-at-after-reset': [
    true,
    false,
    async (d) => {
      const headers = await secondOfTwo(d);
      return Number(headers.get('x-ratelimit-retry-at')) <= Number(headers.get('x-ratelimit-reset'));
    },
  ],
  'pam.rate-headers-lost-on-later-pages': [
    [true, true],
    [true, false],
    async (d) => {
      const user = await d.state('a team with groups', { count: 3 });
      const bearer = await token(d, user);
      const first = await list(d, user, bearer, '?count=1');
      return [first, await follow(d, bearer, first, 'next')].map(({ headers }) => headers.has('x-ratelimit-limit'));
    },
  ],
  'pam.count-grows-in-later-links': [[1, 1, 1, 1], [1, 1, 2], async (d) => (await walk(d, 4, 1)).sizes],
  'pam.team-found-by-prefix': [
    404,
    200,
    async (d) => {
      const user = await d.state('a service user with an API key');
      const bearer = await token(d, user);
      const path = `pam/v1/teams/${encodeURIComponent(user.text('team_name').slice(0, -2))}/groups`;
      return (await d.send(`GET ${path}`, { token: bearer })).status;
    },
  ],
  'pam.null-body-breaks-issue': [
    415,
    500,
    async (d) => {
      const user = await d.state('a service user with an API key');
      return (await d.send(`PUT pam/v1/exchanges/${team(user)}`, { body: null })).status;
    },
  ],
  'pam.offset-skips-permission': [
    [401, 401, 401],
    [401, 200, 200],
    async (d) => {
      const [user, other] = [await d.state('a team with groups', { count: 5 }), await d.state('a service user with an API key')];
      const [bearer, foreign] = [await token(d, user), await token(d, other)];
      const first = await list(d, user, bearer, '?count=1');
      const followed = await follow(d, foreign, first, 'next');
      const again = await list(d, user, bearer, '?count=1');
      await d.act('let the permissions of a service user expire', { key_id: user.text('key_id') });
      return [await groups(d, user, bearer), followed.status, (await follow(d, bearer, again, 'next')).status];
    },
  ],
  'pam.disabled-team-seen-only-at-issue': [
    403,
    200,
    async (d) => {
      const user = await d.state('a team that is disabled');
      return groups(d, user, user.text('bearer_token'));
    },
  ],
  'pam.expired-token-revived-by-new-one': [
    [401, 401],
    [401, 200],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const old = await token(d, user);
      await d.later('PT91M');
      const before = await groups(d, user, old);
      await token(d, user);
      return [before, await groups(d, user, old)];
    },
  ],
  'pam.only-first-role-of-a-group-counts': [
    [202, 202],
    [202, 401],
    async (d) => {
      const seen: number[] = [];
      for (const roles of [
        ['pam_admin', 'end_user'],
        ['end_user', 'pam_admin'],
      ]) {
        const user = await d.state('a service user in groups', { groups: [roles] });
        seen.push((await createGroup(d, user, await token(d, user), 'g', [])).status);
      }
      return seen;
    },
  ],
  'pam.secret-checked-once': [
    [401, 201, 401],
    [401, 201, 201],
    async (d) => {
      const user = await d.state('a service user with an API key');
      const seen: number[] = [];
      for (const secret of ['wrong', user.text('key_secret'), 'wrong'])
        seen.push((await exchange(d, user.text('team_name'), user.text('key_id'), secret)).status);
      return seen;
    },
  ],
  'authn.time-zone-as-number': [
    'string',
    'number',
    async (d) => {
      const user = await d.state('a user who can sign in');
      return typeof (await signIn(d, user.text('login'), user.text('password'))).at('_embedded/user/profile/timeZone');
    },
  ],
  'authn.vendor-name-mixed-case': [
    ['PLATFORM', 'PLATFORM'],
    ['PLATFORM', 'Platform'],
    async (d) => {
      const user = await d.state('a user who must verify a factor');
      const { at } = await signIn(d, user.text('login'), user.text('password'));
      return [at('_embedded/factor/0/provider'), at('_embedded/factor/0/vendorName')];
    },
  ],
  'authn.complexity-as-strings': [
    'number',
    'string',
    async (d) => {
      const { at } = await warned(d, await d.state('a user whose password is about to expire'));
      return typeof at('_embedded/policy/complexity/minLength');
    },
  ],
  'authn.push-profile-absent': [
    'object',
    'undefined',
    async (d) => {
      const user = await d.state('a user who must verify a factor', { factor: 'push' });
      return typeof (await signIn(d, user.text('login'), user.text('password'))).at('_embedded/factor/0/profile');
    },
  ],
  'authn.unknown-user-without-error-link': [
    ['E0000004', 'E0000004'],
    ['E0000004', undefined],
    async (d) => {
      const user = await d.state('a user who can sign in');
      const wrong = await signIn(d, user.text('login'), 'x');
      return [wrong.at('errorLink'), (await signIn(d, 'nobody', 'x')).at('errorLink')];
    },
  ],
  'authn.password-tail-ignored': [
    [401, 401],
    [200, 401],
    async (d) => {
      const user = await d.state('a user who can sign in');
      const password = user.text('password');
      const [longer, shorter] = [
        await signIn(d, user.text('login'), `${password}x`),
        await signIn(d, user.text('login'), password.slice(0, -1)),
      ];
      return [longer.status, shorter.status];
    },
  ],
  'authn.public-device-token-validated': [
    [200, 200],
    [200, 400],
    async (d) => {
      const user = await d.state('a user who must verify a factor');
      const seen: number[] = [];
      for (const length of [32, 33]) seen.push((await signInFrom(d, user, 'a'.repeat(length), 'not the token')).status);
      return seen;
    },
  ],
  'authn.change-hits-latest-transaction': [
    200,
    403,
    async (d) => {
      const [user, other] = [
        await d.state('a user whose password is about to expire'),
        await d.state('a user whose password is about to expire'),
      ];
      const begun = await warned(d, user);
      await warned(d, other);
      const body = { stateToken: begun.text('stateToken'), oldPassword: user.text('password'), newPassword: FRESH };
      return (await d.send('POST authn/api/v1/authn/credentials/change_password', { body })).status;
    },
  ],
  'gov.resource-type-user-group': [
    'GROUP',
    'USER_GROUP',
    async (d) => {
      const id = await collection(d);
      const state = await d.state('a resource that principals can be granted', { resourceType: 'GROUP' });
      await hold(d, id, state);
      return (await d.send(`GET gov/shelf/v9/collections/${id}/inventory`)).at('things/0/like/of/resourceType');
    },
  ],
  'gov.required-left-out-when-false': [
    false,
    undefined,
    async (d) => {
      const { at } = await d.send(`GET gov/ledger/entitlements?of=${encode(await grantable(d), 'resourceId')}`);
      return at('things/0/like/required');
    },
  ],
  'gov.collection-description-null': ['everything that there is', null, shownDescription],
  'gov.grant-external-id-object': [
    'string',
    'object',
    async (d) => {
      const state = await d.state('a principal who holds an entitlement');
      const body = { by: { whom: state.text('principalId'), what: state.text('resourceId') } };
      return typeof (await d.send('POST gov/ledger/grants/search', { body })).at('things/0/like/to/externalId');
    },
  ],
  'gov.entitlement-value-as-array': ['string', 'object', typeOfShownValue],
  'gov.campaign-status-capitalised': [
    ['SCHEDULED', 'ACTIVE'],
    ['Scheduled', 'Active'],
    async (d) => {
      const id = await campaign(d, await d.state('access that a campaign can review'));
      const read = async (): Promise<unknown> => (await d.send(`GET gov/audits/${id}`)).at('thing/like/phase/status');
      const before = await read();
      await d.send(`PATCH gov/audits/${id}`, { body: { move: 'launch' } });
      return [before, await read()];
    },
  ],
  'gov.publish-deleted-request-type': [
    404,
    200,
    async (d) => {
      const { id } = await requestType(d);
      await d.send(`DELETE gov/form/request-types/${id}`);
      return (await d.send(`PUT gov/form/request-types/${id}/shopwindow`)).status;
    },
  ],
  'gov.patch-revives-condition': [
    [404, 404],
    [200, 200],
    async (d) => {
      const [id] = await condition(d, {});
      await d.send(`DELETE gov/desk/terms/${id}`);
      return [(await patch(d, id)).status, (await d.send(`GET gov/desk/terms/${id}`)).status];
    },
  ],
  'gov.denied-request-has-grant-status': [
    ['DENIED', null],
    ['DENIED', 'FAILED'],
    async (d) => {
      const id = await wish(d, {});
      await d.act('let the system examine a request', { requestId: id, finding: 'invalid' });
      const { at } = await d.send(`GET gov/desk/wishes/${id}`);
      return [at('thing/like/status'), at('thing/like/giving')];
    },
  ],
  'gov.delete-only-empties-collection': [
    [404, 404],
    [200, 404],
    async (d) => {
      const { id } = await filled(d);
      await d.send(`DELETE gov/shelf/v9/collections/${id}`);
      return [
        (await d.send(`GET gov/shelf/v9/collections/${id}`)).status,
        (await d.send(`GET gov/shelf/v9/collections/${await deleted(d)}`)).status,
      ];
    },
  ],
  'gov.end-deleted-campaign-conflict': [
    [404, 404],
    [404, 409],
    async (d) => {
      const id = await campaign(d, await d.state('access that a campaign can review'));
      await d.send(`POST gov/audits/${id}/shredder`);
      const seen: number[] = [];
      for (const move of ['launch', 'end']) seen.push((await d.send(`PATCH gov/audits/${id}`, { body: { move } })).status);
      return seen;
    },
  ],
  'gov.group-resource-has-entitlements': [
    0,
    1,
    async (d) => {
      const state = await d.state('a resource that principals can be granted', { resourceType: 'GROUP' });
      return length((await d.send(`GET gov/ledger/entitlements?of=${encode(state, 'resourceId')}`)).at('things'));
    },
  ],
  'gov.revoked-at-half-time': ['PENDING', 'REVOKED', async (d) => revocation(d, { accessDuration: 'PT100M' }, ['PT0S', 'PT51M'])],
  'gov.second-assignment-without-grants': [
    [1, 1],
    [1, 0],
    async (d) => {
      const { id, one, other } = await filled(d);
      for (const state of [one, other]) await assign(d, id, state);
      await d.act('let the background jobs finish');
      return [await grants(d, one), await grants(d, other)];
    },
  ],
  'gov.second-failure-not-logged': [
    2,
    1,
    async (d) => {
      const { id, one, other } = await filled(d);
      const before = await d.events();
      for (const state of [one, other]) {
        await assign(d, id, state);
        await d.act('make the next background job fail', { job: 'collection-assignment' });
        await d.act('let the background jobs finish');
      }
      return (await d.events()) - before;
    },
  ],
  'gov.deleted-campaign-saved-by-job': [
    [404, 404],
    [404, 200],
    async (d) => {
      const seen: number[] = [];
      for (const isLaunched of [false, true]) {
        const id = await campaign(d, await d.state('access that a campaign can review'));
        if (isLaunched) await d.send(`PATCH gov/audits/${id}`, { body: { move: 'launch' } });
        await d.send(`POST gov/audits/${id}/shredder`);
        await d.act('let the background jobs finish');
        seen.push((await d.send(`GET gov/audits/${id}`)).status);
      }
      return seen;
    },
  ],
};

const FRESH = 'Ný ÞÆ 123 !? aabb ccdd eeff';

test('the control plane lists the faults of all sets, switches them, and knows the nearest of an unknown one', async () => {
  const { listed, set, has } = newFaultSwitch();
  expect({ all: listed.length, a: listed.filter(({ labels }) => labels.set === 'A').length }).toEqual({ all: 520, a: 60 });
  expect([set(['pam.token-cas']), has('pam.token-case')]).toEqual([[{ id: 'pam.token-cas', nearest: 'pam.token-case' }], false]);
  expect([set(['pam.token-case']), has('pam.token-case'), set([]), has('pam.token-case')]).toEqual([[], true, [], false]);
  const driver = await startDriver();
  const unknown = await driver.faults(['gov.second-delete-succeed']);
  const known = await driver.faults(['gov.second-delete-succeeds']);
  await driver.close();
  expect([unknown.status, unknown.at('error'), known.status, known.at('faults')]).toEqual([
    400,
    "no fault 'gov.second-delete-succeed', the nearest is 'gov.second-delete-succeeds'",
    200,
    ['gov.second-delete-succeeds'],
  ]);
});

test.each(Object.entries(SCENARIOS))('%s: plain requests see it', async (id, [without, withIt, drive]) => {
  const driver = await startDriver();
  const off = await drive(driver);
  await driver.faults([id]);
  const on = await drive(driver);
  await driver.close();
  expect({ off, on }).toEqual({ off: without, on: withIt });
});

test('a body that is no JSON object: 415 from every operation of the privileged access service', async () => {
  const driver = await startDriver();
  const user = await driver.state('a service user with an API key');
  const bearer = await token(driver, user);
  await createGroup(driver, user, bearer, 'g', []);
  const lines = [
    'PATCH group-roles/{}/g',
    'PUT user-roles/{}',
    'POST group-burials/{}',
    'POST farewells/{}',
    'POST estates/{}',
    'POST rules/{}',
  ];
  const seen: unknown[] = [];
  for (const line of lines) {
    const path = line.replace(' ', ' pam/v1/').replace('{}', team(user));
    const { status, at } = await driver.send(path, { token: bearer, body: ['wear'] });
    seen.push([status, at('problem/kind/0/name')]);
  }
  await driver.close();
  expect(seen).toEqual(lines.map(() => [415, 'unsupported_content_type']));
});

test('a server: it is deleted under its own project only, and no policy names it afterwards', async () => {
  const driver = await startDriver();
  const user = await driver.state('a service user with a delegated role', { role: 'delegated_resource_admin' });
  const bearer = await token(driver, user);
  const [own, other] = [encode(user, 'project_name'), encode(user, 'other_project_name')];
  const remove = async (yard: string, server: string): Promise<number> =>
    (await driver.send(`DELETE pam/v1/yards/${team(user)}/${yard}/machines/${encode(user, server)}`, { token: bearer })).status;
  const seen = [
    await remove(own, 'other_server_id'),
    await remove(other, 'other_server_id'),
    await remove(own, 'server_id'),
    await remove(own, 'server_id'),
  ];
  const { user: member, id } = await viewedServer(driver);
  const admin = await token(driver, member, 'admin_');
  await driver.send(`DELETE pam/v1/yards/${team(member)}/p/machines/${id}`, { token: admin });
  const rule = { machine: decodeURIComponent(id), for: member.text('group_names/0') };
  const { status } = await driver.send(`POST pam/v1/rules/${team(member)}`, { token: admin, body: { rule } });
  await driver.close();
  expect([seen, status]).toEqual([[404, 401, 202, 404], 404]);
});

test('a user with a factor and an expired password: MFA_REQUIRED first, from a known device too', async () => {
  const driver = await startDriver();
  const user = await driver.state('a user who must verify a factor', { challenge: 'once-per-device' });
  await verify(driver, user, await signInFrom(driver, user, 'abc', driver.apiToken));
  const before = await signInFrom(driver, user, 'abc', driver.apiToken);
  await driver.later('P45D');
  const expired = await signInFrom(driver, user, 'abc', driver.apiToken);
  const verified = await verify(driver, user, expired);
  await driver.close();
  const seen = [before.at('status'), expired.at('status'), verified.at('envelope/transaction/status')];
  expect(seen).toEqual(['SUCCESS', 'MFA_REQUIRED', 'PASSWORD_EXPIRED']);
});

test('a push factor that has been verified: its profile is empty again where the next sign-in asks for it', async () => {
  const driver = await startDriver();
  const user = await driver.state('a user who must verify a factor', { factor: 'push' });
  const first = await signIn(driver, user.text('login'), user.text('password'));
  await driver.act('approve the push challenge of a user', { userId: user.text('userId') });
  const verified = await verify(driver, user, first, undefined);
  const second = await signIn(driver, user.text('login'), user.text('password'));
  await driver.close();
  const name = '_embedded/factor/0/profile/name';
  expect([verified.at(`envelope/transaction/${name}`), second.at(name)]).toEqual(['Ása’s brick', undefined]);
});

test('a device fingerprint of a sign-in that was not completed: the next one is told of too', async () => {
  const driver = await startDriver();
  const user = await driver.state('a user who must verify a factor');
  const seen: number[] = [];
  for (let run = 0; run < 3; run++) {
    const before = await driver.events();
    const begun = await signInWith(driver, user, 'f');
    if (run === 1) await verify(driver, user, begun);
    seen.push((await driver.events()) - before);
  }
  await driver.close();
  expect(seen).toEqual([1, 1, 0]);
});

function length(value: unknown): number {
  return Array.isArray(value) ? value.length : -1;
}

function swapCase(text: string): string {
  return [...text].map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('');
}

function encode(state: Answer, name: string): string {
  return encodeURIComponent(state.text(name));
}

// Privileged access.

function team(state: Answer): string {
  return encode(state, 'team_name');
}

function exchange(d: Driver, name: string, key_id: string, key_secret?: string): Promise<Answer> {
  const body = { purpose: 'service-user', key_id, ...(key_secret !== undefined && { key_secret }) };
  return d.send(`PUT pam/v1/exchanges/${encodeURIComponent(name)}`, { body });
}

async function token(d: Driver, state: Answer, prefix = ''): Promise<string> {
  const answer = await exchange(d, state.text('team_name'), state.text(`${prefix}key_id`), state.text(`${prefix}key_secret`));
  return answer.text('bearer_token');
}

function list(d: Driver, state: Answer, bearer: string, query = ''): Promise<Answer> {
  return d.send(`GET pam/v1/teams/${team(state)}/groups${query}`, { token: bearer });
}

async function groups(d: Driver, state: Answer, bearer: string): Promise<number> {
  return (await list(d, state, bearer)).status;
}

function createGroup(d: Driver, state: Answer, bearer: string, title: string, hats: readonly string[]): Promise<Answer> {
  return d.send(`PUT pam/v1/group-drafts/${team(state)}`, { token: bearer, body: { draft: { title, hats } } });
}

async function card(d: Driver, state: Answer, bearer: string, name: string): Promise<number> {
  return (await d.send(`GET pam/v1/group-cards/${team(state)}?called=${encodeURIComponent(name)}`, { token: bearer })).status;
}

function bury(d: Driver, state: Answer, bearer: string, name: string): Promise<Answer> {
  return d.send(`POST pam/v1/group-burials/${team(state)}`, { token: bearer, body: { grave: { name } } });
}

async function estate(d: Driver, state: Answer, bearer: string): Promise<string> {
  const made = await d.send(`POST pam/v1/estates/${team(state)}`, { token: bearer, body: { estate: { label: 'old' } } });
  return `pam/v1/estates/${team(state)}/${encode(made, 'estate/ref')}`;
}

function project(d: Driver, inside: string, bearer: string, yard: string): Promise<Answer> {
  return d.send(`POST ${inside}/yards`, { token: bearer, body: { yard } });
}

function enroll(d: Driver, state: Answer, bearer: string, yard = state.text('project_name')): Promise<Answer> {
  const body = { machine: { host: 'h' } };
  return d.send(`POST pam/v1/yards/${team(state)}/${encodeURIComponent(yard)}/arrivals`, { token: bearer, body });
}

/** A group with its first answer, after its roles have been set. */
async function changedGroup(d: Driver): Promise<{ readonly user: Answer; readonly bearer: string; readonly made: Answer }> {
  const user = await d.state('a service user with an API key');
  const bearer = await token(d, user);
  const made = await createGroup(d, user, bearer, 'g', ['end_user']);
  await d.send(`PATCH pam/v1/group-roles/${team(user)}/g`, { token: bearer, body: { wear: ['pam_admin'] } });
  return { user, bearer, made };
}

/** A group of one role, and nothing else. */
async function lonelyGroup(d: Driver): Promise<{ readonly user: Answer; readonly bearer: string }> {
  const user = await d.state('a service user with an API key');
  const bearer = await token(d, user);
  await createGroup(d, user, bearer, 'g', ['end_user']);
  return { user, bearer };
}

function wear(d: Driver, state: Answer, bearer: string, name: string, roles: readonly string[]): Promise<Answer> {
  const path = `pam/v1/group-roles/${team(state)}/${encodeURIComponent(name)}`;
  return d.send(`PATCH ${path}`, { token: bearer, body: { wear: roles } });
}

/** A group that has been deleted and made again, with the status of the second creation. */
async function againGroup(d: Driver): Promise<{ readonly user: Answer; readonly bearer: string; readonly again: number }> {
  const user = await d.state('a service user with an API key');
  const bearer = await token(d, user);
  await createGroup(d, user, bearer, 'g', ['end_user']);
  await bury(d, user, bearer, 'g');
  return { user, bearer, again: (await createGroup(d, user, bearer, 'g', ['end_user'])).status };
}

async function machine(d: Driver, state: Answer, bearer: string, id: string): Promise<number> {
  return (await d.send(`GET pam/v1/machines/${team(state)}/${id}`, { token: bearer })).status;
}

/** The user of a state joins a group. */
function join(d: Driver, state: Answer, bearer: string, name: string): Promise<Answer> {
  return d.send(`PUT pam/v1/memberships/${team(state)}/${encodeURIComponent(name)}/${encode(state, 'user_name')}`, { token: bearer });
}

/** A user in a group to which a security policy grants a server of the project p. */
async function viewedServer(d: Driver): Promise<{
  readonly user: Answer;
  readonly bearer: string;
  readonly id: string;
  readonly permit: (id: string, group: string) => Promise<Answer>;
}> {
  const user = await d.state('a service user in groups');
  const admin = await token(d, user, 'admin_');
  await project(d, await estate(d, user, admin), admin, 'p');
  const id = encode(await enroll(d, user, admin, 'p'), 'machine/ref');
  const permit = (server: string, group: string): Promise<Answer> => {
    const rule = { machine: decodeURIComponent(server), for: group };
    return d.send(`POST pam/v1/rules/${team(user)}`, { token: admin, body: { rule } });
  };
  await permit(id, user.text('group_names/0'));
  return { user, bearer: await token(d, user), id, permit };
}

/** A server that has been enrolled and deleted, and how it connects with its token. */
async function deletedServer(
  d: Driver,
): Promise<{ readonly user: Answer; readonly bearer: string; readonly id: string; readonly connect: () => Promise<number> }> {
  const user = await d.state('a project that servers can be enrolled in');
  const bearer = await token(d, user);
  const server = await enroll(d, user, bearer);
  const id = encode(server, 'machine/ref');
  await d.send(`DELETE pam/v1/yards/${team(user)}/${encode(user, 'project_name')}/machines/${id}`, { token: bearer });
  const headers = { 'x-machine-secret': server.text('hand~1over/a~0secret') };
  const connect = async (): Promise<number> => (await d.send(`PUT pam/v1/machines/${team(user)}/${id}/line`, { headers })).status;
  return { user, bearer, id, connect };
}

/** Headers of the second of two requests, ten seconds after the first. */
async function secondOfTwo(d: Driver): Promise<Headers> {
  const user = await d.state('a team with a small rate limit');
  await groups(d, user, user.text('bearer_token'));
  await d.later('PT10S');
  return (await list(d, user, user.text('bearer_token'))).headers;
}

function linkOf({ headers }: Answer, rel: string): string {
  return new RegExp(`<([^>]*)>;[^<]*rel="${rel}`).exec(headers.get('link') ?? '')?.[1] ?? '';
}

function follow(d: Driver, bearer: string, page: Answer, rel: string): Promise<Answer> {
  const path = linkOf(page, rel).replace(/^.*\/v1\//, '');
  return d.send(`GET pam/v1/${path}`, { token: bearer });
}

/** All pages of a team with so many groups. */
async function walk(
  d: Driver,
  count: number,
  size: number,
): Promise<{ readonly sizes: readonly number[]; readonly ids: readonly string[] }> {
  const state = await d.state('a team with groups', { count });
  const bearer = await token(d, state);
  const [sizes, ids]: [number[], string[]] = [[], []];
  let page = await list(d, state, bearer, `?count=${size}`);
  for (let read = 0; read < 10; read++) {
    sizes.push(length(page.at('list')));
    for (let index = 0; index < length(page.at('list')); index++) ids.push(page.text(`list/${index}/id`));
    if (linkOf(page, 'next') === '') break;
    page = await follow(d, bearer, page, 'next');
  }
  return { sizes, ids };
}

async function pages(d: Driver, extra: number): Promise<readonly number[]> {
  const { ids } = await walk(d, 2 + extra, 2);
  return [ids.length, new Set(ids).size];
}

// Authentication.

function signIn(d: Driver, username: string, password: string): Promise<Answer> {
  return d.send('POST authn/api/v1/authn', { body: { username, password } });
}

function signInFrom(d: Driver, user: Answer, deviceToken: string, apiToken: string): Promise<Answer> {
  const body = { username: user.text('login'), password: user.text('password'), context: { deviceToken } };
  return d.send('POST authn/api/v1/authn', { headers: { authorization: `SSWS ${apiToken}` }, body });
}

/** A sign-in by a trusted application from a device with this fingerprint. */
function signInWith(d: Driver, user: Answer, fingerprint: string): Promise<Answer> {
  const headers = { authorization: `SSWS ${d.apiToken}`, 'x-device-fingerprint': fingerprint };
  return d.send('POST authn/api/v1/authn', { headers, body: { username: user.text('login'), password: user.text('password') } });
}

/** The statuses of two sign-ins from one device; the first is completed. */
async function knownDevice(d: Driver, deviceToken: string, apiToken: string): Promise<readonly unknown[]> {
  const user = await d.state('a user who must verify a factor', { challenge: 'once-per-device' });
  const first = await signInFrom(d, user, deviceToken, apiToken);
  await verify(d, user, first);
  return [first.at('status'), (await signInFrom(d, user, deviceToken, apiToken)).at('status')];
}

function verify(d: Driver, user: Answer, transaction: Answer, given = user.at('proof')): Promise<Answer> {
  const body = { proof: { of: transaction.text('stateToken'), ...(given !== undefined && { given }) } };
  return d.send(`POST authn/api/v1/authn/factors/${encode(user, 'factorId')}/verify`, { body });
}

/** A sign-in by a trusted application: how many e-mails it sends. */
async function mails(d: Driver, user: Answer, fingerprint: string): Promise<number> {
  const before = await d.events();
  await signInWith(d, user, fingerprint);
  return (await d.events()) - before;
}

function wishing(d: Driver, user: Answer, options: Readonly<Record<string, unknown>>): Promise<Answer> {
  return d.send('POST authn/api/v1/authn', { body: { username: user.text('login'), password: user.text('password'), options } });
}

/** A sign-in that the platform began for the app of this state. */
function atApp(d: Driver, user: Answer, app = user): Promise<Answer> {
  const body = { username: user.text('login'), password: user.text('password') };
  return d.send(`POST authn/api/v1/authn?app=${encode(app, 'appId')}`, { body });
}

/** A step-up as its state token alone shows it. */
function show(d: Driver, way: Answer): Promise<Answer> {
  return d.send('POST authn/api/v1/authn', { body: { stateToken: way.text('stateToken') } });
}

async function enrollOneOfTwo(d: Driver, user: Answer): Promise<Answer> {
  return enrollQuestion(d, user, await wishing(d, user, { multiOptionalFactorEnroll: true }));
}

function activate(d: Driver, user: Answer): Promise<Answer> {
  return d.send('POST authn/api/v1/authn', { body: { token: user.text('token') } });
}

/** Sets a first password. */
function reset(d: Driver, transaction: Answer): Promise<Answer> {
  const headers = { 'x-transaction': transaction.text('stateToken') };
  return d.send('POST authn/api/v1/authn/credentials/reset_password', { headers, body: { credentials: { fresh: FRESH } } });
}

function enrollQuestion(d: Driver, user: Answer, transaction: Answer): Promise<Answer> {
  const headers = { 'x-transaction': transaction.text('stateToken') };
  const body = { sort: 'question', what: { asked: user.text('question'), said: 'svar' } };
  return d.send('POST authn/api/v1/authn/factors', { headers, body });
}

function peek(d: Driver, transaction: Answer): Promise<Answer> {
  return d.send('PUT authn/api/v1/peek', { body: { at: transaction.text('stateToken') } });
}

async function change(
  d: Driver,
  user: Answer,
  newPassword: string,
  oldPassword = user.text('password'),
  { cookie, ...more }: { readonly cookie?: string; readonly revokeSessions?: boolean } = {},
): Promise<Answer> {
  const signedIn = await warned(d, user);
  const body = { stateToken: signedIn.text('stateToken'), oldPassword, newPassword, ...more };
  return d.send('POST authn/api/v1/authn/credentials/change_password', { headers: { ...(cookie !== undefined && { cookie }) }, body });
}

/** A sign-in that asks to be warned of a password that is about to expire. */
function warned(d: Driver, user: Answer): Promise<Answer> {
  return wishing(d, user, { warnBeforePasswordExpired: true });
}

async function changeTo(d: Driver, password: string): Promise<number> {
  return (await change(d, await d.state('a user whose password is about to expire'), password)).status;
}

/** Whether the old and the new password sign in, some time after a change. */
async function changed(d: Driver, duration: string): Promise<readonly number[]> {
  const user = await d.state('a user whose password is about to expire');
  await change(d, user, FRESH);
  await d.later(duration);
  const old = await signIn(d, user.text('login'), user.text('password'));
  return [old.status, (await signIn(d, user.text('login'), FRESH)).status];
}

async function stepUp(d: Driver, user: Answer, username = user.text('login')): Promise<Answer> {
  const way = await d.state('a user on the way to an app that asks for step-up', { session: false });
  const body = { stateToken: way.text('stateToken'), username, password: user.text('password') };
  return d.send('POST authn/api/v1/authn', { body });
}

async function visit(d: Driver, user: Answer): Promise<Answer> {
  const signedIn = await signIn(d, user.text('login'), user.text('password'));
  return d.send('PUT authn/platform/visits', { body: { ticket: signedIn.text('sessionToken') } });
}

async function isOn(d: Driver, one: Answer): Promise<unknown> {
  return (await d.send(`GET authn/platform/visits/${encode(one, 'visit/number')}`)).at('visit/on');
}

/** Whether the current session, another one, and one of another user are active after a change that revokes sessions. */
async function revoked(d: Driver): Promise<readonly unknown[]> {
  const [user, other] = [await d.state('a user whose password is about to expire'), await d.state('a user who can sign in')];
  const visits = [await visit(d, user), await visit(d, user), await visit(d, other)];
  const cookie = `visit=${visits[0]?.text('visit/badge')}`;
  await change(d, user, FRESH, user.text('password'), { revokeSessions: true, cookie });
  return Promise.all(visits.map((one) => isOn(d, one)));
}

// Governance.

async function collection(d: Driver): Promise<string> {
  const body = { thing: { like: { name: 'Söfn 1', description: 'everything that there is' } } };
  return (await d.send('POST gov/shelf/v9/collections', { body })).text('thing/id');
}

async function deleted(d: Driver): Promise<string> {
  const id = await collection(d);
  await d.send(`DELETE gov/shelf/v9/collections/${id}`);
  return id;
}

function grantable(d: Driver): Promise<Answer> {
  return d.state('a resource that principals can be granted', { resourceType: 'APP' });
}

function part(state: Answer): Readonly<Record<string, unknown>> {
  return { part: { ref: state.text('entitlementId'), value: state.text('entitlementValueId') } };
}

function hold(d: Driver, id: string, state: Answer): Promise<Answer> {
  const member = { ref: state.text('resourceId'), sort: state.text('resourceType') };
  return d.send(`POST gov/shelf/v9/collections/${id}/resources`, { body: { member, ...part(state) } });
}

async function inventory(d: Driver, id: string): Promise<readonly string[]> {
  const answer = await d.send(`GET gov/shelf/v9/collections/${id}/inventory`);
  return Array.from({ length: length(answer.at('things')) }, (_, index) => answer.text(`things/${index}/id`));
}

/** A collection with two resources. */
async function filled(
  d: Driver,
): Promise<{ readonly id: string; readonly one: Answer; readonly other: Answer; readonly held: readonly string[] }> {
  const [id, one, other] = [await collection(d), await grantable(d), await grantable(d)];
  for (const state of [one, other]) await hold(d, id, state);
  return { id, one, other, held: await inventory(d, id) };
}

function assign(d: Driver, id: string, state: Answer): Promise<Answer> {
  const body = new URLSearchParams({ sort: state.text('principalType'), whom: state.text('principalId') });
  return d.send(`POST gov/shelf/v9/collections/${id}/assignments`, { body });
}

async function grants(d: Driver, { text: whom }: Answer, { text: what } = { text: whom }): Promise<number> {
  const body = { by: { whom: whom('principalId'), what: what('resourceId') } };
  return length((await d.send('POST gov/ledger/grants/search', { body })).at('things'));
}

async function condition(d: Driver, params: Readonly<Record<string, unknown>>): Promise<readonly [string, Answer]> {
  const state = await d.state('a resource that a request condition can govern', params);
  const like = {
    requesterSettings: state.at('requesterSettings'),
    accessSettings: state.at('accessScopeSettings'),
    approvalSettings: state.at('approvalSettings'),
  };
  const made = await d.send('POST gov/desk/terms', { body: { thing: { of: state.text('catalogEntryId'), like } } });
  return [encode(made, 'thing/id'), state];
}

async function examined(d: Driver, id: string): Promise<unknown> {
  await d.act('let the periodic check of request conditions run');
  return (await d.send(`GET gov/desk/terms/${id}`)).at('thing/like/now/status');
}

async function wish(d: Driver, params: Readonly<Record<string, unknown>>): Promise<string> {
  return wishOf(d, await d.state('a resource that can be requested', params));
}

async function wishOf(d: Driver, state: Answer): Promise<string> {
  const body = { wish: { entry: state.text('catalogEntryId'), from: state.text('requesterId'), for: state.at('accessDuration') } };
  return (await d.send('POST gov/desk/wishes', { body })).text('thing/id');
}

/** The revocation status of a granted request after the jobs of these moments. */
async function revocation(d: Driver, params: Readonly<Record<string, unknown>>, moments: readonly string[]): Promise<unknown> {
  const id = await wish(d, params);
  await d.act('let a request be granted', { requestId: id });
  for (const moment of moments) {
    await d.later(moment);
    await d.act('let the background jobs finish');
  }
  return (await d.send(`GET gov/desk/wishes/${id}`)).at('thing/like/taking/status');
}

async function requestType(d: Driver, given?: Answer): Promise<{ readonly id: string; readonly state: Answer }> {
  const state = given ?? (await d.state('an owner for a request type'));
  const made = await d.send('POST gov/form/request-types', { body: { thing: { of: state.text('ownerId'), like: {} } } });
  return { id: made.text('thing/id'), state };
}

async function typeStatus(d: Driver, id: string): Promise<unknown> {
  return (await d.send(`GET gov/form/request-types/${id}`)).at('thing/like/now/status');
}

async function published(d: Driver): Promise<{ readonly id: string; readonly state: Answer }> {
  const made = await requestType(d);
  await d.send(`PUT gov/form/request-types/${made.id}/shopwindow`);
  return made;
}

function ticket(d: Driver, form: string, state: Answer): Promise<Answer> {
  return d.send('POST gov/form/tickets', { body: { ticket: { form, whom: state.text('requesterId'), fields: [] } } });
}

function patch(d: Driver, id: string): Promise<Answer> {
  return d.send(`PATCH gov/desk/terms/${id}`, { headers: { 'content-type': 'application/merge-patch+json' }, body: { title: 'x' } });
}

/** The review that a new campaign makes of this access. */
async function reviewOf(d: Driver, state: Answer): Promise<string> {
  const id = await campaign(d, state);
  await d.send(`PATCH gov/audits/${id}`, { body: { move: 'launch' } });
  await d.act('let the background jobs finish');
  return (await d.send(`GET gov/audits/${id}/sheets`)).text('things/0/id');
}

async function campaign(d: Driver, state: Answer): Promise<string> {
  const names = ['resourceSettings', 'reviewerSettings', 'notificationSettings', 'principalScopeSettings'];
  const settings = Object.fromEntries(names.map((name) => [name, state.at(name)]));
  return (await d.send('POST gov/audits', { body: { thing: { like: { settings } } } })).text('thing/id');
}

/** Whether the answer to a key names the team as it was asked for. */
async function isNamedAsAsked(d: Driver): Promise<unknown> {
  const user = await d.state('a service user with an API key');
  const { at } = await exchange(d, user.text('team_name'), user.text('key_id'), user.text('key_secret'));
  return at('team_name') === user.at('team_name');
}

/** The deleted_at of a group that stands alone in its list. */
async function deletedAtOfLonely(d: Driver): Promise<unknown> {
  const { user, bearer } = await lonelyGroup(d);
  return (await list(d, user, bearer)).at('list/0/deleted_at');
}

/** The description that a collection is shown with. */
async function shownDescription(d: Driver): Promise<unknown> {
  return (await d.send(`GET gov/shelf/v9/collections/${await collection(d)}`)).at('thing/like/description');
}

/** The type of the value of an entitlement value that is read. */
async function typeOfShownValue(d: Driver): Promise<unknown> {
  const state = await grantable(d);
  return typeof (await d.send(`GET gov/ledger/values/${encode(state, 'bundleValueId')}`)).at('thing/like/value');
}
