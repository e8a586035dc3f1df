import { parseSpan } from '../kit/clock.ts';
import type {
  AccessRequest,
  Assignment,
  Campaign,
  CatalogEntry,
  Collection,
  Entitlement,
  Grant,
  Holding,
  Kind,
  Kinds,
  RequestCondition,
  RequestType,
  RequestV1,
  Resource,
  Review,
} from './model.ts';
import type { Stores, Tombstone } from './store.ts';
import * as views from './views.ts';

/** What is asked about something that was deleted: what it was, and which operation asks when. */
export interface TombstoneLookup extends Tombstone<Kinds[Kind]> {
  readonly kind: Kind;
  readonly operation: string;
  readonly now: number;
}

/** A grant to be made: who gets what of which resource, and what makes it. */
export type GrantDraft = Pick<Grant, 'principal' | 'resourceId' | 'access' | 'origin'>;

/** What a move of a request type shows, and what it keeps. */
export type StatusMove = Readonly<Record<'shown' | 'kept', RequestType['status']>>;

/** Why a request condition is invalid; one for each row of the table (States and transitions > Request condition). */
export const causes = [
  'resource-deleted',
  'requester-groups-deleted',
  'access-groups-deleted',
  'bundles-deleted',
  'entitlements-deleted',
  'opted-out',
] as const;

export type Cause = (typeof causes)[number];

