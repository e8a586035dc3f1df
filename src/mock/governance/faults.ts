import { type Change, type Faults, changesOf } from '../kit/faults.ts';
import { parseDuration } from '../kit/duration.ts';
import { isObject } from '../kit/json.ts';
import type { JsonObject } from '../kit/service.ts';
import { Refusal } from './errors.ts';
import type { AccessRequest, Assignment, Holding, RequestCondition, RequestV1, Review } from './model.ts';
import type { Cause, Policy, TombstoneLookup } from './policy.ts';
import { selectionsOf, viewEntitlement } from './views.ts';

const { after, around, before } = changesOf<Policy>();

/** Deleted things that `matches` are found all the same. */
const kept = (matches: (lookup: TombstoneLookup) => boolean) => after('isGone', (result, lookup) => !matches(lookup) && result);

/** What was read before a wait counts for this kind, even where it has been changed or deleted since. */
const staleRead = (stale: TombstoneLookup['kind']) => after('readAgain', (now, kind, before) => (kind === stale ? before : now));

/** Things of this kind that are not there answer another status than 404. */
const notFoundAs = (status: number, wrong: TombstoneLookup['kind']) =>
  after('notFoundStatus', (result, kind) => (kind === wrong ? status : result));

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
  'gov-assignment-of-the-latest': around('viewAssignment', (viewAssignment) => {
    const latest = new Map<string, Assignment>();
    const seen = new Set<string>();
    return (assignment) => {
      if (!seen.has(assignment.id)) latest.set(assignment.collectionId, assignment);
      seen.add(assignment.id);
      return viewAssignment({ ...assignment, principal: latest.get(assignment.collectionId)?.principal ?? assignment.principal });
    };
  }),
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

/** Defects of campaigns and reviews. */
export const campaignFaults: Faults<Policy> = {
  'gov-campaign-never-deleted': kept(({ kind }) => kind === 'campaign'),
  'gov-deleted-campaign-launches': kept(({ kind, operation }) => kind === 'campaign' && operation === 'launchCampaign'),
  'gov-deleted-campaign-403': notFoundAs(403, 'campaign'),
  'gov-campaign-revived-by-launch': staleRead('campaign'),
  'gov-job-brings-campaigns-back': (base) => {
    let runs = 0;
    const lookedForAt = new Map<string, number>();
    return {
      jobActsOn(campaign, isTime) {
        runs += 1;
        return base.jobActsOn(campaign, isTime);
      },
      isGone(lookup) {
        if (lookup.kind !== 'campaign') return base.isGone(lookup);
        const first = lookedForAt.get(lookup.item.id) ?? runs;
        lookedForAt.set(lookup.item.id, first);
        return first === runs && base.isGone(lookup);
      },
    };
  },
  'gov-deleted-campaign-lists': (base) => ({
    permits: (operation, ...states) => operation === 'deleteCampaign' || base.permits(operation, ...states),
    isGone: (lookup) => !(lookup.kind === 'campaign' && lookup.operation === 'listReviews') && base.isGone(lookup),
  }),
  'gov-deleted-campaign-ends': (base) => ({
    permits: (operation, ...states) => operation === 'deleteCampaign' || base.permits(operation, ...states),
    isGone: (lookup) => !(lookup.kind === 'campaign' && lookup.operation === 'endCampaign') && base.isGone(lookup),
  }),
  'gov-campaign-running': after('viewCampaign', (view, campaign) => (campaign.status === 'ACTIVE' ? { ...view, status: 'RUNNING' } : view)),
  'gov-campaign-without-reviews': { reviewsToStore: () => [] },
  'gov-access-reviewed-once': ({ reviewsToStore, reviewsDecided }) => {
    const decided = new Set<string>();
    const key = ({ resourceId, principal }: Review): string => `${resourceId} ${principal.externalId}`;
    return {
      reviewsToStore: (reviews) => reviewsToStore(reviews).filter((review) => !decided.has(key(review))),
      reviewsDecided(review, all) {
        decided.add(key(review));
        return reviewsDecided(review, all);
      },
    };
  },
  'gov-review-of-another-campaign': after('viewReview', (view, review) => ({ ...view, campaignId: review.id })),
  'gov-review-of-another-principal': after('viewReview', (view, review) => ({
    ...view,
    principal: { type: 'USER', externalId: review.reviewerId },
  })),
  'gov-review-decision-lost': after('viewReview', ({ decision, ...view }, review) =>
    review.decision === 'UNREVIEWED' ? { ...view, decision } : view,
  ),
  'gov-review-undecided-in-the-end': after('viewReview', (view, review, stores) =>
    stores.campaign.get(review.campaignId)?.status === 'COMPLETED' ? { ...view, decision: 'UNREVIEWED' } : view,
  ),
  'gov-review-decided-everywhere': after('reviewsDecided', (decided, review, all) => [
    ...decided,
    ...all.filter(
      ({ id, resourceId, principal }) =>
        id !== review.id && resourceId === review.resourceId && principal.externalId === review.principal.externalId,
    ),
  ]),
  'gov-review-without-history': after('viewReview', ({ history: _past, ...view }) => view),
  'gov-remediation-only-said': { remediates: () => false },
};

