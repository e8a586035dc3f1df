import { defined } from '../../model/defined.ts';
import type { JsonObject } from '../kit/service.ts';
import type { Choices } from './choices.ts';
import type {
  AccessRequest,
  Access,
  Approval,
  Assignment,
  Bundle,
  Campaign,
  CatalogEntry,
  Collection,
  Entitlement,
  EntitlementValue,
  Grant,
  Holding,
  Principal,
  RequestCondition,
  RequestType,
  RequestV1,
  Resource,
  Review,
  Selection,
} from './model.ts';
import type { Stores } from './store.ts';

/** How objects look on the wire. */

export function viewResource({ id, resourceType, name, description }: Resource): JsonObject {
  return { resourceId: id, resourceType, name, description };
}

/** The resource of that id, or what is left to say of one that is gone. */
function viewResourceOf(resourceId: string, stores: Stores): JsonObject {
  const resource = stores.resource.get(resourceId);
  return resource === undefined ? { resourceId } : viewResource(resource);
}

export function viewValue({ id, displayName, value, description }: EntitlementValue, entitlementId: string): JsonObject {
  return { id, displayName, value, description, entitlementId };
}

/** The fields of an entitlement, with these of its values; all where omitted. */
export function viewEntitlement(entitlement: Entitlement, valueIds?: readonly string[]): JsonObject {
  const { resourceId: _resource, values, ...fields } = entitlement;
  const chosen = values.filter(({ id }) => valueIds === undefined || valueIds.includes(id));
  return { ...fields, values: chosen.map((value) => viewValue(value, entitlement.id)) };
}

/** Entitlements with the values that a selection names; what has been deleted since is left out. */
function viewSelections(stores: Stores, selections: readonly Selection[]): readonly JsonObject[] {
  return selections.flatMap(({ entitlementId, valueIds }) => {
    const entitlement = stores.entitlement.get(entitlementId);
    return entitlement === undefined ? [] : [viewEntitlement(entitlement, valueIds)];
  });
}

export function viewBundle({ id, name, description, selections }: Bundle, resource: Resource, stores: Stores): JsonObject {
  return { id, name, description, resource: viewResource(resource), entitlements: viewSelections(stores, selections) };
}

/** The values that some access to a resource selects; none where it gives the whole. */
export function selectionsOf(stores: Stores, access: Access): readonly Selection[] {
  if (access.kind === 'selected') return access.selections;
  return access.kind === 'bundle' ? (stores.bundle.get(access.bundleId)?.selections ?? []) : [];
}

const grantTypes = { whole: 'CUSTOM', selected: 'ENTITLEMENT', bundle: 'ENTITLEMENT-BUNDLE' } as const;

/** A grant holds entitlements, or a bundle, or neither (the whole resource), never both. */
export function viewGrant({ id, access, principal, startsAt, resourceId }: Grant, stores: Stores): JsonObject {
  return defined({
    id,
    grantType: grantTypes[access.kind],
    action: 'ALLOW',
    status: 'ACTIVE',
    scheduleSettings: { startDate: new Date(startsAt).toISOString() },
    targetPrincipal: principal,
    resource: viewResourceOf(resourceId, stores),
    entitlements: access.kind === 'selected' ? viewSelections(stores, access.selections) : undefined,
    entitlementBundle: access.kind === 'bundle' ? { id: access.bundleId } : undefined,
  });
}

/** What a principal holds of an app: each entitlement once, with the values of all grants together. */
export function viewPrincipalEntitlements(grants: readonly Grant[], principal: Principal, stores: Stores): readonly JsonObject[] {
  const held = new Map<string, ReadonlySet<string>>();
  for (const { entitlementId, valueIds } of grants.flatMap(({ access }) => selectionsOf(stores, access)))
    held.set(entitlementId, new Set([...(held.get(entitlementId) ?? []), ...valueIds]));
  return [...held].flatMap(([entitlementId, valueIds]) => {
    const entitlement = stores.entitlement.get(entitlementId);
    const resource = entitlement === undefined ? undefined : stores.resource.get(entitlement.resourceId);
    if (entitlement === undefined || resource === undefined) return [];
    return [{ ...viewEntitlement(entitlement, [...valueIds]), resource: viewResource(resource), targetPrincipal: principal }];
  });
}

