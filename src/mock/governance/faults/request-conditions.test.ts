import type { JsonObject } from '../../kit/service.ts';
import type { Fixture } from '../test-fixture.ts';
import { activeCondition, conditionFor, statusOf } from '../test-scenes.ts';
import { requestConditionFaults } from '../faults.ts';
import { prove, type Proof } from './test-faults.ts';

interface Loss {
  readonly params: JsonObject;
  readonly act: string;
  /** parameter of the act, and the datum that is sent for it */
  readonly sends: readonly [string, string];
}

/** Status of a condition after a loss that the periodic check has had the chance to notice. */
const after =
  ({ params, act, sends: [param, datum] }: Loss, from: 'ACTIVE' | 'INACTIVE' = 'ACTIVE') =>
  async (fixture: Fixture): Promise<unknown> => {
    const governed = fixture.provide('a resource that a request condition can govern', params);
    const path = await (from === 'ACTIVE' ? activeCondition(fixture, governed) : conditionFor(fixture, governed));
    await fixture.act(act, { [param]: governed[datum] });
    await fixture.act('let the periodic check of request conditions run');
    return statusOf(fixture, path);
  };

const requesterGroups: Loss = { params: { requesters: 'groups' }, act: 'delete groups', sends: ['groupIds', 'requesterGroupIds'] };
const accessGroups: Loss = { params: { access: 'groups' }, act: 'delete groups', sends: ['groupIds', 'accessGroupIds'] };
const bundles: Loss = { params: { access: 'bundles' }, act: 'delete entitlement bundles', sends: ['bundleIds', 'bundleIds'] };
const entitlements: Loss = { params: { access: 'entitlements' }, act: 'delete entitlements', sends: ['entitlementIds', 'entitlementIds'] };
const resource: Loss = { params: {}, act: 'delete a resource', sends: ['resourceId', 'resourceId'] };

const optOut = (access: string): Loss => ({
  params: { access },
  act: 'opt a resource out of entitlement management',
  sends: ['resourceId', 'resourceId'],
});
const some = (loss: Loss, datum: string): Loss => ({ ...loss, sends: [loss.sends[0], datum] });
const unnoticed = (loss: Loss): Proof => ({ scene: after(loss), healthy: 'INVALID', faulty: 'ACTIVE' });
const overdone = (loss: Loss): Proof => ({ scene: after(loss), healthy: 'ACTIVE', faulty: 'INVALID' });

/** Status of a condition of which first some is lost, then the rest, with a check after each. */
const lost =
  (loss: Loss, first: string): Proof['scene'] =>
  async (fixture) => {
    const governed = fixture.provide('a resource that a request condition can govern', loss.params);
    const path = await activeCondition(fixture, governed);
    const [param, all] = loss.sends;
    const [some, every] = [governed[first], governed[all]].map((ids) => (Array.isArray(ids) ? ids : []));
    for (const ids of [some, every?.filter((id) => some?.includes(id) !== true)]) {
      await fixture.act(loss.act, { [param]: ids });
      await fixture.act('let the periodic check of request conditions run');
    }
    return statusOf(fixture, path);
  };

const uncounted = (loss: Loss, first: string): Proof => ({ scene: lost(loss, first), healthy: 'INVALID', faulty: 'ACTIVE' });

const deleted =
  (reach: (fixture: Fixture, governed: JsonObject) => Promise<string>) =>
  async (fixture: Fixture): Promise<unknown> => {
    const path = await reach(fixture, fixture.provide('a resource that a request condition can govern'));
    await fixture.call('DELETE', path);
    const read = await fixture.call('GET', path);
    return [read.status, (await fixture.call('PATCH', path, {})).status];
  };

