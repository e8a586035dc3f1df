import { json, noContent } from '../kit/json.ts';
import { demand, effectiveRoles, inTeam } from './access.ts';
import { rolesOf } from './bodies.ts';
import { readBody, type TeamContext } from './context.ts';
import { Refusal } from './errors.ts';
import { listPage } from './listing.ts';
import { change, create, demandFree, isLive, named, nameOf } from './named.ts';
import type { Group, User } from './store.ts';

const viewUser = (context: TeamContext) => (user: User) => ({
  id: user.id,
  name: user.name,
  type: user.kind,
  roles: effectiveRoles(context, user),
  deleted_at: null,
});

const groupOf = (context: TeamContext): Group => named(context, 'groups', 'group_name');
const userOf = (context: TeamContext): User => named(context, 'users', 'user_name');

/** Groups, users, and who is in which group. */
export const groupOperations = {
  /** in order of creation; `contains` narrows by name, `include_deleted` shows deleted ones too */
  listGroups: inTeam.get('/groups', async (context) => {
    const { query, policy, team, store } = context;
    const contains = query.get('contains') ?? '';
    const all = query.get('include_deleted') === 'true';
    await context.pause('list groups');
    const accepts = (group: Group): boolean => (all || isLive(group)) && group.name.includes(contains);
    return listPage(context, 'groups', policy.groupList(team, store), accepts, policy.groupView);
  }),
  createGroup: inTeam.post('/groups', async (context) => {
    demand(context, 'assign-roles');
    const body = readBody(context);
    const roles = rolesOf(body, 'roles', context.policy.isRole) ?? [];
    return create(context, 'groups', nameOf(body), context.policy.groupView, (listed) => ({
      ...listed,
      roles: context.policy.granted(roles, 'new group'),
    }));
  }),
  getGroup: inTeam.get('/groups/{group_name}', (context) => json(200, context.policy.groupView(groupOf(context)))),
  updateGroup: inTeam.put('/groups/{group_name}', async (context) => {
    demand(context, 'assign-roles');
    const body = readBody(context);
    const roles = rolesOf(body, 'roles', context.policy.isRole);
    await change(context, 'groups', groupOf(context), (group) => {
      const name = body['name'] === undefined ? group.name : nameOf(body);
      demandFree(context, 'groups', group, name);
      return { ...group, name, roles: roles === undefined ? group.roles : context.policy.granted(roles, 'group') };
    });
    return noContent;
  }),
  deleteGroup: inTeam.del('/groups/{group_name}', async (context) => {
    demand(context, 'assign-roles');
    await change(context, 'groups', groupOf(context), (group) => ({ ...group, deletedAt: context.now() }));
    return noContent;
  }),
  listMembers: inTeam.get('/groups/{group_name}/users', (context) => {
    const { id } = groupOf(context);
    const accepts = (user: User): boolean => isLive(user) && user.groupIds.includes(id);
    return listPage(context, `groups/${id}/users`, context.team.users.all, accepts, viewUser(context));
  }),
  addMember: inTeam.post('/groups/{group_name}/users', async (context) => {
    demand(context, 'assign-roles');
    const { id } = groupOf(context);
    const name = nameOf(readBody(context));
    const found = context.team.users.named(name);
    if (found === undefined) throw new Refusal('invalid_request', `There is no user '${name}'.`, 'name');
    await change(context, 'users', found, (user) => ({
      ...user,
      groupIds: context.policy.groupsAfterJoining(user.groupIds, id),
    }));
    return noContent;
  }),
  removeMember: inTeam.del('/groups/{group_name}/users/{user_name}', async (context) => {
    demand(context, 'assign-roles');
    const group = groupOf(context);
    await change(context, 'users', userOf(context), (user) => {
      if (!user.groupIds.includes(group.id))
        throw new Refusal('resource_does_not_exist', `'${user.name}' is no member of '${group.name}'.`, 'user_name');
      return { ...user, groupIds: context.policy.groupsAfterLeaving(user.groupIds, group.id) };
    });
    return noContent;
  }),
  listUsers: inTeam.get('/users', (context) => listPage(context, 'users', context.team.users.all, isLive, viewUser(context))),
  /** with all roles that he has, by himself, through groups, or as a human */
  getUser: inTeam.get('/users/{user_name}', (context) => json(200, viewUser(context)(userOf(context)))),
  /** sets the roles that are granted to the user himself */
  updateUser: inTeam.put('/users/{user_name}', async (context) => {
    demand(context, 'assign-roles');
    const roles = rolesOf(readBody(context), 'roles', context.policy.isRole);
    await change(context, 'users', userOf(context), (user) => ({
      ...user,
      roles: roles === undefined ? user.roles : context.policy.granted(roles, 'user'),
    }));
    return noContent;
  }),
};