/** What the service decides and shows, as the document says it. */
export const policy = {
  ...views,
  isGone: (_lookup: TombstoneLookup) => true,
  notFoundStatus: (_kind: Kind) => 404,
  /** what counts after a wait: what was read before it, or what stands there now */
  readAgain: <K extends Kind>(_kind: K, _before: Kinds[K], after: Kinds[K] | undefined) => after,
  /** whether a caller may send a request of this method to this path */
  mayUse: (subscribed: boolean, _method: string, _path: string) => subscribed,
  /** whether an operation is done to something in that status, of those that need one: which pairings there are is not shown */
  permits: (_operation: string, status: string, needed: readonly string[]) => needed.includes(status),
  servesBeta: (_environment: 'preview' | 'production') => true,

  /** an app under entitlement management has entitlements, nothing else does */
  entitlementsOf: (stores: Stores, { id, resourceType, managed }: Resource): readonly Entitlement[] =>
    resourceType === 'APP' && managed ? stores.entitlement.all().filter(({ resourceId }) => resourceId === id) : [],
  ownerOfEntitlement: (_entitlement: Entitlement, resource: Resource) => resource,

  newCollection: (collection: Collection, _others: readonly Collection[]) => collection,
  /** whether a collection can be deleted, which does not depend on what it holds or held */
  mayDelete: (_collection: Collection) => true,
  /** a resource that is there already is replaced */
  holdingsAfterAdding: (held: readonly Holding[], added: readonly Holding[]): readonly Holding[] => [
    ...held.filter(({ resourceId }) => !added.some((holding) => holding.resourceId === resourceId)),
    ...added,
  ],
  /** what a collection holds when a resource has been taken out of it */
  holdingsAfterRemoving: (held: readonly Holding[], id: string): readonly Holding[] => held.filter(({ resourceId }) => resourceId !== id),
  /** what a collection holds when what it holds of one resource has been changed */
  holdingsAfterUpdating: (held: readonly Holding[], changed: Holding): readonly Holding[] =>
    held.map((holding) => (holding.resourceId === changed.resourceId ? changed : holding)),
  /** the grants that an assignment of a collection generates: one for each resource, or for each entitlement of it */
  draftsFor({ id: origin, principal }: Assignment, { holdings }: Collection, grantsFor: 'resource' | 'entitlement'): readonly GrantDraft[] {
    return holdings.flatMap(({ resourceId, access }): readonly GrantDraft[] => {
      if (grantsFor === 'resource' || access.kind !== 'selected') return [{ origin, principal, resourceId, access }];
      return access.selections.map((selection) => ({
        origin,
        principal,
        resourceId,
        access: { kind: 'selected', selections: [selection] },
      }));
    });
  },
  /** the grants that go with what they come from: an assignment */
  grantsFrom: (origin: string, grants: readonly Grant[]) => grants.filter((grant) => grant.origin === origin),
  /** the grants that a job which fails leaves behind */
  grantsOfFailed: (_assignment: Assignment, _drafts: readonly GrantDraft[]): readonly GrantDraft[] => [],
  reportsFailure: (_assignment: Assignment, _collection: Collection | undefined) => true,
  reportsSuccess: (_assignment: Assignment) => false,
  /** the assignment that the event of a failed one is about */
  assignmentReported: (failed: Assignment, _all: readonly Assignment[]) => failed,

  /** a campaign or a request condition that is made while these were made at the same time */
  newCampaign: (campaign: Campaign, _beside: readonly Campaign[]) => campaign,
  newCondition: (condition: RequestCondition, _beside: readonly RequestCondition[]) => condition,
  /** whether the background job starts or completes a campaign, whose time for it has come or not */
  jobActsOn: (_campaign: Campaign, isTime: boolean) => isTime,
  reviewsToStore: (reviews: readonly Review[]) => reviews,
  /** the reviews that go with a deleted campaign, which has none before its launch */
  reviewsDeletedWith: (_campaign: Campaign, _all: readonly Review[]): readonly Review[] => [],
  remediates: (_review: Review) => true,
  /** the grants that a denial takes: what the principal of the review has of its resource */
  grantsDenied: ({ resourceId, principal }: Review, grants: readonly Grant[]) =>
    grants.filter((grant) => grant.resourceId === resourceId && grant.principal.externalId === principal.externalId),
  /** the reviews that a decision is about */
  reviewsDecided: (review: Review, _all: readonly Review[]): readonly Review[] => [review],

  /** what an update leaves, which changes name and settings only */
  afterUpdate: (condition: RequestCondition, _before: RequestCondition) => condition,
  /** naming none is not the same as having lost all */
  allGone: (ids: readonly string[], isThere: (id: string) => boolean, _cause: Cause) => ids.length > 0 && ids.every((id) => !isThere(id)),
  /** whether an opt-out from entitlement management matters: the access scope refers to bundles or entitlements */
  needsManagement: (scopeType: unknown): boolean => scopeType === 'ENTITLEMENT_BUNDLES' || scopeType === 'ENTITLEMENTS',
  /** the conditions that a cause is about */
  conditionsInvalid: (condition: RequestCondition, _all: readonly RequestCondition[]): readonly RequestCondition[] => [condition],
  heeds: (_cause: Cause, _condition: RequestCondition) => true,
  /** without a parent, the entries that have none */
  childrenOf: (parentId: string | undefined, entries: readonly CatalogEntry[]) => entries.filter((entry) => entry.parentId === parentId),

  /** the request that is made where these are there already */
  newRequest: (request: AccessRequest, _others: readonly AccessRequest[]) => request,
  storesRequest: (_request: AccessRequest) => true,
  /** what comes to a request that was decided before: nothing */
  afterDecision: (request: AccessRequest, _late: 'CANCELED' | 'EXPIRED') => request,
  grantsAtOnce: (_request: AccessRequest) => false,
  denied: (request: AccessRequest) => request,
  /** the grants that go with a request which comes to none: it had no part in them */
  grantsOfRefused: (_request: AccessRequest, _resourceId: string | undefined, _grants: readonly Grant[]): readonly Grant[] => [],
  /** the grant that is made of an approved request, where there are these already */
  draftOf: (draft: GrantDraft, _grants: readonly Grant[]): GrantDraft => draft,
  /** the requests that an approval of the first is about beside it */
  approvedWith: (_request: AccessRequest, _all: readonly AccessRequest[]): readonly AccessRequest[] => [],
  /** the states through which a request goes when it is approved, each visible for a moment; the last one stays */
  approvalStages: (request: AccessRequest): readonly AccessRequest[] => [{ ...request, status: 'APPROVED', grantStatus: 'PENDING' }],
  /** where a request has an access duration, the revocation is scheduled from now */
  granted(request: AccessRequest, now: number): AccessRequest {
    const duration = parseSpan(request.accessDuration ?? '');
    const revocation = duration === undefined ? {} : ({ revocationStatus: 'PENDING', revocationScheduled: now + duration } as const);
    return { ...request, grantStatus: 'GRANTED', ...revocation };
  },
  givesAccess: (_request: AccessRequest) => true,
  revocationIsDue: ({ revocationScheduled }: AccessRequest, now: number) => revocationScheduled !== undefined && now >= revocationScheduled,
  revocationOutcome: (failed: boolean): 'REVOKED' | 'FAILED' => (failed ? 'FAILED' : 'REVOKED'),
  takesAccess: (_request: AccessRequest) => true,
  /** the grants that go with the access of a request */
  grantsRevoked: ({ grantId }: AccessRequest, grants: readonly Grant[]) => grants.filter(({ id }) => id === grantId),

  detectsInvalidType: (_requestType: RequestType, _operation: string) => true,
  /** what an operation makes of a request type that it finds invalid */
  invalidBecomes: (_requestType: RequestType): RequestType['status'] => 'DISABLED',
  published: (_requestType: RequestType): StatusMove => ({ shown: 'ACTIVE', kept: 'ACTIVE' }),
  unPublished: (_requestType: RequestType): StatusMove => ({ shown: 'DISABLED', kept: 'DISABLED' }),
  repairedTo: (asked: 'DRAFT' | 'ACTIVE'): RequestType['status'] => asked,
  movedTo: (asked: 'PENDING' | 'RESOLVED'): RequestV1['requestStatus'] => asked,
  /** the requests that a move is about */
  requestsMoved: (request: RequestV1, _all: readonly RequestV1[]): readonly RequestV1[] => [request],
  /** what a decision leaves of the progress of a request */
  progressAfterDecision: ({ requestStatus }: RequestV1, _decision: 'APPROVED' | 'DENIED'): RequestV1['requestStatus'] => requestStatus,
  movesByItself: (_request: RequestV1) => false,
  takesMovesFrom: (_channel: 'portal' | 'chat') => true,
};

export type Policy = typeof policy;
