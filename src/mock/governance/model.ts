import type { JsonObject } from '../kit/service.ts';

/** Who is granted something; `type` and `externalId` as the document names them. */
export interface Principal {
  readonly type: string;
  readonly externalId: string;
}

/** A user of the directory: principal, requester, approver, reviewer or owner. */
export interface User {
  readonly id: string;
  readonly login: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly groupIds: readonly string[];
}

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Described extends Named {
  readonly description: string;
}

/** A group of the directory. A resource of type GROUP has the id of its group. */
export type Group = Named;

type ResourceType = 'APP' | 'GROUP';

/** An app or a group; its `id` is the document's resourceId. */
export interface Resource extends Described {
  readonly resourceType: ResourceType;
  /** whether it is under entitlement management; only apps can be */
  readonly managed: boolean;
  /** a group that an app brought along: membership is given in the app, by hand */
  readonly appGroup: boolean;
}

export interface EntitlementValue {
  readonly id: string;
  readonly displayName: string;
  readonly value: string;
  readonly description: string;
}

export interface Entitlement extends Described {
  readonly resourceId: string;
  readonly displayName: string;
  readonly multiValue: boolean;
  readonly required: boolean;
  readonly values: readonly EntitlementValue[];
}

/** An entitlement with the values that were selected of it. */
export interface Selection {
  readonly entitlementId: string;
  readonly valueIds: readonly string[];
}

export interface Bundle extends Described {
  readonly resourceId: string;
  readonly selections: readonly Selection[];
}

/** What a grant gives, or a collection holds, of a resource: the whole, selected values, or a bundle. */
export type Access =
  | { readonly kind: 'whole' }
  | { readonly kind: 'selected'; readonly selections: readonly Selection[] }
  | { readonly kind: 'bundle'; readonly bundleId: string };

/** One resource in a collection, with what the collection holds of it. */
export interface Holding {
  readonly resourceId: string;
  readonly access: Access;
}

/** Groups of settings, as they were sent. */
type SettingsOf<Names extends readonly string[]> = Readonly<Record<Names[number], JsonObject>>;

export interface Collection extends Described {
  readonly holdings: readonly Holding[];
}

/** PENDING and UPDATED wait for the background job, which brings the grants in line with the collection. */
export interface Assignment {
  readonly id: string;
  readonly collectionId: string;
  readonly principal: Principal;
  readonly status: 'PENDING' | 'ASSIGNED' | 'UPDATED' | 'FAILED';
}

export interface Grant {
  readonly id: string;
  readonly resourceId: string;
  readonly principal: Principal;
  readonly access: Access;
  readonly startsAt: number;
  /** what made it: an assignment, a request, an administrator */
  readonly origin: string;
}

export const campaignSettings = [
  'remediationSettings',
  'resourceSettings',
  'reviewerSettings',
  'scheduleSettings',
  'notificationSettings',
  'principalScopeSettings',
] as const;

export interface Campaign extends Named {
  readonly status: 'SCHEDULED' | 'LAUNCHING' | 'ACTIVE' | 'ERROR' | 'COMPLETED';
  readonly settings: SettingsOf<typeof campaignSettings>;
  /** milliseconds since the epoch */
  readonly launchedAt?: number;
}

interface ReviewEvent {
  readonly at: number;
  readonly what: string;
}

export interface Review {
  readonly id: string;
  readonly campaignId: string;
  readonly resourceId: string;
  readonly principal: Principal;
  readonly reviewerId: string;
  readonly decision: 'UNREVIEWED' | 'APPROVE' | 'REVOKE';
  readonly remediation: 'NONE' | 'NOT_NEEDED' | 'COMPLETED';
  readonly history: readonly ReviewEvent[];
}

export interface CatalogEntry extends Named {
  readonly resourceId: string;
  readonly parentId?: string;
  readonly accessScopeId?: string;
  readonly groupId?: string;
  readonly bundleId?: string;
  readonly entitlementValueId?: string;
  /** what a request for it asks of the resource */
  readonly access: Access;
}

export type ConditionSettings = Readonly<
  Record<'resourceSettings' | 'requesterSettings' | 'accessScopeSettings' | 'approvalSettings', JsonObject>
>;

export interface RequestCondition extends Named {
  readonly resourceId: string;
  readonly catalogEntryId: string;
  readonly status: 'INACTIVE' | 'ACTIVE' | 'INVALID';
  readonly settings: ConditionSettings;
  /** ISO 8601 duration of the access where a request names none; unlimited where absent */
  readonly accessDuration?: string;
}

/** A request of the current model. Times in milliseconds since the epoch. */
export interface AccessRequest {
  readonly id: string;
  readonly createdAt: number;
  readonly catalogEntryId: string;
  readonly requesterId: string;
  readonly status: 'SUBMITTED' | 'PENDING' | 'REJECTED' | 'APPROVED' | 'DENIED' | 'CANCELED' | 'EXPIRED';
  readonly grantStatus?: 'PENDING' | 'GRANTED' | 'FAILED' | 'MANUAL_GRANT_REQUIRED';
  readonly accessDuration?: string;
  readonly revocationStatus?: 'PENDING' | 'REVOKED' | 'FAILED';
  readonly revocationScheduled?: number;
  readonly grantId?: string;
}

export const requestTypeSettings = ['approvalSettings', 'requestSettings', 'resourceSettings'] as const;

/** A request type of the v1 model. */
export interface RequestType extends Named {
  readonly status: 'DRAFT' | 'ACTIVE' | 'DISABLED';
  readonly owner: { readonly id: string; readonly kind: 'team' | 'member' };
  readonly settings: SettingsOf<typeof requestTypeSettings>;
  /** what the settings refer to is not there any more */
  readonly broken: boolean;
}

export interface Approval {
  readonly approverId: string;
  readonly decision: 'PENDING' | 'APPROVED' | 'DENIED';
  readonly approverFieldValues: readonly JsonObject[];
  /** the grant that the approval led to */
  readonly grantId?: string;
}

interface RequestAction {
  readonly id: string;
  readonly kind: string;
  readonly grantId: string;
}

/** A request of the v1 model. */
export interface RequestV1 {
  readonly id: string;
  readonly requestTypeId: string;
  readonly resourceId: string;
  readonly requestStatus: 'OPEN' | 'PENDING' | 'RESOLVED';
  readonly creatorId: string;
  readonly requesterId: string;
  readonly requesterFieldValues: readonly JsonObject[];
  readonly approvals: readonly Approval[];
  readonly actions: readonly RequestAction[];
}

/** Everything that is stored, by kind. */
export interface Kinds {
  readonly user: User;
  readonly group: Group;
  readonly resource: Resource;
  readonly entitlement: Entitlement;
  readonly bundle: Bundle;
  readonly collection: Collection;
  readonly assignment: Assignment;
  readonly grant: Grant;
  readonly campaign: Campaign;
  readonly review: Review;
  readonly catalogEntry: CatalogEntry;
  readonly requestCondition: RequestCondition;
  readonly request: AccessRequest;
  readonly requestType: RequestType;
  readonly requestV1: RequestV1;
}

export type Kind = keyof Kinds;