const ignoring = (ignored: Cause) => after('heeds', (result, cause) => cause !== ignored && result);

/** The deletion of some is enough. */
const content = (withSome: Cause) =>
  after('allGone', (result, ids, isThere, cause) => (cause === withSome ? ids.some((id) => !isThere(id)) : result));

/** The deletion of all goes unnoticed where that of some was seen before. */
const losingCount = (of: Cause) =>
  around('allGone', (allGone) => {
    const seen = new Set<string>();
    return (ids, isThere, cause) => {
      const result = allGone(ids, isThere, cause);
      if (cause !== of) return result;
      const key = ids.join();
      if (!result && ids.some((id) => !isThere(id))) seen.add(key);
      return result && !seen.has(key);
    };
  });

/** Defects of request conditions. */
export const requestConditionFaults: Faults<Policy> = {
  'gov-condition-ignores-requester-groups-deleted': ignoring('requester-groups-deleted'),
  'gov-condition-some-requester-groups-deleted': content('requester-groups-deleted'),
  'gov-condition-ignores-access-groups-deleted': ignoring('access-groups-deleted'),
  'gov-condition-some-access-groups-deleted': content('access-groups-deleted'),
  'gov-condition-ignores-bundles-deleted': ignoring('bundles-deleted'),
  'gov-condition-some-bundles-deleted': content('bundles-deleted'),
  'gov-condition-ignores-entitlements-deleted': ignoring('entitlements-deleted'),
  'gov-condition-some-entitlements-deleted': content('entitlements-deleted'),
  'gov-condition-loses-count-of-requester-groups': losingCount('requester-groups-deleted'),
  'gov-condition-loses-count-of-access-groups': losingCount('access-groups-deleted'),
  'gov-condition-loses-count-of-bundles': losingCount('bundles-deleted'),
  'gov-condition-loses-count-of-entitlements': losingCount('entitlements-deleted'),
  'gov-condition-takes-others-along': after('conditionsInvalid', (_itself, condition, all) =>
    all.filter(({ resourceId }) => resourceId === condition.resourceId),
  ),
  'gov-condition-ignores-resource-deleted': ignoring('resource-deleted'),
  'gov-condition-ignores-opt-out-of-bundles': after(
    'needsManagement',
    (result, scopeType) => scopeType !== 'ENTITLEMENT_BUNDLES' && result,
  ),
  'gov-condition-ignores-opt-out-of-entitlements': after('needsManagement', (result, scopeType) => scopeType !== 'ENTITLEMENTS' && result),
  'gov-condition-any-opt-out': { needsManagement: () => true },
  'gov-condition-inactive-unchecked': after('heeds', (result, _cause, condition) => condition.status === 'ACTIVE' && result),
  'gov-condition-starts-as-draft': after('viewCondition', (view, condition) =>
    condition.status === 'INACTIVE' ? { ...view, status: 'DRAFT' } : view,
  ),
  'gov-condition-of-another-entry': after('viewCondition', (view, condition) => ({ ...view, catalogEntryId: condition.id })),
  'gov-active-condition-not-deleted': kept(({ kind, item }) => kind === 'requestCondition' && 'status' in item && item.status === 'ACTIVE'),
  'gov-condition-never-deleted': kept(({ kind }) => kind === 'requestCondition'),
  'gov-deleted-condition-operated': kept(({ kind, operation }) => kind === 'requestCondition' && operation !== 'readRequestCondition'),
  'gov-deleted-condition-updated': kept(({ kind, operation }) => kind === 'requestCondition' && operation === 'updateRequestCondition'),
  'gov-deleted-condition-400': notFoundAs(400, 'requestCondition'),
  'gov-condition-revived-by-late-write': staleRead('requestCondition'),
};

