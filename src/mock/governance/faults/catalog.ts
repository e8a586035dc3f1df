import type { Fault } from '../../core/service.ts';
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
      viewCatalogEntry: (entry, shelves) => ({
        ...rules.viewCatalogEntry(entry, shelves),
        resource: { resourceId: entry.id, resourceType: 'APP' },
      }),
    }),
  },
  {
    id: 'gov-catalog-group-unrelated',
    clause: 'gov.resources.catalog-entry.related-group',
    difficulty: 'exchange',
    about: 'the catalog entry of a group does not name the group',
    change: (rules) => ({
      viewCatalogEntry(entry, shelves) {
        const { groupId: _group, ...view } = rules.viewCatalogEntry(entry, shelves);
        return view;
      },
    }),
  },
  {
    id: 'gov-catalog-bundle-and-value-swapped',
    clause: 'gov.resources.catalog-entry.related-bundle',
    alsoBreaks: ['gov.resources.catalog-entry.related-value'],
    difficulty: 'exchange',
    about: 'the catalog entry of a bundle names it as an entitlement value, and that of a value as a bundle',
    change: (rules) => ({
      viewCatalogEntry(entry, shelves) {
        const { entitlementBundleId, entitlementValueId, ...view } = rules.viewCatalogEntry(entry, shelves);
        return {
          ...view,
          ...(entitlementValueId === undefined ? {} : { entitlementBundleId: entitlementValueId }),
          ...(entitlementBundleId === undefined ? {} : { entitlementValueId: entitlementBundleId }),
        };
      },
    }),
  },
];
