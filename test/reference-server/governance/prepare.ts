import type { Occasion, Preparation } from '../control/preparation.ts';
import { durationMs } from '../clock.ts';
import { mark } from '../marks.ts';
import { governanceActs } from './acts.ts';
import { ENTITLEMENT_DESCRIPTION } from './answers.ts';
import { takeDown } from './take-down.ts';
import { addBundle, addEntitlement, addEntry, addGrant, addResource, addUser, PRINCIPAL_TYPE } from './model.ts';
import type { Entry, GovernanceService } from './model.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The provider states and acts of the governance service. */
export function governancePreparation(governance: GovernanceService): Preparation {
  return {
    states: {
      'a resource that principals can be granted': ({ params }) =>
        grantable(governance, params['resourceType'] === 'GROUP' ? 'GROUP' : 'APP'),
      'a principal who holds an entitlement': () => {
        const entitlement = addEntitlement(
          governance,
          addResource(governance, 'APP'),
          governance.choices.has('values-beside-each-other') ? 2 : 1,
        );
        const principal = { type: PRINCIPAL_TYPE, id: addUser(governance) };
        const picks = [{ entitlement: entitlement.id, values: entitlement.values }];
        addGrant(governance, { how: 'by hand', principal, resource: entitlement.resource, picks, from: 'the beginning' });
        return {
          resourceId: entitlement.resource.id,
          principalType: principal.type,
          principalId: principal.id,
          entitlementId: entitlement.id,
          entitlementValueId: entitlement.values[0],
        };
      },
      'access that a campaign can review': () => reviewable(governance),
      'a resource that a request condition can govern': ({ params }) => governable(governance, params),
      'a resource that can be requested': ({ params }) => requestable(governance, params),
      'a catalog entry with child entries': () => family(governance),
      'an owner for a request type': () => {
        const resource = addResource(governance, 'APP');
        const approver = addUser(governance);
        return {
          ownerId: addUser(governance),
          ownerKind: 'member',
          resourceId: resource.id,
          approvalSettings: { approver, fields: ['note'] },
          requestSettings: { fields: [{ id: 'why', sort: 'text' }] },
          resourceSettings: { about: resource.id },
          creatorId: governance.creator,
          requesterId: addUser(governance),
          approverId: approver,
          requesterFieldValues: [{ field: 'why', value: 'because' }],
          otherRequesterFieldValues: [{ field: 'why', value: 'in spite of it' }],
        };
      },
    },
    takeDown: (data) => {
      takeDown(governance, data);
    },
    acts: governanceActs(governance),
  };
}

function grantable(governance: GovernanceService, type: 'APP' | 'GROUP'): JsonObject {
  const resource = addResource(governance, type);
  const base = {
    resourceId: resource.id,
    resourceType: type,
    resourceName: `The ${type.toLowerCase()} ${resource.id}`,
    principalType: PRINCIPAL_TYPE,
    principalId: addUser(governance),
  };
  if (type === 'GROUP') return base;
  const [first, second] = [addEntitlement(governance, resource), addEntitlement(governance, resource, 2)];
  const bundle = addBundle(governance, second);
  return {
    ...base,
    entitlementId: first.id,
    entitlementValueId: first.values[0],
    otherEntitlementId: second.id,
    bundleId: bundle.id,
    bundleValueId: second.values[0],
    entitlementDescription: ENTITLEMENT_DESCRIPTION,
  };
}

function reviewable(governance: GovernanceService): JsonObject {
  const resource = addResource(governance, 'APP');
  const [principal, reviewer] = [addUser(governance), addUser(governance)];
  addGrant(governance, { how: 'by hand', principal: { type: PRINCIPAL_TYPE, id: principal }, resource, picks: [], from: 'the beginning' });
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

function governable(governance: GovernanceService, { requesters, access }: Occasion['params']): JsonObject {
  const resource = addResource(governance, 'APP');
  const two = <T>(make: () => T): readonly [T, T] => [make(), make()];
  const groups = (): readonly [string, string] =>
    two(() => {
      const id = mark('dir');
      governance.groups.add(id);
      return id;
    });
  const requesterGroups = groups();
  const accessGroups = groups();
  const bundles = two(() => addBundle(governance, addEntitlement(governance, resource, 2)).id);
  const entitlements = two(() => addEntitlement(governance, resource).id);
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
    catalogEntryId: addEntry(governance, resource).id,
    requesterId: addUser(governance),
    resourceSettings: { what: resource.id },
    requesterSettings: requesters === 'groups' ? { groups: requesterGroups } : { anyone: true },
    accessScopeSettings: scope,
    approvalSettings: { approvers: [addUser(governance)] },
    ...(requesters === 'groups' && { requesterGroupIds: requesterGroups, someRequesterGroupIds: requesterGroups.slice(0, 1) }),
    ...(access === 'groups' && { accessGroupIds: accessGroups, someAccessGroupIds: accessGroups.slice(0, 1) }),
    ...(access === 'bundles' && { bundleIds: bundles, someBundleIds: bundles.slice(0, 1) }),
    ...(access === 'entitlements' && { entitlementIds: entitlements, someEntitlementIds: entitlements.slice(0, 1) }),
  };
}

function requestable(governance: GovernanceService, { of = 'app', accessDuration }: Occasion['params']): JsonObject {
  const resource = addResource(governance, of === 'group' || of === 'app-group' ? 'GROUP' : 'APP');
  const part: Entry['part'] = of === 'entitlements' ? { entitlement: addEntitlement(governance, resource).id } : {};
  const entry = addEntry(governance, resource, { part, byHand: of === 'app-group' });
  const condition = mark('term');
  governance.conditions.set(condition, { id: condition, entry, status: 'ACTIVE', invalidAt: 0, settings: {} });
  const requester = addUser(governance);
  return {
    catalogEntryId: entry.id,
    resourceId: resource.id,
    requesterId: requester,
    principalId: requester,
    ...(typeof accessDuration === 'string' && { accessDuration: { seconds: durationMs(accessDuration) / 1000 } }),
  };
}

function family(governance: GovernanceService): JsonObject {
  const resource = addResource(governance, 'APP');
  const entitlement = addEntitlement(governance, resource);
  const [bundle, group, parent] = [addBundle(governance, entitlement), mark('dir'), addEntry(governance, resource)];
  const scope = mark('scope');
  const child = (part: Readonly<Record<string, string>>): string =>
    addEntry(governance, resource, { parent: parent.id, part: { scope, ...part } }).id;
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
