import type { Data } from '../kit/service.ts';
import type { World } from './world.ts';

/**
 * Takes away everything that a provider state's data name by id, except whom the callers' token belongs to, and with it
 * the unfinished work on those things, so that no later job meets it.
 */
export function teardown(world: World, data: Data): void {
  const { stores, callerId } = world;
  const ids = textsIn(data).filter((text) => text !== callerId && Object.values(stores).some((store) => store.get(text) !== undefined));
  for (const store of Object.values(stores)) for (const id of ids) store.remove(id, 0);
  for (const { id, catalogEntryId } of stores.request.all())
    if (stores.catalogEntry.get(catalogEntryId) === undefined) stores.request.remove(id, 0);
  for (const { id, requesterId } of stores.requestV1.all()) if (ids.includes(requesterId)) stores.requestV1.remove(id, 0);
  for (const { id, principal } of stores.assignment.all()) if (ids.includes(principal.externalId)) stores.assignment.remove(id, 0);
  for (const { id, settings } of stores.campaign.all()) {
    if (textsIn(settings.resourceSettings).some((resource) => ids.includes(resource))) stores.campaign.remove(id, 0);
  }
}

/** Every text in a value, at any depth: ids stand in settings too. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
