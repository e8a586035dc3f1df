import { json, present } from '../kit/json.ts';
import type { Data } from '../kit/service.ts';
import type { CatalogEntry } from './model.ts';
import { viewResource } from './resources.ts';
import type { Stores } from './store.ts';
import { find, pathId, type Operation } from './world.ts';

/** A catalog entry with the one resource that it represents; a child also names its parent and what it stands for. */
export function viewCatalogEntry(entry: CatalogEntry, stores: Stores): Data {
  const { id, name, parentId, accessScopeId, groupId, bundleId, entitlementValueId } = entry;
  const resource = stores.resource.get(entry.resourceId);
  return present({
    id,
    name,
    parentId,
    resource: resource === undefined ? { resourceId: entry.resourceId } : viewResource(resource),
    accessScopeId,
    groupId,
    entitlementBundleId: bundleId,
    entitlementValueId,
  });
}

/** The children of an entry; without a parent, the entries that have none. */
export function childrenOf(parentId: string | undefined, entries: readonly CatalogEntry[]): readonly CatalogEntry[] {
  return entries.filter((entry) => entry.parentId === parentId);
}

export const catalogOperations: readonly Operation[] = [
  {
    operation: 'listCatalogEntries',
    method: 'GET',
    path: '/governance/api/v2/catalogs/default/entries',
    run(world, call) {
      const parent = call.query.get('parent');
      const parentId = parent === null ? undefined : find(world, 'catalogEntry', parent, call.operation).id;
      const entries = world.policy.childrenOf(parentId, world.stores.catalogEntry.all());
      return json(200, { data: entries.map((entry) => world.policy.viewCatalogEntry(entry, world.stores)) });
    },
  },
  {
    operation: 'readCatalogEntry',
    method: 'GET',
    path: '/governance/api/v2/catalogs/default/entries/{id}',
    run: (world, call) =>
      json(200, world.policy.viewCatalogEntry(find(world, 'catalogEntry', pathId(call, 'id'), call.operation), world.stores)),
  },
];
