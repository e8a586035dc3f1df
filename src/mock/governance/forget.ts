import type { Data } from '../core/service.ts';
import { idsIn } from './condition-validity.ts';
import type { World } from './world.ts';

/**
 * Takes away everything that a provider state's data name by id, except whom the callers' token belongs to, and with it
 * the unfinished work on those things, so that no later job meets it.
 */
export function forget(world: World, data: Data): void {
  const { shelves, callerId } = world;
  const ids = Object.values(data).flat();
  for (const shelf of Object.values(shelves)) for (const id of ids) if (typeof id === 'string' && id !== callerId) shelf.bury(id, 0);
  for (const { id, catalogEntryId } of shelves.request.all()) if (shelves.catalogEntry.get(catalogEntryId) === undefined) shelves.request.bury(id, 0);
  for (const { id, principal } of shelves.assignment.all()) if (ids.includes(principal.externalId)) shelves.assignment.bury(id, 0);
  for (const { id, settings } of shelves.campaign.all()) {
    if (idsIn(settings.resourceSettings).some((resource) => ids.includes(resource))) shelves.campaign.bury(id, 0);
  }
}
