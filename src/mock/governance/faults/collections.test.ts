import { isObject } from '../../kit/json.ts';
import type { JsonObject } from '../../kit/service.ts';
import { v1, type Fixture } from '../test-fixture.ts';
import { assign, collectionOf, emptyCollection } from '../test-scenes.ts';
import { collectionFaults } from '../faults.ts';
import { prove } from './test-faults.ts';

/** Deletes a collection, empty or not, and looks for it. */
const deleted =
  (filled: boolean, waitMs = 0) =>
  async (fixture: Fixture): Promise<unknown> => {
    const app = fixture.provide('a resource that principals can be granted');
    const path = filled ? await collectionOf(fixture, app) : await emptyCollection(fixture);
    const { status } = await fixture.call('DELETE', path);
    fixture.advance(waitMs);
    return [status, (await fixture.call('GET', path)).status];
  };

/** Collections of one and of two resources are deleted twice. */
async function deletedTwice(fixture: Fixture): Promise<unknown> {
  const [app, other] = [
    fixture.provide('a resource that principals can be granted'),
    fixture.provide('a resource that principals can be granted', { resourceType: 'GROUP' }),
  ];
  const paths = [await collectionOf(fixture, app), await collectionOf(fixture, app)];
  await fixture.call('POST', `${paths[1]}/resources`, [{ resourceId: other['resourceId'], resourceType: 'GROUP' }]);
  const shown: number[] = [];
  for (const path of paths) for (const method of ['DELETE', 'DELETE', 'GET']) shown.push((await fixture.call(method, path)).status);
  return shown;
}

/** Two resources are put in, one after the other; answers what each holds. */
async function filled(fixture: Fixture): Promise<unknown> {
  const [app, other] = [
    fixture.provide('a resource that principals can be granted'),
    fixture.provide('a resource that principals can be granted', { resourceType: 'GROUP' }),
  ];
  const path = await collectionOf(fixture, app);
  await fixture.call('POST', `${path}/resources`, [{ resourceId: other['resourceId'], resourceType: 'GROUP' }]);
  const held = await fixture.list(`${path}/resources`);
  return held.map(({ resourceType, entitlements }) => [resourceType, Array.isArray(entitlements) ? entitlements.length : entitlements]);
}

async function removed(fixture: Fixture): Promise<unknown> {
  const app = fixture.provide('a resource that principals can be granted');
  const path = await collectionOf(fixture, app);
  const { status } = await fixture.call('DELETE', `${path}/resources/${String(app['resourceId'])}`);
  return [status, (await fixture.list(`${path}/resources`)).length];
}

async function operatedAfterDeletion(fixture: Fixture): Promise<unknown> {
  const app = fixture.provide('a resource that principals can be granted');
  const path = await emptyCollection(fixture);
  await fixture.call('DELETE', path);
  const read = await fixture.call('GET', path);
  return [read.status, (await fixture.call('POST', `${path}/resources`, [{ resourceId: app['resourceId'] }])).status];
}

async function listedAfterDeletion(fixture: Fixture): Promise<unknown> {
  const path = await emptyCollection(fixture);
  await fixture.call('DELETE', path);
  return [(await fixture.call('GET', path)).status, (await fixture.call('GET', `${path}/resources`)).status];
}

/** What is taken out of a collection is put in again, or not; then the collection is deleted. */
const emptied =
  (again: boolean) =>
  async (fixture: Fixture): Promise<unknown> => {
    const app = fixture.provide('a resource that principals can be granted');
    const path = await collectionOf(fixture, app);
    await fixture.call('DELETE', `${path}/resources/${String(app['resourceId'])}`);
    if (again) await fixture.call('POST', `${path}/resources`, [{ resourceId: app['resourceId'] }]);
    const { length } = await fixture.list(`${path}/resources`);
    return [length, (await fixture.call('DELETE', path)).status];
  };

/** Name and description of a collection as they are read. */
const written =
  (name: string, description: string) =>
  async (fixture: Fixture): Promise<unknown> => {
    const { id } = await fixture.object('POST', `${v1}/collections`, { name, description });
    const shown = await fixture.object('GET', `${v1}/collections/${String(id)}`);
    return [shown['name'], shown['description']];
  };

const long = 'and so on '.repeat(60);

