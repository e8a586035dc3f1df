import { get } from '../kit/define-service.ts';
import { json } from '../kit/json.ts';
import { neededQuery } from './bodies.ts';
import { find, list, pathId, show, type Context, type Operations, type RequestContext } from './context.ts';
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
  readResource: show('/governance/api/v1/resources/{resource}', 'resource', viewResource),
  readDirectoryUser: show('/api/v1/users/{user}', 'user', ({ id, login, firstName, lastName }) => ({
    id,
    status: 'ACTIVE',
    profile: { login, firstName, lastName },
  })),
  listEntitlements: get('/governance/api/v1/entitlements', (context) => {
    const resource = find(context, 'resource', neededQuery(context, 'resourceId'));
    const found = context.policy.entitlementsOf(context.store, resource);
    return json(200, { ...viewResource(resource), data: found.map((entitlement) => viewEntitlement(entitlement)) });
  }),
  readEntitlement: show('/governance/api/v1/entitlements/{entitlement}', 'entitlement', (entitlement, context) => {
    const resource = context.policy.ownerOfEntitlement(entitlement, find(context, 'resource', entitlement.resourceId));
    return { ...viewEntitlement(entitlement), resource: viewResource(resource) };
  }),
  readEntitlementValue: show('/governance/api/v1/entitlements/{entitlement}/values/{value}', 'entitlement', ({ id, values }, context) => {
    const value = values.find((one) => one.id === pathId(context, 'value'));
    if (value === undefined) throw new Refusal('E0000007', [`entitlement value ${pathId(context, 'value')}`]);
    return context.policy.viewValue(value, id);
  }),
  readEntitlementBundle: show('/governance/api/v1/entitlement-bundles/{bundle}', 'bundle', (bundle, context) =>
    context.policy.viewBundle(bundle, find(context, 'resource', bundle.resourceId), context.store),
  ),
  listGrants: list('/governance/api/v1/grants', (context) =>
    grantsAskedFor(context).grants.map((grant) => context.policy.viewGrant(grant, context.store)),
  ),
  listPrincipalEntitlements: list('/governance/api/v1/principal-entitlements', (context) => {
    const { grants, principal } = grantsAskedFor(context);
    return context.policy.viewPrincipalEntitlements(grants, principal, context.store);
  }),
  listCatalogEntries: list('/governance/api/v2/catalogs/default/entries', (context) => {
    const { policy, store, query } = context;
    const parent = query.get('parent');
    const parentId = parent === null ? undefined : find(context, 'catalogEntry', parent).id;
    return policy.childrenOf(parentId, store.catalogEntry.all()).map((entry) => policy.viewCatalogEntry(entry, store));
  }),
  readCatalogEntry: show('/governance/api/v2/catalogs/default/entries/{catalogEntry}', 'catalogEntry', (entry, { policy, store }) =>
    policy.viewCatalogEntry(entry, store),
  ),
};
