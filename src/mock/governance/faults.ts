import { parseDuration } from '../kit/clock.ts';
import { Counts, Firsts, Last, Newest, changesOf, type Change, type Faults } from '../kit/faults.ts';
import { isObject } from '../kit/json.ts';
import type { JsonObject } from '../kit/service.ts';
import { objectsIn } from './bodies.ts';
import { Refusal } from './errors.ts';
import type { AccessRequest, Assignment, Campaign, Collection, Holding, RequestCondition, RequestV1, Review } from './model.ts';
import type { Cause, Policy, StatusMove, TombstoneLookup } from './policy.ts';
import { selectionsOf, viewEntitlement } from './views.ts';

const { after, also, around, before, both, instead, only, overlay, remembering, seeing } = changesOf<Policy>();

/** Deleted things that `matches` are found all the same. */
const kept = (matches: (lookup: TombstoneLookup) => boolean) => only('isGone', (lookup) => !matches(lookup));

/** Those of one kind, for one operation if that is named. */
const keptFor = (kind: TombstoneLookup['kind'], operation?: string) =>
  kept((lookup) => lookup.kind === kind && lookup.operation === (operation ?? lookup.operation));

const keptButFor = (kind: TombstoneLookup['kind'], operation: string) =>
  kept((lookup) => lookup.kind === kind && lookup.operation !== operation);

/** Those that were deleted in that status. */
const keptFrom = (kind: TombstoneLookup['kind'], status: string) =>
  kept((lookup) => lookup.kind === kind && 'status' in lookup.item && lookup.item.status === status);

/** What was read before a wait counts for this kind, even where it has been changed or deleted since. */
const staleRead = (stale: TombstoneLookup['kind']) => after('readAgain', (now, kind, before) => (kind === stale ? before : now));

/** Things of this kind that are not there answer another status than 404. */
const notFoundAs = (status: number, wrong: TombstoneLookup['kind']) =>
  after('notFoundStatus', (result, kind) => (kind === wrong ? status : result));

/** Defects of who may use the service, and where. */
export const accessFaults: Faults<Policy> = {
  'gov-subscription-not-asked': { mayUse: () => true },
  'gov-subscription-not-asked-for-reads': { mayUse: (subscribed, method) => subscribed || method === 'GET' },
  'gov-subscription-not-asked-for-beta': after(
    'mayUse',
    (result, _subscribed, _method, path) => path.includes('/governance/api/v2/catalogs/') || result,
  ),
  'gov-beta-missing-in-preview': { servesBeta: (environment) => environment !== 'preview' },
  'gov-beta-missing-in-production': { servesBeta: (environment) => environment !== 'production' },
};

/** Defects of resources, entitlements, bundles and principal entitlements. */
export const entitlementFaults: Faults<Policy> = {
  'gov-entitlement-listed-under-another-name': after('entitlementsOf', (all) => all.map((one) => ({ ...one, displayName: one.name }))),
  'gov-group-with-entitlements': after('entitlementsOf', (result, _stores, { id, resourceType }) => {
    const membership = { id, resourceId: id, name: 'membership', displayName: 'Membership', description: 'of the group' };
    return resourceType === 'APP' ? result : [{ ...membership, multiValue: false, required: false, values: [] }];
  }),
  'gov-entitlements-not-exposed': { entitlementsOf: () => [] },
  'gov-entitlement-of-another-resource': overlay('ownerOfEntitlement', (entitlement) => ({ id: entitlement.id })),
  'gov-value-of-another-entitlement': overlay('viewValue', (value) => ({ entitlementId: value.id })),
  'gov-value-under-another-name': after('viewValue', (view) => ({ ...view, displayName: view['value'] })),
  'gov-value-by-its-id': after('viewValue', (view) => ({ ...view, value: view['id'] })),
  'gov-bundle-taken-over-by-collection': overlay('viewBundle', ({ resourceId }, _resource, stores) => {
    const holder = stores.collection.all().find(({ holdings }) => holdings.some((held) => held.resourceId === resourceId));
    return holder !== undefined && { name: holder.name, resource: { resourceId: holder.id, resourceType: 'APP' } };
  }),
  'gov-bundle-with-all-values': overlay('viewBundle', ({ selections }, _resource, { entitlement }) => ({
    entitlements: selections.flatMap(({ entitlementId }) => entitlement.get(entitlementId) ?? []).map((one) => viewEntitlement(one)),
  })),
  'gov-bundle-without-entitlements': overlay('viewBundle', () => ({ entitlements: [] })),
  'gov-bundle-of-another-resource': before('viewBundle', (bundle, resource) => [bundle, { ...resource, id: bundle.id }]),
  'gov-bundle-of-nothing': overlay('viewBundle', () => ({ resource: null })),
  'gov-principal-entitlement-of-nobody': after('viewPrincipalEntitlements', (views) =>
    views.map(({ targetPrincipal: _whose, ...view }) => view),
  ),
  'gov-principal-entitlements-remembered': remembering([Firsts<readonly JsonObject[]>], (first) =>
    after('viewPrincipalEntitlements', (views, _grants, { externalId }) => first.of(externalId, views)),
  ),
  'gov-principal-entitlement-without-values': after('viewPrincipalEntitlements', (views) => views.map((view) => ({ ...view, values: [] }))),
};

/** A new collection holds what the last one does that is like this. */
const startingAs = (isLike: (collection: Collection, other: Collection) => boolean) =>
  after('newCollection', (_empty, collection, others) => ({
    ...collection,
    holdings: others.findLast((other) => isLike(collection, other))?.holdings ?? [],
  }));

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('%', '%25').replaceAll('+', ' ');

