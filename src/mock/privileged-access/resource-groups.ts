import { demand } from './access.ts';
import { readBody } from './bodies.ts';
import { noContent, type Answer, type Call } from './call.ts';
import { Refusal } from './errors.ts';
import { listPage } from './listing.ts';
import { create, demandFree, isLive, named, nameOf } from './named.ts';
import type { ResourceGroup } from './store.ts';

const view = ({ id, name, delegates }: ResourceGroup) => ({ id, name, delegated_resource_admins: delegates, deleted_at: null });

export function listResourceGroups(call: Call): Answer {
  return listPage(call, 'resource_groups', call.team.resource_groups.all, isLive, view);
}

export function getResourceGroup(call: Call): Answer {
  return { status: 200, body: view(theGroup(call)) };
}

export async function createResourceGroup(call: Call): Promise<Answer> {
  demand(call, 'create-resource-groups');
  const name = nameOf(readBody(call));
  return {
    status: 201,
    body: view(await create(call, 'resource_groups', call.team.resource_groups, name, (listed) => ({ ...listed, delegates: [] }))),
  };
}

export function updateResourceGroup(call: Call): Answer {
  demand(call, 'update-resource-groups');
  const name = nameOf(readBody(call));
  const group = theGroup(call);
  demandFree(call, call.team.resource_groups, group, name);
  call.team.resource_groups.replace({ ...group, name });
  return noContent;
}

export function deleteResourceGroup(call: Call): Answer {
  demand(call, 'delete-resource-groups');
  call.team.resource_groups.replace({ ...theGroup(call), deletedAt: call.surroundings.now() });
  return noContent;
}

/** Assigns a user, or the members of a group, to a resource group as its delegated administrators. */
export function assignDelegate(call: Call): Answer {
  demand(call, 'assign-delegates');
  const name = nameOf(readBody(call));
  const group = theGroup(call);
  const delegate = call.team.groups.named(name) ?? call.team.users.named(name);
  if (delegate === undefined) throw new Refusal('invalid_request', `There is no user or group '${name}'.`, 'name');
  call.team.resource_groups.replace({ ...group, delegates: [...new Set([...group.delegates, delegate.id])] });
  return noContent;
}

function theGroup(call: Call): ResourceGroup {
  return named(call, call.team.resource_groups, 'resource_group_id');
}
