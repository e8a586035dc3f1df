import { draftsFor, viewAssignment } from './assignments.ts';
import { viewCampaign } from './campaigns.ts';
import { childrenOf, viewCatalogEntry } from './catalog.ts';
import { viewHoldings, withHoldings } from './collection-resources.ts';
import { viewCollection } from './collections.ts';
import { allGone, needsManagement, type Cause } from './condition-validity.ts';
import { entitlementsOf, viewBundle, viewValue } from './entitlements.ts';
import { viewGrant, viewPrincipalEntitlements } from './grants.ts';
import type {
  AccessRequest,
  Assignment,
  Campaign,
  Collection,
  Entitlement,
  Kind,
  Kinds,
  RequestCondition,
  RequestType,
  RequestV1,
  Resource,
  Review,
} from './model.ts';
import { viewCondition } from './request-conditions.ts';
import { approvalStages, granted, revocationIsDue } from './request-progress.ts';
import { viewRequestType } from './request-types.ts';
import { viewRequestV1 } from './requests-v1.ts';
import { viewRequest } from './requests.ts';
import { viewReview } from './reviews.ts';
import type { Choices } from './choices.ts';
import type { Data } from '../kit/service.ts';
import type { Tombstone } from './store.ts';

/** A question for something that was deleted: what it was, and which operation asks when. */
export interface TombstoneLookup extends Tombstone<Kinds[Kind]> {
  readonly kind: Kind;
  readonly operation: string;
  readonly now: number;
}

/** What a move of a request type answers, and what it keeps. */
interface TypeMove {
  readonly shown: RequestType['status'];
  readonly kept: RequestType['status'];
}

/**
 * The service's decisions and renderings, one small function each. Handlers consult them instead of holding them, so that
 * a defect is one replaced rule.
 */
export interface Policy {
  // everywhere
  readonly isGone: (question: TombstoneLookup) => boolean;
  readonly notFoundStatus: (kind: Kind) => number;
  /** what counts after a wait: what was read before it, or what stands there now */
  readonly readAgain: <K extends Kind>(kind: K, before: Kinds[K], after: Kinds[K] | undefined) => Kinds[K] | undefined;
  readonly mayUse: (subscribed: boolean) => boolean;
  /** whether an operation is done to something in that status, of those that need one: which pairings there are is not shown */
  readonly permits: (operation: string, status: string, needed: readonly string[]) => boolean;
  readonly servesBeta: (environment: 'preview' | 'production') => boolean;
  // resources and entitlements
  readonly entitlementsOf: typeof entitlementsOf;
  readonly ownerOfEntitlement: (entitlement: Entitlement, resource: Resource) => Resource;
  readonly viewValue: typeof viewValue;
  readonly viewBundle: typeof viewBundle;
  readonly viewGrant: typeof viewGrant;
  readonly viewPrincipalEntitlements: typeof viewPrincipalEntitlements;
  // collections
  readonly newCollection: (collection: Collection, others: readonly Collection[]) => Collection;
  readonly viewCollection: typeof viewCollection;
  readonly holdingsAfterAdding: typeof withHoldings;
  readonly viewHoldings: typeof viewHoldings;
  readonly viewAssignment: typeof viewAssignment;
  readonly draftsFor: typeof draftsFor;
  readonly reportsFailure: (assignment: Assignment) => boolean;
  readonly reportsSuccess: (assignment: Assignment) => boolean;
  // campaigns and reviews
  readonly viewCampaign: typeof viewCampaign;
  /** whether the background job starts or completes a campaign, whose time for it has come or not */
  readonly jobActsOn: (campaign: Campaign, isTime: boolean) => boolean;
  readonly reviewsToStore: (reviews: readonly Review[]) => readonly Review[];
  readonly viewReview: typeof viewReview;
  readonly remediates: (review: Review) => boolean;
  // request conditions and catalog
  readonly viewCondition: typeof viewCondition;
  /** what an update leaves, which changes name and settings only */
  readonly afterUpdate: (condition: RequestCondition) => RequestCondition;
  readonly allGone: (ids: readonly string[], isThere: (id: string) => boolean, cause: Cause) => boolean;
  readonly needsManagement: typeof needsManagement;
  readonly heeds: (cause: Cause, condition: RequestCondition) => boolean;
  readonly childrenOf: typeof childrenOf;
  readonly viewCatalogEntry: typeof viewCatalogEntry;
  // requests
  readonly viewRequest: (request: AccessRequest, choices: Choices, now: number) => Data;
  readonly storesRequest: (request: AccessRequest) => boolean;
  readonly grantsAtOnce: (request: AccessRequest) => boolean;
  readonly denied: (request: AccessRequest) => AccessRequest;
  readonly approvalStages: typeof approvalStages;
  readonly granted: typeof granted;
  readonly givesAccess: (request: AccessRequest) => boolean;
  readonly revocationIsDue: typeof revocationIsDue;
  readonly revocationOutcome: (failed: boolean) => 'REVOKED' | 'FAILED';
  readonly takesAccess: (request: AccessRequest) => boolean;
  // request types and requests of the v1 model
  readonly viewRequestType: typeof viewRequestType;
  readonly detectsInvalidType: (requestType: RequestType, operation: string) => boolean;
  /** what an operation makes of a request type that it finds invalid */
  readonly invalidBecomes: (requestType: RequestType) => RequestType['status'];
  readonly published: (requestType: RequestType) => TypeMove;
  readonly unPublished: (requestType: RequestType) => TypeMove;
  readonly repairedTo: (asked: 'DRAFT' | 'ACTIVE') => RequestType['status'];
  readonly viewRequestV1: typeof viewRequestV1;
  readonly movedTo: (asked: 'PENDING' | 'RESOLVED') => RequestV1['requestStatus'];
  readonly movesByItself: (request: RequestV1) => boolean;
  readonly takesMovesFrom: (channel: 'portal' | 'chat') => boolean;
  readonly givesAccessV1: (request: RequestV1) => boolean;
}