const inOneByte = (text: string): string => text.replaceAll(/[^\0-\xff]/gu, '?');

const nothingOf = (text: string): string => (text === 'null' ? '' : text);

/** A new collection has other texts. */
const reworded = (words: (collection: Collection) => Partial<Collection>) =>
  before('newCollection', (collection) => [{ ...collection, ...words(collection) }]);

/** A change that remembers what was first held of each resource, in whatever collection. */
const knowingFirst = (change: (first: (holding: Holding) => Holding) => Change<Policy>) =>
  remembering([Firsts<Holding>], (holdings) => {
    const first = (holding: Holding): Holding => holdings.of(holding.resourceId, holding);
    return [seeing('holdingsAfterAdding', (_held, _before, added) => added.forEach(first)), change(first)];
  });

/** Defects of collections and of what they hold. */
export const collectionFaults: Faults<Policy> = {
  'gov-collection-never-deleted': keptFor('collection'),
  'gov-collection-with-resources-not-deleted': kept(({ item }) => 'holdings' in item && item.holdings.length > 0),
  'gov-deleted-collection-takes-resources': keptButFor('collection', 'readCollection'),
  'gov-deleted-collection-lists': keptFor('collection', 'listCollectionResources'),
  'gov-deleted-collection-410': notFoundAs(410, 'collection'),
  'gov-collection-returns': kept(({ kind, deletedAt, now }) => kind === 'collection' && now >= deletedAt + 86_400_000),
  'gov-assignment-job-revives-collection': remembering([Map<string, string>, Set<string | undefined>], (assigned, revived) => [
    seeing('viewAssignment', (_view, { id, collectionId }) => assigned.set(id, collectionId)),
    seeing('grantsFrom', (_grants, origin) => revived.add(assigned.get(origin))),
    kept(({ kind, item: { id } }) => kind === 'collection' && revived.has(id)),
  ]),
  'gov-collection-revived-by-late-write': staleRead('collection'),
  'gov-resource-lost-at-once': after('readAgain', (now, _kind, before) =>
    now !== undefined && 'holdings' in now && 'holdings' in before ? { ...now, holdings: before.holdings } : now,
  ),
  'gov-collection-starts-full': startingAs((_collection, { holdings }) => holdings.length > 0),
  'gov-namesake-starts-full': startingAs(({ name }, other) => other.name === name),
  'gov-collection-of-several-deleted-again': kept(
    ({ item, operation }) => operation === 'deleteCollection' && 'holdings' in item && item.holdings.length >= 2,
  ),
  'gov-collection-of-several-not-deleted': only('mayDelete', ({ holdings }) => holdings.length < 2),
  'gov-emptied-collection-not-deleted': remembering([WeakSet<readonly Holding[]>], (emptied) => [
    seeing('holdingsAfterRemoving', (left) => left.length === 0 && emptied.add(left)),
    only('mayDelete', ({ holdings }) => !emptied.has(holdings)),
  ]),
  'gov-changed-collection-not-deleted': remembering([Set<string>, WeakSet<readonly Holding[]>], (removed, refilled) => [
    seeing('holdingsAfterRemoving', (_left, _held, id) => removed.add(id)),
    seeing('holdingsAfterAdding', (all, _held, added) => added.some(({ resourceId }) => removed.has(resourceId)) && refilled.add(all)),
    only('mayDelete', ({ holdings }) => !refilled.has(holdings)),
  ]),
  'gov-removed-resource-not-taken-again': remembering([Set<string>], (removed) => [
    seeing('holdingsAfterRemoving', (_left, _held, id) => removed.add(id)),
    before('holdingsAfterAdding', (held, added) => [held, added.filter(({ resourceId }) => !removed.has(resourceId))]),
  ]),
  'gov-lines-joined': reworded(({ description }) => ({
    description: description
      .split('\n')
      .map((line) => line.trim())
      .join(' '),
  })),
  'gov-texts-escaped': reworded(({ name, description }) => ({ name: escaped(name), description: escaped(description) })),
  'gov-texts-in-one-byte': reworded(({ name, description }) => ({ name: inOneByte(name), description: inOneByte(description) })),
  'gov-description-read-as-json': reworded(({ description }) => ({
    description: /^\d+$/.test(description) ? `${Number(description)}` : nothingOf(description),
  })),
  'gov-description-cut': reworded(({ description }) => ({ description: description.slice(0, 500) })),
  'gov-resources-not-kept': { holdingsAfterAdding: (held) => held },
  'gov-resource-replaces-others': { holdingsAfterAdding: (_held, added) => added },
  'gov-second-resource-not-kept': after('holdingsAfterAdding', (result, held) => (held.length > 0 ? held : result)),
  'gov-removed-resource-stays': { holdingsAfterRemoving: (held) => held },
  'gov-collection-forgets-entitlements': before('holdingsAfterAdding', (held, added) => [
    held,
    added.map(({ resourceId }) => ({ resourceId, access: { kind: 'whole' } })),
  ]),
  'gov-removal-undoes-updates': knowingFirst((first) => after('holdingsAfterRemoving', (held) => held.map(first))),
  'gov-update-undoes-others': knowingFirst((first) =>
    after('holdingsAfterUpdating', (held, _before, changed) =>
      held.map((one) => (one.resourceId === changed.resourceId ? one : first(one))),
    ),
  ),
  'gov-held-together-under-another-name': after('viewHoldings', (views) =>
    views.length > 1 ? views.map((view) => ({ ...view, name: view['description'] })) : views,
  ),
  'gov-filled-collection-without-description': overlay('viewCollection', ({ holdings }) => holdings.length > 0 && { description: '' }),
  'gov-collection-deletion-empties-others': remembering([Set<string>], (gone) => [
    seeing('mayDelete', (_may, { holdings }) => holdings.forEach(({ resourceId }) => gone.add(resourceId))),
    seeing('holdingsAfterAdding', (_held, _before, added) => added.forEach(({ resourceId }) => gone.delete(resourceId))),
    before('viewHoldings', (holdings) => [holdings.filter(({ resourceId }) => !gone.has(resourceId))]),
  ]),
  'gov-collection-renamed': after('viewCollection', (view) => ({ ...view, name: { en: view['name'] } })),
};

