import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';
import { kept, notFoundAs, staleRead } from './kept.ts';

/** Defects of collections and of what they hold. */
export const collectionFaults: readonly Fault<Rules>[] = [
  {
    id: 'gov-collection-never-deleted',
    clause: 'gov.collection.delete',
    alsoBreaks: ['gov.collection.delete.lasting', 'gov.errors.collection-deleted'],
    difficulty: 'sequence',
    about: 'DELETE of a collection answers as if done, and the collection stays',
    change: kept(({ kind }) => kind === 'collection'),
  },
  {
    id: 'gov-collection-with-resources-not-deleted',
    clause: 'gov.collection.delete',
    alsoBreaks: ['gov.errors.collection-deleted'],
    difficulty: 'sequence',
    about: 'only an empty collection is really deleted',
    change: kept(({ item }) => 'holdings' in item && item.holdings.length > 0),
  },
  {
    id: 'gov-deleted-collection-takes-resources',
    clause: 'gov.errors.collection-deleted',
    difficulty: 'sequence',
    about: 'a deleted collection cannot be read, but can be operated on',
    change: kept(({ kind, operation }) => kind === 'collection' && operation !== 'readCollection'),
  },
  {
    id: 'gov-deleted-collection-410',
    clause: 'gov.errors.collection-deleted',
    alsoBreaks: ['gov.collection.delete', 'gov.collection.delete.lasting'],
    difficulty: 'exchange',
    about: 'a deleted collection answers 410',
    change: notFoundAs(410, 'collection'),
  },
  {
    id: 'gov-collection-returns',
    clause: 'gov.collection.delete.lasting',
    alsoBreaks: ['gov.collection.delete', 'gov.errors.collection-deleted'],
    difficulty: 'time',
    about: 'a collection is back a day after it was deleted',
    change: kept(({ kind, deletedAt, now }) => kind === 'collection' && now >= deletedAt + 86_400_000),
  },
  {
    id: 'gov-collection-revived-by-late-write',
    clause: 'gov.collection.delete',
    alsoBreaks: ['gov.errors.collection-deleted', 'gov.resources.collection.contains-resources'],
    difficulty: 'concurrency',
    about: 'a change that was under way while the collection was deleted or changed brings the old one back',
    change: staleRead('collection'),
  },
  {
    id: 'gov-collection-starts-full',
    clause: 'gov.collection.create',
    difficulty: 'sequence',
    about: 'a new collection begins with what the last one that has something holds',
    change: () => ({
      newCollection: (collection, others) => ({
        ...collection,
        holdings: others.findLast(({ holdings }) => holdings.length > 0)?.holdings ?? [],
      }),
    }),
  },
  {
    id: 'gov-resources-not-kept',
    clause: 'gov.collection.add-resource',
    alsoBreaks: [
      'gov.resources.collection.contains-resources',
      'gov.resources.collection.contains-entitlements',
      'gov.service.collections-group',
      'gov.collection-assignment.grants-created',
      'gov.resources.collection-assignment.generates-grants',
    ],
    difficulty: 'sequence',
    about: 'POST of a resource answers with it, and the collection stays empty',
    change: () => ({ holdingsAfterAdding: (held) => held }),
  },
  {
    id: 'gov-resource-replaces-others',
    clause: 'gov.resources.collection.contains-resources',
    alsoBreaks: ['gov.service.collections-group'],
    difficulty: 'sequence',
    about: 'a resource that is put into a collection drives out the others',
    change: () => ({ holdingsAfterAdding: (_held, added) => added }),
  },
  {
    id: 'gov-second-resource-not-kept',
    clause: 'gov.resources.collection.contains-resources',
    difficulty: 'sequence',
    about: 'a collection that holds something takes nothing more, and answers as if it did',
    change: (rules) => ({ holdingsAfterAdding: (held, added) => (held.length > 0 ? held : rules.holdingsAfterAdding(held, added)) }),
  },
  {
    id: 'gov-collection-forgets-entitlements',
    clause: 'gov.resources.collection.contains-entitlements',
    alsoBreaks: ['gov.service.collections-group'],
    difficulty: 'sequence',
    about: 'a collection keeps the resource, and forgets the entitlements that were put in with it',
    change: (rules) => ({
      holdingsAfterAdding: (held, added) =>
        rules.holdingsAfterAdding(
          held,
          added.map(({ resourceId }) => ({ resourceId, access: { kind: 'whole' } })),
        ),
    }),
  },
  {
    id: 'gov-collection-renamed',
    clause: 'gov.resources.collection.name',
    difficulty: 'response',
    about: 'a collection shows its name as an object of translations',
    change: (rules) => ({
      viewCollection(collection) {
        const view = rules.viewCollection(collection);
        return { ...view, name: { en: view['name'] } };
      },
    }),
  },
];
