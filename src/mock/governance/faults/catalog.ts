import type { Fault } from '../../kit/service.ts';
import { selectionsOf } from '../grants.ts';
import type { Rules } from '../rules.ts';

/** Defects of catalog entries. */
export const catalogFaults: readonly Fault<Rules>[] = [
  {
    id: 'gov-catalog-without-children',
    clause: 'gov.resources.catalog-entry.children',
    difficulty: 'exchange',
    about: 'a catalog entry with children lists none',
    change: (rules) => ({ childrenOf: (parentId, entries) => (parentId === undefined ? rules.childrenOf(parentId, entries) : []) }),
  },
  {
    id: 'gov-catalog-entry-of-another-resource',
    clause: 'gov.resources.catalog-entry.represents-resource',
    difficulty: 'exchange',
    about: 'a catalog entry names its own id as its resource',
    change: (rules) => ({
      viewCatalogEntry: (entry, stores) => ({
        ...rules.viewCatalogEntry(entry, stores),
        resource: { resourceId: entry.id, resourceType: 'APP' },
      }),
    }),
  },
  {
    id: 'gov-catalog-entry-of-another-group',
    clause: 'gov.resources.catalog-entry.related-group',
    difficulty: 'exchange',
    about: 'the catalog entry of a group names another group',
    change: (rules) => ({
      viewCatalogEntry(entry, stores) {
        const view = rules.viewCatalogEntry(entry, stores);
        return 'groupId' in view ? { ...view, groupId: entry.id } : view;
      },
    }),
  },
  {
    id: 'gov-catalog-bundle-and-value-as-entitlement',
    clause: 'gov.resources.catalog-entry.related-bundle',
    alsoBreaks: ['gov.resources.catalog-entry.related-value'],
    difficulty: 'exchange',
    about: 'the catalog entries of a bundle and of a value name the entitlement that they are of instead',
    change: (rules) => ({
      viewCatalogEntry(entry, stores) {
        const view = rules.viewCatalogEntry(entry, stores);
        const [entitlement] = selectionsOf(stores, entry.access);
        if (entitlement === undefined) return view;
        return {
          ...view,
          ...('entitlementBundleId' in view ? { entitlementBundleId: entitlement.entitlementId } : {}),
          ...('entitlementValueId' in view ? { entitlementValueId: entitlement.entitlementId } : {}),
        };
      },
    }),
  },
];