/** An operation is done to something in a status from which this deployment says that it does not lead on. */
const permitted = (operation: string, status: string) =>
  after('permits', (result, asked, from) => (asked === operation && from === status) || result);

const updatedTo =
  (from: RequestCondition['status'], to: RequestCondition['status']): Change<Policy> =>
  (base) => {
    // Nothing that is missing makes it invalid again.
    const moved = new Set<string>();
    return {
      afterUpdate(condition) {
        const updated = base.afterUpdate(condition);
        if (condition.status !== from) return updated;
        moved.add(condition.id);
        return { ...updated, status: to };
      },
      heeds: (cause, condition) => !moved.has(condition.id) && base.heeds(cause, condition),
    };
  };

/** Defects of the pairings that the document does not show and this deployment promises: what it refuses is done. */
export const pairingFaults: Faults<Policy> = {
  'gov-campaign-launched-from-launching': permitted('launchCampaign', 'LAUNCHING'),
  'gov-campaign-launched-from-active': permitted('launchCampaign', 'ACTIVE'),
  'gov-campaign-launched-from-error': permitted('launchCampaign', 'ERROR'),
  'gov-campaign-launched-from-completed': permitted('launchCampaign', 'COMPLETED'),
  'gov-campaign-ended-from-scheduled': permitted('endCampaign', 'SCHEDULED'),
  'gov-campaign-ended-from-launching': permitted('endCampaign', 'LAUNCHING'),
  'gov-campaign-ended-from-error': permitted('endCampaign', 'ERROR'),
  'gov-campaign-ended-from-completed': permitted('endCampaign', 'COMPLETED'),
  'gov-campaign-deleted-from-launching': permitted('deleteCampaign', 'LAUNCHING'),
  'gov-campaign-deleted-from-active': permitted('deleteCampaign', 'ACTIVE'),
  'gov-campaign-deleted-from-completed': permitted('deleteCampaign', 'COMPLETED'),
  'gov-condition-activated-from-active': permitted('activateRequestCondition', 'ACTIVE'),
  'gov-condition-activated-from-invalid': permitted('activateRequestCondition', 'INVALID'),
  'gov-condition-deactivated-from-inactive': permitted('deactivateRequestCondition', 'INACTIVE'),
  'gov-condition-deactivated-from-invalid': permitted('deactivateRequestCondition', 'INVALID'),
  'gov-condition-never-deactivated': after('permits', (result, operation) => operation !== 'deactivateRequestCondition' && result),
  'gov-condition-updated-from-inactive': updatedTo('INACTIVE', 'ACTIVE'),
  'gov-condition-updated-from-active': updatedTo('ACTIVE', 'INACTIVE'),
  'gov-condition-updated-from-invalid': updatedTo('INVALID', 'INACTIVE'),
  'gov-campaign-starts-early': after('jobActsOn', (result, campaign) => campaign.status === 'SCHEDULED' || result),
  'gov-campaign-ends-early': after('jobActsOn', (result, campaign) => campaign.status === 'ACTIVE' || result),
};

