import { expect, test } from 'vitest';
import { isObject } from '../kit/json.ts';
import { createKit, v1 } from './test-kit.ts';

test('an app lists its entitlements with their values; a group, or an app that has opted out, lists none', async () => {
  const kit = createKit();
  const app = kit.provide('a resource that principals can be granted');
  const group = kit.provide('a resource that principals can be granted', { resourceType: 'GROUP' });
  const list = (resourceId: unknown): Promise<readonly string[]> =>
    kit.list(`${v1}/entitlements?resourceId=${String(resourceId)}`).then((found) => found.map(({ id }) => String(id)));
  expect([await list(app['resourceId']), await list(group['resourceId'])]).toEqual([[app['entitlementId'], app['otherEntitlementId']], []]);
  await kit.act('opt a resource out of entitlement management', { resourceId: app['resourceId'] });
  expect(await list(app['resourceId'])).toEqual([]);
});

test('entitlement, value and bundle show the documented fields and belong together', async () => {
  const kit = createKit();
  const app = kit.provide('a resource that principals can be granted');
  const entitlement = await kit.object('GET', `${v1}/entitlements/${String(app['entitlementId'])}`);
  const { values, resource, ...fields } = entitlement;
  expect(Object.entries(fields).map(([name, value]) => [name, typeof value])).toEqual([
    ['id', 'string'],
    ['name', 'string'],
    ['displayName', 'string'],
    ['description', 'string'],
    ['multiValue', 'boolean'],
    ['required', 'boolean'],
  ]);
  expect(isObject(resource) && [resource['resourceId'], resource['resourceType']]).toEqual([app['resourceId'], 'APP']);
  const value = await kit.object('GET', `${v1}/entitlements/${String(app['entitlementId'])}/values/${String(app['entitlementValueId'])}`);
  expect(values).toEqual([value]);
  expect(value['entitlementId']).toBe(app['entitlementId']);
  const bundle = await kit.object('GET', `${v1}/entitlement-bundles/${String(app['bundleId'])}`);
  const selected = await kit.object(
    'GET',
    `${v1}/entitlements/${String(app['otherEntitlementId'])}/values/${String(app['bundleValueId'])}`,
  );
  expect(
    Array.isArray(bundle['entitlements']) &&
      bundle['entitlements'].map((entry: unknown) => isObject(entry) && [entry['id'], entry['values']]),
  ).toEqual([[app['otherEntitlementId'], [selected]]]);
});

test('what a principal holds shows the values held, the resource and the principal', async () => {
  const kit = createKit();
  const held = kit.provide('a principal who holds an entitlement');
  const [found] = await kit.list(
    `${v1}/principal-entitlements?principalType=USER&principalId=${String(held['principalId'])}&resourceId=${String(held['resourceId'])}`,
  );
  const entitlement = await kit.object('GET', `${v1}/entitlements/${String(held['entitlementId'])}`);
  expect(found).toEqual({ ...entitlement, targetPrincipal: { type: 'USER', externalId: held['principalId'] } });
});

test('what is not there answers 404, and a list without its resource 400', async () => {
  const kit = createKit();
  const app = kit.provide('a resource that principals can be granted');
  expect([
    (await kit.call('GET', `${v1}/entitlements/nothing`)).status,
    (await kit.call('GET', `${v1}/entitlements/${String(app['entitlementId'])}/values/nothing`)).status,
    (await kit.call('GET', `${v1}/entitlement-bundles/nothing`)).status,
    (await kit.call('GET', `${v1}/resources/nothing`)).status,
    await kit.refusal('GET', `${v1}/entitlements`),
    await kit.refusal('GET', `${v1}/grants`),
  ]).toEqual([
    404,
    404,
    404,
    404,
    '400; resourceId: a query parameter of this name is needed',
    '400; principalId: a query parameter of this name is needed',
  ]);
});
