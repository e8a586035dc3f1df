import type { JsonObject, Surroundings } from '../kit/service.ts';
import type { Context } from './context.ts';
import { nextListed } from './named.ts';
import type { Role } from './roles.ts';
import {
  createTeam,
  type ApiKey,
  type Group,
  type Project,
  type ResourceGroup,
  type Server,
  type Team,
  type Token,
  type User,
} from './store.ts';

/** What the service's dashboard does: teams, groups, users, API keys. Names vary with the deployment's seed. */

export function addTeam(context: Context): Team {
  const team = createTeam(`team-${word(context)}`);
  context.store.teams.set(team.name, team);
  return team;
}

export function addGroup(context: Context, team: Team, about: string, roles: readonly Role[]): Group {
  const group: Group = { ...nextListed(context, team.groups, `${about}-${word(context)}`), roles };
  team.groups.add(group);
  return group;
}

export function addUser(context: Context, team: Team, kind: User['kind'], groups: readonly Group[]): User {
  const name = `${kind === 'human' ? 'person' : 'machine'}-${word(context)}`;
  const user: User = { ...nextListed(context, team.users, name), kind, roles: [], groupIds: groups.map(({ id }) => id) };
  team.users.add(user);
  return user;
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
  const resourceGroup: ResourceGroup = { ...nextListed(context, team.resource_groups, `place-${word(context)}`), delegates };
  team.resource_groups.add(resourceGroup);
  const project: Project = {
    ...nextListed(context, team.projects, `project-${word(context)}`),
    resourceGroupId: resourceGroup.id,
    sessionRecording: false,
  };
  team.projects.add(project);
  const server: Server = {
    ...nextListed(context, team.servers, `server-${word(context)}`),
    token: context.id(48),
    projectId: project.id,
  };
  team.servers.add(server);
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