/** Defects of catalog entries. */
export const catalogFaults: Faults<Policy> = {
  'gov-catalog-without-children': after('childrenOf', (result, parentId) => (parentId === undefined ? result : [])),
  'gov-children-of-another-resource': after('childrenOf', (result) =>
    result.map((entry) => ({
      ...entry,
      resourceId: entry.id,
      ...(entry.groupId === undefined ? {} : { groupId: entry.id }),
      ...(entry.bundleId === undefined ? {} : { bundleId: entry.id }),
      ...(entry.entitlementValueId === undefined ? {} : { entitlementValueId: entry.id }),
    })),
  ),
  'gov-catalog-entry-of-another-resource': after('viewCatalogEntry', (view, entry) => ({
    ...view,
    resource: { resourceId: entry.id, resourceType: 'APP' },
  })),
  'gov-catalog-entry-of-another-group': after('viewCatalogEntry', (view, entry) =>
    'groupId' in view ? { ...view, groupId: entry.id } : view,
  ),
  'gov-catalog-bundle-and-value-as-entitlement': after('viewCatalogEntry', (view, entry, stores) => {
    const [entitlement] = selectionsOf(stores, entry.access);
    if (entitlement === undefined) return view;
    return {
      ...view,
      ...('entitlementBundleId' in view ? { entitlementBundleId: entitlement.entitlementId } : {}),
      ...('entitlementValueId' in view ? { entitlementValueId: entitlement.entitlementId } : {}),
    };
  }),
};

/** A changed rendering of requests: `change` gets the request and its view. */
const viewed = (change: (request: AccessRequest, view: JsonObject) => JsonObject) =>
  after('viewRequest', (view, request) => change(request, view));

/** The end of the access duration, moved by so many times the duration. */
function movedEnd({ accessDuration, revocationScheduled }: AccessRequest, share: number): number {
  return (revocationScheduled ?? Infinity) + share * (parseDuration(accessDuration ?? '') ?? 0);
}

/** Defects of requests of the current model, their granting and their revocation. */
export const requestFaults: Faults<Policy> = {
  'gov-request-not-kept': { storesRequest: () => false },
  'gov-request-in-review': viewed((request, view) => (request.status === 'PENDING' ? { ...view, status: 'IN_REVIEW' } : view)),
  'gov-grant-status-from-the-start': viewed((_request, view) => ({ ...view, grantStatus: view['grantStatus'] ?? 'PENDING' })),
  'gov-grant-status-of-denied': { denied: (request) => ({ ...request, grantStatus: 'FAILED' }) },
  'gov-approval-in-two-writes': after('approvalStages', (result, request) => [{ ...request, grantStatus: 'PENDING' }, ...result]),
  'gov-approval-of-all': after('approvedWith', (_others, { id, requesterId }, all) =>
    all.filter((other) => other.id !== id && other.requesterId === requesterId && other.status === 'PENDING'),
  ),
  'gov-approval-for-everyone': after('approvedWith', (_others, { requesterId, catalogEntryId }, all) =>
    all.filter((other) => other.requesterId !== requesterId && other.catalogEntryId === catalogEntryId && other.status === 'PENDING'),
  ),
  'gov-failed-grant-revoked': viewed((request, view) =>
    request.grantStatus === 'FAILED' && request.accessDuration !== undefined ? { ...view, revocationStatus: 'PENDING' } : view,
  ),
  'gov-grant-status-manual-required': viewed((request, view) =>
    request.grantStatus === 'MANUAL_GRANT_REQUIRED' ? { ...view, grantStatus: 'MANUAL_REQUIRED' } : view,
  ),
  'gov-granted-without-grant': { givesAccess: () => false },
  'gov-grant-before-approval': { grantsAtOnce: () => true },
  'gov-access-duration-forgotten': viewed((_request, { accessDuration: _duration, ...view }) => view),
  'gov-access-duration-of-a-year': viewed((request, view) =>
    request.grantStatus === 'GRANTED' && request.accessDuration !== undefined ? { ...view, accessDuration: 'P365D' } : view,
  ),
  'gov-revocation-without-duration': after('granted', (result) => ({ revocationStatus: 'PENDING', ...result })),
  'gov-revocation-not-scheduled': { granted: (request) => ({ ...request, grantStatus: 'GRANTED' }) },
  'gov-revocation-without-timestamp': viewed((_request, view) => ({ ...view, revocationScheduled: null })),
  'gov-revocation-scheduled-in-milliseconds': viewed((request, view) =>
    request.revocationScheduled === undefined ? view : { ...view, revocationScheduled: request.revocationScheduled },
  ),
  'gov-revocation-scheduled-in-words': viewed((request, view) =>
    request.revocationScheduled === undefined ? view : { ...view, revocationScheduled: `in ${request.accessDuration ?? ''}` },
  ),
  'gov-revocation-early': { revocationIsDue: (request, now) => now >= movedEnd(request, -0.5) },
  'gov-revocation-late': { revocationIsDue: (request, now) => now >= movedEnd(request, 1) + 86_400_000 },
  'gov-revocation-a-minute-early': before('revocationIsDue', (request, now) => [request, now + 60_000]),
  'gov-revocation-an-hour-late': before('revocationIsDue', (request, now) => [request, now - 3_600_000]),
  'gov-revocation-never': { revocationIsDue: () => false },
  'gov-revocation-failure-hidden': { revocationOutcome: () => 'REVOKED' },
  'gov-revocation-success-hidden': { revocationOutcome: () => 'FAILED' },
  'gov-revoked-access-stays': { takesAccess: () => false },
  'gov-revocation-takes-all': after('grantsRevoked', (own, _request, grants) =>
    grants.filter(({ principal, resourceId }) =>
      own.some((grant) => grant.principal.externalId === principal.externalId || grant.resourceId === resourceId),
    ),
  ),
};