/** Defects of collection assignments, their grants and their event. */
export const assignmentFaults: Faults<Policy> = {
  'gov-assignment-without-grants': { draftsFor: () => [] },
  'gov-assignment-grants-first-resource': after('draftsFor', (all) => all.filter(({ resourceId }) => resourceId === all[0]?.resourceId)),
  'gov-assignment-grants-other-collections': remembering([Map<string, Holding>], (all) => [
    seeing('holdingsAfterAdding', (_held, _before, added) => added.forEach((holding) => all.set(holding.resourceId, holding))),
    before('draftsFor', (assignment, collection) => [
      assignment,
      { ...collection, holdings: [...new Map([...all, ...collection.holdings.map((one) => [one.resourceId, one] as const)]).values()] },
    ]),
  ]),
  'gov-removal-takes-all-grants': after('grantsFrom', (dropped, _origin, grants) =>
    grants.filter(({ principal }) => dropped.some((grant) => grant.principal.externalId === principal.externalId)),
  ),
  'gov-removal-takes-grants-of-resource': after('grantsFrom', (dropped, _origin, grants) =>
    grants.filter(({ resourceId }) => dropped.some((grant) => grant.resourceId === resourceId)),
  ),
  'gov-removal-takes-requested-grants': remembering([Set<string>], (requests) => [
    seeing('granted', (_granted, { id }) => requests.add(id)),
    after('grantsFrom', (dropped, _origin, grants) => [
      ...dropped,
      ...grants.filter(
        ({ origin, principal }) => requests.has(origin) && dropped.some((grant) => grant.principal.externalId === principal.externalId),
      ),
    ]),
  ]),
  'gov-second-assignment-for-the-first': remembering([Firsts<Assignment>], (first) =>
    before('draftsFor', (assignment) => [{ ...assignment, principal: first.of(assignment.collectionId, assignment).principal }]),
  ),
  'gov-second-assignment-of-whole-apps': remembering([Firsts<Assignment>], (first) =>
    after('draftsFor', (drafts, assignment) =>
      first.of(assignment.collectionId, assignment).id === assignment.id
        ? drafts
        : drafts.map((draft) => ({ ...draft, access: { kind: 'whole' } })),
    ),
  ),
  'gov-assignment-of-what-was-added': knowingFirst((first) =>
    before('draftsFor', (assignment, collection) => [assignment, { ...collection, holdings: collection.holdings.map(first) }]),
  ),
  'gov-grant-names-apps-only': after('viewGrant', (view) => ({
    ...view,
    resource: { ...(isObject(view['resource']) ? view['resource'] : {}), resourceType: 'APP' },
  })),
  'gov-renewed-grants-unlisted': remembering([Set<string>], (renewed) => [
    seeing('draftsFor', (_drafts, { id, status }) => status === 'UPDATED' && renewed.add(id)),
    before('viewGrant', (grant) => {
      if (renewed.has(grant.origin)) throw new Refusal('E0000007', [`grant ${grant.id} is being renewed`]);
      return [grant];
    }),
  ]),
  'gov-assignment-grants-twice': after('draftsFor', (drafts) => [...drafts, ...drafts]),
  'gov-second-assignment-without-grants': remembering([Firsts<string>], (first) =>
    after('draftsFor', (drafts, { id, principal }, collection) =>
      first.of(`${collection.id} ${principal.externalId}`, id) === id ? drafts : [],
    ),
  ),
  'gov-assignment-jobs-race': staleRead('assignment'),
  'gov-assignment-of-the-latest': remembering([Newest<Assignment>], (newest) =>
    before('viewAssignment', (assignment) => [{ ...assignment, principal: newest.of(assignment.collectionId, assignment).principal }]),
  ),
  'gov-grant-for-another': overlay('viewGrant', (grant) => ({ targetPrincipal: { ...grant.principal, externalId: grant.id } })),
  'gov-grant-of-another-resource': overlay('viewGrant', (grant) => ({ resource: { resourceId: grant.id, resourceType: 'APP' } })),
  'gov-grant-type-in-lower-case': overlay('viewGrant', () => ({ grantType: 'custom' })),
  'gov-grant-action-in-lower-case': overlay('viewGrant', () => ({ action: 'allow' })),
  'gov-grant-status-in-lower-case': overlay('viewGrant', () => ({ status: 'active' })),
  'gov-grant-with-neither': after('viewGrant', ({ entitlements: _entitlements, ...view }) => view),
  'gov-assignment-of-another-collection': overlay('viewAssignment', (assignment) => ({ collectionId: assignment.id })),
  'gov-assignment-to-another': overlay('viewAssignment', ({ id, principal }) => ({ principal: { ...principal, externalId: id } })),
  'gov-failed-assignment-grants-anyway': { grantsOfFailed: (_assignment, drafts) => drafts },
  'gov-failed-assignment-half-done': remembering([Set<string>], (done) => [
    seeing('reportsSuccess', (_result, { collectionId }) => done.add(collectionId)),
    after('grantsOfFailed', (_none, { collectionId }, drafts) => (done.has(collectionId) ? drafts.slice(0, 1) : [])),
  ]),
  'gov-failed-assignment-unreported': { reportsFailure: () => false },
  'gov-emptied-collection-failure-unreported': only('reportsFailure', (_assignment, collection) => collection?.holdings.length !== 0),
  'gov-second-failure-unreported': remembering([Counts], (told) =>
    only('reportsFailure', ({ collectionId }) => told.of(collectionId) === 1),
  ),
  'gov-failure-of-the-first-assignment': after(
    'assignmentReported',
    (failed, { collectionId }, all) => all.find((other) => other.collectionId === collectionId) ?? failed,
  ),
  'gov-renewed-assignment-reported': also('reportsSuccess', ({ status }) => status === 'UPDATED'),
  'gov-good-assignment-reported': { reportsSuccess: () => true },
};

