import type { Occasion } from '../control/preparation.ts';
import { textList, within } from '../http/call.ts';
import type { Resource, GovernanceService } from './model.ts';

/** Forgets the resource and the people of a provider state, and all that refers to them. */
export function takeDown(governance: GovernanceService, data: Occasion['data']): void {
  const { resources, users, groups, types, requestsV1 } = governance;
  const resource = resources.get(String(data['resourceId']));
  if (resource !== undefined) forget(governance, resource);
  for (const name of ['principalId', 'requesterId', 'reviewerId', 'ownerId', 'approverId']) users.delete(String(data[name]));
  for (const name of ['requesterGroupIds', 'accessGroupIds']) for (const id of textList(data[name]) ?? []) groups.delete(id);
  for (const [id, type] of types) if (type.owner === data['ownerId']) types.delete(id);
  for (const [id, { type }] of requestsV1) if (type.owner === data['ownerId']) requestsV1.delete(id);
}

function forget(governance: GovernanceService, resource: Resource): void {
  const { resources, entitlements, bundles, grants, entries, conditions, requests, campaigns, reviews, collections } = governance;
  resources.delete(resource.id);
  for (const things of [entitlements, bundles, grants, entries, reviews])
    for (const [id, thing] of things) if (thing.resource === resource) things.delete(id);
  for (const things of [conditions, requests]) for (const [id, thing] of things) if (thing.entry.resource === resource) things.delete(id);
  for (const [id, { settings }] of campaigns)
    if (textList(within(settings, 'resourceSettings', 'what'))?.includes(resource.id) === true) campaigns.delete(id);
  for (const { holdings } of collections.values())
    holdings.splice(0, holdings.length, ...holdings.filter((holding) => holding.resource !== resource));
}