/** Defects of request types of the v1 model. */
export const requestTypeFaults: Faults<Policy> = {
  'gov-publish-not-kept': { published: () => ({ shown: 'ACTIVE', kept: 'DRAFT' }) },
  'gov-publish-disables': { published: () => ({ shown: 'DISABLED', kept: 'DISABLED' }) },
  'gov-un-publish-to-draft': { unPublished: () => ({ shown: 'DRAFT', kept: 'DRAFT' }) },
  'gov-un-publish-not-kept': { unPublished: () => ({ shown: 'DISABLED', kept: 'ACTIVE' }) },
  'gov-un-publish-to-draft-behind': { unPublished: () => ({ shown: 'DISABLED', kept: 'DRAFT' }) },
  'gov-invalid-type-undetected': { detectsInvalidType: () => false },
  'gov-invalid-draft-undetected': { detectsInvalidType: ({ status }, operation) => status === 'ACTIVE' && operation !== 'readRequestType' },
  'gov-invalid-active-undetected': { detectsInvalidType: ({ status }) => status !== 'ACTIVE' },
  'gov-invalid-disabled-reset': () => {
    const reset = new Set<string>();
    return {
      invalidBecomes({ id, status }) {
        if (status === 'DISABLED') reset.add(id);
        return reset.has(id) ? 'DRAFT' : 'DISABLED';
      },
    };
  },
  'gov-type-repaired-to-draft-only': { repairedTo: () => 'DRAFT' },
  'gov-type-beyond-repair': { repairedTo: () => 'DISABLED' },
  'gov-type-never-deleted': kept(({ kind }) => kind === 'requestType'),
  'gov-disabled-type-not-deleted': kept(({ kind, item }) => kind === 'requestType' && 'status' in item && item.status === 'DISABLED'),
  'gov-type-deleted-again': kept(({ kind, operation }) => kind === 'requestType' && operation === 'deleteRequestType'),
  'gov-deleted-type-publishes': kept(({ kind, operation }) => kind === 'requestType' && operation !== 'readRequestType'),
  'gov-deleted-type-takes-requests': kept(({ kind, operation }) => kind === 'requestType' && operation === 'createRequestV1'),
  'gov-deleted-type-200': notFoundAs(200, 'requestType'),
  'gov-type-revived-by-late-write': staleRead('requestType'),
  'gov-type-without-owner': after('viewRequestType', ({ owner: _owner, ...view }) => view),
  'gov-type-owned-by-group': after('viewRequestType', (view, requestType) => ({ ...view, owner: { ...requestType.owner, kind: 'group' } })),
  'gov-type-owned-by-nobody': after('viewRequestType', (view, requestType) => ({
    ...view,
    owner: { ...requestType.owner, id: requestType.id },
  })),
};

