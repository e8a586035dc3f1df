import { entry, type Entries } from '../kit/arguments.ts';
import { parseSpan } from '../kit/clock.ts';
import { ControlError, type JsonObject } from '../kit/service.ts';
import { newToken, tokenLifetimeMs } from './access.ts';
import type { Context } from './context.ts';
import { access, addGroup, addKey, addMachine, addPlace, addTeam, addUser, keep, teamWith, word } from './dashboard.ts';
import { isRole, roleNames, type Role } from './roles.ts';

/** The roles that together permit all that the service's operations do. */
const administrator: readonly Role[] = ['pam_admin', 'resource_admin', 'security_admin'];

/** The provider states of the catalogue. Each makes a team of its own. */
export const states: Entries<Context, JsonObject> = {
  'a service user with an API key': entry([], aGroupAdministrator),
  'a service user of another team': entry([], (context) => {
    const { key, group } = teamWith(context, 'lone', ['end_user']);
    return { ...access(key), group_name: group.name, group_id: group.id };
  }),
  'a team with groups': entry(['count', 'role'], (context, args) =>
    aTeamWithGroups(context, args.integer('count', 0, mostGroups) ?? 3, args.oneOf('role', roleNames) ?? 'end_user'),
  ),
  'a service user whose API key has expired': entry([], (context) => {
    const team = addTeam(context);
    const user = addUser(context, team, 'service', [addGroup(context, team, 'machines', ['pam_admin'])]);
    return access(addKey(context, team, user, -60_000));
  }),
  'a service user with an expired bearer token': entry([], (context) => {
    const { team, key } = teamWith(context, 'machines', ['pam_admin']);
    return { ...access(key), expired_bearer_token: keep(context, newToken(context, team, key, context.now() - 60_000)) };
  }),
  'a service user whose bearer tokens live for a known time': entry([], (context) => ({
    ...aGroupAdministrator(context),
    lifetime: `PT${tokenLifetimeMs / 1000}S`,
    half_lifetime: `PT${tokenLifetimeMs / 2000}S`,
  })),
  'a service user in groups': entry(['groups'], (context, args) => aMember(context, roleLists(args.value('groups') ?? [['end_user']]))),
  'a service user with a delegated role': entry(['role'], (context, args) =>
    aDelegate(context, args.neededOneOf('role', ['delegated_resource_admin', 'delegated_security_admin'])),
  ),
  'a server that a user has no access to': entry([], (context) => {
    const { team, key, group } = teamWith(context, 'users', ['end_user']);
    const security = addMachine(context, team, 'security', ['security_admin']).key;
    const { server } = addPlace(context, team, []);
    const admin = { security_admin_key_id: security.id, security_admin_key_secret: security.secret };
    return { ...access(key), group_name: group.name, server_id: server.id, ...admin };
  }),
  'a project that servers can be enrolled in': entry([], (context) => {
    const { team, key } = teamWith(context, 'administrators', administrator);
    return { ...access(key), project_name: addPlace(context, team, []).project.name };
  }),
  'a team that is disabled': entry([], (context) => {
    const { team, key } = teamWith(context, 'machines', ['pam_admin']);
    team.disabled = true;
    return { ...access(key), bearer_token: keep(context, newToken(context, team, key, context.now() + tokenLifetimeMs)) };
  }),
  'a team that is close to its quota of groups': entry(['left'], (context, args) => {
    const { team, key } = teamWith(context, 'administrators', administrator);
    const { project } = addPlace(context, team, []);
    team.quotas.set('groups', team.groups.live + (args.integer('left', 0) ?? 0));
    return { ...access(key), project_name: project.name };
  }),
  'a deprecated resource': entry([], (context) => {
    const { team, key } = teamWith(context, 'machines', ['end_user']);
    const id = word(context);
    team.deprecated.add(id);
    return { ...access(key), resource_id: id };
  }),
  'a team with a small rate limit': entry(['limit', 'period'], (context, args) =>
    aLimitedTeam(context, args.integer('limit', 1) ?? 3, args.span('period') ?? 'PT60S'),
  ),
};

