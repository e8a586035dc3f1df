import type { Faults } from '../../kit/faults.ts';
import { after, exchange } from '../fault.ts';
import type { Policy } from '../policy.ts';
import { selectionsOf } from '../views.ts';

/** Defects of catalog entries. */
export const catalogFaults: Faults<Policy> = {
  'gov-catalog-without-children': exchange(
    'a catalog entry with children lists none',
    'gov.resources.catalog-entry.children',
    after('childrenOf', (result, parentId) => (parentId === undefined ? result : [])),
  ),
  'gov-catalog-entry-of-another-resource': exchange(
    'a catalog entry names its own id as its resource',
    'gov.resources.catalog-entry.represents-resource',
    after('viewCatalogEntry', (view, entry) => ({
      ...view,
      resource: { resourceId: entry.id, resourceType: 'APP' },
    })),
  ),
  'gov-catalog-entry-of-another-group': exchange(
    'the catalog entry of a group names another group',
    'gov.resources.catalog-entry.related-group',
    after('viewCatalogEntry', (view, entry) => ('groupId' in view ? { ...view, groupId: entry.id } : view)),
  ),
  'gov-catalog-bundle-and-value-as-entitlement': exchange(
    'the catalog entries of a bundle and of a value name the entitlement that they are of instead',
    ['gov.resources.catalog-entry.related-bundle', 'gov.resources.catalog-entry.related-value'],
    after('viewCatalogEntry', (view, entry, stores) => {
      const [entitlement] = selectionsOf(stores, entry.access);
      if (entitlement === undefined) return view;
      return {
        ...view,
        ...('entitlementBundleId' in view ? { entitlementBundleId: entitlement.entitlementId } : {}),
        ...('entitlementValueId' in view ? { entitlementValueId: entitlement.entitlementId } : {}),
      };
    }),
  ),
};