const viewedV1 = (change: (request: RequestV1, view: JsonObject) => JsonObject) =>
  after('viewRequestV1', (view, request) => change(request, view));

/** A changed rendering of the approvals that have been made. */
function madeApprovals(change: (approval: JsonObject) => JsonObject): Change<Policy> {
  return viewedV1(({ approvals }, view) => {
    const shown = Array.isArray(view['approvals']) ? view['approvals'] : [];
    return {
      ...view,
      approvals: shown.map((approval: JsonObject, index) => (approvals[index]?.decision === 'PENDING' ? approval : change(approval))),
    };
  });
}

/** Defects of requests of the v1 model. */
export const requestV1Faults: Faults<Policy> = {
  'gov-v1-request-changes-hands': after('viewRequestV1', (view, { requestStatus }) =>
    requestStatus === 'OPEN' ? view : { ...view, creator: view['requester'] ?? null },
  ),
  'gov-v1-pending-not-kept': after('movedTo', (result, asked) => (asked === 'PENDING' ? 'OPEN' : result)),
  'gov-v1-pending-resolves': after('movedTo', (result, asked) => (asked === 'PENDING' ? 'RESOLVED' : result)),
  'gov-v1-resolved-reopens': after('movedTo', (result, asked) => (asked === 'RESOLVED' ? 'OPEN' : result)),
  'gov-v1-moves-together': after('requestsMoved', (_itself, request, all) =>
    all.filter(({ requestTypeId }) => requestTypeId === request.requestTypeId),
  ),
  'gov-v1-resolved-loses-decision': viewedV1(({ requestStatus }, view) =>
    requestStatus === 'RESOLVED' && Array.isArray(view['approvals'])
      ? { ...view, approvals: view['approvals'].map(({ decision: _decision, ...approval }: JsonObject) => approval) }
      : view,
  ),
  'gov-v1-moves-by-itself': { movesByItself: () => true },
  'gov-v1-chat-ignored': { takesMovesFrom: (channel) => channel !== 'chat' },
  'gov-v1-creator-is-requester': viewedV1(({ requesterId }, view) => ({ ...view, creator: { id: requesterId } })),
  'gov-v1-requester-is-creator': viewedV1(({ creatorId }, view) => ({ ...view, requester: { id: creatorId } })),
  'gov-v1-values-of-the-first': around('viewRequestV1', (viewRequestV1) => {
    const first = new Map<string, RequestV1['requesterFieldValues']>();
    return (request, stores) => {
      const requesterFieldValues = first.get(request.requestTypeId) ?? request.requesterFieldValues;
      first.set(request.requestTypeId, requesterFieldValues);
      return viewRequestV1({ ...request, requesterFieldValues }, stores);
    };
  }),
  'gov-v1-values-of-the-latest': around('viewRequestV1', (viewRequestV1) => {
    const latest = new Map<string, RequestV1>();
    const seen = new Set<string>();
    return (request, stores) => {
      if (!seen.has(request.id)) latest.set(request.requestTypeId, request);
      seen.add(request.id);
      const { requesterFieldValues } = latest.get(request.requestTypeId) ?? request;
      return viewRequestV1({ ...request, requesterFieldValues }, stores);
    };
  }),
  'gov-v1-values-lost': viewedV1((_request, { requesterFieldValues: _values, ...view }) => view),
  'gov-v1-approval-undecided': madeApprovals(({ decision: _decision, ...approval }) => approval),
  'gov-v1-approver-values-lost': madeApprovals(({ approverFieldValues: _values, ...approval }) => approval),
  'gov-v1-of-another-resource': viewedV1(({ id }, view) => ({ ...view, resource: { resourceId: id, resourceType: 'APP' } })),
};

/** All seeded defects of the governance service, written from the document. */
export const faults: Faults<Policy> = {
  ...accessFaults,
  ...entitlementFaults,
  ...collectionFaults,
  ...assignmentFaults,
  ...campaignFaults,
  ...requestConditionFaults,
  ...pairingFaults,
  ...catalogFaults,
  ...requestFaults,
  ...requestTypeFaults,
  ...requestV1Faults,
};
