import { isObject } from '../../kit/json.ts';
import type { JsonObject } from '../../kit/service.ts';
import { v2, type Fixture } from '../test-fixture.ts';
import { catalogFaults } from '../faults.ts';
import { prove } from './test-faults.ts';

const entry =
  (which: string, look: (entry: JsonObject, family: JsonObject) => unknown) =>
  async (fixture: Fixture): Promise<unknown> => {
    const family = fixture.provide('a catalog entry with child entries');
    return look(await fixture.object('GET', `${v2}/catalogs/default/entries/${String(family[which])}`), family);
  };

prove(catalogFaults, {
  'gov-catalog-without-children': {
    async scene(fixture) {
      const { catalogEntryId } = fixture.provide('a catalog entry with child entries');
      return (await fixture.list(`${v2}/catalogs/default/entries?parent=${String(catalogEntryId)}`)).length;
    },
    healthy: 3,
    faulty: 0,
  },
  'gov-children-of-all-entries': {
    async scene(fixture) {
      const { catalogEntryId } = fixture.provide('a catalog entry with child entries');
      fixture.provide('a catalog entry with child entries');
      return (await fixture.list(`${v2}/catalogs/default/entries?parent=${String(catalogEntryId)}`)).length;
    },
    healthy: 3,
    faulty: 6,
  },
  'gov-children-of-another-resource': {
    async scene(fixture) {
      const family = fixture.provide('a catalog entry with child entries');
      const children = await fixture.list(`${v2}/catalogs/default/entries?parent=${String(family['catalogEntryId'])}`);
      return children.map(({ resource, groupId, entitlementBundleId, entitlementValueId }) => [
        isObject(resource) && resource['resourceId'] === family['resourceId'],
        [family['groupId'], family['bundleId'], family['entitlementValueId']].includes(
          groupId ?? entitlementBundleId ?? entitlementValueId,
        ),
      ]);
    },
    healthy: [
      [true, true],
      [true, true],
      [true, true],
    ],
    faulty: [
      [false, false],
      [false, false],
      [false, false],
    ],
  },
  'gov-catalog-entry-of-another-resource': {
    scene: entry('catalogEntryId', ({ resource }, family) => isObject(resource) && resource['resourceId'] === family['resourceId']),
    healthy: true,
    faulty: false,
  },
  'gov-catalog-entry-of-nothing': {
    scene: entry('catalogEntryId', ({ resource }, family) => isObject(resource) && resource['resourceId'] === family['resourceId']),
    healthy: true,
    faulty: false,
  },
  'gov-catalog-entry-of-another-group': {
    scene: entry('groupEntryId', ({ groupId }, family) => groupId === family['groupId']),
    healthy: true,
    faulty: false,
  },
  'gov-catalog-bundle-and-value-as-entitlement': {
    async scene(fixture) {
      const bundle = await entry('bundleEntryId', ({ entitlementBundleId }, { bundleId }) => entitlementBundleId === bundleId)(fixture);
      return [bundle, await entry('valueEntryId', (shown, known) => shown['entitlementValueId'] === known['entitlementValueId'])(fixture)];
    },
    healthy: [true, true],
    faulty: [false, false],
  },
});
