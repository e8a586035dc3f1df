import { json, noContent } from '../kit/json.ts';
import type { WireResponse } from '../kit/service.ts';
import { readBody, type TeamContext } from './context.ts';
import { demand } from './access.ts';
import { rolesOf } from './bodies.ts';
import { listPage } from './listing.ts';
import { create, demandFree, isLive, named, nameOf } from './named.ts';
import type { Group } from './store.ts';

/** Lists groups in order of creation; `contains` narrows by name, `include_deleted` shows deleted ones too. */
export async function listGroups(context: TeamContext): Promise<WireResponse> {
  const contains = context.query.get('contains') ?? '';
  const all = context.query.get('include_deleted') === 'true';
  await context.pause('list groups');
  const accepts = (group: Group): boolean => (all || isLive(group)) && group.name.includes(contains);
  return listPage(context, 'groups', context.policy.groupList(context.team, context.store), accepts, context.policy.groupView);
}

export function getGroup(context: TeamContext): WireResponse {
  return json(200, context.policy.groupView(named(context, context.team.groups, 'group_name')));
}

export async function createGroup(context: TeamContext): Promise<WireResponse> {
  demand(context, 'assign-roles');
  const body = readBody(context);
  const roles = rolesOf(body, 'roles') ?? [];
  const group = await create(context, 'groups', context.team.groups, nameOf(body), (listed) => ({ ...listed, roles }));
  return json(201, context.policy.groupView(group));
}

export function updateGroup(context: TeamContext): WireResponse {
  demand(context, 'assign-roles');
  const body = readBody(context);
  const group = named(context, context.team.groups, 'group_name');
  const name = body['name'] === undefined ? group.name : nameOf(body);
  demandFree(context, context.team.groups, group, name);
  context.team.groups.replace({ ...group, name, roles: rolesOf(body, 'roles') ?? group.roles });
  return noContent;
}

export function deleteGroup(context: TeamContext): WireResponse {
  demand(context, 'assign-roles');
  context.team.groups.replace({ ...named(context, context.team.groups, 'group_name'), deletedAt: context.now() });
  return noContent;
}