const deletedAnyhow = also('permits', (operation) => operation === 'deleteCampaign');

/** A new campaign has other settings, which may be those of one that is made at the same time. */
const resettled = (other: (settings: Campaign['settings'], beside: Campaign['settings'] | undefined) => Partial<Campaign['settings']>) =>
  before('newCampaign', ({ settings, ...campaign }, [beside]) => [
    { ...campaign, settings: { ...settings, ...other(settings, beside?.settings) } },
  ]);

/** What a review is about. */
const accessOf = ({ resourceId, principal }: Review): string => `${resourceId} ${principal.externalId}`;

/** Defects of campaigns and reviews. */
export const campaignFaults: Faults<Policy> = {
  'gov-campaign-never-deleted': keptFor('campaign'),
  'gov-deleted-campaign-launches': keptFor('campaign', 'launchCampaign'),
  'gov-campaign-deleted-again': keptFor('campaign', 'deleteCampaign'),
  'gov-launching-campaign-not-deleted': both(deletedAnyhow, keptFrom('campaign', 'LAUNCHING')),
  'gov-ended-campaign-not-deleted': both(deletedAnyhow, keptFrom('campaign', 'COMPLETED')),
  'gov-deleted-campaign-403': notFoundAs(403, 'campaign'),
  'gov-campaign-revived-by-launch': staleRead('campaign'),
  'gov-job-brings-campaigns-back': remembering([Set<object>, Firsts<number>], (runs, lookedForAt) => [
    seeing('jobActsOn', () => runs.add({})),
    kept(({ kind, item: { id } }) => kind === 'campaign' && lookedForAt.of(id, runs.size) !== runs.size),
  ]),
  'gov-deleted-campaign-lists': both(deletedAnyhow, keptFor('campaign', 'listReviews')),
  'gov-deleted-campaign-ends': both(deletedAnyhow, keptFor('campaign', 'endCampaign')),
  'gov-campaign-running': after('viewCampaign', (view, campaign) => (campaign.status === 'ACTIVE' ? { ...view, status: 'RUNNING' } : view)),
  'gov-campaigns-made-alike-at-once': resettled((settings, beside) => beside ?? settings),
  'gov-campaigns-made-at-once-for-one-reviewer': resettled(({ reviewerSettings }, beside) => ({
    reviewerSettings,
    ...(beside && { reviewerSettings: beside.reviewerSettings }),
  })),
  'gov-campaign-of-the-reviewer-before': remembering([Last<JsonObject>], (former) =>
    resettled(({ reviewerSettings }) => ({ reviewerSettings: former.put(reviewerSettings) ?? reviewerSettings })),
  ),
  'gov-remediation-settings-reset': resettled(() => ({
    remediationSettings: { accessApproved: 'NO_ACTION', accessRevoked: 'NO_ACTION', noResponse: 'NO_ACTION' },
  })),
  'gov-launch-empties-notification-settings': overlay(
    'viewCampaign',
    ({ status }) => status !== 'SCHEDULED' && { notificationSettings: {} },
  ),
  'gov-campaign-deletion-takes-reviews-of-others': after('reviewsDeletedWith', (_none, { settings: { resourceSettings } }, all) =>
    all.filter((review) => objectsIn(resourceSettings['targetResources']).some(({ resourceId }) => resourceId === review.resourceId)),
  ),
  'gov-campaign-without-reviews': { reviewsToStore: () => [] },
  'gov-access-reviewed-once': remembering([Set<string>], (decided) => [
    after('reviewsToStore', (reviews) => reviews.filter((review) => !decided.has(accessOf(review)))),
    seeing('reviewsDecided', (_reviews, review) => decided.add(accessOf(review))),
  ]),
  'gov-review-of-another-campaign': overlay('viewReview', (review) => ({ campaignId: review.id })),
  'gov-review-of-another-principal': overlay('viewReview', (review) => ({ principal: { type: 'USER', externalId: review.reviewerId } })),
  'gov-review-of-the-latest-campaign': after('viewReview', (view, _review, stores) => {
    const { reviewerSettings = {}, principalScopeSettings = {}, resourceSettings = {} } = stores.campaign.all().at(-1)?.settings ?? {};
    const userIds = principalScopeSettings['userIds'];
    const [resource] = objectsIn(resourceSettings['targetResources']);
    return {
      ...view,
      reviewer: { id: reviewerSettings['reviewerId'] },
      principal: { type: 'USER', externalId: Array.isArray(userIds) ? userIds[0] : undefined },
      resource: { resourceId: resource?.['resourceId'], resourceType: 'APP' },
    };
  }),
  'gov-campaign-loses-settings-when-reviewed': remembering([Set<string>], (decided) => [
    seeing('reviewsDecided', (_reviews, { campaignId }) => decided.add(campaignId)),
    after('viewCampaign', (view, { id, status }) => (decided.has(id) ? { id, status } : view)),
  ]),
  'gov-ended-campaign-loses-settings': after('viewCampaign', (view, { id, status }) => (status === 'COMPLETED' ? { id, status } : view)),
  'gov-review-undone-by-another': remembering([Last<string>], (latest) => [
    seeing('reviewsDecided', (_decided, { id }) => (latest.value = id)),
    overlay('viewReview', ({ id, decision }) => decision !== 'UNREVIEWED' && id !== latest.value && { decision: 'UNREVIEWED' }),
  ]),
  'gov-denial-takes-other-access': after('grantsDenied', (_own, { principal }, grants) =>
    grants.filter((grant) => grant.principal.externalId === principal.externalId),
  ),
  'gov-denial-takes-assigned-access': remembering([Set<string>], (assignments) => [
    seeing('draftsFor', (_drafts, { id }) => assignments.add(id)),
    after('grantsDenied', (own, { resourceId }, grants) => [
      ...own,
      ...grants.filter((grant) => grant.resourceId === resourceId && assignments.has(grant.origin)),
    ]),
  ]),
  'gov-review-decision-lost': after('viewReview', ({ decision, ...view }, review) =>
    review.decision === 'UNREVIEWED' ? { ...view, decision } : view,
  ),
  'gov-review-undecided-in-the-end': overlay(
    'viewReview',
    ({ campaignId }, { campaign }) => campaign.get(campaignId)?.status === 'COMPLETED' && { decision: 'UNREVIEWED' },
  ),
  'gov-review-decided-everywhere': after('reviewsDecided', (_itself, { resourceId, principal }, all) =>
    all.filter((other) => other.resourceId === resourceId && other.principal.externalId === principal.externalId),
  ),
  'gov-decided-review-without-history': overlay('viewReview', ({ decision }) => decision !== 'UNREVIEWED' && { history: [] }),
  'gov-review-without-history': after('viewReview', ({ history: _past, ...view }) => view),
  'gov-remediation-only-said': { remediates: () => false },
};

