import type { Data, Surroundings } from '../kit/service.ts';
import type { Workshop } from './call.ts';
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

export function addTeam({ store, surroundings }: Workshop): Team {
  const team = createTeam(`team-${word(surroundings)}`);
  store.teams.set(team.name, team);
  return team;
}

export function addGroup({ surroundings }: Workshop, team: Team, about: string, roles: readonly Role[]): Group {
  const group: Group = { ...nextListed(surroundings, team.groups, `${about}-${word(surroundings)}`), roles };
  team.groups.add(group);
  return group;
}

export function addUser({ surroundings }: Workshop, team: Team, kind: User['kind'], groups: readonly Group[]): User {
  const name = `${kind === 'human' ? 'person' : 'machine'}-${word(surroundings)}`;
  const user: User = { ...nextListed(surroundings, team.users, name), kind, roles: [], groupIds: groups.map(({ id }) => id) };
  team.users.add(user);
  return user;
}

const keyLifetimeMs = 90 * 86_400_000;

/** An API key of a service user, for 90 days unless told. */
export function addKey({ store, surroundings }: Workshop, team: Team, user: User, lifetimeMs: number = keyLifetimeMs): ApiKey {
  const key: ApiKey = {
    id: surroundings.id(20),
    secret: surroundings.id(40),
    team: team.name,
    userId: user.id,
    expiresAt: surroundings.now() + lifetimeMs,
  };
  store.keys.set(key.id, key);
  return key;
}

/** A service user with an API key, alone in a group with these roles. */
export function addMachine(
  workshop: Workshop,
  team: Team,
  about: string,
  roles: readonly Role[],
): { readonly key: ApiKey; readonly user: User; readonly group: Group } {
  const group = addGroup(workshop, team, about, roles);
  const user = addUser(workshop, team, 'service', [group]);
  return { key: addKey(workshop, team, user), user, group };
}

/** A resource group with these delegates, a project in it, and a server in that. */
export function addPlace(
  { surroundings }: Workshop,
  team: Team,
  delegates: readonly string[],
): { readonly resourceGroup: ResourceGroup; readonly project: Project; readonly server: Server } {
  const resourceGroup: ResourceGroup = { ...nextListed(surroundings, team.resource_groups, `place-${word(surroundings)}`), delegates };
  team.resource_groups.add(resourceGroup);
  const project: Project = {
    ...nextListed(surroundings, team.projects, `project-${word(surroundings)}`),
    resourceGroupId: resourceGroup.id,
    sessionRecording: false,
  };
  team.projects.add(project);
  const server: Server = {
    ...nextListed(surroundings, team.servers, `server-${word(surroundings)}`),
    token: surroundings.id(48),
    projectId: project.id,
  };
  team.servers.add(server);
  return { resourceGroup, project, server };
}

/** Makes a token known to the service; answers its value. */
export function keep({ store }: Workshop, token: Token): string {
  store.tokens.set(token.value, token);
  return token.value;
}

/** What a provider state answers of a key. */
export function access({ team, id, secret }: ApiKey): Data {
  return { team_name: team, key_id: id, key_secret: secret };
}

/** Letters and digits that are easy on the eye in names and paths. */
export function word(surroundings: Surroundings): string {
  return surroundings.id(8).toLowerCase();
}
