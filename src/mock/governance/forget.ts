import type { Data } from '../core/service.ts';
import type { World } from './world.ts';

/**
 * Takes away everything that a provider state's data name by id, except whom the callers' token belongs to, and with it
 * the unfinished work on those things, so that no later job meets it.
 */
export function forget(world: World, data: Data): void {
  const { shelves, callerId } = world;
  const ids = textsIn(data).filter((text) => text !== callerId && Object.values(shelves).some((shelf) => shelf.get(text) !== undefined));
  for (const shelf of Object.values(shelves)) for (const id of ids) shelf.bury(id, 0);
  for (const { id, catalogEntryId } of shelves.request.all())
    if (shelves.catalogEntry.get(catalogEntryId) === undefined) shelves.request.bury(id, 0);
  for (const { id, requesterId } of shelves.requestV1.all()) if (ids.includes(requesterId)) shelves.requestV1.bury(id, 0);
  for (const { id, principal } of shelves.assignment.all()) if (ids.includes(principal.externalId)) shelves.assignment.bury(id, 0);
  for (const { id, settings } of shelves.campaign.all()) {
    if (textsIn(settings.resourceSettings).some((resource) => ids.includes(resource))) shelves.campaign.bury(id, 0);
  }
}

/** Every text in a value, at any depth: ids stand in settings too. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
