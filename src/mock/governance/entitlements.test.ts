import { expect, test } from 'vitest';
import { isObject } from '../kit/json.ts';
import { createFixture, v1 } from './test-fixture.ts';

test('an app lists its entitlements with their values; a group, or an app that has opted out, lists none', async () => {
  const fixture = createFixture();
  const app = fixture.provide('a resource that principals can be granted');
  const group = fixture.provide('a resource that principals can be granted', { resourceType: 'GROUP' });
  const list = (resourceId: unknown): Promise<readonly string[]> =>
    fixture.list(`${v1}/entitlements?resourceId=${String(resourceId)}`).then((found) => found.map(({ id }) => String(id)));
  expect([await list(app['resourceId']), await list(group['resourceId'])]).toEqual([[app['entitlementId'], app['otherEntitlementId']], []]);
  await fixture.act('opt a resource out of entitlement management', { resourceId: app['resourceId'] });
  expect(await list(app['resourceId'])).toEqual([]);
});

test('entitlement, value and bundle show the documented fields and belong together', async () => {
  const fixture = createFixture();
  const app = fixture.provide('a resource that principals can be granted');
  const entitlement = await fixture.object('GET', `${v1}/entitlements/${String(app['entitlementId'])}`);
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
  const value = await fixture.object(
    'GET',
    `${v1}/entitlements/${String(app['entitlementId'])}/values/${String(app['entitlementValueId'])}`,
  );
  expect(values).toEqual([value]);
  expect(value['entitlementId']).toBe(app['entitlementId']);
  const bundle = await fixture.object('GET', `${v1}/entitlement-bundles/${String(app['bundleId'])}`);
  const selected = await fixture.object(
    'GET',
    `${v1}/entitlements/${String(app['otherEntitlementId'])}/values/${String(app['bundleValueId'])}`,
  );
  expect(
    Array.isArray(bundle['entitlements']) &&
      bundle['entitlements'].map((entry: unknown) => isObject(entry) && [entry['id'], entry['values']]),
  ).toEqual([[app['otherEntitlementId'], [selected]]]);
});

test('what a principal holds shows the values held, the resource and the principal', async () => {
  const fixture = createFixture();
  const held = fixture.provide('a principal who holds an entitlement');
  const [found] = await fixture.list(
    `${v1}/principal-entitlements?principalType=USER&principalId=${String(held['principalId'])}&resourceId=${String(held['resourceId'])}`,
  );
  const entitlement = await fixture.object('GET', `${v1}/entitlements/${String(held['entitlementId'])}`);
  expect(found).toEqual({ ...entitlement, targetPrincipal: { type: 'USER', externalId: held['principalId'] } });
});

test('what is not there answers 404, and a list without its resource 400', async () => {
  const fixture = createFixture();
  const app = fixture.provide('a resource that principals can be granted');
  expect([
    (await fixture.call('GET', `${v1}/entitlements/nothing`)).status,
    (await fixture.call('GET', `${v1}/entitlements/${String(app['entitlementId'])}/values/nothing`)).status,
    (await fixture.call('GET', `${v1}/entitlement-bundles/nothing`)).status,
    (await fixture.call('GET', `${v1}/resources/nothing`)).status,
    await fixture.refusal('GET', `${v1}/entitlements`),
    await fixture.refusal('GET', `${v1}/grants`),
  ]).toEqual([
    404,
    404,
    404,
    404,
    '400; resourceId: a query parameter of this name is needed',
    '400; principalId: a query parameter of this name is needed',
  ]);
});
