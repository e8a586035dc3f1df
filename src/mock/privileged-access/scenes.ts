import { parseSpan } from '../kit/duration.ts';
import { ControlError, type Data } from '../kit/service.ts';
import type { Workshop } from './call.ts';
import { access, addGroup, addKey, addMachine, addPlace, addTeam, addUser, keep } from './dashboard.ts';
import type { Role } from './roles.ts';
import { newToken, tokenLifetimeMs } from './tokens.ts';

/** The longer provider states, one function each. */

/** The roles that together permit all that the service's operations do. */
export const administrator: readonly Role[] = ['pam_admin', 'resource_admin', 'security_admin'];

const mostNamesAnswered = 1000;

export function aTeamWithGroups(workshop: Workshop, count: number, role: Role): Data {
  const team = addTeam(workshop);
  const key = addKey(workshop, team, addUser(workshop, team, 'service', []));
  for (let made = 0; made < count; made += 1) addGroup(workshop, team, `group-${made + 1}`, [role]);
  const groups = team.groups.all;
  const names = count > mostNamesAnswered ? {} : { group_ids: groups.map(({ id }) => id), group_names: groups.map(({ name }) => name) };
  return { ...access(key), count, ...names };
}

export function aMember(workshop: Workshop, roles: readonly (readonly Role[])[]): Data {
  const team = addTeam(workshop);
  const groups = roles.map((ofGroup, index) => addGroup(workshop, team, `member-${index + 1}`, ofGroup));
  const user = addUser(workshop, team, 'service', groups);
  const { key: adminKey } = addMachine(workshop, team, 'administrators', administrator);
  return {
    ...access(addKey(workshop, team, user)),
    user_name: user.name,
    group_names: groups.map(({ name }) => name),
    admin_key_id: adminKey.id,
    admin_key_secret: adminKey.secret,
    other_group_name: addGroup(workshop, team, 'other', []).name,
    resource_admin_group_name: addGroup(workshop, team, 'resources', ['resource_admin']).name,
    human_user_name: addUser(workshop, team, 'human', []).name,
  };
}

export function aDelegate(workshop: Workshop, role: Role): Data {
  const team = addTeam(workshop);
  const { key, user, group } = addMachine(workshop, team, 'delegates', [role]);
  const [own, other] = [addPlace(workshop, team, [user.id]), addPlace(workshop, team, [])];
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
export function aLimitedTeam(workshop: Workshop, limit: number, period: string): Data {
  const periodMs = parseSpan(period);
  if (periodMs === undefined || periodMs < 1)
    throw new ControlError(`parameter 'period' is '${period}'`, 'Send an ISO 8601 duration such as PT60S, of ten thousand days at most.');
  const team = addTeam(workshop);
  const { key } = addMachine(workshop, team, 'machines', ['end_user']);
  for (const name of ['one', 'two']) addGroup(workshop, team, name, ['end_user']);
  team.limiter = workshop.ownLimiter({ limit, periodMs });
  const end = workshop.surroundings.now() + Math.max(tokenLifetimeMs, 6 * periodMs);
  return { team_name: team.name, bearer_token: keep(workshop, newToken(workshop, team, key, end)), limit, period };
}
