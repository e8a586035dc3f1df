import { json, present } from '../kit/json.ts';
import type { Data } from '../kit/service.ts';
import { viewEntitlement, viewSelections } from './entitlements.ts';
import { Refusal } from './errors.ts';
import type { Access, Grant, Principal, Selection } from './model.ts';
import { viewResource } from './resources.ts';
import type { Stores } from './store.ts';
import { freshId, type Call, type Operation, type World } from './world.ts';

/** A grant to be made: who gets what of which resource, and what makes it. */
export type GrantDraft = Pick<Grant, 'principal' | 'resourceId' | 'access' | 'origin'>;

/** Makes a grant, from now on. */
export function makeGrant(world: World, draft: GrantDraft): Grant {
  const grant = { id: freshId(world), startsAt: world.surroundings.now(), ...draft };
  world.stores.grant.put(grant);
  return grant;
}

/** Takes the grants of one origin away. */
export function dropGrants(world: World, origin: string): void {
  for (const grant of world.stores.grant.all()) if (grant.origin === origin) world.stores.grant.remove(grant.id, world.surroundings.now());
}

/** The values that some access to a resource selects; none where it gives the whole. */
export function selectionsOf(stores: Stores, access: Access): readonly Selection[] {
  if (access.kind === 'selected') return access.selections;
  return access.kind === 'bundle' ? (stores.bundle.get(access.bundleId)?.selections ?? []) : [];
}

const grantTypes = { whole: 'CUSTOM', selected: 'ENTITLEMENT', bundle: 'ENTITLEMENT-BUNDLE' } as const;

/** The fields of a grant; it holds entitlements, or a bundle, or neither (the whole resource), never both. */
export function viewGrant(grant: Grant, stores: Stores): Data {
  const { id, access, principal, startsAt } = grant;
  const resource = stores.resource.get(grant.resourceId);
  return present({
    id,
    grantType: grantTypes[access.kind],
    action: 'ALLOW',
    status: 'ACTIVE',
    scheduleSettings: { startDate: new Date(startsAt).toISOString() },
    targetPrincipal: principal,
    resource: resource === undefined ? { resourceId: grant.resourceId } : viewResource(resource),
    entitlements: access.kind === 'selected' ? viewSelections(stores, access.selections) : undefined,
    entitlementBundle: access.kind === 'bundle' ? { id: access.bundleId } : undefined,
  });
}

/** What a principal holds of an app: each entitlement once, with the values of all grants together. */
export function viewPrincipalEntitlements(grants: readonly Grant[], principal: Principal, stores: Stores): readonly Data[] {
  const held = new Map<string, ReadonlySet<string>>();
  for (const { entitlementId, valueIds } of grants.flatMap(({ access }) => selectionsOf(stores, access))) {
    held.set(entitlementId, new Set([...(held.get(entitlementId) ?? []), ...valueIds]));
  }
  return [...held].flatMap(([entitlementId, valueIds]) => {
    const entitlement = stores.entitlement.get(entitlementId);
    const resource = entitlement === undefined ? undefined : stores.resource.get(entitlement.resourceId);
    if (entitlement === undefined || resource === undefined) return [];
    return [{ ...viewEntitlement(entitlement, [...valueIds]), resource: viewResource(resource), targetPrincipal: principal }];
  });
}

/** Reads the query of both lists: a principal, and a resource where only its grants are wanted. */
function grantsAskedFor(world: World, call: Call): { readonly grants: readonly Grant[]; readonly principal: Principal } {
  const externalId = call.query.get('principalId');
  if (externalId === null) throw new Refusal('E0000001', ['principalId: a query parameter of this name is needed']);
  const type = call.query.get('principalType');
  const resourceId = call.query.get('resourceId');
  const grants = world.stores.grant
    .all()
    .filter(({ principal }) => principal.externalId === externalId && (type === null || principal.type === type))
    .filter((grant) => resourceId === null || grant.resourceId === resourceId);
  return { grants, principal: { type: type ?? grants[0]?.principal.type ?? '', externalId } };
}

export const grantOperations: readonly Operation[] = [
  {
    operation: 'listGrants',
    method: 'GET',
    path: '/governance/api/v1/grants',
    run: (world, call) =>
      json(200, { data: grantsAskedFor(world, call).grants.map((grant) => world.policy.viewGrant(grant, world.stores)) }),
  },
  {
    operation: 'listPrincipalEntitlements',
    method: 'GET',
    path: '/governance/api/v1/principal-entitlements',
    run(world, call) {
      const { grants, principal } = grantsAskedFor(world, call);
      return json(200, { data: world.policy.viewPrincipalEntitlements(grants, principal, world.stores) });
    },
  },
];