prove(requestConditionFaults, {
  'gov-conditions-made-at-once-of-one-entry': {
    at: 'governance.createRequestCondition',
    async scene(fixture, gate) {
      const [one, other] = ['one', 'other'].map(() => fixture.provide('a resource that a request condition can govern'));
      const late = conditionFor(fixture, one ?? {});
      await gate.reached;
      await conditionFor(fixture, other ?? {});
      gate.go();
      return (await fixture.object('GET', await late))['catalogEntryId'] === one?.['catalogEntryId'];
    },
    healthy: true,
    faulty: false,
  },
  'gov-condition-of-members-without-access-scope': {
    scene: async (fixture) => [
      await after({ ...accessGroups, params: { requesters: 'groups', access: 'groups' } })(fixture),
      await after(accessGroups)(fixture),
    ],
    healthy: ['INVALID', 'INVALID'],
    faulty: ['ACTIVE', 'INVALID'],
  },
  'gov-condition-of-parts-without-requesters': {
    scene: async (fixture) => [
      await after({ ...requesterGroups, params: { requesters: 'groups', access: 'bundles' } })(fixture),
      await after(requesterGroups)(fixture),
    ],
    healthy: ['INVALID', 'INVALID'],
    faulty: ['ACTIVE', 'INVALID'],
  },
  'gov-condition-update-hides-others': {
    async scene(fixture) {
      const governed = fixture.provide('a resource that a request condition can govern');
      const [first, second] = [await conditionFor(fixture, governed), await conditionFor(fixture, governed)];
      await fixture.call('PATCH', second, { name: 'who else may ask' });
      return Promise.all([first, second].map(async (path) => 'approvalSettings' in (await fixture.object('GET', path))));
    },
    healthy: [true, true],
    faulty: [false, true],
  },
  'gov-second-condition-unnoticed': {
    async scene(fixture) {
      const governed = fixture.provide('a resource that a request condition can govern');
      const paths = [await activeCondition(fixture, governed), await activeCondition(fixture, governed)];
      await fixture.act(resource.act, { resourceId: governed['resourceId'] });
      await fixture.act('let the periodic check of request conditions run');
      return Promise.all(paths.map((path) => statusOf(fixture, path)));
    },
    healthy: ['INVALID', 'INVALID'],
    faulty: ['INVALID', 'ACTIVE'],
  },
  'gov-condition-loses-count-of-requester-groups': uncounted(requesterGroups, 'someRequesterGroupIds'),
  'gov-condition-loses-count-of-access-groups': uncounted(accessGroups, 'someAccessGroupIds'),
  'gov-condition-loses-count-of-bundles': uncounted(bundles, 'someBundleIds'),
  'gov-condition-loses-count-of-entitlements': uncounted(entitlements, 'someEntitlementIds'),
  'gov-condition-takes-others-along': {
    async scene(fixture) {
      const governed = fixture.provide('a resource that a request condition can govern', requesterGroups.params);
      const paths = [
        await activeCondition(fixture, governed),
        await activeCondition(fixture, { ...governed, requesterSettings: { type: 'EVERYONE' } }),
      ];
      await fixture.act(requesterGroups.act, { groupIds: governed['requesterGroupIds'] });
      await fixture.act('let the periodic check of request conditions run');
      return Promise.all(paths.map((path) => statusOf(fixture, path)));
    },
    healthy: ['INVALID', 'ACTIVE'],
    faulty: ['INVALID', 'INVALID'],
  },
  'gov-condition-update-empties-approval-settings': {
    async scene(fixture) {
      const governed = fixture.provide('a resource that a request condition can govern');
      const path = await conditionFor(fixture, governed);
      await fixture.call('PATCH', path, { name: 'who may ask now' });
      const { approvalSettings } = await fixture.object('GET', path);
      return JSON.stringify(approvalSettings) === JSON.stringify(governed['approvalSettings']);
    },
    healthy: true,
    faulty: false,
  },
  'gov-condition-ignores-requester-groups-deleted': unnoticed(requesterGroups),
  'gov-condition-some-requester-groups-deleted': overdone(some(requesterGroups, 'someRequesterGroupIds')),
  'gov-condition-ignores-access-groups-deleted': unnoticed(accessGroups),
  'gov-condition-some-access-groups-deleted': overdone(some(accessGroups, 'someAccessGroupIds')),
  'gov-condition-ignores-bundles-deleted': unnoticed(bundles),
  'gov-condition-some-bundles-deleted': overdone(some(bundles, 'someBundleIds')),
  'gov-condition-ignores-entitlements-deleted': unnoticed(entitlements),
  'gov-condition-some-entitlements-deleted': overdone(some(entitlements, 'someEntitlementIds')),
  'gov-condition-ignores-resource-deleted': unnoticed(resource),
  'gov-condition-ignores-opt-out-of-bundles': unnoticed(optOut('bundles')),
  'gov-condition-ignores-opt-out-of-entitlements': unnoticed(optOut('entitlements')),
  'gov-condition-any-opt-out': overdone(optOut('groups')),
  'gov-condition-inactive-unchecked': {
    scene: async (fixture) => [await after(resource, 'INACTIVE')(fixture), await after(resource, 'ACTIVE')(fixture)],
    healthy: ['INVALID', 'INVALID'],
    faulty: ['INACTIVE', 'INVALID'],
  },
  'gov-condition-starts-as-draft': {
    scene: async (fixture) =>
      statusOf(fixture, await conditionFor(fixture, fixture.provide('a resource that a request condition can govern'))),
    healthy: 'INACTIVE',
    faulty: 'DRAFT',
  },
  'gov-condition-of-another-entry': {
    async scene(fixture) {
      const governed = fixture.provide('a resource that a request condition can govern');
      return (await fixture.object('GET', await conditionFor(fixture, governed)))['catalogEntryId'] === governed['catalogEntryId'];
    },
    healthy: true,
    faulty: false,
  },
  'gov-active-condition-not-deleted': {
    scene: async (fixture) => [await deleted(conditionFor)(fixture), await deleted(activeCondition)(fixture)],
    healthy: [
      [404, 404],
      [404, 404],
    ],
    faulty: [
      [404, 404],
      [200, 200],
    ],
  },
  'gov-condition-never-deleted': { scene: deleted(conditionFor), healthy: [404, 404], faulty: [200, 200] },
  'gov-deleted-condition-operated': { scene: deleted(conditionFor), healthy: [404, 404], faulty: [404, 200] },
  'gov-deleted-condition-updated': { scene: deleted(conditionFor), healthy: [404, 404], faulty: [404, 200] },
  'gov-deleted-condition-400': { scene: deleted(conditionFor), healthy: [404, 404], faulty: [400, 400] },
  'gov-condition-revived-by-late-write': {
    at: 'governance.activateRequestCondition',
    async scene(fixture, gate) {
      const path = await conditionFor(fixture, fixture.provide('a resource that a request condition can govern'));
      const late = fixture.call('POST', `${path}/activate`);
      await gate.reached;
      await fixture.call('DELETE', path);
      gate.go();
      return [(await late).status, await statusOf(fixture, path)];
    },
    healthy: [404, 404],
    faulty: [200, 'ACTIVE'],
  },
});
