import { isObject } from '../../kit/json.ts';
import type { JsonObject } from '../../kit/service.ts';
import { v1, type Fixture } from '../test-fixture.ts';
import { assign, collectionOf } from '../test-scenes.ts';
import { entitlementFaults } from '../faults.ts';
import { prove } from './test-faults.ts';

const listed =
  (resourceType: 'APP' | 'GROUP') =>
  async (fixture: Fixture): Promise<unknown> => {
    const { resourceId } = fixture.provide('a resource that principals can be granted', { resourceType });
    return (await fixture.list(`${v1}/entitlements?resourceId=${String(resourceId)}`)).length;
  };

const bundle =
  (look: (bundle: JsonObject, app: JsonObject) => unknown) =>
  async (fixture: Fixture): Promise<unknown> => {
    const app = fixture.provide('a resource that principals can be granted');
    return look(await fixture.object('GET', `${v1}/entitlement-bundles/${String(app['bundleId'])}`), app);
  };

const value =
  (look: (value: JsonObject) => unknown) =>
  async (fixture: Fixture): Promise<unknown> => {
    const { entitlementId, entitlementValueId } = fixture.provide('a resource that principals can be granted');
    return look(await fixture.object('GET', `${v1}/entitlements/${String(entitlementId)}/values/${String(entitlementValueId)}`));
  };

const valuesPerEntitlement = ({ entitlements }: JsonObject): unknown =>
  Array.isArray(entitlements)
    ? entitlements.map((entry: unknown) => (isObject(entry) && Array.isArray(entry['values']) ? entry['values'].length : 0))
    : [];

async function held(fixture: Fixture): Promise<unknown> {
  const { principalId, resourceId } = fixture.provide('a principal who holds an entitlement');
  const [only = {}] = await fixture.list(
    `${v1}/principal-entitlements?principalId=${String(principalId)}&resourceId=${String(resourceId)}`,
  );
  return ['targetPrincipal' in only, Array.isArray(only['values']) ? only['values'].length : 0];
}

prove(entitlementFaults, {
  'gov-bundle-of-nothing': {
    scene: bundle(({ resource }, { resourceId }) => isObject(resource) && resource['resourceId'] === resourceId),
    healthy: true,
    faulty: false,
  },
  'gov-entitlement-listed-under-another-name': {
    async scene(fixture) {
      const { resourceId } = fixture.provide('a resource that principals can be granted');
      const listed = await fixture.list(`${v1}/entitlements?resourceId=${String(resourceId)}`);
      return listed.every(({ name, displayName }) => name === displayName);
    },
    healthy: false,
    faulty: true,
  },
  'gov-group-with-entitlements': { scene: listed('GROUP'), healthy: 0, faulty: 1 },
  'gov-entitlements-not-exposed': { scene: listed('APP'), healthy: 2, faulty: 0 },
  'gov-entitlement-of-another-resource': {
    async scene(fixture) {
      const { entitlementId, resourceId } = fixture.provide('a resource that principals can be granted');
      const { resource } = await fixture.object('GET', `${v1}/entitlements/${String(entitlementId)}`);
      return isObject(resource) && resource['resourceId'] === resourceId;
    },
    healthy: true,
    faulty: false,
  },
  'gov-value-of-another-entitlement': {
    async scene(fixture) {
      const { entitlementId, entitlementValueId } = fixture.provide('a resource that principals can be granted');
      return (
        (await fixture.object('GET', `${v1}/entitlements/${String(entitlementId)}/values/${String(entitlementValueId)}`))[
          'entitlementId'
        ] === entitlementId
      );
    },
    healthy: true,
    faulty: false,
  },
  'gov-value-under-another-name': {
    scene: value(({ displayName }) => displayName),
    healthy: 'Value 1',
    faulty: 'value_1',
  },
  'gov-value-by-its-id': { scene: value(({ id, value: shown }) => shown === id), healthy: false, faulty: true },
  'gov-bundle-taken-over-by-collection': {
    async scene(fixture) {
      const app = fixture.provide('a resource that principals can be granted');
      const read = async (): Promise<unknown> => {
        const { name, resource } = await fixture.object('GET', `${v1}/entitlement-bundles/${String(app['bundleId'])}`);
        return [name === 'tools', isObject(resource) && resource['resourceId'] === app['resourceId']];
      };
      const before = await read();
      await collectionOf(fixture, app);
      return [before, await read()];
    },
    healthy: [
      [false, true],
      [false, true],
    ],
    faulty: [
      [false, true],
      [true, false],
    ],
  },
  'gov-bundle-with-all-values': { scene: bundle(valuesPerEntitlement), healthy: [1], faulty: [2] },
  'gov-bundle-without-entitlements': { scene: bundle(valuesPerEntitlement), healthy: [1], faulty: [] },
  'gov-bundle-of-another-resource': {
    scene: bundle(({ resource }, app) => isObject(resource) && resource['resourceId'] === app['resourceId']),
    healthy: true,
    faulty: false,
  },
  'gov-principal-entitlement-of-nobody': { scene: held, healthy: [true, 1], faulty: [false, 1] },
  'gov-principal-entitlements-remembered': {
    async scene(fixture) {
      const app = fixture.provide('a resource that principals can be granted');
      const query = `principalId=${String(app['principalId'])}&resourceId=${String(app['resourceId'])}`;
      const before = (await fixture.list(`${v1}/principal-entitlements?${query}`)).length;
      await assign(fixture, await collectionOf(fixture, app), app);
      await fixture.act('let the background jobs finish');
      return [before, (await fixture.list(`${v1}/principal-entitlements?${query}`)).length];
    },
    healthy: [0, 1],
    faulty: [0, 0],
  },
  'gov-principal-entitlement-without-values': { scene: held, healthy: [true, 1], faulty: [true, 0] },
});
