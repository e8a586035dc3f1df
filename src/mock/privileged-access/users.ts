import { demand, effectiveRoles } from './access.ts';
import { readBody, rolesOf } from './bodies.ts';
import { noContent, type Answer, type Call } from './call.ts';
import { listPage } from './listing.ts';
import { isLive, named, nameOf } from './named.ts';
import { Refusal } from './errors.ts';
import type { User } from './store.ts';

const view = (call: Call) => (user: User) => ({
  id: user.id,
  name: user.name,
  type: user.kind,
  roles: effectiveRoles(call, user),
  deleted_at: null,
});

export function listUsers(call: Call): Answer {
  return listPage(call, 'users', call.team.users.all, isLive, view(call));
}

/** A user with all roles that he has, by himself, through groups, or as a human. */
export function getUser(call: Call): Answer {
  return { status: 200, body: view(call)(named(call, call.team.users, 'user_name')) };
}

/** Sets the roles that are granted to the user himself. */
export function updateUser(call: Call): Answer {
  demand(call, 'assign-roles');
  const user = named(call, call.team.users, 'user_name');
  const roles = rolesOf(readBody(call), 'roles');
  call.team.users.replace({ ...user, roles: roles ?? user.roles });
  return noContent;
}

export function listMembers(call: Call): Answer {
  const group = named(call, call.team.groups, 'group_name');
  return listPage(
    call,
    `groups/${group.id}/users`,
    call.team.users.all,
    (user) => isLive(user) && user.groupIds.includes(group.id),
    view(call),
  );
}

export function addMember(call: Call): Answer {
  demand(call, 'assign-roles');
  const group = named(call, call.team.groups, 'group_name');
  const name = nameOf(readBody(call));
  const user = call.team.users.named(name);
  if (user === undefined) throw new Refusal('invalid_request', `There is no user '${name}'.`, 'name');
  call.team.users.replace({ ...user, groupIds: [...new Set([...user.groupIds, group.id])] });
  return noContent;
}

export function removeMember(call: Call): Answer {
  demand(call, 'assign-roles');
  const group = named(call, call.team.groups, 'group_name');
  const user = named(call, call.team.users, 'user_name');
  if (!user.groupIds.includes(group.id))
    throw new Refusal('resource_does_not_exist', `'${user.name}' is no member of '${group.name}'.`, 'user_name');
  call.team.users.replace({ ...user, groupIds: user.groupIds.filter((id) => id !== group.id) });
  return noContent;
}
