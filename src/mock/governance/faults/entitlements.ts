import type { Fault } from '../../kit/service.ts';
import { viewEntitlement } from '../entitlements.ts';
import type { Rules } from '../rules.ts';

/** Defects of resources, entitlements, bundles and principal entitlements. */
export const entitlementFaults: readonly Fault<Rules>[] = [
  {
    id: 'gov-group-with-entitlements',
    clause: 'gov.resources.entitlement.only-app',
    difficulty: 'exchange',
    about: 'a resource of type GROUP lists an entitlement',
    change: (rules) => ({
      entitlementsOf: (stores, resource) =>
        resource.resourceType === 'APP'
          ? rules.entitlementsOf(stores, resource)
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
    }),
  },
  {
    id: 'gov-entitlements-not-exposed',
    clause: 'gov.service.entitlements-exposed',
    alsoBreaks: ['gov.resources.entitlement.belongs'],
    difficulty: 'exchange',
    about: 'an app under entitlement management lists no entitlements',
    change: () => ({ entitlementsOf: () => [] }),
  },
  {
    id: 'gov-entitlement-of-another-resource',
    clause: 'gov.resources.entitlement.belongs',
    difficulty: 'exchange',
    about: 'an entitlement names another app than the one that lists it',
    change: (rules) => ({
      ownerOfEntitlement: (entitlement, resource) => ({ ...rules.ownerOfEntitlement(entitlement, resource), id: entitlement.id }),
    }),
  },
  {
    id: 'gov-value-of-another-entitlement',
    clause: 'gov.resources.entitlement-value.belongs',
    difficulty: 'exchange',
    about: 'an entitlement value names another entitlement than its own',
    change: (rules) => ({ viewValue: (value, entitlementId) => ({ ...rules.viewValue(value, entitlementId), entitlementId: value.id }) }),
  },
  {
    id: 'gov-bundle-with-all-values',
    clause: 'gov.resources.entitlement-bundle.selected-values',
    alsoBreaks: ['gov.service.bundles-select'],
    difficulty: 'exchange',
    about: 'a bundle shows every value of its entitlements, not only those that were selected',
    change: (rules) => ({
      viewBundle: (bundle, resource, stores) => ({
        ...rules.viewBundle(bundle, resource, stores),
        entitlements: stores.entitlement
          .all()
          .filter(({ id }) => bundle.selections.some(({ entitlementId }) => entitlementId === id))
          .map((entitlement) => viewEntitlement(entitlement)),
      }),
    }),
  },
  {
    id: 'gov-bundle-without-entitlements',
    clause: 'gov.resources.entitlement-bundle.holds-entitlements',
    alsoBreaks: ['gov.resources.entitlement-bundle.selected-values', 'gov.service.bundles-select'],
    difficulty: 'exchange',
    about: 'a bundle shows no entitlements',
    change: (rules) => ({
      viewBundle: (bundle, resource, stores) => ({ ...rules.viewBundle(bundle, resource, stores), entitlements: [] }),
    }),
  },
  {
    id: 'gov-bundle-of-another-resource',
    clause: 'gov.resources.entitlement-bundle.belongs',
    difficulty: 'exchange',
    about: 'a bundle names another resource than its own',
    change: (rules) => ({ viewBundle: (bundle, resource, stores) => rules.viewBundle(bundle, { ...resource, id: bundle.id }, stores) }),
  },
  {
    id: 'gov-principal-entitlement-of-nobody',
    clause: 'gov.resources.principal-entitlement.target-principal',
    difficulty: 'response',
    about: 'a principal entitlement does not say whose it is',
    change: (rules) => ({
      viewPrincipalEntitlements: (...context) =>
        rules.viewPrincipalEntitlements(...context).map(({ targetPrincipal: _whose, ...view }) => view),
    }),
  },
  {
    id: 'gov-principal-entitlement-without-values',
    clause: 'gov.resources.principal-entitlement.values',
    difficulty: 'exchange',
    about: 'a principal entitlement shows none of the values that the principal holds',
    change: (rules) => ({
      viewPrincipalEntitlements: (...context) => rules.viewPrincipalEntitlements(...context).map((view) => ({ ...view, values: [] })),
    }),
  },
];
