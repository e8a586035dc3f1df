import type { Faults } from '../../kit/faults.ts';
import { after, before, concurrency, exchange, response, sequence, time } from '../fault.ts';
import type { Policy } from '../policy.ts';
import { kept, notFoundAs, staleRead } from './kept.ts';

/** Defects of collections and of what they hold. */
export const collectionFaults: Faults<Policy> = {
  'gov-collection-never-deleted': sequence(
    'DELETE of a collection answers as if done, and the collection stays',
    ['gov.collection.delete', 'gov.collection.delete.lasting', 'gov.errors.collection-deleted'],
    kept(({ kind }) => kind === 'collection'),
  ),
  'gov-collection-with-resources-not-deleted': sequence(
    'only an empty collection is really deleted',
    ['gov.collection.delete', 'gov.errors.collection-deleted'],
    kept(({ item }) => 'holdings' in item && item.holdings.length > 0),
  ),
  'gov-deleted-collection-takes-resources': sequence(
    'a deleted collection cannot be read, but can be operated on',
    'gov.errors.collection-deleted',
    kept(({ kind, operation }) => kind === 'collection' && operation !== 'readCollection'),
  ),
  'gov-deleted-collection-410': exchange(
    'a deleted collection answers 410',
    ['gov.errors.collection-deleted', 'gov.collection.delete', 'gov.collection.delete.lasting'],
    notFoundAs(410, 'collection'),
  ),
  'gov-collection-returns': time(
    'a collection is back a day after it was deleted',
    ['gov.collection.delete.lasting', 'gov.collection.delete', 'gov.errors.collection-deleted'],
    kept(({ kind, deletedAt, now }) => kind === 'collection' && now >= deletedAt + 86_400_000),
  ),
  'gov-collection-revived-by-late-write': concurrency(
    'a change that was under way while the collection was deleted or changed brings the old one back',
    ['gov.collection.delete', 'gov.errors.collection-deleted', 'gov.resources.collection.contains-resources'],
    staleRead('collection'),
  ),
  'gov-collection-starts-full': sequence(
    'a new collection begins with what the last one that has something holds',
    'gov.collection.create',
    {
      newCollection: (collection, others) => ({
        ...collection,
        holdings: others.findLast(({ holdings }) => holdings.length > 0)?.holdings ?? [],
      }),
    },
  ),
  'gov-resources-not-kept': sequence(
    'POST of a resource answers with it, and the collection stays empty',
    [
      'gov.collection.add-resource',
      'gov.resources.collection.contains-resources',
      'gov.resources.collection.contains-entitlements',
      'gov.service.collections-group',
      'gov.collection-assignment.grants-created',
      'gov.resources.collection-assignment.generates-grants',
    ],
    { holdingsAfterAdding: (held) => held },
  ),
  'gov-resource-replaces-others': sequence(
    'a resource that is put into a collection drives out the others',
    ['gov.resources.collection.contains-resources', 'gov.service.collections-group'],
    { holdingsAfterAdding: (_held, added) => added },
  ),
  'gov-second-resource-not-kept': sequence(
    'a collection that holds something takes nothing more, and answers as if it did',
    'gov.resources.collection.contains-resources',
    after('holdingsAfterAdding', (result, held) => (held.length > 0 ? held : result)),
  ),
  'gov-collection-forgets-entitlements': sequence(
    'a collection keeps the resource, and forgets the entitlements that were put in with it',
    ['gov.resources.collection.contains-entitlements', 'gov.service.collections-group'],
    before('holdingsAfterAdding', (held, added) => [held, added.map(({ resourceId }) => ({ resourceId, access: { kind: 'whole' } }))]),
  ),
  'gov-collection-renamed': response(
    'a collection shows its name as an object of translations',
    'gov.resources.collection.name',
    after('viewCollection', (view) => ({ ...view, name: { en: view['name'] } })),
  ),
};