const ignoring = (ignored: Cause) => only('heeds', (cause) => cause !== ignored);

/** The deletion of some is enough. */
const content = (withSome: Cause) =>
  after('allGone', (result, ids, isThere, cause) => (cause === withSome ? ids.some((id) => !isThere(id)) : result));

/** The deletion of all goes unnoticed where that of some was seen before. */
const losingCount = (of: Cause) =>
  remembering([Set<string>], (seen) =>
    after('allGone', (result, ids, isThere, cause) => {
      if (cause !== of) return result;
      if (!result && ids.some((id) => !isThere(id))) seen.add(ids.join());
      return result && !seen.has(ids.join());
    }),
  );

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
  'gov-second-condition-unnoticed': remembering([Firsts<string>], (first) =>
    only('heeds', (_cause, { id, resourceId }) => first.of(resourceId, id) === id),
  ),
  'gov-condition-takes-others-along': after('conditionsInvalid', (_itself, own, all) =>
    all.filter(({ resourceId }) => resourceId === own.resourceId),
  ),
  'gov-condition-of-members-without-access-scope': only(
    'heeds',
    (cause, { settings }) =>
      settings.requesterSettings['type'] !== 'GROUPS' || cause === 'requester-groups-deleted' || cause === 'resource-deleted',
  ),
  'gov-condition-of-parts-without-requesters': only(
    'heeds',
    (cause, { settings }) => cause !== 'requester-groups-deleted' || settings.accessScopeSettings['type'] === 'RESOURCE_DEFAULT',
  ),
  'gov-condition-update-hides-others': remembering([Map<string, string>], (updated) => [
    seeing('afterUpdate', (_result, { resourceId, id }) => updated.set(resourceId, id)),
    after('viewCondition', (view, { resourceId, id, status, catalogEntryId }) =>
      (updated.get(resourceId) ?? id) === id ? view : { id, status, catalogEntryId },
    ),
  ]),
  'gov-condition-update-empties-approval-settings': after('afterUpdate', (condition, _condition, { settings: { approvalSettings } }) =>
    condition.settings.approvalSettings === approvalSettings
      ? { ...condition, settings: { ...condition.settings, approvalSettings: {} } }
      : condition,
  ),
  'gov-condition-ignores-resource-deleted': ignoring('resource-deleted'),
  'gov-condition-ignores-opt-out-of-bundles': only('needsManagement', (scopeType) => scopeType !== 'ENTITLEMENT_BUNDLES'),
  'gov-condition-ignores-opt-out-of-entitlements': only('needsManagement', (scopeType) => scopeType !== 'ENTITLEMENTS'),
  'gov-condition-any-opt-out': { needsManagement: () => true },
  'gov-condition-inactive-unchecked': only('heeds', (_cause, condition) => condition.status === 'ACTIVE'),
  'gov-condition-starts-as-draft': overlay('viewCondition', (condition) => condition.status === 'INACTIVE' && { status: 'DRAFT' }),
  'gov-conditions-made-at-once-of-one-entry': after('newCondition', (condition, _condition, [other]) => ({
    ...condition,
    catalogEntryId: (other ?? condition).catalogEntryId,
  })),
  'gov-condition-of-another-entry': overlay('viewCondition', (condition) => ({ catalogEntryId: condition.id })),
  'gov-active-condition-not-deleted': keptFrom('requestCondition', 'ACTIVE'),
  'gov-condition-never-deleted': keptFor('requestCondition'),
  'gov-deleted-condition-operated': keptButFor('requestCondition', 'readRequestCondition'),
  'gov-deleted-condition-updated': keptFor('requestCondition', 'updateRequestCondition'),
  'gov-deleted-condition-400': notFoundAs(400, 'requestCondition'),
  'gov-condition-revived-by-late-write': staleRead('requestCondition'),
};