/** The acts of the catalogue: what happens to the service from outside its API. */
export const acts: Entries<Context, void> = {
  'let the permissions of a service user expire': entry(['team_name', 'key_id'], ({ store }, args) => {
    const [team, keyId] = [args.neededText('team_name'), args.neededText('key_id')];
    const key = store.keys.get(keyId);
    if (key?.team !== team)
      throw new ControlError(
        'mock-id-unknown',
        `team '${team}' has no API key '${keyId}'`,
        'Send the team_name and key_id that a provider state answered.',
      );
    for (const token of store.tokens.values()) if (token.userId === key.userId) store.tokens.set(token.value, { ...token, isLapsed: true });
  }),
  'make the next request fail': entry(['error'], ({ store }, args) => {
    const error = args.neededOneOf('error', ['unknown_error', 'service_offline', 'gateway_timeout']);
    store.trouble = error;
  }),
};

function aGroupAdministrator(context: Context): JsonObject {
  return access(teamWith(context, 'machines', ['pam_admin']).key);
}

/** More would take long to make, and much memory. */
const mostGroups = 100_000;

/** A list of role names for each group. */
function roleLists(value: unknown): readonly (readonly Role[])[] {
  if (Array.isArray(value) && value.every((entry): entry is readonly Role[] => Array.isArray(entry) && entry.every(isRole))) return value;
  const remedy = `Send for each group a list such as ["end_user"]. Roles are: ${roleNames.join(', ')}.`;
  throw new ControlError('mock-value', `parameter 'groups' is ${JSON.stringify(value)}`, remedy);
}

const mostNamesAnswered = 1000;

function aTeamWithGroups(context: Context, count: number, role: Role): JsonObject {
  const team = addTeam(context);
  const key = addKey(context, team, addUser(context, team, 'service', []));
  for (let made = 0; made < count; made += 1) addGroup(context, team, `group-${made + 1}`, [role]);
  const groups = team.groups.all;
  const names = count > mostNamesAnswered ? {} : { group_ids: groups.map(({ id }) => id), group_names: groups.map(({ name }) => name) };
  return { ...access(key), count, ...names };
}

function aMember(context: Context, roles: readonly (readonly Role[])[]): JsonObject {
  const team = addTeam(context);
  const groups = roles.map((ofGroup, index) => addGroup(context, team, `member-${index + 1}`, ofGroup));
  const user = addUser(context, team, 'service', groups);
  const { key: adminKey } = addMachine(context, team, 'administrators', administrator);
  return {
    ...access(addKey(context, team, user)),
    user_name: user.name,
    group_names: groups.map(({ name }) => name),
    admin_key_id: adminKey.id,
    admin_key_secret: adminKey.secret,
    other_group_name: addGroup(context, team, 'other', []).name,
    resource_admin_group_name: addGroup(context, team, 'resources', ['resource_admin']).name,
    human_user_name: addUser(context, team, 'human', []).name,
  };
}

function aDelegate(context: Context, role: Role): JsonObject {
  const { team, key, user, group } = teamWith(context, 'delegates', [role]);
  const [own, other] = [addPlace(context, team, [user.id]), addPlace(context, team, [])];
  return {
    ...access(key),
    group_name: group.name,
    resource_group_id: own.resourceGroup.id,
    project_name: own.project.name,
    server_id: own.server.id,
    other_resource_group_id: other.resourceGroup.id,
    other_project_name: other.project.name,
    other_server_id: other.server.id,
  };
}

/** The limiter is of the kind that the deployment has. */
function aLimitedTeam(context: Context, limit: number, period: string): JsonObject {
  const periodMs = parseSpan(period) ?? 0;
  if (periodMs < 1) throw new ControlError('mock-value', `parameter 'period' is '${period}'`, 'Send an ISO 8601 duration such as PT60S.');
  const { team, key } = teamWith(context, 'machines', ['pam_admin', 'end_user']);
  const groups = ['one', 'two', 'three'].map((name) => addGroup(context, team, name, ['end_user']).name);
  team.limiter = context.ownLimiter({ limit, periodMs });
  const end = context.now() + Math.max(tokenLifetimeMs, 6 * periodMs);
  const bearer = keep(context, newToken(context, team, key, end));
  return { team_name: team.name, bearer_token: bearer, group_names: groups, limit, period };
}
