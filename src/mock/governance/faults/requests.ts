import { parseDuration } from '../../kit/duration.ts';
import type { Faults } from '../../kit/faults.ts';
import type { JsonObject } from '../../kit/service.ts';
import { after, before } from '../fault.ts';
import type { AccessRequest } from '../model.ts';
import type { Policy } from '../policy.ts';
import { selectionsOf } from '../views.ts';

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
};
