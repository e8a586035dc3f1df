import type { Faults } from '../../kit/faults.ts';
import { after, before } from '../fault.ts';
import type { Policy } from '../policy.ts';
import { viewEntitlement } from '../views.ts';

/** Defects of who may use the service, and where. */
export const accessFaults: Faults<Policy> = {
  'gov-subscription-not-asked': { mayUse: () => true },
  'gov-subscription-not-asked-for-reads': { mayUse: (subscribed, method) => subscribed || method === 'GET' },
  'gov-beta-missing-in-preview': { servesBeta: (environment) => environment !== 'preview' },
  'gov-beta-missing-in-production': { servesBeta: (environment) => environment !== 'production' },
};

/** Defects of resources, entitlements, bundles and principal entitlements. */
export const entitlementFaults: Faults<Policy> = {
  'gov-entitlement-listed-under-another-name': after('entitlementsOf', (result) =>
    result.map((entitlement) => ({ ...entitlement, displayName: entitlement.name })),
  ),
  'gov-group-with-entitlements': after('entitlementsOf', (result, _stores, resource) =>
    resource.resourceType === 'APP'
      ? result
      : [
          {
            id: resource.id,
            resourceId: resource.id,
            name: 'membership',
            displayName: 'Membership',
            description: 'of the group',
            multiValue: false,
            required: false,
            values: [],
          },
        ],
  ),
  'gov-entitlements-not-exposed': { entitlementsOf: () => [] },
  'gov-entitlement-of-another-resource': after('ownerOfEntitlement', (result, entitlement) => ({ ...result, id: entitlement.id })),
  'gov-value-of-another-entitlement': after('viewValue', (view, value) => ({ ...view, entitlementId: value.id })),
  'gov-value-under-another-name': after('viewValue', (view) => ({ ...view, displayName: view['value'] })),
  'gov-value-by-its-id': after('viewValue', (view) => ({ ...view, value: view['id'] })),
  'gov-bundle-taken-over-by-collection': after('viewBundle', (view, { resourceId }, _resource, stores) => {
    const holder = stores.collection.all().find(({ holdings }) => holdings.some((held) => held.resourceId === resourceId));
    return holder === undefined ? view : { ...view, name: holder.name, resource: { resourceId: holder.id, resourceType: 'APP' } };
  }),
  'gov-bundle-with-all-values': after('viewBundle', (view, bundle, _resource, stores) => ({
    ...view,
    entitlements: stores.entitlement
      .all()
      .filter(({ id }) => bundle.selections.some(({ entitlementId }) => entitlementId === id))
      .map((entitlement) => viewEntitlement(entitlement)),
  })),
  'gov-bundle-without-entitlements': after('viewBundle', (view) => ({ ...view, entitlements: [] })),
  'gov-bundle-of-another-resource': before('viewBundle', (bundle, resource) => [bundle, { ...resource, id: bundle.id }]),
  'gov-principal-entitlement-of-nobody': after('viewPrincipalEntitlements', (views) =>
    views.map(({ targetPrincipal: _whose, ...view }) => view),
  ),
  'gov-principal-entitlement-without-values': after('viewPrincipalEntitlements', (views) => views.map((view) => ({ ...view, values: [] }))),
};