/** The policy as the document says them. */
export const policyFor: Policy = {
  isGone: () => true,
  notFoundStatus: () => 404,
  readAgain: (_kind, _before, after) => after,
  mayUse: (subscribed) => subscribed,
  permits: (_operation, status, needed) => needed.includes(status),
  servesBeta: () => true,
  entitlementsOf,
  ownerOfEntitlement: (_entitlement, resource) => resource,
  viewValue,
  viewBundle,
  viewGrant,
  viewPrincipalEntitlements,
  newCollection: (collection) => collection,
  viewCollection,
  holdingsAfterAdding: withHoldings,
  viewHoldings,
  viewAssignment,
  draftsFor,
  reportsFailure: () => true,
  reportsSuccess: () => false,
  viewCampaign,
  jobActsOn: (_campaign, isTime) => isTime,
  reviewsToStore: (reviews) => reviews,
  viewReview,
  remediates: () => true,
  viewCondition,
  afterUpdate: (condition) => condition,
  allGone,
  needsManagement,
  heeds: () => true,
  childrenOf,
  viewCatalogEntry,
  viewRequest,
  storesRequest: () => true,
  grantsAtOnce: () => false,
  denied: (request) => request,
  approvalStages,
  granted,
  givesAccess: () => true,
  revocationIsDue,
  revocationOutcome: (failed) => (failed ? 'FAILED' : 'REVOKED'),
  takesAccess: () => true,
  viewRequestType,
  detectsInvalidType: () => true,
  invalidBecomes: () => 'DISABLED',
  published: () => ({ shown: 'ACTIVE', kept: 'ACTIVE' }),
  unPublished: () => ({ shown: 'DISABLED', kept: 'DISABLED' }),
  repairedTo: (asked) => asked,
  viewRequestV1,
  movedTo: (asked) => asked,
  movesByItself: () => false,
  takesMovesFrom: () => true,
  givesAccessV1: () => true,
};
