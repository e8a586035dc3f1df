import { entry, type Entries } from '../kit/arguments.ts';
import { defined } from '../../model/defined.ts';
import type { JsonObject } from '../kit/service.ts';
import type { Context } from './context.ts';
import {
  firstValueIn,
  firstValueOf,
  makeApp,
  makeBundle,
  makeEntitlement,
  makeEntry,
  makeGroup,
  makeGroupResource,
  makeUser,
} from './directory.ts';
import type { Access, CatalogEntry, ConditionSettings, Resource, User } from './model.ts';
import { makeGrant } from './resources.ts';

/** Principals are users here. */
const principalType = 'USER';

/** The catalogue's provider states. */
export const states: Entries<Context, JsonObject> = {
  'a resource that principals can be granted': entry(['resourceType'], (context, args) =>
    grantable(context, args.oneOf('resourceType', ['APP', 'GROUP']) ?? 'APP'),
  ),
  'a principal who holds an entitlement': entry([], (context) => {
    const app = makeApp(context);
    const entitlement = makeEntitlement(context, app, 1);
    const user = makeUser(context);
    grantTo(context, user, app, { kind: 'selected', selections: [firstValueIn(entitlement)] });
    const of = { entitlementId: entitlement.id, entitlementValueId: firstValueOf(entitlement) };
    return { resourceId: app.id, principalType, principalId: user.id, ...of };
  }),
  'access that a campaign can review': entry([], (context) => {
    const app = makeApp(context);
    const [user, reviewer] = [makeUser(context), makeUser(context)];
    grantTo(context, user, app, { kind: 'whole' });
    return {
      resourceId: app.id,
      principalId: user.id,
      reviewerId: reviewer.id,
      remediationSettings: { accessApproved: 'NO_ACTION', accessRevoked: 'REMOVE', noResponse: 'NO_ACTION' },
      resourceSettings: { type: 'APPLICATION', targetResources: [{ resourceId: app.id, resourceType: 'APP' }] },
      reviewerSettings: { type: 'USER', reviewerId: reviewer.id },
      scheduleSettings: { type: 'ON_LAUNCH', startDate: new Date(context.now()).toISOString(), durationInDays: 3650 },
      notificationSettings: { notifyReviewer: true, notifyReviewee: false },
      principalScopeSettings: { type: 'USERS', userIds: [user.id] },
    };
  }),
  'a resource that a request condition can govern': entry(['requesters', 'access'], (context, args) => {
    const requesters = args.oneOf('requesters', ['everyone', 'groups']) ?? 'everyone';
    return governable(context, requesters, args.oneOf('access', ['resource', 'groups', 'bundles', 'entitlements']) ?? 'resource');
  }),
  'a resource that can be requested': entry(['of', 'accessDuration'], (context, args) =>
    requestable(context, args.oneOf('of', ['app', 'group', 'entitlements', 'app-group']) ?? 'app', args.span('accessDuration')),
  ),
  'a catalog entry with child entries': entry([], (context) => {
    const app = makeApp(context);
    const parent = makeEntry(context, app);
    const entitlement = makeEntitlement(context, app, 1);
    const group = makeGroup(context);
    const bundle = makeBundle(context, entitlement);
    const entitlementValueId = firstValueOf(entitlement);
    const accessScopeId = context.id(20);
    const child = (more: Partial<CatalogEntry>): string => makeEntry(context, app, { parentId: parent.id, accessScopeId, ...more }).id;
    return {
      catalogEntryId: parent.id,
      resourceId: app.id,
      accessScopeId,
      groupEntryId: child({ groupId: group.id }),
      groupId: group.id,
      bundleEntryId: child({ bundleId: bundle.id, access: { kind: 'bundle', bundleId: bundle.id } }),
      bundleId: bundle.id,
      valueEntryId: child({
        entitlementValueId,
        access: { kind: 'selected', selections: [firstValueIn(entitlement)] },
      }),
      entitlementValueId,
    };
  }),
  'an owner for a request type': entry([], (context) => {
    const app = makeApp(context);
    const [owner, requester, approver] = [makeUser(context), makeUser(context), makeUser(context)];
    return {
      ownerId: owner.id,
      ownerKind: context.choices.ownerKind,
      resourceId: app.id,
      approvalSettings: { approvers: [approver.id], approverFields: [{ id: 'comment', type: 'TEXT', required: false }] },
      requestSettings: { requesterFields: [{ id: 'reason', type: 'TEXT', required: true }] },
      resourceSettings: { resourceId: app.id, resourceType: 'APP' },
      creatorId: context.store.callerId,
      requesterId: requester.id,
      approverId: approver.id,
      requesterFieldValues: [{ id: 'reason', value: 'needed for work' }],
      otherRequesterFieldValues: [{ id: 'reason', value: 'needed at home' }],
    };
  }),
};

