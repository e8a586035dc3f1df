import { durationMs } from '../clock.ts';
import type { Occasion, Preparation } from '../control/preparation.ts';
import { mark } from '../marks.ts';
import { textList } from '../http/call.ts';
import { addServer } from './servers.ts';
import { addGroup, addKey, addTeam, addUser, issue, liveGroups, TOKEN_LIFETIME_MS } from './teams.ts';
import type { Group, Key, Project, ResourceGroup, Team, PrivilegedAccessService } from './teams.ts';

const EVERYTHING = ['pam_admin', 'resource_admin', 'security_admin'];

/** The provider states and acts of the privileged access service. */
export function privilegedAccessPreparation(privilegedAccess: PrivilegedAccessService): Preparation {
  const withKey = (roles: readonly string[] = EVERYTHING): { team: Team; key: Key; data: Readonly<Record<string, unknown>> } => {
    const team = addTeam(privilegedAccess);
    const key = addKey(privilegedAccess, team, addUser(team, roles));
    return { team, key, data: { team_name: team.name, key_id: key.id, key_secret: key.secret } };
  };

  const states: Preparation['states'] = {
    'a service user with an API key': () => withKey().data,
    'a service user of another team': () => {
      const { team, data } = withKey([]);
      const group = addGroup(team, ['end_user']);
      return { ...data, group_name: group.name, group_id: group.id };
    },
    'a team with groups': ({ params }) => {
      const { team, data } = withKey([]);
      const { count = 3, role = 'end_user' } = params;
      for (let made = 0; made < Number(count); made++) addGroup(team, [String(role)]);
      return { ...data, count, group_ids: team.groups.map(({ id }) => id), group_names: team.groups.map(({ name }) => name) };
    },
    'a service user whose API key has expired': () => {
      const team = addTeam(privilegedAccess);
      const key = addKey(privilegedAccess, team, addUser(team, EVERYTHING), privilegedAccess.clock.now() - 1000);
      return { team_name: team.name, key_id: key.id, key_secret: key.secret };
    },
    'a service user with an expired bearer token': () => {
      const { key, data } = withKey();
      return { ...data, expired_bearer_token: issue(privilegedAccess, key, privilegedAccess.clock.now() - 1000).value };
    },
    'a service user whose bearer tokens live for a known time': () => ({
      ...withKey().data,
      lifetime: `PT${TOKEN_LIFETIME_MS / 60_000}M`,
      half_lifetime: `PT${TOKEN_LIFETIME_MS / 2000}S`,
    }),
    'a service user in groups': ({ params }) => memberOfGroups(privilegedAccess, params),
    'a service user with a delegated role': ({ params }) => delegate(privilegedAccess, String(params['role'])),
    'a server that a user has no access to': () => {
      const { team, key, data } = withKey([]);
      const group = addGroup(team, ['end_user']);
      group.members.add(key.user.name);
      const guard = addKey(privilegedAccess, team, member(team, addGroup(team, ['security_admin'])));
      return {
        ...data,
        group_name: group.name,
        server_id: addServer(team, addProject(team, addEstate(team)).name).id,
        security_admin_key_id: guard.id,
        security_admin_key_secret: guard.secret,
      };
    },
    'a project that servers can be enrolled in': () => {
      const { team, data } = withKey(['resource_admin']);
      return { ...data, project_name: addProject(team, addEstate(team)).name };
    },
    'a team that is disabled': () => {
      const { team, key, data } = withKey();
      team.disabled = true;
      return { ...data, bearer_token: issue(privilegedAccess, key).value };
    },
    'a team that is close to its quota of groups': ({ params }) => {
      const { team, data } = withKey();
      addGroup(team, ['end_user']);
      team.groupQuota = liveGroups(team).length + Number(params['left'] ?? 0);
      return { ...data, project_name: addProject(team, addEstate(team)).name };
    },
    'a deprecated resource': () => {
      const { team, data } = withKey();
      const resource = mark('old');
      team.deprecated.add(resource);
      return { ...data, resource_id: resource };
    },
    'a team with a small rate limit': ({ params }) => {
      const { team, key } = withKey();
      const { limit = 3, period = 'PT60S' } = params;
      const names = [1, 2, 3].map(() => addGroup(team, ['end_user']).name);
      team.rate = { limit: Number(limit), periodMs: durationMs(String(period)), log: [] };
      const token = issue(privilegedAccess, key, privilegedAccess.clock.now() + 3 * team.rate.periodMs + TOKEN_LIFETIME_MS);
      return { team_name: team.name, bearer_token: token.value, group_names: names, limit: Number(limit), period };
    },
  };

  return {
    states: Object.fromEntries(
      Object.entries(states).map(([name, setUp]) => [name, (occasion: Occasion) => withObjects(privilegedAccess, setUp(occasion))]),
    ),
    takeDown: (data) => {
      const team = privilegedAccess.teams.get(String(data['team_name']));
      privilegedAccess.teams.delete(String(data['team_name']));
      for (const [id, key] of privilegedAccess.keys)
        if (key.team === team) {
          privilegedAccess.keys.delete(id);
          privilegedAccess.handedOut.delete(id);
        }
      for (const [value, token] of privilegedAccess.tokens) if (token.team === team) privilegedAccess.tokens.delete(value);
    },
    acts: {
      'let the permissions of a service user expire': ({ params }) => {
        for (const token of privilegedAccess.tokens.values()) if (token.keyId === params['key_id']) token.permitted = false;
        return {};
      },
      'make the next request fail': ({ params }) => {
        const { error } = params;
        if (error === 'unknown_error' || error === 'service_offline' || error === 'gateway_timeout') privilegedAccess.troubles.push(error);
        return {};
      },
    },
  };
}

