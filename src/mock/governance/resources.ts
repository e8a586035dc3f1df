import { get } from '../kit/define-service.ts';
import { json } from '../kit/json.ts';
import { find, neededQuery, pathId, pathItem, type Context, type Operations, type RequestContext } from './context.ts';
import { Refusal } from './errors.ts';
import type { Grant, Principal } from './model.ts';
import type { GrantDraft } from './policy.ts';
import { viewEntitlement, viewResource } from './views.ts';

/** Makes a grant, from now on. */
export function makeGrant({ store, id, now }: Pick<Context, 'store' | 'id' | 'now'>, draft: GrantDraft): Grant {
  return store.grant.put({ id: id(20), startsAt: now(), ...draft });
}

/** Takes the grants of one origin away. */
export function dropGrants({ store, policy, now }: Context, origin: string): void {
  for (const { id } of policy.grantsFrom(origin, store.grant.all())) store.grant.remove(id, now());
}

/** Reads the query of both lists: a principal, and a resource where only its grants are wanted. */
function grantsAskedFor(context: RequestContext): { readonly grants: readonly Grant[]; readonly principal: Principal } {
  const externalId = neededQuery(context, 'principalId');
  const [type, resourceId] = [context.query.get('principalType'), context.query.get('resourceId')];
  const grants = context.store.grant
    .all()
    .filter(({ principal }) => principal.externalId === externalId && (type === null || principal.type === type))
    .filter((grant) => resourceId === null || grant.resourceId === resourceId);
  return { grants, principal: { type: type ?? grants[0]?.principal.type ?? '', externalId } };
}

/** What can be granted, what is granted, and the catalog of what can be requested. */
export const resourceOperations: Operations = {
  readResource: get('/governance/api/v1/resources/{resourceId}', (context) =>
    json(200, viewResource(pathItem(context, 'resource', 'resourceId'))),
  ),
  readDirectoryUser: get('/api/v1/users/{userId}', (context) => {
    const { id, login, firstName, lastName } = pathItem(context, 'user', 'userId');
    return json(200, { id, status: 'ACTIVE', profile: { login, firstName, lastName } });
  }),
  listEntitlements: get('/governance/api/v1/entitlements', (context) => {
    const resource = find(context, 'resource', neededQuery(context, 'resourceId'));
    const found = context.policy.entitlementsOf(context.store, resource);
    return json(200, { ...viewResource(resource), data: found.map((entitlement) => viewEntitlement(entitlement)) });
  }),
  readEntitlement: get('/governance/api/v1/entitlements/{entitlementId}', (context) => {
    const entitlement = pathItem(context, 'entitlement', 'entitlementId');
    const resource = context.policy.ownerOfEntitlement(entitlement, find(context, 'resource', entitlement.resourceId));
    return json(200, { ...viewEntitlement(entitlement), resource: viewResource(resource) });
  }),
  readEntitlementValue: get('/governance/api/v1/entitlements/{entitlementId}/values/{valueId}', (context) => {
    const { id, values } = pathItem(context, 'entitlement', 'entitlementId');
    const value = values.find((one) => one.id === pathId(context, 'valueId'));
    if (value === undefined) throw new Refusal('E0000007', [`entitlement value ${pathId(context, 'valueId')}`]);
    return json(200, context.policy.viewValue(value, id));
  }),
  readEntitlementBundle: get('/governance/api/v1/entitlement-bundles/{bundleId}', (context) => {
    const bundle = pathItem(context, 'bundle', 'bundleId');
    return json(200, context.policy.viewBundle(bundle, find(context, 'resource', bundle.resourceId), context.store));
  }),
  listGrants: get('/governance/api/v1/grants', (context) =>
    json(200, { data: grantsAskedFor(context).grants.map((grant) => context.policy.viewGrant(grant, context.store)) }),
  ),
  listPrincipalEntitlements: get('/governance/api/v1/principal-entitlements', (context) => {
    const { grants, principal } = grantsAskedFor(context);
    return json(200, { data: context.policy.viewPrincipalEntitlements(grants, principal, context.store) });
  }),
  listCatalogEntries: get('/governance/api/v2/catalogs/default/entries', (context) => {
    const { policy, store, query } = context;
    const parent = query.get('parent');
    const parentId = parent === null ? undefined : find(context, 'catalogEntry', parent).id;
    return json(200, {
      data: policy.childrenOf(parentId, store.catalogEntry.all()).map((entry) => policy.viewCatalogEntry(entry, store)),
    });
  }),
  readCatalogEntry: get('/governance/api/v2/catalogs/default/entries/{id}', (context) =>
    json(200, context.policy.viewCatalogEntry(pathItem(context, 'catalogEntry', 'id'), context.store)),
  ),
};