/** Grants by hand, as an administrator does. */
function grantTo(context: Context, user: User, { id: resourceId }: Resource, access: Access): void {
  makeGrant(context, { origin: 'administrator', principal: { type: principalType, externalId: user.id }, resourceId, access });
}

function grantable(context: Context, resourceType: 'APP' | 'GROUP'): JsonObject {
  const user = makeUser(context);
  const resource = resourceType === 'APP' ? makeApp(context) : makeGroupResource(context);
  const common = {
    resourceId: resource.id,
    resourceType,
    resourceName: resource.name,
    resourceDescription: resource.description,
    principalType,
    principalId: user.id,
  };
  if (resourceType === 'GROUP') return common;
  const entitlement = makeEntitlement(context, resource, 1);
  const other = makeEntitlement(context, resource, 2);
  const bundle = makeBundle(context, other);
  return {
    ...common,
    entitlementId: entitlement.id,
    entitlementValueId: firstValueOf(entitlement),
    otherEntitlementId: other.id,
    bundleId: bundle.id,
    bundleValueId: firstValueOf(other),
    entitlementDescription: entitlement.description,
    valueDescription: entitlement.values[0]?.description ?? '',
    bundleDescription: bundle.description,
  };
}

/** The settings under which everyone may request, one approver decides, and the resource itself is given. */
function plainSettings(context: Context, resourceId: string, resourceType: Resource['resourceType']): ConditionSettings {
  return {
    resourceSettings: { resourceId, resourceType },
    requesterSettings: { type: 'EVERYONE' },
    accessScopeSettings: { type: 'RESOURCE_DEFAULT' },
    approvalSettings: { type: 'SERIAL', approvers: [makeUser(context).id] },
  };
}

function governable(
  context: Context,
  requesters: 'everyone' | 'groups',
  access: 'resource' | 'groups' | 'bundles' | 'entitlements',
): JsonObject {
  const app = makeApp(context);
  const entry = makeEntry(context, app);
  const twoOf = (make: () => { readonly id: string }): readonly string[] => [make().id, make().id];
  const requesterGroupIds = requesters === 'groups' ? twoOf(() => makeGroup(context)) : undefined;
  const { id: requesterId } = makeUser(context, requesterGroupIds);
  const accessGroupIds = access === 'groups' ? twoOf(() => makeGroup(context)) : undefined;
  const bundleIds = access === 'bundles' ? twoOf(() => makeBundle(context, makeEntitlement(context, app, 1))) : undefined;
  const entitlementIds = access === 'entitlements' ? twoOf(() => makeEntitlement(context, app, 1)) : undefined;
  const scopes = {
    resource: { type: 'RESOURCE_DEFAULT' },
    groups: { type: 'GROUPS', ids: accessGroupIds },
    bundles: { type: 'ENTITLEMENT_BUNDLES', ids: bundleIds },
    entitlements: { type: 'ENTITLEMENTS', ids: entitlementIds },
  };
  return defined({
    resourceId: app.id,
    catalogEntryId: entry.id,
    requesterId,
    ...plainSettings(context, app.id, 'APP'),
    requesterSettings: requesterGroupIds === undefined ? { type: 'EVERYONE' } : { type: 'GROUPS', ids: requesterGroupIds },
    accessScopeSettings: scopes[access],
    requesterGroupIds,
    someRequesterGroupIds: requesterGroupIds?.slice(0, 1),
    accessGroupIds,
    someAccessGroupIds: accessGroupIds?.slice(0, 1),
    bundleIds,
    someBundleIds: bundleIds?.slice(0, 1),
    entitlementIds,
    someEntitlementIds: entitlementIds?.slice(0, 1),
  });
}

function requestedEntry(context: Context, of: 'app' | 'group' | 'entitlements' | 'app-group'): CatalogEntry {
  if (of === 'group' || of === 'app-group') return makeEntry(context, makeGroupResource(context, of === 'app-group'));
  const app = makeApp(context);
  if (of === 'app') return makeEntry(context, app);
  const entitlement = makeEntitlement(context, app, 1);
  return makeEntry(context, app, {
    access: { kind: 'selected', selections: [firstValueIn(entitlement)] },
  });
}

function requestable(context: Context, of: 'app' | 'group' | 'entitlements' | 'app-group', accessDuration: string | undefined): JsonObject {
  const entry = requestedEntry(context, of);
  const { id: requesterId } = makeUser(context);
  context.store.requestCondition.put({
    id: context.id(20),
    name: 'request condition',
    resourceId: entry.resourceId,
    catalogEntryId: entry.id,
    status: 'ACTIVE',
    settings: plainSettings(context, entry.resourceId, of === 'group' || of === 'app-group' ? 'GROUP' : 'APP'),
    ...defined({ accessDuration }),
  });
  return defined({ catalogEntryId: entry.id, resourceId: entry.resourceId, requesterId, principalId: requesterId, accessDuration });
}
