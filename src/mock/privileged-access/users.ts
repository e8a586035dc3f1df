import { json, noContent } from '../kit/json.ts';
import type { WireResponse } from '../kit/service.ts';
import { readBody, type TeamContext } from './context.ts';
import { demand, effectiveRoles } from './access.ts';
import { rolesOf } from './bodies.ts';
import { listPage } from './listing.ts';
import { isLive, named, nameOf } from './named.ts';
import { Refusal } from './errors.ts';
import type { User } from './store.ts';

const view = (context: TeamContext) => (user: User) => ({
  id: user.id,
  name: user.name,
  type: user.kind,
  roles: effectiveRoles(context, user),
  deleted_at: null,
});

export function listUsers(context: TeamContext): WireResponse {
  return listPage(context, 'users', context.team.users.all, isLive, view(context));
}

/** A user with all roles that he has, by himself, through groups, or as a human. */
export function getUser(context: TeamContext): WireResponse {
  return json(200, view(context)(named(context, context.team.users, 'user_name')));
}

/** Sets the roles that are granted to the user himself. */
export function updateUser(context: TeamContext): WireResponse {
  demand(context, 'assign-roles');
  const user = named(context, context.team.users, 'user_name');
  const roles = rolesOf(readBody(context), 'roles');
  context.team.users.replace({ ...user, roles: roles ?? user.roles });
  return noContent;
}

export function listMembers(context: TeamContext): WireResponse {
  const group = named(context, context.team.groups, 'group_name');
  return listPage(
    context,
    `groups/${group.id}/users`,
    context.team.users.all,
    (user) => isLive(user) && user.groupIds.includes(group.id),
    view(context),
  );
}

export function addMember(context: TeamContext): WireResponse {
  demand(context, 'assign-roles');
  const group = named(context, context.team.groups, 'group_name');
  const name = nameOf(readBody(context));
  const user = context.team.users.named(name);
  if (user === undefined) throw new Refusal('invalid_request', `There is no user '${name}'.`, 'name');
  context.team.users.replace({ ...user, groupIds: [...new Set([...user.groupIds, group.id])] });
  return noContent;
}

export function removeMember(context: TeamContext): WireResponse {
  demand(context, 'assign-roles');
  const group = named(context, context.team.groups, 'group_name');
  const user = named(context, context.team.users, 'user_name');
  if (!user.groupIds.includes(group.id))
    throw new Refusal('resource_does_not_exist', `'${user.name}' is no member of '${group.name}'.`, 'user_name');
  context.team.users.replace({ ...user, groupIds: user.groupIds.filter((id) => id !== group.id) });
  return noContent;
}
