import { parseDuration } from '../../kit/duration.ts';
import type { Faults } from '../../kit/faults.ts';
import type { JsonObject } from '../../kit/service.ts';
import { after, before, concurrency, exchange, response, sequence, time } from '../fault.ts';
import type { AccessRequest } from '../model.ts';
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

/** A changed rendering of requests: `change` gets the request and its view. */
const viewed = (change: (request: AccessRequest, view: JsonObject) => JsonObject) =>
  after('viewRequest', (view, request) => change(request, view));

/** The end of the access duration, moved by so many times the duration. */
function movedEnd({ accessDuration, revocationScheduled }: AccessRequest, share: number): number {
  return (revocationScheduled ?? Infinity) + share * (parseDuration(accessDuration ?? '') ?? 0);
}

/** Defects of requests of the current model, their granting and their revocation. */
export const requestFaults: Faults<Policy> = {
  'gov-request-not-kept': sequence(
    'POST answers with a request that is not there afterwards',
    ['gov.request-status.created-by-post', 'gov.request-status.pairings'],
    { storesRequest: () => false },
  ),
  'gov-request-in-review': sequence(
    'a request that waits for its approvals shows the status IN_REVIEW',
    ['gov.request-status.states', 'gov.request-status.pairings'],
    viewed((request, view) => (request.status === 'PENDING' ? { ...view, status: 'IN_REVIEW' } : view)),
  ),
  'gov-grant-status-from-the-start': response(
    'a request shows the grantStatus PENDING before anybody has approved it',
    'gov.grant-status.only-approved',
    viewed((_request, view) => ({ ...view, grantStatus: view['grantStatus'] ?? 'PENDING' })),
  ),
  'gov-grant-status-of-denied': sequence('a denied request shows the grantStatus FAILED', 'gov.grant-status.only-approved', {
    denied: (request) => ({ ...request, grantStatus: 'FAILED' }),
  }),
  'gov-approval-in-two-writes': concurrency(
    'an approval writes grantStatus before status: whoever reads between sees the one without the other',
    'gov.grant-status.only-approved',
    after('approvalStages', (result, request) => [{ ...request, grantStatus: 'PENDING' }, ...result]),
  ),
  'gov-approval-of-all': sequence(
    'the approval of one request approves all that its requester has asked for',
    ['gov.resources.request.status', 'gov.service.grants-after-approvals'],
    after('approvedWith', (_others, { id, requesterId }, all) =>
      all.filter((other) => other.id !== id && other.requesterId === requesterId && other.status === 'PENDING'),
    ),
  ),
  'gov-failed-grant-revoked': sequence(
    'a request whose grant has failed shows the revocationStatus PENDING',
    'gov.revocation-status.scheduled',
    viewed((request, view) =>
      request.grantStatus === 'FAILED' && request.accessDuration !== undefined ? { ...view, revocationStatus: 'PENDING' } : view,
    ),
  ),
  'gov-grant-status-manual-required': sequence(
    'a group of an app shows the grantStatus MANUAL_REQUIRED',
    ['gov.grant-status.states', 'gov.grant-status.pairings'],
    viewed((request, view) => (request.grantStatus === 'MANUAL_GRANT_REQUIRED' ? { ...view, grantStatus: 'MANUAL_REQUIRED' } : view)),
  ),
  'gov-granted-without-grant': sequence(
    'a request is said to be granted, and there is no grant',
    ['gov.service.grants-after-approvals', 'gov.resources.request.grant-status'],
    { givesAccess: () => false },
  ),
  'gov-grant-before-approval': sequence('the grant is there as soon as the request is made', 'gov.service.grants-after-approvals', {
    grantsAtOnce: () => true,
  }),
  'gov-access-duration-forgotten': exchange(
    'a request that was made with an access duration does not show it',
    ['gov.resources.request.access-duration', 'gov.revocation-status.only-with-access-duration'],
    viewed((_request, { accessDuration: _duration, ...view }) => view),
  ),
  'gov-revocation-without-duration': sequence(
    'a granted request without an access duration shows the revocationStatus PENDING',
    'gov.revocation-status.only-with-access-duration',
    after('granted', (result) => ({ revocationStatus: 'PENDING', ...result })),
  ),
  'gov-revocation-not-scheduled': sequence(
    'nothing is scheduled for a granted request with an access duration',
    [
      'gov.revocation-status.scheduled',
      'gov.revocation-status.scheduled-timestamp',
      'gov.revocation-status.not-before',
      'gov.revocation-status.revoked',
      'gov.revocation-status.failed',
    ],
    { granted: (request) => ({ ...request, grantStatus: 'GRANTED' }) },
  ),
  'gov-revocation-without-timestamp': sequence(
    'the revocationStatus is PENDING, and revocationScheduled is null',
    'gov.revocation-status.scheduled-timestamp',
    viewed((_request, view) => ({ ...view, revocationScheduled: null })),
  ),
  'gov-revocation-scheduled-in-milliseconds': sequence(
    'revocationScheduled counts milliseconds, which the profile does not declare',
    'gov.resources.request.revocation-scheduled-notation',
    viewed((request, view) =>
      request.revocationScheduled === undefined ? view : { ...view, revocationScheduled: request.revocationScheduled },
    ),
  ),
  'gov-revocation-scheduled-in-words': sequence(
    'revocationScheduled holds a duration in words',
    ['gov.resources.request.revocation-scheduled', 'gov.revocation-status.scheduled-timestamp'],
    viewed((request, view) =>
      request.revocationScheduled === undefined ? view : { ...view, revocationScheduled: `in ${request.accessDuration ?? ''}` },
    ),
  ),
  'gov-revocation-early': time('the access is revoked half-way through its duration', 'gov.revocation-status.not-before', {
    revocationIsDue: (request, now) => now >= movedEnd(request, -0.5),
  }),
  'gov-revocation-late': time(
    'the access is revoked only after twice its duration and a day',
    ['gov.revocation-status.revoked', 'gov.revocation-status.failed'],
    { revocationIsDue: (request, now) => now >= movedEnd(request, 1) + 86_400_000 },
  ),
  'gov-revocation-a-minute-early': time(
    'the access is revoked in the last minute of its duration',
    'gov.revocation-status.not-before',
    before('revocationIsDue', (request, now) => [request, now + 60_000]),
  ),
  'gov-revocation-an-hour-late': time(
    'the access is revoked an hour after the end of its duration',
    'gov.revocation-status.revoked',
    before('revocationIsDue', (request, now) => [request, now - 3_600_000]),
  ),
  'gov-revocation-never': time(
    'the access is never revoked, whatever its duration',
    ['gov.revocation-status.revoked', 'gov.revocation-status.failed'],
    { revocationIsDue: () => false },
  ),
  'gov-revocation-failure-hidden': time('a revocation that failed shows REVOKED', 'gov.revocation-status.failed', {
    revocationOutcome: () => 'REVOKED',
  }),
  'gov-revocation-success-hidden': time('a revocation that succeeded shows FAILED', 'gov.revocation-status.revoked', {
    revocationOutcome: () => 'FAILED',
  }),
  'gov-revoked-access-stays': time('a request shows REVOKED, and the grant is still there', 'gov.revocation-status.revoked', {
    takesAccess: () => false,
  }),
};