/** What requests call the groups of a team by, where that is not the name. */
function withObjects({ teams }: PrivilegedAccessService, data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const team = teams.get(String(data['team_name']));
  if (team?.groupsBy !== 'id') return data;
  return { ...data, objects: { group_name: Object.fromEntries(team.groups.map(({ name, id }) => [name, { id }])) } };
}

function memberOfGroups(privilegedAccess: PrivilegedAccessService, { groups }: Occasion['params']): Readonly<Record<string, unknown>> {
  const team = addTeam(privilegedAccess);
  const user = addUser(team, []);
  const own = (Array.isArray(groups) ? groups : [['end_user']]).map((roles) => addGroup(team, textList(roles) ?? []));
  for (const group of own) group.members.add(user.name);
  const key = addKey(privilegedAccess, team, user);
  const admin = addKey(privilegedAccess, team, addUser(team, EVERYTHING));
  return {
    team_name: team.name,
    key_id: key.id,
    key_secret: key.secret,
    user_name: user.name,
    group_names: own.map(({ name }) => name),
    admin_key_id: admin.id,
    admin_key_secret: admin.secret,
    other_group_name: addGroup(team, ['end_user']).name,
    resource_admin_group_name: addGroup(team, ['resource_admin']).name,
    human_user_name: addUser(team, [], true).name,
  };
}

function delegate(privilegedAccess: PrivilegedAccessService, role: string): Readonly<Record<string, unknown>> {
  const team = addTeam(privilegedAccess);
  const group = addGroup(team, [role]);
  const key = addKey(privilegedAccess, team, member(team, group));
  const [own, other] = [addEstate(team), addEstate(team)];
  own.delegates.add(group.name);
  const [ownProject, otherProject] = [addProject(team, own), addProject(team, other)];
  return {
    team_name: team.name,
    key_id: key.id,
    key_secret: key.secret,
    group_name: group.name,
    resource_group_id: own.id,
    project_name: ownProject.name,
    server_id: addServer(team, ownProject.name).id,
    other_resource_group_id: other.id,
    other_project_name: otherProject.name,
    other_server_id: addServer(team, otherProject.name).id,
  };
}

function member(team: Team, group: Group): ReturnType<typeof addUser> {
  const user = addUser(team, []);
  group.members.add(user.name);
  return user;
}

function addEstate(team: Team): ResourceGroup {
  const name = mark('Gut');
  const made: ResourceGroup = { id: mark('estate'), firstName: name, name, delegates: new Set() };
  team.resourceGroups.set(made.id, made);
  return made;
}

function addProject(team: Team, { id }: ResourceGroup): Project {
  const made: Project = { name: mark('yard'), resourceGroup: id, settings: {} };
  team.projects.push(made);
  return made;
}
