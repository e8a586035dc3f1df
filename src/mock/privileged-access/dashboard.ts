import type { PrivilegedAccessFixtures } from '../../model/types.ts';
import type { JsonObject, Surroundings } from '../kit/service.ts';
import type { Context } from './context.ts';
import { nextListed } from './named.ts';
import { isRole, type Role } from './roles.ts';
import { createTeam, type ApiKey, type Group, type Team, type Token, type User } from './store.ts';

/** What the service's dashboard does: teams, groups, users, API keys. Names vary with the deployment's seed. */

export function addTeam(context: Context): Team {
  const team = createTeam(context.choices.teamNames === 'signs' ? `Crew+${context.id(14)}.~${word(context)}` : `team-${word(context)}`);
  context.store.teams.set(team.name, team);
  return team;
}

export function addGroup(context: Context, team: Team, about: string, roles: readonly Role[]): Group {
  return team.groups.add({ ...nextListed(context, team.groups, `${about}-${word(context)}`), roles });
}

export function addUser(context: Context, team: Team, kind: User['kind'], groups: readonly Group[]): User {
  const name = `${kind === 'human' ? 'person' : 'machine'}-${word(context)}`;
  return team.users.add({ ...nextListed(context, team.users, name), kind, roles: [], groupIds: groups.map(({ id }) => id) });
}

export const keyLifetimeMs = 90 * 86_400_000;

/** An API key of a service user, for 90 days unless told. */
export function addKey(context: Context, team: Team, user: User, lifetimeMs: number = keyLifetimeMs): ApiKey {
  const key: ApiKey = {
    id: context.id(20),
    secret: context.id(40),
    team: team.name,
    userId: user.id,
    expiresAt: context.now() + lifetimeMs,
  };
  context.store.keys.set(key.id, key);
  return key;
}

/** A service user with an API key, alone in a group with these roles. */
export function addMachine(context: Context, team: Team, about: string, roles: readonly Role[]) {
  const group = addGroup(context, team, about, roles);
  const user = addUser(context, team, 'service', [group]);
  return { key: addKey(context, team, user), user, group };
}

/** The same in a team of its own. */
export function teamWith(context: Context, about: string, roles: readonly Role[]) {
  const team = addTeam(context);
  return { team, ...addMachine(context, team, about, roles) };
}

/** A resource group with these delegates, a project in it, and a server in that. */
export function addPlace(context: Context, team: Team, delegates: readonly string[]) {
  const resourceGroup = team.resource_groups.add({ ...nextListed(context, team.resource_groups, `place-${word(context)}`), delegates });
  const project = team.projects.add({
    ...nextListed(context, team.projects, `project-${word(context)}`),
    resourceGroupId: resourceGroup.id,
    sessionRecording: false,
  });
  const server = team.servers.add({
    ...nextListed(context, team.servers, `server-${word(context)}`),
    token: context.id(48),
    projectId: project.id,
  });
  return { resourceGroup, project, server };
}

/** Makes a token known to the service; answers its value. */
export function keep(context: Context, token: Token): string {
  context.store.tokens.set(token.value, token);
  return token.value;
}

/** What a provider state answers of a key. */
export function access({ team, id, secret }: ApiKey): JsonObject {
  return { team_name: team, key_id: id, key_secret: secret };
}

/** Letters and digits that are easy on the eye in names and paths. */
export function word(context: Pick<Surroundings, 'id'>): string {
  return context.id(8).toLowerCase();
}

/** Teams as a file of fixtures has them. */
export function putFixtures({ store, now }: Context, { teams = [] }: PrivilegedAccessFixtures): void {
  for (const { name, groups = [], users = [] } of teams) {
    const team = createTeam(name);
    store.teams.set(name, team);
    for (const { id, name: group, roles = [] } of groups)
      team.groups.add({ id, seq: team.groups.nextSeq(), name: group, roles: roles.filter(isRole) });
    for (const { id, name: user, kind = 'service', groups: named = [], key } of users) {
      const groupIds = named.flatMap((group) => team.groups.named(group)?.id ?? []);
      team.users.add({ id, seq: team.users.nextSeq(), name: user, kind, roles: [], groupIds });
      if (key !== undefined) store.keys.set(key.id, { ...key, team: name, userId: id, expiresAt: now() + keyLifetimeMs });
    }
  }
}
