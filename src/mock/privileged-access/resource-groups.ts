import { json, noContent } from '../kit/json.ts';
import type { WireResponse } from '../kit/service.ts';
import { readBody, type TeamContext } from './context.ts';
import { demand } from './access.ts';
import { Refusal } from './errors.ts';
import { listPage } from './listing.ts';
import { create, demandFree, isLive, named, nameOf } from './named.ts';
import type { ResourceGroup } from './store.ts';

const view = ({ id, name, delegates }: ResourceGroup) => ({ id, name, delegated_resource_admins: delegates, deleted_at: null });

export function listResourceGroups(context: TeamContext): WireResponse {
  return listPage(context, 'resource_groups', context.team.resource_groups.all, isLive, view);
}

export function getResourceGroup(context: TeamContext): WireResponse {
  return json(200, view(theGroup(context)));
}

export async function createResourceGroup(context: TeamContext): Promise<WireResponse> {
  demand(context, 'create-resource-groups');
  const name = nameOf(readBody(context));
  return json(
    201,
    view(await create(context, 'resource_groups', context.team.resource_groups, name, (listed) => ({ ...listed, delegates: [] }))),
  );
}

export function updateResourceGroup(context: TeamContext): WireResponse {
  demand(context, 'update-resource-groups');
  const name = nameOf(readBody(context));
  const group = theGroup(context);
  demandFree(context, context.team.resource_groups, group, name);
  context.team.resource_groups.replace({ ...group, name });
  return noContent;
}

export function deleteResourceGroup(context: TeamContext): WireResponse {
  demand(context, 'delete-resource-groups');
  context.team.resource_groups.replace({ ...theGroup(context), deletedAt: context.now() });
  return noContent;
}

/** Assigns a user, or the members of a group, to a resource group as its delegated administrators. */
export function assignDelegate(context: TeamContext): WireResponse {
  demand(context, 'assign-delegates');
  const name = nameOf(readBody(context));
  const group = theGroup(context);
  const delegate = context.team.groups.named(name) ?? context.team.users.named(name);
  if (delegate === undefined) throw new Refusal('invalid_request', `There is no user or group '${name}'.`, 'name');
  context.team.resource_groups.replace({ ...group, delegates: [...new Set([...group.delegates, delegate.id])] });
  return noContent;
}

function theGroup(context: TeamContext): ResourceGroup {
  return named(context, context.team.resource_groups, 'resource_group_id');
}
