import { isObject } from '../../kit/json.ts';
import { v1, type Kit } from '../test-kit.ts';
import { collectionOf, emptyCollection } from '../test-scenes.ts';
import { collectionFaults } from './collections.ts';
import { prove } from './test-proof.ts';

/** Deletes a collection, empty or not, and looks for it. */
const deleted =
  (filled: boolean, waitMs = 0) =>
  async (kit: Kit): Promise<unknown> => {
    const app = kit.provide('a resource that principals can be granted');
    const path = filled ? await collectionOf(kit, app) : await emptyCollection(kit);
    const { status } = await kit.call('DELETE', path);
    kit.advance(waitMs);
    return [status, (await kit.call('GET', path)).status];
  };

/** Two resources are put in, one after the other; answers what each holds. */
async function filled(kit: Kit): Promise<unknown> {
  const [app, other] = [
    kit.provide('a resource that principals can be granted'),
    kit.provide('a resource that principals can be granted', { resourceType: 'GROUP' }),
  ];
  const path = await collectionOf(kit, app);
  await kit.call('POST', `${path}/resources`, [{ resourceId: other['resourceId'], resourceType: 'GROUP' }]);
  const held = await kit.list(`${path}/resources`);
  return held.map(({ resourceType, entitlements }) => [resourceType, Array.isArray(entitlements) ? entitlements.length : entitlements]);
}

async function operatedAfterDeletion(kit: Kit): Promise<unknown> {
  const app = kit.provide('a resource that principals can be granted');
  const path = await emptyCollection(kit);
  await kit.call('DELETE', path);
  const read = await kit.call('GET', path);
  return [read.status, (await kit.call('POST', `${path}/resources`, [{ resourceId: app['resourceId'] }])).status];
}

prove(collectionFaults, {
  'gov-collection-never-deleted': { scene: deleted(false), healthy: [204, 404], faulty: [204, 200] },
  'gov-collection-with-resources-not-deleted': {
    scene: async (kit) => [await deleted(false)(kit), await deleted(true)(kit)],
    healthy: [
      [204, 404],
      [204, 404],
    ],
    faulty: [
      [204, 404],
      [204, 200],
    ],
  },
  'gov-deleted-collection-takes-resources': { scene: operatedAfterDeletion, healthy: [404, 404], faulty: [404, 200] },
  'gov-deleted-collection-410': { scene: deleted(false), healthy: [204, 404], faulty: [204, 410] },
  'gov-collection-returns': {
    scene: async (kit) => [await deleted(false, 3_600_000)(kit), await deleted(false, 86_400_000)(kit)],
    healthy: [
      [204, 404],
      [204, 404],
    ],
    faulty: [
      [204, 404],
      [204, 200],
    ],
  },
  'gov-collection-revived-by-late-write': {
    at: 'governance.addCollectionResource',
    async scene(kit, gate) {
      const app = kit.provide('a resource that principals can be granted');
      const path = await emptyCollection(kit);
      const late = kit.call('POST', `${path}/resources`, [{ resourceId: app['resourceId'] }]);
      await gate.reached;
      await kit.call('DELETE', path);
      gate.go();
      return [(await late).status, (await kit.call('GET', path)).status];
    },
    healthy: [404, 404],
    faulty: [200, 200],
  },
  'gov-collection-starts-full': {
    async scene(kit) {
      await collectionOf(kit, kit.provide('a resource that principals can be granted'));
      return (await kit.list(`${await emptyCollection(kit)}/resources`)).length;
    },
    healthy: 0,
    faulty: 1,
  },
  'gov-resources-not-kept': {
    scene: filled,
    healthy: [
      ['APP', 1],
      ['GROUP', 0],
    ],
    faulty: [],
  },
  'gov-resource-replaces-others': {
    scene: filled,
    healthy: [
      ['APP', 1],
      ['GROUP', 0],
    ],
    faulty: [['GROUP', 0]],
  },
  'gov-second-resource-not-kept': {
    scene: filled,
    healthy: [
      ['APP', 1],
      ['GROUP', 0],
    ],
    faulty: [['APP', 1]],
  },
  'gov-collection-forgets-entitlements': {
    scene: filled,
    healthy: [
      ['APP', 1],
      ['GROUP', 0],
    ],
    faulty: [
      ['APP', 0],
      ['GROUP', 0],
    ],
  },
  'gov-collection-renamed': {
    async scene(kit) {
      const { name } = await kit.object('GET', await emptyCollection(kit));
      return [isObject(name), (await kit.object('POST', `${v1}/collections`, { name: 'other' }))['name']];
    },
    healthy: [false, 'other'],
    faulty: [true, 'other'],
  },
});