/** An operation is done to something in a status from which this deployment says that it does not lead on. */
const permitted = (operation: string, status: string) => also('permits', (asked, from) => asked === operation && from === status);

/** Nothing that is missing makes it invalid again. */
const updatedTo = (from: RequestCondition['status'], to: RequestCondition['status']) =>
  remembering([Set<string>], (moved) => [
    after('afterUpdate', (updated, { id, status }) => (status === from && moved.add(id) ? { ...updated, status: to } : updated)),
    only('heeds', (_cause, { id }) => !moved.has(id)),
  ]);

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
  'gov-condition-never-deactivated': only('permits', (operation) => operation !== 'deactivateRequestCondition'),
  'gov-condition-updated-from-inactive': updatedTo('INACTIVE', 'ACTIVE'),
  'gov-condition-updated-from-active': updatedTo('ACTIVE', 'INACTIVE'),
  'gov-condition-updated-from-invalid': updatedTo('INVALID', 'INACTIVE'),
  'gov-campaign-starts-early': also('jobActsOn', (campaign) => campaign.status === 'SCHEDULED'),
  'gov-campaign-ends-early': also('jobActsOn', (campaign) => campaign.status === 'ACTIVE'),
};

/** Defects of catalog entries. */
export const catalogFaults: Faults<Policy> = {
  'gov-catalog-without-children': after('childrenOf', (result, parentId) => (parentId === undefined ? result : [])),
  'gov-children-of-all-entries': after('childrenOf', (result, parentId, entries) =>
    parentId === undefined ? result : entries.filter((entry) => entry.parentId !== undefined),
  ),
  'gov-children-of-another-resource': after('childrenOf', (result) =>
    result.map((entry) => {
      const shown = (['groupId', 'bundleId', 'entitlementValueId'] as const).filter((name) => entry[name] !== undefined);
      return { ...entry, resourceId: entry.id, ...Object.fromEntries(shown.map((name) => [name, entry.id])) };
    }),
  ),
  'gov-catalog-entry-of-another-resource': overlay('viewCatalogEntry', ({ id }) => ({ resource: { resourceId: id, resourceType: 'APP' } })),
  'gov-catalog-entry-of-nothing': overlay('viewCatalogEntry', () => ({ resource: null })),
  'gov-catalog-entry-of-another-group': overlay('viewCatalogEntry', ({ id, groupId }) => groupId !== undefined && { groupId: id }),
  'gov-catalog-bundle-and-value-as-entitlement': overlay('viewCatalogEntry', ({ access, bundleId, entitlementValueId }, stores) => {
    const [{ entitlementId } = { entitlementId: '' }] = selectionsOf(stores, access);
    return {
      ...(bundleId !== undefined && entitlementId !== '' && { entitlementBundleId: entitlementId }),
      ...(entitlementValueId !== undefined && entitlementId !== '' && { entitlementValueId: entitlementId }),
    };
  }),
};

/** The end of the access duration, moved by so many times the duration. */
function movedEnd({ accessDuration, revocationScheduled }: AccessRequest, share: number): number {
  return (revocationScheduled ?? Infinity) + share * (parseDuration(accessDuration ?? '') ?? 0);
}

/** The same asked for by the same requester. */
function isSameWish(one: AccessRequest, other: AccessRequest): boolean {
  return (
    one.catalogEntryId === other.catalogEntryId && one.requesterId === other.requesterId && one.accessDuration === other.accessDuration
  );
}

/** A request for a while whose grant has come to this shows a revocation. */
const revokedWith = (status: AccessRequest['grantStatus']) =>
  overlay(
    'viewRequest',
    ({ grantStatus, accessDuration }) => grantStatus === status && accessDuration !== undefined && { revocationStatus: 'PENDING' },
  );

