import type { Entry } from '../kit/arguments.ts';
import { parseSpan } from '../kit/duration.ts';
import { present } from '../kit/json.ts';
import { ControlError, type Data } from '../kit/service.ts';
import { firstValueOf, makeApp, makeBundle, makeEntitlement, makeEntry, makeGroup, makeGroupResource, makeUser } from './directory.ts';
import { makeGrant } from './grants.ts';
import type { CatalogEntry, ConditionSettings, Resource } from './model.ts';
import { freshId, type World } from './world.ts';

type Provide = Entry<Data>;

/** Principals are users here. */
const principalType = 'USER';

/** The catalogue's provider states. `now` gives the world as it is when a state is asked for. */
export function createStates(now: () => World): ReadonlyMap<string, Provide> {
  return new Map<string, Provide>([
    [
      'a resource that principals can be granted',
      { params: ['resourceType'], run: (args) => grantable(now(), args.oneOf('resourceType', ['APP', 'GROUP']) ?? 'APP') },
    ],
    ['a principal who holds an entitlement', { params: [], run: () => holder(now()) }],
    ['access that a campaign can review', { params: [], run: () => reviewable(now()) }],
    [
      'a resource that a request condition can govern',
      {
        params: ['requesters', 'access'],
        run: (args) =>
          governable(
            now(),
            args.oneOf('requesters', ['everyone', 'groups']) ?? 'everyone',
            args.oneOf('access', ['resource', 'groups', 'bundles', 'entitlements']) ?? 'resource',
          ),
      },
    ],
    [
      'a resource that can be requested',
      {
        params: ['of', 'accessDuration'],
        run: (args) =>
          requestable(now(), args.oneOf('of', ['app', 'group', 'entitlements', 'app-group']) ?? 'app', args.text('accessDuration')),
      },
    ],
    ['a catalog entry with child entries', { params: [], run: () => familyOfEntries(now()) }],
    ['an owner for a request type', { params: [], run: () => ownership(now()) }],
  ]);
}

function grantable(world: World, resourceType: 'APP' | 'GROUP'): Data {
  const user = makeUser(world);
  const resource = resourceType === 'APP' ? makeApp(world) : makeGroupResource(world);
  const common = { resourceId: resource.id, resourceType, resourceName: resource.name, principalType, principalId: user.id };
  if (resourceType === 'GROUP') return common;
  const entitlement = makeEntitlement(world, resource, 1);
  const other = makeEntitlement(world, resource, 2);
  const bundle = makeBundle(world, other);
  return {
    ...common,
    entitlementId: entitlement.id,
    entitlementValueId: firstValueOf(entitlement),
    otherEntitlementId: other.id,
    bundleId: bundle.id,
    bundleValueId: firstValueOf(other),
  };
}

function holder(world: World): Data {
  const app = makeApp(world);
  const entitlement = makeEntitlement(world, app, 1);
  const user = makeUser(world);
  const valueId = firstValueOf(entitlement);
  makeGrant(world, {
    origin: 'administrator',
    principal: { type: principalType, externalId: user.id },
    resourceId: app.id,
    access: { kind: 'selected', selections: [{ entitlementId: entitlement.id, valueIds: [valueId] }] },
  });
  return { resourceId: app.id, principalType, principalId: user.id, entitlementId: entitlement.id, entitlementValueId: valueId };
}

function reviewable(world: World): Data {
  const app = makeApp(world);
  const [user, reviewer] = [makeUser(world), makeUser(world)];
  makeGrant(world, {
    origin: 'administrator',
    principal: { type: principalType, externalId: user.id },
    resourceId: app.id,
    access: { kind: 'whole' },
  });
  return {
    resourceId: app.id,
    principalId: user.id,
    reviewerId: reviewer.id,
    remediationSettings: { accessApproved: 'NO_ACTION', accessRevoked: 'REMOVE', noResponse: 'NO_ACTION' },
    resourceSettings: { type: 'APPLICATION', targetResources: [{ resourceId: app.id, resourceType: 'APP' }] },
    reviewerSettings: { type: 'USER', reviewerId: reviewer.id },
    scheduleSettings: { type: 'ON_LAUNCH', startDate: new Date(world.surroundings.now()).toISOString(), durationInDays: 3650 },
    notificationSettings: { notifyReviewer: false, notifyReviewee: false },
    principalScopeSettings: { type: 'USERS', userIds: [user.id] },
  };
}

