import type { Arguments, Entry } from '../kit/arguments.ts';
import { ControlError, type Data } from '../kit/service.ts';
import type { Workshop } from './call.ts';
import { access, addGroup, addKey, addMachine, addPlace, addTeam, addUser, keep, word } from './dashboard.ts';
import { isRole, roleNames, type Role } from './roles.ts';
import { aDelegate, administrator, aLimitedTeam, aMember, aTeamWithGroups } from './scenes.ts';
import { newToken, tokenLifetimeMs } from './tokens.ts';

/** The provider states of the catalogue. Each makes a team of its own. */
export function createStates(workshop: Workshop): ReadonlyMap<string, Entry<Data>> {
  const { surroundings } = workshop;
  const states: Readonly<Record<string, Entry<Data>>> = {
    'a service user with an API key': { params: [], run: () => aGroupAdministrator(workshop) },
    'a service user of another team': {
      params: [],
      run() {
        const team = addTeam(workshop);
        const { key, group } = addMachine(workshop, team, 'lone', ['end_user']);
        return { ...access(key), group_name: group.name, group_id: group.id };
      },
    },
    'a team with groups': {
      params: ['count', 'role'],
      run: (args) => aTeamWithGroups(workshop, groupCount(args), roleOf(args.text('role') ?? 'end_user')),
    },
    'a service user whose API key has expired': {
      params: [],
      run() {
        const team = addTeam(workshop);
        const user = addUser(workshop, team, 'service', [addGroup(workshop, team, 'machines', ['pam_admin'])]);
        return access(addKey(workshop, team, user, -60_000));
      },
    },
    'a service user with an expired bearer token': {
      params: [],
      run() {
        const team = addTeam(workshop);
        const { key } = addMachine(workshop, team, 'machines', ['pam_admin']);
        return { ...access(key), expired_bearer_token: keep(workshop, newToken(workshop, team, key, surroundings.now() - 60_000)) };
      },
    },
    'a service user whose bearer tokens live for a known time': {
      params: [],
      run: () => ({
        ...aGroupAdministrator(workshop),
        lifetime: `PT${tokenLifetimeMs / 1000}S`,
        half_lifetime: `PT${tokenLifetimeMs / 2000}S`,
      }),
    },
    'a service user in groups': { params: ['groups'], run: (args) => aMember(workshop, roleLists(args.value('groups') ?? [['end_user']])) },
    'a service user with a delegated role': {
      params: ['role'],
      run: (args) =>
        aDelegate(workshop, args.oneOf('role', ['delegated_resource_admin', 'delegated_security_admin']) ?? roleOf(args.needed('role'))),
    },
    'a server that a user has no access to': {
      params: [],
      run() {
        const team = addTeam(workshop);
        const { key, group } = addMachine(workshop, team, 'users', ['end_user']);
        const security = addMachine(workshop, team, 'security', ['security_admin']);
        const { server } = addPlace(workshop, team, []);
        return {
          ...access(key),
          group_name: group.name,
          server_id: server.id,
          security_admin_key_id: security.key.id,
          security_admin_key_secret: security.key.secret,
        };
      },
    },
    'a project that servers can be enrolled in': {
      params: [],
      run() {
        const team = addTeam(workshop);
        return {
          ...access(addMachine(workshop, team, 'administrators', administrator).key),
          project_name: addPlace(workshop, team, []).project.name,
        };
      },
    },
    'a team that is disabled': {
      params: [],
      run() {
        const team = addTeam(workshop);
        const { key } = addMachine(workshop, team, 'machines', ['pam_admin']);
        team.disabled = true;
        return { ...access(key), bearer_token: keep(workshop, newToken(workshop, team, key, surroundings.now() + tokenLifetimeMs)) };
      },
    },
    'a team that is close to its quota of groups': {
      params: ['left'],
      run(args) {
        const team = addTeam(workshop);
        const { key } = addMachine(workshop, team, 'administrators', administrator);
        const { project } = addPlace(workshop, team, []);
        team.quotas.set('groups', team.groups.live + atLeast(args, 'left', 0, 0));
        return { ...access(key), project_name: project.name };
      },
    },
    'a deprecated resource': {
      params: [],
      run() {
        const team = addTeam(workshop);
        const { key } = addMachine(workshop, team, 'machines', ['end_user']);
        const id = word(surroundings);
        team.deprecated.add(id);
        return { ...access(key), resource_id: id };
      },
    },
    'a team with a small rate limit': {
      params: ['limit', 'period'],
      run: (args) => aLimitedTeam(workshop, atLeast(args, 'limit', 1, 3), args.text('period') ?? 'PT60S'),
    },
  };
  return new Map(Object.entries(states));
}

/** Takes away the team that a state has made, with all its keys and tokens. */
export function removeTeam({ store }: Workshop, data: Data): void {
  const name = data['team_name'];
  if (typeof name !== 'string') throw new ControlError('the data has no team_name', 'Send the data that set-up answered.');
  store.teams.delete(name);
  for (const [id, key] of store.keys) if (key.team === name) store.keys.delete(id);
  for (const [value, token] of store.tokens) if (token.team === name) store.tokens.delete(value);
}

function aGroupAdministrator(workshop: Workshop): Data {
  return access(addMachine(workshop, addTeam(workshop), 'machines', ['pam_admin']).key);
}

function atLeast(args: Arguments, name: string, least: number, otherwise: number): number {
  const value = args.integer(name) ?? otherwise;
  if (value < least) throw new ControlError(`parameter '${name}' is ${value}`, `Send a whole number of at least ${least}.`);
  return value;
}

/** More would take long to make, and much memory. */
const mostGroups = 100_000;

function groupCount(args: Arguments): number {
  const count = atLeast(args, 'count', 0, 3);
  if (count > mostGroups) throw new ControlError(`parameter 'count' is ${count}`, `Send a whole number of at most ${mostGroups}.`);
  return count;
}

function roleOf(text: unknown): Role {
  if (isRole(text)) return text;
  throw new ControlError(`${JSON.stringify(text)} is no role`, `Roles are: ${roleNames.join(', ')}.`);
}

/** A list of role names for each group. */
function roleLists(value: unknown): readonly (readonly Role[])[] {
  if (!Array.isArray(value) || !value.every((entry) => Array.isArray(entry)))
    throw new ControlError(
      `parameter 'groups' is ${JSON.stringify(value)}`,
      'Send a list of role names for each group, such as [["end_user"]].',
    );
  return value.map((entry) => entry.map(roleOf));
}
