import { isObject } from '../../kit/json.ts';
import type { JsonObject } from '../../kit/service.ts';
import type { Fixture } from '../test-fixture.ts';
import { assign, collectionOf, emptyCollection, granted, grantsOf, idOf } from '../test-scenes.ts';
import { assignmentFaults } from '../faults.ts';
import { prove } from './test-faults.ts';

interface Assigned {
  readonly app: JsonObject;
  readonly collection: string;
  readonly assignment: string;
}

/** A collection with one entitlement is assigned, and the background job has run. */
async function assigned(fixture: Fixture, fails = false): Promise<Assigned> {
  const app = fixture.provide('a resource that principals can be granted');
  const collection = await collectionOf(fixture, app);
  const assignment = await assign(fixture, collection, app);
  if (fails) await fixture.act('make the next background job fail', { job: 'collection-assignment' });
  await fixture.act('let the background jobs finish');
  return { app, collection, assignment };
}

const grantCount = async (fixture: Fixture): Promise<unknown> => (await grantsOf(fixture, (await assigned(fixture)).app)).length;

/** One look at the only grant of an assignment. */
const grant =
  (look: (grant: JsonObject, app: JsonObject) => unknown) =>
  async (fixture: Fixture): Promise<unknown> => {
    const { app } = await assigned(fixture);
    const [only = {}] = await grantsOf(fixture, app);
    return look(only, app);
  };

/** One look at the assignment itself. */
const itself =
  (look: (shown: JsonObject, known: Assigned) => unknown) =>
  async (fixture: Fixture): Promise<unknown> => {
    const known = await assigned(fixture);
    return look(await fixture.object('GET', known.assignment), known);
  };

const part = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

const events =
  (fails: boolean) =>
  async (fixture: Fixture): Promise<unknown> => {
    await assigned(fixture, fails);
    return fixture.events.length;
  };

/** Two collections, of an app and of a group, are assigned to one user; answers how many grants each gave. */
async function grantsOfTwo(fixture: Fixture, { together, ended = false }: { together: boolean; ended?: boolean }): Promise<unknown> {
  const app = fixture.provide('a resource that principals can be granted');
  const { resourceId } = fixture.provide('a resource that principals can be granted', { resourceType: 'GROUP' });
  const first = await collectionOf(fixture, app);
  const second = together ? first : await emptyCollection(fixture);
  await fixture.call('POST', `${second}/resources`, [{ resourceId, resourceType: 'GROUP' }]);
  const assignment = await assign(fixture, first, app);
  if (!together) await assign(fixture, second, app);
  await fixture.act('let the background jobs finish');
  if (ended) await fixture.call('DELETE', assignment);
  await fixture.act('let the background jobs finish');
  return [(await grantsOf(fixture, app)).length, (await grantsOf(fixture, { ...app, resourceId })).length];
}

/** The grants of the second of two users to whom a collection is assigned one after the other. */
async function secondGrants(fixture: Fixture): Promise<readonly JsonObject[]> {
  const { app, collection } = await assigned(fixture);
  const other = fixture.provide('a resource that principals can be granted');
  await assign(fixture, collection, other);
  await fixture.act('let the background jobs finish');
  return grantsOf(fixture, { ...other, resourceId: app['resourceId'] });
}

/** The grants of assignments of a collection whose jobs fail or not. */
const grantsWhere =
  (...fails: readonly boolean[]) =>
  async (fixture: Fixture): Promise<unknown> => {
    const apps = fails.map(() => fixture.provide('a resource that principals can be granted'));
    const [first = {}] = apps;
    const collection = await collectionOf(fixture, first);
    for (const [index, failing] of fails.entries()) {
      if (failing) await fixture.act('make the next background job fail', { job: 'collection-assignment' });
      await assign(fixture, collection, apps[index] ?? {});
      await fixture.act('let the background jobs finish');
    }
    const { resourceId } = first;
    return Promise.all(apps.map(async ({ principalId }) => (await grantsOf(fixture, { principalId, resourceId })).length));
  };

