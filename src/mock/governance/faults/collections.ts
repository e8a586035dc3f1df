import type { Faults } from '../../kit/faults.ts';
import { isObject } from '../../kit/json.ts';
import { Refusal } from '../errors.ts';
import { after, before, kept, notFoundAs, staleRead } from '../fault.ts';
import type { Holding } from '../model.ts';
import type { Policy } from '../policy.ts';

/** Defects of collections and of what they hold. */
export const collectionFaults: Faults<Policy> = {
  'gov-collection-never-deleted': kept(({ kind }) => kind === 'collection'),
  'gov-collection-with-resources-not-deleted': kept(({ item }) => 'holdings' in item && item.holdings.length > 0),
  'gov-deleted-collection-takes-resources': kept(({ kind, operation }) => kind === 'collection' && operation !== 'readCollection'),
  'gov-deleted-collection-lists': kept(({ kind, operation }) => kind === 'collection' && operation === 'listCollectionResources'),
  'gov-deleted-collection-410': notFoundAs(410, 'collection'),
  'gov-collection-returns': kept(({ kind, deletedAt, now }) => kind === 'collection' && now >= deletedAt + 86_400_000),
  'gov-collection-revived-by-late-write': staleRead('collection'),
  'gov-resource-lost-at-once': after('readAgain', (now, _kind, before) =>
    now !== undefined && 'holdings' in now && 'holdings' in before ? { ...now, holdings: before.holdings } : now,
  ),
  'gov-collection-starts-full': {
    newCollection: (collection, others) => ({
      ...collection,
      holdings: others.findLast(({ holdings }) => holdings.length > 0)?.holdings ?? [],
    }),
  },
  'gov-namesake-starts-full': {
    newCollection: (collection, others) => ({
      ...collection,
      holdings: others.findLast(({ name }) => name === collection.name)?.holdings ?? [],
    }),
  },
  'gov-resources-not-kept': { holdingsAfterAdding: (held) => held },
  'gov-resource-replaces-others': { holdingsAfterAdding: (_held, added) => added },
  'gov-second-resource-not-kept': after('holdingsAfterAdding', (result, held) => (held.length > 0 ? held : result)),
  'gov-removed-resource-stays': { holdingsAfterRemoving: (held) => held },
  'gov-collection-forgets-entitlements': before('holdingsAfterAdding', (held, added) => [
    held,
    added.map(({ resourceId }) => ({ resourceId, access: { kind: 'whole' } })),
  ]),
  'gov-held-together-under-another-name': after('viewHoldings', (views) =>
    views.length > 1 ? views.map((view) => ({ ...view, name: view['description'] })) : views,
  ),
  'gov-collection-renamed': after('viewCollection', (view) => ({ ...view, name: { en: view['name'] } })),
};

/** A grant that shows these fields otherwise. */
const shownWith = (fields: Readonly<Record<string, string>>) => after('viewGrant', (view) => ({ ...view, ...fields }));

/** Defects of collection assignments, their grants and their event. */
export const assignmentFaults: Faults<Policy> = {
  'gov-assignment-without-grants': { draftsFor: () => [] },
  'gov-assignment-grants-first-resource': after('draftsFor', (drafts) =>
    drafts.filter(({ resourceId }) => resourceId === drafts[0]?.resourceId),
  ),
  'gov-assignment-grants-other-collections': (base) => {
    const all = new Map<string, Holding>();
    return {
      holdingsAfterAdding(held, added) {
        for (const holding of added) all.set(holding.resourceId, holding);
        return base.holdingsAfterAdding(held, added);
      },
      draftsFor: (assignment, collection, grantsFor) =>
        base.draftsFor(
          assignment,
          { ...collection, holdings: base.holdingsAfterAdding([...all.values()], collection.holdings) },
          grantsFor,
        ),
    };
  },
  'gov-removal-takes-all-grants': after('grantsFrom', (dropped, _origin, grants) =>
    grants.filter(({ principal }) => dropped.some((grant) => grant.principal.externalId === principal.externalId)),
  ),
  'gov-grant-names-apps-only': after('viewGrant', (view) => ({
    ...view,
    resource: { ...(isObject(view['resource']) ? view['resource'] : {}), resourceType: 'APP' },
  })),
  'gov-renewed-grants-unlisted': (base) => {
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
  'gov-assignment-grants-twice': after('draftsFor', (drafts) => [...drafts, ...drafts]),
  'gov-assignment-jobs-race': staleRead('assignment'),
  'gov-grant-for-another': after('viewGrant', (view, grant) => ({
    ...view,
    targetPrincipal: { ...grant.principal, externalId: grant.id },
  })),
  'gov-grant-of-another-resource': after('viewGrant', (view, grant) => ({
    ...view,
    resource: { resourceId: grant.id, resourceType: 'APP' },
  })),
  'gov-grant-type-in-lower-case': shownWith({ grantType: 'custom' }),
  'gov-grant-action-in-lower-case': shownWith({ action: 'allow' }),
  'gov-grant-status-in-lower-case': shownWith({ status: 'active' }),
  'gov-grant-with-neither': after('viewGrant', ({ entitlements: _entitlements, ...view }) => view),
  'gov-assignment-of-another-collection': after('viewAssignment', (view, assignment) => ({ ...view, collectionId: assignment.id })),
  'gov-assignment-to-another': after('viewAssignment', (view, assignment) => ({
    ...view,
    principal: { ...assignment.principal, externalId: assignment.id },
  })),
  'gov-failed-assignment-unreported': { reportsFailure: () => false },
  'gov-good-assignment-reported': { reportsSuccess: () => true },
};
