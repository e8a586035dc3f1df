import type { Occasion, Preparation } from '../control/preparation.ts';
import { durationMs } from '../clock.ts';
import { mark } from '../marks.ts';
import { governanceActs } from './acts.ts';
import { takeDown } from './take-down.ts';
import { addBundle, addEntitlement, addEntry, addGrant, addResource, addUser, PRINCIPAL_TYPE } from './model.ts';
import type { Entry, Stewardship } from './model.ts';

type Data = Readonly<Record<string, unknown>>;

/** The provider states and acts of the governance service. */
export function stewardshipPreparation(stewardship: Stewardship): Preparation {
  return {
    states: {
      'a resource that principals can be granted': ({ params }) =>
        grantable(stewardship, params['resourceType'] === 'GROUP' ? 'GROUP' : 'APP'),
      'a principal who holds an entitlement': () => {
        const entitlement = addEntitlement(stewardship, addResource(stewardship, 'APP'));
        const principal = { type: PRINCIPAL_TYPE, id: addUser(stewardship) };
        const picks = [{ entitlement: entitlement.id, values: entitlement.values }];
        addGrant(stewardship, { how: 'by hand', principal, resource: entitlement.resource, picks, from: 'the beginning' });
        return {
          resourceId: entitlement.resource.id,
          principalType: principal.type,
          principalId: principal.id,
          entitlementId: entitlement.id,
          entitlementValueId: entitlement.values[0],
        };
      },
      'access that a campaign can review': () => reviewable(stewardship),
      'a resource that a request condition can govern': ({ params }) => governable(stewardship, params),
      'a resource that can be requested': ({ params }) => requestable(stewardship, params),
      'a catalog entry with child entries': () => family(stewardship),
      'an owner for a request type': () => {
        const resource = addResource(stewardship, 'APP');
        const approver = addUser(stewardship);
        return {
          ownerId: addUser(stewardship),
          ownerKind: 'member',
          resourceId: resource.id,
          approvalSettings: { approver, fields: ['note'] },
          requestSettings: { fields: [{ id: 'why', sort: 'text' }] },
          resourceSettings: { about: resource.id },
          creatorId: stewardship.creator,
          requesterId: addUser(stewardship),
          approverId: approver,
          requesterFieldValues: [{ field: 'why', value: 'because' }],
        };
      },
    },
    takeDown: (data) => {
      takeDown(stewardship, data);
    },
    acts: governanceActs(stewardship),
  };
}

function grantable(stewardship: Stewardship, type: 'APP' | 'GROUP'): Data {
  const resource = addResource(stewardship, type);
  const base = {
    resourceId: resource.id,
    resourceType: type,
    resourceName: `The ${type.toLowerCase()} ${resource.id}`,
    principalType: PRINCIPAL_TYPE,
    principalId: addUser(stewardship),
  };
  if (type === 'GROUP') return base;
  const [first, second] = [addEntitlement(stewardship, resource), addEntitlement(stewardship, resource, 2)];
  const bundle = addBundle(stewardship, second);
  return {
    ...base,
    entitlementId: first.id,
    entitlementValueId: first.values[0],
    otherEntitlementId: second.id,
    bundleId: bundle.id,
    bundleValueId: second.values[0],
  };
}

function reviewable(stewardship: Stewardship): Data {
  const resource = addResource(stewardship, 'APP');
  const [principal, reviewer] = [addUser(stewardship), addUser(stewardship)];
  addGrant(stewardship, { how: 'by hand', principal: { type: PRINCIPAL_TYPE, id: principal }, resource, picks: [], from: 'the beginning' });
  return {
    resourceId: resource.id,
    principalId: principal,
    reviewerId: reviewer,
    remediationSettings: { denied: 'take away' },
    resourceSettings: { what: [resource.id] },
    reviewerSettings: { who: reviewer },
    scheduleSettings: { starts: 'by hand', lasts: { days: 400 } },
    notificationSettings: { tell: [] },
    principalScopeSettings: { whose: [principal] },
  };
}

function governable(stewardship: Stewardship, { requesters, access }: Occasion['params']): Data {
  const resource = addResource(stewardship, 'APP');
  const two = <T>(make: () => T): readonly [T, T] => [make(), make()];
  const groups = (): readonly [string, string] =>
    two(() => {
      const id = mark('dir');
      stewardship.groups.add(id);
      return id;
    });
  const requesterGroups = groups();
  const accessGroups = groups();
  const bundles = two(() => addBundle(stewardship, addEntitlement(stewardship, resource, 2)).id);
  const entitlements = two(() => addEntitlement(stewardship, resource).id);
  const scope =
    access === 'groups'
      ? { groups: accessGroups }
      : access === 'bundles'
        ? { bundles }
        : access === 'entitlements'
          ? { entitlements }
          : { whole: true };
  return {
    resourceId: resource.id,
    catalogEntryId: addEntry(stewardship, resource).id,
    requesterId: addUser(stewardship),
    resourceSettings: { what: resource.id },
    requesterSettings: requesters === 'groups' ? { groups: requesterGroups } : { anyone: true },
    accessScopeSettings: scope,
    approvalSettings: { approvers: [addUser(stewardship)] },
    ...(requesters === 'groups' && { requesterGroupIds: requesterGroups, someRequesterGroupIds: requesterGroups.slice(0, 1) }),
    ...(access === 'groups' && { accessGroupIds: accessGroups, someAccessGroupIds: accessGroups.slice(0, 1) }),
    ...(access === 'bundles' && { bundleIds: bundles, someBundleIds: bundles.slice(0, 1) }),
    ...(access === 'entitlements' && { entitlementIds: entitlements, someEntitlementIds: entitlements.slice(0, 1) }),
  };
}

function requestable(stewardship: Stewardship, { of = 'app', accessDuration }: Occasion['params']): Data {
  const resource = addResource(stewardship, of === 'group' || of === 'app-group' ? 'GROUP' : 'APP');
  const part: Entry['part'] = of === 'entitlements' ? { entitlement: addEntitlement(stewardship, resource).id } : {};
  const entry = addEntry(stewardship, resource, { part, byHand: of === 'app-group' });
  const condition = mark('term');
  stewardship.conditions.set(condition, { id: condition, entry, status: 'ACTIVE', settings: {} });
  const requester = addUser(stewardship);
  return {
    catalogEntryId: entry.id,
    resourceId: resource.id,
    requesterId: requester,
    principalId: requester,
    ...(typeof accessDuration === 'string' && { accessDuration: { seconds: durationMs(accessDuration) / 1000 } }),
  };
}

function family(stewardship: Stewardship): Data {
  const resource = addResource(stewardship, 'APP');
  const entitlement = addEntitlement(stewardship, resource);
  const [bundle, group, parent] = [addBundle(stewardship, entitlement), mark('dir'), addEntry(stewardship, resource)];
  const scope = mark('scope');
  const child = (part: Readonly<Record<string, string>>): string =>
    addEntry(stewardship, resource, { parent: parent.id, part: { scope, ...part } }).id;
  const [value = ''] = entitlement.values;
  return {
    catalogEntryId: parent.id,
    resourceId: resource.id,
    accessScopeId: scope,
    groupEntryId: child({ group }),
    groupId: group,
    bundleEntryId: child({ bundle: bundle.id }),
    bundleId: bundle.id,
    valueEntryId: child({ value }),
    entitlementValueId: value,
  };
}