prove(assignmentFaults, {
  'gov-failed-assignment-grants-anyway': { scene: grantsWhere(true), healthy: [0], faulty: [1] },
  'gov-failed-assignment-half-done': { scene: grantsWhere(false, true), healthy: [1, 0], faulty: [1, 1] },
  'gov-removal-takes-grants-of-resource': {
    async scene(fixture) {
      const { app, assignment, collection } = await assigned(fixture);
      const other = fixture.provide('a resource that principals can be granted');
      await assign(fixture, collection, other);
      await fixture.act('let the background jobs finish');
      await fixture.call('DELETE', assignment);
      await fixture.act('let the background jobs finish');
      return (await grantsOf(fixture, { ...other, resourceId: app['resourceId'] })).length;
    },
    healthy: 1,
    faulty: 0,
  },
  'gov-removal-takes-requested-grants': {
    async scene(fixture) {
      const wanted = fixture.provide('a resource that can be requested');
      const app = fixture.provide('a resource that principals can be granted');
      const assignment = await assign(fixture, await collectionOf(fixture, app), { ...app, principalId: wanted['principalId'] });
      await granted(fixture, wanted);
      await fixture.act('let the background jobs finish');
      await fixture.call('DELETE', assignment);
      await fixture.act('let the background jobs finish');
      return (await grantsOf(fixture, wanted)).length;
    },
    healthy: 1,
    faulty: 0,
  },
  'gov-second-assignment-for-the-first': {
    scene: async (fixture) => (await secondGrants(fixture)).length,
    healthy: 1,
    faulty: 0,
  },
  'gov-second-assignment-of-whole-apps': {
    scene: async (fixture) => (await secondGrants(fixture)).map(({ grantType }) => grantType),
    healthy: ['ENTITLEMENT'],
    faulty: ['CUSTOM'],
  },
  'gov-assignment-of-what-was-added': {
    async scene(fixture) {
      const app = fixture.provide('a resource that principals can be granted');
      const collection = await collectionOf(fixture, app);
      await fixture.call('PUT', `${collection}/resources/${String(app['resourceId'])}`, {
        entitlements: [{ id: app['otherEntitlementId'] }],
      });
      await assign(fixture, collection, app);
      await fixture.act('let the background jobs finish');
      const [{ entitlements } = {}] = await grantsOf(fixture, app);
      return Array.isArray(entitlements) && part(entitlements[0], 'id') === app['otherEntitlementId'];
    },
    healthy: true,
    faulty: false,
  },
  'gov-emptied-collection-failure-unreported': {
    async scene(fixture) {
      const app = fixture.provide('a resource that principals can be granted');
      await assign(fixture, await emptyCollection(fixture), app);
      await fixture.act('let the background jobs finish');
      return fixture.events.length;
    },
    healthy: 1,
    faulty: 0,
  },
  'gov-second-failure-unreported': {
    async scene(fixture) {
      const app = fixture.provide('a resource that principals can be granted');
      const other = fixture.provide('a resource that principals can be granted');
      const collection = await emptyCollection(fixture);
      for (const principal of [app, other]) {
        await assign(fixture, collection, principal);
        await fixture.act('let the background jobs finish');
      }
      return fixture.events.length;
    },
    healthy: 2,
    faulty: 1,
  },
  'gov-failure-of-the-first-assignment': {
    async scene(fixture) {
      const { collection } = await assigned(fixture);
      const second = await assign(fixture, collection, fixture.provide('a resource that principals can be granted'));
      await fixture.act('make the next background job fail', { job: 'collection-assignment' });
      await fixture.act('let the background jobs finish');
      return [fixture.events.length, fixture.events[0]?.endsWith(idOf(second))];
    },
    healthy: [1, true],
    faulty: [1, false],
  },
  'gov-renewed-assignment-reported': {
    async scene(fixture) {
      const { app, collection } = await assigned(fixture);
      const before = fixture.events.length;
      await fixture.call('PUT', `${collection}/resources/${String(app['resourceId'])}`, { entitlementBundleId: app['bundleId'] });
      await fixture.act('let the background jobs finish');
      return [before, fixture.events.length];
    },
    healthy: [0, 0],
    faulty: [0, 1],
  },
  'gov-second-assignment-without-grants': {
    async scene(fixture) {
      const { app, collection, assignment } = await assigned(fixture);
      const first = (await grantsOf(fixture, app)).length;
      await fixture.call('DELETE', assignment);
      await fixture.act('let the background jobs finish');
      await assign(fixture, collection, app);
      await fixture.act('let the background jobs finish');
      return [first, (await grantsOf(fixture, app)).length];
    },
    healthy: [1, 1],
    faulty: [1, 0],
  },
  'gov-assignment-grants-other-collections': {
    async scene(fixture) {
      const [app, other] = [
        fixture.provide('a resource that principals can be granted'),
        fixture.provide('a resource that principals can be granted'),
      ];
      await collectionOf(fixture, other);
      await assign(fixture, await collectionOf(fixture, app), app);
      await fixture.act('let the background jobs finish');
      return [(await grantsOf(fixture, app)).length, (await grantsOf(fixture, { ...app, resourceId: other['resourceId'] })).length];
    },
    healthy: [1, 0],
    faulty: [1, 1],
  },
  'gov-assignment-grants-first-resource': {
    scene: (fixture) => grantsOfTwo(fixture, { together: true }),
    healthy: [1, 1],
    faulty: [1, 0],
  },
  'gov-removal-takes-all-grants': {
    scene: (fixture) => grantsOfTwo(fixture, { together: false, ended: true }),
    healthy: [0, 1],
    faulty: [0, 0],
  },
  'gov-grant-names-apps-only': {
    async scene(fixture) {
      const group = fixture.provide('a resource that principals can be granted', { resourceType: 'GROUP' });
      const collection = await emptyCollection(fixture);
      await fixture.call('POST', `${collection}/resources`, [{ resourceId: group['resourceId'], resourceType: 'GROUP' }]);
      await assign(fixture, collection, group);
      await fixture.act('let the background jobs finish');
      const [only = {}] = await grantsOf(fixture, group);
      return isObject(only['resource']) && only['resource']['resourceType'];
    },
    healthy: 'GROUP',
    faulty: 'APP',
  },
  'gov-assignment-of-the-latest': {
    async scene(fixture) {
      const { app, collection, assignment } = await assigned(fixture);
      await assign(fixture, collection, fixture.provide('a resource that principals can be granted'));
      return part((await fixture.object('GET', assignment))['principal'], 'externalId') === app['principalId'];
    },
    healthy: true,
    faulty: false,
  },
  'gov-assignment-without-grants': { scene: grantCount, healthy: 1, faulty: 0 },
  'gov-renewed-grants-unlisted': {
    async scene(fixture) {
      const { app, collection } = await assigned(fixture);
      await fixture.call('PUT', `${collection}/resources/${String(app['resourceId'])}`, { entitlementBundleId: app['bundleId'] });
      await fixture.act('let the background jobs finish');
      const { principalId, resourceId } = app;
      return (await fixture.call('GET', `/governance/api/v1/grants?principalId=${String(principalId)}&resourceId=${String(resourceId)}`))
        .status;
    },
    healthy: 200,
    faulty: 404,
  },
  'gov-assignment-grants-twice': { scene: grantCount, healthy: 1, faulty: 2 },
  'gov-assignment-jobs-race': {
    at: 'governance.job.assignment',
    async scene(fixture, gate) {
      const app = fixture.provide('a resource that principals can be granted');
      await assign(fixture, await collectionOf(fixture, app), app);
      const first = fixture.act('let the background jobs finish');
      await gate.reached;
      await fixture.act('let the background jobs finish');
      gate.go();
      await first;
      return (await grantsOf(fixture, app)).length;
    },
    healthy: 1,
    faulty: 2,
  },
  'gov-grant-for-another': {
    scene: grant(({ targetPrincipal }, app) => part(targetPrincipal, 'externalId') === app['principalId']),
    healthy: true,
    faulty: false,
  },
  'gov-grant-of-another-resource': {
    scene: grant(({ resource }, app) => part(resource, 'resourceId') === app['resourceId']),
    healthy: true,
    faulty: false,
  },
  'gov-grant-type-in-lower-case': { scene: grant(({ grantType }) => grantType), healthy: 'ENTITLEMENT', faulty: 'custom' },
  'gov-grant-action-in-lower-case': { scene: grant(({ action }) => action), healthy: 'ALLOW', faulty: 'allow' },
  'gov-grant-status-in-lower-case': { scene: grant(({ status }) => status), healthy: 'ACTIVE', faulty: 'active' },
  'gov-grant-with-neither': {
    scene: grant((shown) => ['entitlements' in shown, 'entitlementBundle' in shown]),
    healthy: [true, false],
    faulty: [false, false],
  },
  'gov-assignment-of-another-collection': {
    scene: itself(({ collectionId }, { collection }) => collectionId === idOf(collection)),
    healthy: true,
    faulty: false,
  },
  'gov-assignment-to-another': {
    scene: itself(({ principal }, { app }) => part(principal, 'externalId') === app['principalId']),
    healthy: true,
    faulty: false,
  },
  'gov-failed-assignment-unreported': { scene: events(true), healthy: 1, faulty: 0 },
  'gov-good-assignment-reported': { scene: events(false), healthy: 0, faulty: 1 },
});