/** The settings under which everyone may request, one approver decides, and the resource itself is given. */
function plainSettings(world: World, resource: Resource): ConditionSettings {
  return {
    resourceSettings: { resourceId: resource.id, resourceType: resource.resourceType },
    requesterSettings: { type: 'EVERYONE' },
    accessScopeSettings: { type: 'RESOURCE_DEFAULT' },
    approvalSettings: { type: 'SERIAL', approvers: [makeUser(world).id] },
  };
}

function governable(world: World, requesters: 'everyone' | 'groups', access: 'resource' | 'groups' | 'bundles' | 'entitlements'): Data {
  const app = makeApp(world);
  const entry = makeEntry(world, app);
  const requesterGroupIds = requesters === 'groups' ? [makeGroup(world).id, makeGroup(world).id] : undefined;
  const requester = makeUser(world, requesterGroupIds);
  const accessGroupIds = access === 'groups' ? [makeGroup(world).id, makeGroup(world).id] : undefined;
  const bundleIds = access === 'bundles' ? [1, 2].map(() => makeBundle(world, makeEntitlement(world, app, 1)).id) : undefined;
  const entitlementIds = access === 'entitlements' ? [1, 2].map(() => makeEntitlement(world, app, 1).id) : undefined;
  const scopes = {
    resource: { type: 'RESOURCE_DEFAULT' },
    groups: { type: 'GROUPS', ids: accessGroupIds },
    bundles: { type: 'ENTITLEMENT_BUNDLES', ids: bundleIds },
    entitlements: { type: 'ENTITLEMENTS', ids: entitlementIds },
  };
  return present({
    resourceId: app.id,
    catalogEntryId: entry.id,
    requesterId: requester.id,
    ...plainSettings(world, app),
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

function requestedEntry(world: World, of: 'app' | 'group' | 'entitlements' | 'app-group'): CatalogEntry {
  if (of === 'group' || of === 'app-group') return makeEntry(world, makeGroupResource(world, of === 'app-group'));
  const app = makeApp(world);
  if (of === 'app') return makeEntry(world, app);
  const entitlement = makeEntitlement(world, app, 1);
  return makeEntry(world, app, {
    access: { kind: 'selected', selections: [{ entitlementId: entitlement.id, valueIds: [firstValueOf(entitlement)] }] },
  });
}

function requestable(world: World, of: 'app' | 'group' | 'entitlements' | 'app-group', accessDuration: string | undefined): Data {
  if (accessDuration !== undefined && parseSpan(accessDuration) === undefined) {
    throw new ControlError(
      `parameter 'accessDuration' is '${accessDuration}'`,
      'Send an ISO 8601 duration of weeks, days and time, such as PT1H, of ten thousand days at most.',
    );
  }
  const entry = requestedEntry(world, of);
  const resource = world.stores.resource.get(entry.resourceId);
  const requester = makeUser(world);
  if (resource !== undefined) {
    const duration = accessDuration === undefined ? {} : { accessDuration };
    world.stores.requestCondition.put({
      id: freshId(world),
      name: 'request condition',
      resourceId: resource.id,
      catalogEntryId: entry.id,
      status: 'ACTIVE',
      settings: plainSettings(world, resource),
      ...duration,
    });
  }
  return present({
    catalogEntryId: entry.id,
    resourceId: entry.resourceId,
    requesterId: requester.id,
    principalId: requester.id,
    accessDuration,
  });
}

function familyOfEntries(world: World): Data {
  const app = makeApp(world);
  const parent = makeEntry(world, app);
  const entitlement = makeEntitlement(world, app, 1);
  const group = makeGroup(world);
  const bundle = makeBundle(world, entitlement);
  const entitlementValueId = firstValueOf(entitlement);
  const accessScopeId = freshId(world);
  const child = (more: Partial<CatalogEntry>): string => makeEntry(world, app, { parentId: parent.id, accessScopeId, ...more }).id;
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
      access: { kind: 'selected', selections: [{ entitlementId: entitlement.id, valueIds: [entitlementValueId] }] },
    }),
    entitlementValueId,
  };
}

function ownership(world: World): Data {
  const app = makeApp(world);
  const [owner, requester, approver] = [makeUser(world), makeUser(world), makeUser(world)];
  return {
    ownerId: owner.id,
    ownerKind: world.choices.ownerKind,
    resourceId: app.id,
    approvalSettings: { approvers: [approver.id], approverFields: [{ id: 'comment', type: 'TEXT', required: false }] },
    requestSettings: { requesterFields: [{ id: 'reason', type: 'TEXT', required: true }] },
    resourceSettings: { resourceId: app.id, resourceType: 'APP' },
    creatorId: world.callerId,
    requesterId: requester.id,
    approverId: approver.id,
    requesterFieldValues: [{ id: 'reason', value: 'needed for work' }],
  };
}