/** Defects of requests of the current model, their granting and their revocation. */
export const requestFaults: Faults<Policy> = {
  'gov-request-not-kept': { storesRequest: () => false },
  'gov-same-request-once': after(
    'newRequest',
    (request, _request, others) => others.find((other) => isSameWish(other, request)) ?? request,
  ),
  'gov-granted-request-again': after(
    'newRequest',
    (request, _request, others) => others.find((other) => other.grantStatus === 'GRANTED' && isSameWish(other, request)) ?? request,
  ),
  'gov-request-in-review': overlay('viewRequest', ({ status }) => status === 'PENDING' && { status: 'IN_REVIEW' }),
  'gov-grant-status-from-the-start': overlay('viewRequest', ({ grantStatus }) => grantStatus === undefined && { grantStatus: 'PENDING' }),
  'gov-granted-request-ends': after('afterDecision', (request, _request, late) => ({ ...request, status: late })),
  'gov-access-for-a-while-ends-with-its-request': after('afterDecision', (request, { accessDuration }, late) =>
    accessDuration === undefined || late !== 'EXPIRED' ? request : { ...request, status: late },
  ),
  'gov-grant-status-of-denied': { denied: (request) => ({ ...request, grantStatus: 'FAILED' }) },
  'gov-approval-in-two-writes': after('approvalStages', (result, request) => [{ ...request, grantStatus: 'PENDING' }, ...result]),
  'gov-approval-of-all': after('approvedWith', (_others, { id, requesterId }, all) =>
    all.filter((other) => other.id !== id && other.requesterId === requesterId && other.status === 'PENDING'),
  ),
  'gov-approval-for-everyone': after('approvedWith', (_others, { requesterId, catalogEntryId }, all) =>
    all.filter((other) => other.requesterId !== requesterId && other.catalogEntryId === catalogEntryId && other.status === 'PENDING'),
  ),
  'gov-rejection-ends-access-of-others': after('grantsOfRefused', (_none, { requesterId }, resourceId, grants) =>
    grants.filter((grant) => grant.resourceId === resourceId && grant.principal.externalId !== requesterId),
  ),
  'gov-rejection-ends-other-access': after('grantsOfRefused', (_none, { requesterId }, _resourceId, grants) =>
    grants.filter(({ principal }) => principal.externalId === requesterId),
  ),
  'gov-grant-for-a-rejected-requester': remembering([Map<string, string>], (rejected) => [
    seeing('grantsOfRefused', (_none, { requesterId }, resourceId = '') => rejected.set(resourceId, requesterId)),
    after('draftOf', (draft) => ({
      ...draft,
      principal: { ...draft.principal, externalId: rejected.get(draft.resourceId) ?? draft.principal.externalId },
    })),
  ]),
  'gov-second-requester-without-grant': remembering([Firsts<string>], (first) =>
    only('givesAccess', ({ id, catalogEntryId }) => first.of(catalogEntryId, id) === id),
  ),
  'gov-requested-entitlements-as-the-whole': after('draftOf', (draft) => ({ ...draft, access: { kind: 'whole' } })),
  'gov-failed-grant-revoked': revokedWith('FAILED'),
  'gov-manual-grant-revoked': revokedWith('MANUAL_GRANT_REQUIRED'),
  'gov-request-revoked-ungranted': revokedWith(undefined),
  'gov-grant-status-manual-required': overlay(
    'viewRequest',
    ({ grantStatus }) => grantStatus === 'MANUAL_GRANT_REQUIRED' && { grantStatus: 'MANUAL_REQUIRED' },
  ),
  'gov-granted-without-grant': { givesAccess: () => false },
  'gov-grant-before-approval': { grantsAtOnce: () => true },
  'gov-access-duration-forgotten': after('viewRequest', ({ accessDuration: _duration, ...view }) => view),
  'gov-access-duration-of-a-year': overlay(
    'viewRequest',
    ({ grantStatus, accessDuration }) => grantStatus === 'GRANTED' && accessDuration !== undefined && { accessDuration: 'P365D' },
  ),
  'gov-revocation-without-duration': after('granted', (result) => ({ revocationStatus: 'PENDING', ...result })),
  'gov-revocation-not-scheduled': { granted: (request) => ({ ...request, grantStatus: 'GRANTED' }) },
  'gov-revocation-without-timestamp': overlay('viewRequest', () => ({ revocationScheduled: null })),
  'gov-revocation-scheduled-in-milliseconds': overlay(
    'viewRequest',
    ({ revocationScheduled }) => revocationScheduled !== undefined && { revocationScheduled },
  ),
  'gov-revocation-scheduled-in-words': overlay(
    'viewRequest',
    ({ revocationScheduled, accessDuration = '' }) => revocationScheduled !== undefined && { revocationScheduled: `in ${accessDuration}` },
  ),
  'gov-revocation-early': { revocationIsDue: (request, now) => now >= movedEnd(request, -0.5) },
  'gov-revocation-late': { revocationIsDue: (request, now) => now >= movedEnd(request, 1) + 86_400_000 },
  'gov-revocation-from-the-request': around('granted', (granted) => (request) => granted(request, request.createdAt)),
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

/** From the second time on, a move of a request type comes to this. */
const movedOnce = (rule: 'published' | 'unPublished', result: StatusMove) =>
  remembering([Counts], (moves) => instead(rule, ({ id }) => moves.of(id) > 1, result));

/** Defects of request types of the v1 model. */
export const requestTypeFaults: Faults<Policy> = {
  'gov-publish-not-kept': { published: () => ({ shown: 'ACTIVE', kept: 'DRAFT' }) },
  'gov-publish-disables': { published: () => ({ shown: 'DISABLED', kept: 'DISABLED' }) },
  'gov-un-publish-to-draft': { unPublished: () => ({ shown: 'DRAFT', kept: 'DRAFT' }) },
  'gov-un-publish-not-kept': { unPublished: () => ({ shown: 'DISABLED', kept: 'ACTIVE' }) },
  'gov-published-once': movedOnce('published', { shown: 'ACTIVE', kept: 'DRAFT' }),
  'gov-un-published-once': movedOnce('unPublished', { shown: 'DISABLED', kept: 'ACTIVE' }),
  'gov-published-type-loses-settings': after('viewRequestType', (view, { settings }) => {
    if (view['status'] === 'DRAFT') return view;
    return Object.fromEntries(Object.entries(view).filter(([name]) => !Object.hasOwn(settings, name)));
  }),
  'gov-used-type-loses-settings': remembering([Set<string>], (used) => [
    seeing('viewRequestV1', (_view, { requestTypeId }) => used.add(requestTypeId)),
    after('viewRequestType', (view, { id, status }) => (used.has(id) ? { id, status } : view)),
  ]),
  'gov-un-publish-to-draft-behind': { unPublished: () => ({ shown: 'DISABLED', kept: 'DRAFT' }) },
  'gov-invalid-type-undetected': { detectsInvalidType: () => false },
  'gov-invalid-draft-undetected': { detectsInvalidType: ({ status }, operation) => status === 'ACTIVE' && operation !== 'readRequestType' },
  'gov-invalid-active-undetected': { detectsInvalidType: ({ status }) => status !== 'ACTIVE' },
  'gov-invalid-disabled-reset': remembering([Set<string>], (reset) =>
    after('invalidBecomes', (result, { id, status }) => ((status === 'DISABLED' && reset.add(id)) || reset.has(id) ? 'DRAFT' : result)),
  ),
  'gov-type-repaired-to-draft-only': { repairedTo: () => 'DRAFT' },
  'gov-type-beyond-repair': { repairedTo: () => 'DISABLED' },
  'gov-type-never-deleted': keptFor('requestType'),
  'gov-disabled-type-not-deleted': keptFrom('requestType', 'DISABLED'),
  'gov-type-deleted-again': keptFor('requestType', 'deleteRequestType'),
  'gov-deleted-type-publishes': keptButFor('requestType', 'readRequestType'),
  'gov-deleted-type-takes-requests': keptFor('requestType', 'createRequestV1'),
  'gov-deleted-type-200': notFoundAs(200, 'requestType'),
  'gov-type-revived-by-late-write': staleRead('requestType'),
  'gov-type-without-owner': after('viewRequestType', ({ owner: _owner, ...view }) => view),
  'gov-type-owned-by-group': overlay('viewRequestType', (requestType) => ({ owner: { ...requestType.owner, kind: 'group' } })),
  'gov-type-owned-by-nobody': overlay('viewRequestType', (requestType) => ({ owner: { ...requestType.owner, id: requestType.id } })),
};

/** Some approvals of some requests are shown otherwise. */
const approvalsShown = (where: (request: RequestV1, approval: JsonObject) => boolean, change: (approval: JsonObject) => JsonObject) =>
  after('viewRequestV1', (view, request) => ({
    ...view,
    approvals: objectsIn(view['approvals']).map((approval) => (where(request, approval) ? change(approval) : approval)),
  }));

/** All requests of a type show the field values of one of them. */
const valuesOf = (Memory: new () => Firsts<RequestV1> | Newest<RequestV1>) =>
  remembering([Memory], (one) =>
    before('viewRequestV1', (request) => [
      { ...request, requesterFieldValues: one.of(request.requestTypeId, request).requesterFieldValues },
    ]),
  );

/** Defects of requests of the v1 model. */
export const requestV1Faults: Faults<Policy> = {
  'gov-v1-request-changes-hands': overlay(
    'viewRequestV1',
    ({ requestStatus, requesterId }) => requestStatus !== 'OPEN' && { creator: { id: requesterId } },
  ),
  'gov-v1-pending-not-kept': after('movedTo', (result, asked) => (asked === 'PENDING' ? 'OPEN' : result)),
  'gov-v1-pending-resolves': after('movedTo', (result, asked) => (asked === 'PENDING' ? 'RESOLVED' : result)),
  'gov-v1-resolved-reopens': after('movedTo', (result, asked) => (asked === 'RESOLVED' ? 'OPEN' : result)),
  'gov-v1-moves-together': after('requestsMoved', (_itself, own, all) =>
    all.filter(({ requestTypeId }) => requestTypeId === own.requestTypeId),
  ),
  'gov-v1-resolved-together': after('requestsMoved', (itself, own, all) =>
    own.requestStatus === 'PENDING' ? all.filter(({ requestStatus }) => requestStatus === 'PENDING') : itself,
  ),
  'gov-v1-pending-seen-once': remembering([Counts], (shown) =>
    overlay('viewRequestV1', ({ id, requestStatus }) => requestStatus === 'PENDING' && shown.of(id) > 1 && { requestStatus: 'RESOLVED' }),
  ),
  'gov-v1-resolved-loses-decision': approvalsShown(
    ({ requestStatus }) => requestStatus === 'RESOLVED',
    ({ decision: _decision, ...approval }) => approval,
  ),
  'gov-v1-denial-reopens': after('progressAfterDecision', (kept, _request, decision) => (decision === 'DENIED' ? 'OPEN' : kept)),
  'gov-v1-decision-takes-back': after('progressAfterDecision', (kept) => (kept === 'RESOLVED' ? 'PENDING' : 'OPEN')),
  'gov-v1-moves-by-itself': { movesByItself: () => true },
  'gov-v1-chat-ignored': { takesMovesFrom: (channel) => channel !== 'chat' },
  'gov-v1-creator-is-requester': overlay('viewRequestV1', ({ requesterId }) => ({ creator: { id: requesterId } })),
  'gov-v1-requester-is-creator': overlay('viewRequestV1', ({ creatorId }) => ({ requester: { id: creatorId } })),
  'gov-v1-values-of-the-first': valuesOf(Firsts<RequestV1>),
  'gov-v1-values-of-the-latest': valuesOf(Newest<RequestV1>),
  'gov-v1-values-lost': after('viewRequestV1', ({ requesterFieldValues: _values, ...view }) => view),
  'gov-v1-approval-undecided': approvalsShown(
    (_request, { decision }) => decision !== 'PENDING',
    ({ decision: _decision, ...approval }) => approval,
  ),
  'gov-v1-approver-values-lost': approvalsShown(
    (_request, { decision }) => decision !== 'PENDING',
    ({ approverFieldValues: _values, ...approval }) => approval,
  ),
  'gov-v1-of-another-resource': overlay('viewRequestV1', ({ id }) => ({ resource: { resourceId: id, resourceType: 'APP' } })),
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
