import type { Faults } from '../../kit/faults.ts';
import { isObject } from '../../kit/json.ts';
import { Refusal } from '../errors.ts';
import { after, before, concurrency, exchange, response, sequence, time, kept, notFoundAs, staleRead } from '../fault.ts';
import type { Policy } from '../policy.ts';

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
  'gov-deleted-collection-lists': sequence(
    'a deleted collection cannot be read, but what it held can be listed',
    'gov.errors.collection-deleted',
    kept(({ kind, operation }) => kind === 'collection' && operation === 'listCollectionResources'),
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
  'gov-resource-lost-at-once': concurrency(
    'of two resources that are put into a collection at the same time, one is kept',
    ['gov.resources.collection.contains-resources', 'gov.resources.collection.contains-entitlements'],
    after('readAgain', (now, _kind, before) =>
      now !== undefined && 'holdings' in now && 'holdings' in before ? { ...now, holdings: before.holdings } : now,
    ),
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
  'gov-namesake-starts-full': sequence('a new collection begins with what an older one of its name holds', 'gov.collection.create', {
    newCollection: (collection, others) => ({
      ...collection,
      holdings: others.findLast(({ name }) => name === collection.name)?.holdings ?? [],
    }),
  }),
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
  'gov-removed-resource-stays': sequence(
    'DELETE of a resource of a collection answers as if done, and the collection holds it still',
    'gov.resources.collection.contains-resources',
    { holdingsAfterRemoving: (held) => held },
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

/** A grant that shows these fields otherwise. */
const shownWith = (fields: Readonly<Record<string, string>>) => after('viewGrant', (view) => ({ ...view, ...fields }));

/** Defects of collection assignments, their grants and their event. */
export const assignmentFaults: Faults<Policy> = {
  'gov-assignment-without-grants': sequence(
    'the background job marks the assignment as done without making a grant',
    [
      'gov.collection-assignment.grants-created',
      'gov.resources.collection-assignment.generates-grants',
      'gov.service.assignments-give-grants',
    ],
    { draftsFor: () => [] },
  ),
  'gov-assignment-grants-first-resource': sequence(
    'of the resources of a collection, an assignment gives a grant to the first one only',
    'gov.service.assignments-give-grants',
    after('draftsFor', (drafts) => drafts.filter(({ resourceId }) => resourceId === drafts[0]?.resourceId)),
  ),
  'gov-removal-takes-all-grants': sequence(
    'the end of an assignment takes all grants of its principal',
    'gov.resources.collection-assignment.generates-grants',
    after('grantsFrom', (dropped, _origin, grants) =>
      grants.filter(({ principal }) => dropped.some((grant) => grant.principal.externalId === principal.externalId)),
    ),
  ),
  'gov-grant-names-apps-only': sequence(
    'a grant names each resource as an app',
    'gov.resources.resource.resource-type',
    after('viewGrant', (view) => ({ ...view, resource: { ...(isObject(view['resource']) ? view['resource'] : {}), resourceType: 'APP' } })),
  ),
  'gov-renewed-grants-unlisted': sequence(
    'grants that a change of the collection has renewed cannot be listed',
    'gov.collection-assignment.other-pairings',
    (base) => {
      const renewed = new Set<string>();
      return {
        draftsFor(assignment, ...context) {
          if (assignment.status === 'UPDATED') renewed.add(assignment.id);
          return base.draftsFor(assignment, ...context);
        },
        viewGrant(grant, stores) {
          if (renewed.has(grant.origin)) throw new Refusal('E0000007', [`grant ${grant.id} is being renewed`]);
          return base.viewGrant(grant, stores);
        },
      };
    },
  ),
  'gov-assignment-grants-twice': sequence(
    'the background job makes each grant twice',
    'gov.resources.collection-assignment.generates-grants',
    after('draftsFor', (drafts) => [...drafts, ...drafts]),
  ),
  'gov-assignment-jobs-race': concurrency(
    'two background jobs at the same time both make the grants of an assignment',
    'gov.resources.collection-assignment.generates-grants',
    staleRead('assignment'),
  ),
  'gov-grant-for-another': sequence(
    'a grant names somebody else as its target principal',
    'gov.service.assignments-give-grants',
    after('viewGrant', (view, grant) => ({
      ...view,
      targetPrincipal: { ...grant.principal, externalId: grant.id },
    })),
  ),
  'gov-grant-of-another-resource': sequence(
    'a grant names its own id as its resource',
    ['gov.resources.grant.resource', 'gov.service.resources-governed'],
    after('viewGrant', (view, grant) => ({ ...view, resource: { resourceId: grant.id, resourceType: 'APP' } })),
  ),
  'gov-grant-type-in-lower-case': response(
    'a grant has a type that the profile does not declare',
    'gov.resources.grant.enumerations',
    shownWith({ grantType: 'custom' }),
  ),
  'gov-grant-action-in-lower-case': response(
    'a grant has an action that the profile does not declare',
    'gov.resources.grant.enumerations',
    shownWith({ action: 'allow' }),
  ),
  'gov-grant-status-in-lower-case': response(
    'a grant has a status that the profile does not declare',
    'gov.resources.grant.enumerations',
    shownWith({ status: 'active' }),
  ),
  'gov-grant-with-neither': response(
    'a grant of entitlements names neither them nor a bundle',
    'gov.resources.grant.entitlements-or-bundle',
    after('viewGrant', ({ entitlements: _entitlements, ...view }) => view),
  ),
  'gov-assignment-of-another-collection': exchange(
    'an assignment names another collection than the one that was assigned',
    'gov.resources.collection-assignment.links-collection',
    after('viewAssignment', (view, assignment) => ({ ...view, collectionId: assignment.id })),
  ),
  'gov-assignment-to-another': exchange(
    'an assignment names another principal than the one that it was made for',
    'gov.resources.collection-assignment.links-principal',
    after('viewAssignment', (view, assignment) => ({
      ...view,
      principal: { ...assignment.principal, externalId: assignment.id },
    })),
  ),
  'gov-failed-assignment-unreported': sequence(
    'a collection assignment fails without a syslog event',
    ['gov.events.assignment-failed', 'gov.collection-assignment.failed-event'],
    { reportsFailure: () => false },
  ),
  'gov-good-assignment-reported': sequence(
    'a collection assignment that succeeds writes the event of a failed one',
    'gov.events.only-failed',
    { reportsSuccess: () => true },
  ),
};
