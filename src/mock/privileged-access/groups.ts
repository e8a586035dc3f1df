import { demand } from './access.ts';
import { readBody, rolesOf } from './bodies.ts';
import { noContent, type Answer, type Call } from './call.ts';
import { listPage } from './listing.ts';
import { create, demandFree, isLive, named, nameOf } from './named.ts';
import type { Group } from './store.ts';

/** Lists groups in order of creation; `contains` narrows by name, `include_deleted` shows deleted ones too. */
export async function listGroups(call: Call): Promise<Answer> {
  const contains = call.query.get('contains') ?? '';
  const all = call.query.get('include_deleted') === 'true';
  await call.surroundings.pause('list groups');
  const accepts = (group: Group): boolean => (all || isLive(group)) && group.name.includes(contains);
  return listPage(call, 'groups', call.policy.groupList(call.team, call.store), accepts, call.policy.groupView);
}

export function getGroup(call: Call): Answer {
  return { status: 200, body: call.policy.groupView(named(call, call.team.groups, 'group_name')) };
}

export async function createGroup(call: Call): Promise<Answer> {
  demand(call, 'assign-roles');
  const body = readBody(call);
  const roles = rolesOf(body, 'roles') ?? [];
  const group = await create(call, 'groups', call.team.groups, nameOf(body), (listed) => ({ ...listed, roles }));
  return { status: 201, body: call.policy.groupView(group) };
}

export function updateGroup(call: Call): Answer {
  demand(call, 'assign-roles');
  const body = readBody(call);
  const group = named(call, call.team.groups, 'group_name');
  const name = body['name'] === undefined ? group.name : nameOf(body);
  demandFree(call, call.team.groups, group, name);
  call.team.groups.replace({ ...group, name, roles: rolesOf(body, 'roles') ?? group.roles });
  return noContent;
}

export function deleteGroup(call: Call): Answer {
  demand(call, 'assign-roles');
  call.team.groups.replace({ ...named(call, call.team.groups, 'group_name'), deletedAt: call.surroundings.now() });
  return noContent;
}
