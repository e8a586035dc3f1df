import { isObject } from '../../kit/json.ts';
import type { Data } from '../../kit/service.ts';
import type { Kit } from '../test-kit.ts';
import { assign, collectionOf, grantsOf, idOf } from '../test-scenes.ts';
import { assignmentFaults } from './collections.ts';
import { prove } from './test-proof.ts';

interface Assigned {
  readonly app: Data;
  readonly collection: string;
  readonly assignment: string;
}

/** A collection with one entitlement is assigned, and the background job has run. */
async function assigned(kit: Kit, fails = false): Promise<Assigned> {
  const app = kit.provide('a resource that principals can be granted');
  const collection = await collectionOf(kit, app);
  const assignment = await assign(kit, collection, app);
  if (fails) await kit.act('make the next background job fail', { job: 'collection-assignment' });
  await kit.act('let the background jobs finish');
  return { app, collection, assignment };
}

const grantCount = async (kit: Kit): Promise<unknown> => (await grantsOf(kit, (await assigned(kit)).app)).length;

/** One look at the only grant of an assignment. */
const grant =
  (look: (grant: Data, app: Data) => unknown) =>
  async (kit: Kit): Promise<unknown> => {
    const { app } = await assigned(kit);
    const [only = {}] = await grantsOf(kit, app);
    return look(only, app);
  };

/** One look at the assignment itself. */
const itself =
  (look: (shown: Data, known: Assigned) => unknown) =>
  async (kit: Kit): Promise<unknown> => {
    const known = await assigned(kit);
    return look(await kit.object('GET', known.assignment), known);
  };

const part = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

const events =
  (fails: boolean) =>
  async (kit: Kit): Promise<unknown> => {
    await assigned(kit, fails);
    return kit.events.length;
  };

prove(assignmentFaults, {
  'gov-assignment-without-grants': { scene: grantCount, healthy: 1, faulty: 0 },
  'gov-renewed-grants-unlisted': {
    async scene(kit) {
      const { app, collection } = await assigned(kit);
      await kit.call('PUT', `${collection}/resources/${String(app['resourceId'])}`, { entitlementBundleId: app['bundleId'] });
      await kit.act('let the background jobs finish');
      const { principalId, resourceId } = app;
      return (await kit.call('GET', `/governance/api/v1/grants?principalId=${String(principalId)}&resourceId=${String(resourceId)}`))
        .status;
    },
    healthy: 200,
    faulty: 404,
  },
  'gov-assignment-grants-twice': { scene: grantCount, healthy: 1, faulty: 2 },
  'gov-assignment-jobs-race': {
    at: 'governance.job.assignment',
    async scene(kit, gate) {
      const app = kit.provide('a resource that principals can be granted');
      await assign(kit, await collectionOf(kit, app), app);
      const first = kit.act('let the background jobs finish');
      await gate.reached;
      await kit.act('let the background jobs finish');
      gate.go();
      await first;
      return (await grantsOf(kit, app)).length;
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
