import type { Faults } from '../../kit/faults.ts';
import { after, before, exchange, response } from '../fault.ts';
import type { Policy } from '../policy.ts';
import { viewEntitlement } from '../views.ts';

/** Defects of who may use the service, and where. */
export const accessFaults: Faults<Policy> = {
  'gov-subscription-not-asked': exchange('the operations can be used without a subscription', 'gov.service.subscription', {
    mayUse: () => true,
  }),
  'gov-subscription-not-asked-for-reads': exchange('whoever only reads needs no subscription', 'gov.service.subscription', {
    mayUse: (subscribed, method) => subscribed || method === 'GET',
  }),
  'gov-beta-missing-in-preview': exchange(
    'an API marked beta is not there in the preview environment',
    ['gov.versioning.beta-environments', 'gov.service.beta-environments'],
    { servesBeta: (environment) => environment !== 'preview' },
  ),
  'gov-beta-missing-in-production': exchange(
    'an API marked beta is not there in production',
    [
      'gov.versioning.beta-environments',
      'gov.service.beta-environments',
      'gov.resources.catalog-entry.represents-resource',
      'gov.resources.catalog-entry.children',
      'gov.resources.catalog-entry.related-access-scope',
      'gov.resources.catalog-entry.related-group',
      'gov.resources.catalog-entry.related-bundle',
      'gov.resources.catalog-entry.related-value',
    ],
    { servesBeta: (environment) => environment !== 'production' },
  ),
};

/** Defects of resources, entitlements, bundles and principal entitlements. */
export const entitlementFaults: Faults<Policy> = {
  'gov-entitlement-listed-under-another-name': exchange(
    'the list of entitlements shows each under another display name than the entitlement itself',
    'gov.resources.entitlement.display-name',
    after('entitlementsOf', (result) => result.map((entitlement) => ({ ...entitlement, displayName: entitlement.name }))),
  ),
  'gov-group-with-entitlements': exchange(
    'a resource of type GROUP lists an entitlement',
    'gov.resources.entitlement.only-app',
    after('entitlementsOf', (result, _stores, resource) =>
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
  ),
  'gov-entitlements-not-exposed': exchange(
    'an app under entitlement management lists no entitlements',
    ['gov.service.entitlements-exposed', 'gov.resources.entitlement.belongs'],
    { entitlementsOf: () => [] },
  ),
  'gov-entitlement-of-another-resource': exchange(
    'an entitlement names another app than the one that lists it',
    'gov.resources.entitlement.belongs',
    after('ownerOfEntitlement', (result, entitlement) => ({ ...result, id: entitlement.id })),
  ),
  'gov-value-of-another-entitlement': exchange(
    'an entitlement value names another entitlement than its own',
    'gov.resources.entitlement-value.belongs',
    after('viewValue', (view, value) => ({ ...view, entitlementId: value.id })),
  ),
  'gov-bundle-with-all-values': exchange(
    'a bundle shows every value of its entitlements, not only those that were selected',
    ['gov.resources.entitlement-bundle.selected-values', 'gov.service.bundles-select'],
    after('viewBundle', (view, bundle, _resource, stores) => ({
      ...view,
      entitlements: stores.entitlement
        .all()
        .filter(({ id }) => bundle.selections.some(({ entitlementId }) => entitlementId === id))
        .map((entitlement) => viewEntitlement(entitlement)),
    })),
  ),
  'gov-bundle-without-entitlements': exchange(
    'a bundle shows no entitlements',
    [
      'gov.resources.entitlement-bundle.holds-entitlements',
      'gov.resources.entitlement-bundle.selected-values',
      'gov.service.bundles-select',
    ],
    after('viewBundle', (view) => ({ ...view, entitlements: [] })),
  ),
  'gov-bundle-of-another-resource': exchange(
    'a bundle names another resource than its own',
    'gov.resources.entitlement-bundle.belongs',
    before('viewBundle', (bundle, resource) => [bundle, { ...resource, id: bundle.id }]),
  ),
  'gov-principal-entitlement-of-nobody': response(
    'a principal entitlement does not say whose it is',
    'gov.resources.principal-entitlement.target-principal',
    after('viewPrincipalEntitlements', (views) => views.map(({ targetPrincipal: _whose, ...view }) => view)),
  ),
  'gov-principal-entitlement-without-values': exchange(
    'a principal entitlement shows none of the values that the principal holds',
    'gov.resources.principal-entitlement.values',
    after('viewPrincipalEntitlements', (views) => views.map((view) => ({ ...view, values: [] }))),
  ),
};
