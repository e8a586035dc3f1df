import { json } from '../kit/json.ts';
import type { Data } from '../kit/service.ts';
import { Refusal } from './errors.ts';
import type { Bundle, Entitlement, EntitlementValue, Resource, Selection } from './model.ts';
import { viewResource } from './resources.ts';
import type { Stores } from './store.ts';
import { find, pathId, type Operation } from './world.ts';

/** The entitlements of a resource: an app under entitlement management has some, nothing else does. */
export function entitlementsOf(stores: Stores, resource: Resource): readonly Entitlement[] {
  if (resource.resourceType !== 'APP' || !resource.managed) return [];
  return stores.entitlement.all().filter(({ resourceId }) => resourceId === resource.id);
}

export function viewValue({ id, displayName, value, description }: EntitlementValue, entitlementId: string): Data {
  return { id, displayName, value, description, entitlementId };
}

/** The fields of an entitlement, with these of its values; all where omitted. */
export function viewEntitlement(entitlement: Entitlement, valueIds?: readonly string[]): Data {
  const { id, name, displayName, description, multiValue, required, values } = entitlement;
  const chosen = values.filter((value) => valueIds === undefined || valueIds.includes(value.id));
  return { id, name, displayName, description, multiValue, required, values: chosen.map((value) => viewValue(value, id)) };
}

/** Entitlements with the values that a selection names; what has been deleted since is left out. */
export function viewSelections(stores: Stores, selections: readonly Selection[]): readonly Data[] {
  return selections.flatMap(({ entitlementId, valueIds }) => {
    const entitlement = stores.entitlement.get(entitlementId);
    return entitlement === undefined ? [] : [viewEntitlement(entitlement, valueIds)];
  });
}

export function viewBundle(bundle: Bundle, resource: Resource, stores: Stores): Data {
  const { id, name, description, selections } = bundle;
  return { id, name, description, resource: viewResource(resource), entitlements: viewSelections(stores, selections) };
}

export const entitlementOperations: readonly Operation[] = [
  {
    operation: 'listEntitlements',
    method: 'GET',
    path: '/governance/api/v1/entitlements',
    run(world, call) {
      const resourceId = call.query.get('resourceId');
      if (resourceId === null) throw new Refusal('E0000001', ['resourceId: a query parameter of this name is needed']);
      const resource = find(world, 'resource', resourceId, call.operation);
      const found = world.policy.entitlementsOf(world.stores, resource);
      return json(200, { ...viewResource(resource), data: found.map((entitlement) => viewEntitlement(entitlement)) });
    },
  },
  {
    operation: 'readEntitlement',
    method: 'GET',
    path: '/governance/api/v1/entitlements/{entitlementId}',
    run(world, call) {
      const entitlement = find(world, 'entitlement', pathId(call, 'entitlementId'), call.operation);
      const resource = find(world, 'resource', entitlement.resourceId, call.operation);
      return json(200, { ...viewEntitlement(entitlement), resource: viewResource(world.policy.ownerOfEntitlement(entitlement, resource)) });
    },
  },
  {
    operation: 'readEntitlementValue',
    method: 'GET',
    path: '/governance/api/v1/entitlements/{entitlementId}/values/{valueId}',
    run(world, call) {
      const entitlement = find(world, 'entitlement', pathId(call, 'entitlementId'), call.operation);
      const value = entitlement.values.find(({ id }) => id === pathId(call, 'valueId'));
      if (value === undefined) throw new Refusal('E0000007', [`entitlement value ${pathId(call, 'valueId')}`]);
      return json(200, world.policy.viewValue(value, entitlement.id));
    },
  },
  {
    operation: 'readEntitlementBundle',
    method: 'GET',
    path: '/governance/api/v1/entitlement-bundles/{bundleId}',
    run(world, call) {
      const bundle = find(world, 'bundle', pathId(call, 'bundleId'), call.operation);
      return json(200, world.policy.viewBundle(bundle, find(world, 'resource', bundle.resourceId, call.operation), world.stores));
    },
  },
];