export function viewCollection({ id, name, description }: Collection): JsonObject {
  return { id, name, description };
}

/** The resources of a collection with the entitlements that it holds of them. */
export function viewHoldings(holdings: readonly Holding[], stores: Stores): readonly JsonObject[] {
  return holdings.flatMap(({ resourceId, access }) => {
    const resource = stores.resource.get(resourceId);
    const entitlements = viewSelections(stores, selectionsOf(stores, access));
    return resource === undefined ? [] : [{ ...viewResource(resource), entitlements }];
  });
}

export function viewAssignment({ id, collectionId, principal, status }: Assignment): JsonObject {
  return { id, collectionId, principal, status };
}

export function viewCampaign({ id, name, status, settings }: Campaign): JsonObject {
  return { id, name, status, ...settings };
}

/** A review with the resource, principal and reviewer that it is about. */
export function viewReview(review: Review, stores: Stores): JsonObject {
  const { id, campaignId, resourceId, principal, reviewerId, decision, remediation, history } = review;
  return {
    id,
    campaignId,
    resource: viewResourceOf(resourceId, stores),
    principal,
    reviewer: { id: reviewerId },
    decision,
    remediation: { status: remediation },
    history: history.map(({ at, what }) => ({ at: new Date(at).toISOString(), what })),
  };
}

export function viewCondition({ id, name, resourceId, catalogEntryId, status, settings }: RequestCondition, choices: Choices): JsonObject {
  const { accessScopeSettings, ...others } = settings;
  return { id, name, resourceId, catalogEntryId, status, ...others, [choices.accessSettingsName]: accessScopeSettings };
}

/** A catalog entry with the one resource that it represents; a child also names its parent and what it stands for. */
export function viewCatalogEntry(entry: CatalogEntry, stores: Stores): JsonObject {
  const { id, name, parentId, resourceId, accessScopeId, groupId, bundleId, entitlementValueId } = entry;
  const resource = viewResourceOf(resourceId, stores);
  return defined({ id, name, parentId, resource, accessScopeId, groupId, entitlementBundleId: bundleId, entitlementValueId });
}

/** A time as the deployment writes it: RFC 3339, or whole Unix seconds. */
function viewTime(time: number | undefined, { timestamps }: Choices): string | number | undefined {
  if (time === undefined) return undefined;
  return timestamps === 'rfc3339' ? new Date(time).toISOString() : Math.floor(time / 1000);
}

/** grantStatus and what belongs to the revocation are there where they apply, else absent or null. */
export function viewRequest(request: AccessRequest, choices: Choices): JsonObject {
  const { id, catalogEntryId, requesterId, status, grantStatus, accessDuration, revocationStatus, revocationScheduled } = request;
  const absent = choices.notApplicable === 'absent' ? undefined : null;
  return defined({
    id,
    catalogEntryId,
    requester: { id: requesterId },
    status,
    accessDuration,
    grantStatus: grantStatus ?? absent,
    revocationStatus: revocationStatus ?? absent,
    revocationScheduled: viewTime(revocationScheduled, choices) ?? absent,
  });
}

export function viewRequestType({ id, name, status, owner, settings }: RequestType): JsonObject {
  return { id, name, status, owner, ...settings };
}

function viewApproval({ approverId, decision, approverFieldValues, grantId }: Approval): JsonObject {
  return { approver: { id: approverId }, decision, approverFieldValues, ...(grantId === undefined ? {} : { grant: { id: grantId } }) };
}

/** A request of the v1 model, with its people, approvals, actions and resource. */
export function viewRequestV1(request: RequestV1, stores: Stores): JsonObject {
  const { id, requestTypeId, requestStatus, creatorId, requesterId, requesterFieldValues, approvals, actions, resourceId } = request;
  return {
    id,
    requestTypeId,
    requestStatus,
    creator: { id: creatorId },
    requester: { id: requesterId },
    requesterFieldValues,
    approvals: approvals.map(viewApproval),
    actions: actions.map((action) => ({ id: action.id, kind: action.kind, grant: { id: action.grantId } })),
    resource: viewResourceOf(resourceId, stores),
  };
}