/** Of two apps in a collection the first is changed, then something is done with the second: whether the change is still there. */
async function updatedBeside(fixture: Fixture, then: (second: string, other: JsonObject) => Promise<unknown>): Promise<unknown> {
  const [app, other] = [
    fixture.provide('a resource that principals can be granted'),
    fixture.provide('a resource that principals can be granted'),
  ];
  const path = await collectionOf(fixture, app);
  await fixture.call('POST', `${path}/resources`, [{ resourceId: other['resourceId'], resourceType: 'APP' }]);
  await fixture.call('PUT', `${path}/resources/${String(app['resourceId'])}`, { entitlements: [{ id: app['otherEntitlementId'] }] });
  await then(`${path}/resources/${String(other['resourceId'])}`, other);
  return JSON.stringify(await fixture.list(`${path}/resources`)).includes(String(app['otherEntitlementId']));
}

prove(collectionFaults, {
  'gov-removal-undoes-updates': {
    scene: (fixture) => updatedBeside(fixture, (second) => fixture.call('DELETE', second)),
    healthy: true,
    faulty: false,
  },
  'gov-update-undoes-others': {
    scene: (fixture) =>
      updatedBeside(fixture, (second, { entitlementId }) => fixture.call('PUT', second, { entitlements: [{ id: entitlementId }] })),
    healthy: true,
    faulty: false,
  },
  'gov-collection-of-several-deleted-again': {
    scene: deletedTwice,
    healthy: [204, 404, 404, 204, 404, 404],
    faulty: [204, 404, 404, 204, 204, 404],
  },
  'gov-collection-of-several-not-deleted': {
    scene: deletedTwice,
    healthy: [204, 404, 404, 204, 404, 404],
    faulty: [204, 404, 404, 409, 409, 200],
  },
  'gov-emptied-collection-not-deleted': { scene: emptied(false), healthy: [0, 204], faulty: [0, 409] },
  'gov-changed-collection-not-deleted': { scene: emptied(true), healthy: [1, 204], faulty: [1, 409] },
  'gov-removed-resource-not-taken-again': { scene: emptied(true), healthy: [1, 204], faulty: [0, 204] },
  'gov-lines-joined': { scene: written('a', 'one\n  two'), healthy: ['a', 'one\n  two'], faulty: ['a', 'one two'] },
  'gov-texts-escaped': { scene: written('R&D', '<1>'), healthy: ['R&D', '<1>'], faulty: ['R&amp;D', '&lt;1>'] },
  'gov-texts-in-one-byte': { scene: written('Ærø', '東京'), healthy: ['Ærø', '東京'], faulty: ['Ærø', '??'] },
  'gov-description-read-as-json': {
    scene: async (fixture) => [await written('a', '00120')(fixture), await written('b', 'null')(fixture)],
    healthy: [
      ['a', '00120'],
      ['b', 'null'],
    ],
    faulty: [
      ['a', '120'],
      ['b', ''],
    ],
  },
  'gov-description-cut': { scene: written('a', long), healthy: ['a', long], faulty: ['a', long.slice(0, 500)] },
  'gov-held-together-under-another-name': {
    async scene(fixture) {
      const [app, group] = [
        fixture.provide('a resource that principals can be granted'),
        fixture.provide('a resource that principals can be granted', { resourceType: 'GROUP' }),
      ];
      const path = await collectionOf(fixture, app);
      const isNamed = async (): Promise<unknown> => (await fixture.list(`${path}/resources`))[0]?.['name'] === app['resourceName'];
      const alone = await isNamed();
      await fixture.call('POST', `${path}/resources`, [{ resourceId: group['resourceId'], resourceType: 'GROUP' }]);
      return [alone, await isNamed()];
    },
    healthy: [true, true],
    faulty: [true, false],
  },
  'gov-collection-never-deleted': { scene: deleted(false), healthy: [204, 404], faulty: [204, 200] },
  'gov-collection-with-resources-not-deleted': {
    scene: async (fixture) => [await deleted(false)(fixture), await deleted(true)(fixture)],
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
  'gov-deleted-collection-lists': { scene: listedAfterDeletion, healthy: [404, 404], faulty: [404, 200] },
  'gov-deleted-collection-410': { scene: deleted(false), healthy: [204, 404], faulty: [204, 410] },
  'gov-collection-returns': {
    scene: async (fixture) => [await deleted(false, 3_600_000)(fixture), await deleted(false, 86_400_000)(fixture)],
    healthy: [
      [204, 404],
      [204, 404],
    ],
    faulty: [
      [204, 404],
      [204, 200],
    ],
  },
  'gov-assignment-job-revives-collection': {
    async scene(fixture) {
      const app = fixture.provide('a resource that principals can be granted');
      const path = await collectionOf(fixture, app);
      await assign(fixture, path, app);
      await fixture.call('DELETE', path);
      const before = (await fixture.call('GET', path)).status;
      await fixture.act('let the background jobs finish');
      return [before, (await fixture.call('GET', path)).status];
    },
    healthy: [404, 404],
    faulty: [404, 200],
  },
  'gov-collection-revived-by-late-write': {
    at: 'governance.addCollectionResource',
    async scene(fixture, gate) {
      const app = fixture.provide('a resource that principals can be granted');
      const path = await emptyCollection(fixture);
      const late = fixture.call('POST', `${path}/resources`, [{ resourceId: app['resourceId'] }]);
      await gate.reached;
      await fixture.call('DELETE', path);
      gate.go();
      return [(await late).status, (await fixture.call('GET', path)).status];
    },
    healthy: [404, 404],
    faulty: [200, 200],
  },
  'gov-resource-lost-at-once': {
    at: 'governance.addCollectionResource',
    async scene(fixture, gate) {
      const [one, other] = [
        fixture.provide('a resource that principals can be granted'),
        fixture.provide('a resource that principals can be granted'),
      ];
      const path = await emptyCollection(fixture);
      const late = fixture.call('POST', `${path}/resources`, [{ resourceId: one['resourceId'] }]);
      await gate.reached;
      await fixture.call('POST', `${path}/resources`, [{ resourceId: other['resourceId'] }]);
      gate.go();
      await late;
      return (await fixture.list(`${path}/resources`)).length;
    },
    healthy: 2,
    faulty: 1,
  },
  'gov-collection-starts-full': {
    async scene(fixture) {
      await collectionOf(fixture, fixture.provide('a resource that principals can be granted'));
      return (await fixture.list(`${await emptyCollection(fixture)}/resources`)).length;
    },
    healthy: 0,
    faulty: 1,
  },
  'gov-namesake-starts-full': {
    async scene(fixture) {
      await collectionOf(fixture, fixture.provide('a resource that principals can be granted'));
      const { id } = await fixture.object('POST', `${v1}/collections`, { name: 'another' });
      const namesake = await fixture.list(`${await emptyCollection(fixture)}/resources`);
      return [(await fixture.list(`${v1}/collections/${String(id)}/resources`)).length, namesake.length];
    },
    healthy: [0, 0],
    faulty: [0, 1],
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
  'gov-removed-resource-stays': { scene: removed, healthy: [204, 0], faulty: [204, 1] },
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
  'gov-filled-collection-without-description': {
    async scene(fixture) {
      const app = fixture.provide('a resource that principals can be granted');
      const { id } = await fixture.object('POST', `${v1}/collections`, { name: 'tools', description: 'for all' });
      const path = `${v1}/collections/${String(id)}`;
      const before = (await fixture.object('GET', path))['description'];
      await fixture.call('POST', `${path}/resources`, [{ resourceId: app['resourceId'] }]);
      return [before, (await fixture.object('GET', path))['description']];
    },
    healthy: ['for all', 'for all'],
    faulty: ['for all', ''],
  },
  'gov-collection-deletion-empties-others': {
    async scene(fixture) {
      const app = fixture.provide('a resource that principals can be granted');
      const [path, other] = [await collectionOf(fixture, app), await collectionOf(fixture, app)];
      const before = (await fixture.list(`${other}/resources`)).length;
      await fixture.call('DELETE', path);
      return [before, (await fixture.list(`${other}/resources`)).length];
    },
    healthy: [1, 1],
    faulty: [1, 0],
  },
  'gov-collection-renamed': {
    async scene(fixture) {
      const { name } = await fixture.object('GET', await emptyCollection(fixture));
      return [isObject(name), (await fixture.object('POST', `${v1}/collections`, { name: 'other' }))['name']];
    },
    healthy: [false, 'other'],
    faulty: [true, 'other'],
  },
});
