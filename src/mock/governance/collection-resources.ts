import { isObject, json } from '../kit/json.ts';
import type { Data, WireResponse } from '../kit/service.ts';
import { assignmentsOf } from './collections.ts';
import { readList } from './body.ts';
import { viewSelections } from './entitlements.ts';
import { Refusal } from './errors.ts';
import { selectionsOf } from './grants.ts';
import type { Access, Collection, Holding, Resource, Selection } from './model.ts';
import { viewResource } from './resources.ts';
import type { Stores } from './store.ts';
import { find, findToChange, noContent, objectsIn, pathId, type Call, type Operation, type World } from './world.ts';

/** The resources of a collection with the entitlements that it holds of them. */
export function viewHoldings(holdings: readonly Holding[], stores: Stores): readonly Data[] {
  return holdings.flatMap(({ resourceId, access }) => {
    const resource = stores.resource.get(resourceId);
    return resource === undefined
      ? []
      : [{ ...viewResource(resource), entitlements: viewSelections(stores, selectionsOf(stores, access)) }];
  });
}

/** `held` with `added` over it: a resource that is there already is replaced. */
export function withHoldings(held: readonly Holding[], added: readonly Holding[]): readonly Holding[] {
  return [...held.filter(({ resourceId }) => !added.some((holding) => holding.resourceId === resourceId)), ...added];
}

/** Reads `entitlements: [{id, values: [{id}]}]`; entries without an id are none. Refuses what is not the resource's own. */
function readAccess(stores: Stores, resource: Resource, body: Data): Access {
  const bundleId = body['entitlementBundleId'];
  if (typeof bundleId === 'string') {
    if (stores.bundle.get(bundleId)?.resourceId !== resource.id)
      throw new Refusal('E0000001', [`entitlementBundleId: the resource has no bundle ${bundleId}`]);
    return { kind: 'bundle', bundleId };
  }
  const selections = objectsIn(body['entitlements']).flatMap((entry): readonly Selection[] => {
    if (typeof entry['id'] !== 'string') return [];
    const entitlement = stores.entitlement.get(entry['id']);
    if (entitlement?.resourceId !== resource.id)
      throw new Refusal('E0000001', [`entitlements: the resource has no entitlement ${entry['id']}`]);
    const asked = objectsIn(entry['values']).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
    const stranger = asked.find((id) => !entitlement.values.some((value) => value.id === id));
    if (stranger !== undefined) throw new Refusal('E0000001', [`entitlements: entitlement ${entitlement.id} has no value ${stranger}`]);
    return [{ entitlementId: entitlement.id, valueIds: asked.length > 0 ? asked : entitlement.values.map(({ id }) => id) }];
  });
  return selections.length === 0 ? { kind: 'whole' } : { kind: 'selected', selections };
}

function readHolding(world: World, entry: Data): Holding {
  const { resourceId, resourceType } = entry;
  const resource = typeof resourceId === 'string' ? world.stores.resource.get(resourceId) : undefined;
  if (resource === undefined) throw new Refusal('E0000001', [`resourceId: there is no resource ${JSON.stringify(resourceId) ?? ''}`]);
  if (resourceType !== undefined && resourceType !== resource.resourceType)
    throw new Refusal('E0000001', [`resourceType: resource ${resource.id} is of type ${resource.resourceType}`]);
  return { resourceId: resource.id, access: readAccess(world.stores, resource, entry) };
}

/** Stores what the collection holds now. What is assigned of it waits for the background job to bring the grants in line. */
function store(world: World, collection: Collection, holdings: readonly Holding[]): void {
  world.stores.collection.put({ ...collection, holdings });
  for (const assignment of assignmentsOf(world, collection.id)) {
    if (assignment.status === 'ASSIGNED') world.stores.assignment.put({ ...assignment, status: 'UPDATED' });
  }
}

async function addResources(world: World, call: Call): Promise<WireResponse> {
  find(world, 'collection', pathId(call, 'id'), call.operation);
  const added = readList(call).map((entry) => readHolding(world, entry));
  const collection = await findToChange(world, 'collection', pathId(call, 'id'), call.operation);
  store(world, collection, world.policy.holdingsAfterAdding(collection.holdings, added));
  return json(200, { data: viewHoldings(withHoldings(collection.holdings, added), world.stores) });
}

/** A resource of the collection in the path. */
function heldResource(world: World, call: Call, collection: Collection): Resource {
  const resourceId = pathId(call, 'resourceId');
  const resource = world.stores.resource.get(resourceId);
  if (resource === undefined || !collection.holdings.some((holding) => holding.resourceId === resourceId))
    throw new Refusal('E0000007', [`resource ${resourceId} of collection ${collection.id}`]);
  return resource;
}

async function updateResource(world: World, call: Call): Promise<WireResponse> {
  const collection = await findToChange(world, 'collection', pathId(call, 'id'), call.operation);
  const resource = heldResource(world, call, collection);
  if (!isObject(call.body)) throw new Refusal('E0000001', ['the body: a JSON object is needed']);
  const holding = { resourceId: resource.id, access: readAccess(world.stores, resource, call.body) };
  const changed = collection.holdings.map((held) => (held.resourceId === resource.id ? holding : held));
  store(world, collection, changed);
  return json(200, viewHoldings([holding], world.stores)[0]);
}

async function removeResource(world: World, call: Call): Promise<WireResponse> {
  const collection = await findToChange(world, 'collection', pathId(call, 'id'), call.operation);
  const resource = heldResource(world, call, collection);
  const rest = collection.holdings.filter((held) => held.resourceId !== resource.id);
  store(world, collection, rest);
  return noContent;
}

export const collectionResourceOperations: readonly Operation[] = [
  {
    operation: 'listCollectionResources',
    method: 'GET',
    path: '/governance/api/v1/collections/{id}/resources',
    run(world, call) {
      const { holdings } = find(world, 'collection', pathId(call, 'id'), call.operation);
      return json(200, { data: world.policy.viewHoldings(holdings, world.stores) });
    },
  },
  { operation: 'addCollectionResource', method: 'POST', path: '/governance/api/v1/collections/{id}/resources', run: addResources },
  {
    operation: 'updateCollectionResource',
    method: 'PUT',
    path: '/governance/api/v1/collections/{id}/resources/{resourceId}',
    run: updateResource,
  },
  {
    operation: 'removeCollectionResource',
    method: 'DELETE',
    path: '/governance/api/v1/collections/{id}/resources/{resourceId}',
    run: removeResource,
  },
];
