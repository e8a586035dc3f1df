import { expect, test } from 'vitest';
import { createGate, createFixture, v1 } from './test-fixture.ts';
import { collectionOf } from './test-scenes.ts';

test('a collection is empty at first, holds what is put into it, and cannot be found once deleted', async () => {
  const fixture = createFixture();
  const app = fixture.provide('a resource that principals can be granted');
  const made = await fixture.call('POST', `${v1}/collections`, { name: 'tools', description: 'what a developer needs' });
  const { id } = await fixture.object('GET', `${v1}/collections/${idIn(made.body)}`);
  expect(made).toEqual({ status: 201, body: { id, name: 'tools', description: 'what a developer needs' } });
  const path = `${v1}/collections/${String(id)}`;
  expect(await fixture.list(`${path}/resources`)).toEqual([]);

  const added = await fixture.call('POST', `${path}/resources`, [
    {
      resourceId: app['resourceId'],
      resourceType: 'APP',
      entitlements: [{ id: app['entitlementId'], values: [{ id: app['entitlementValueId'] }] }],
    },
  ]);
  const held = await fixture.list(`${path}/resources`);
  expect(added).toEqual({ status: 200, body: { data: held } });
  expect(
    held.map(({ resourceId, resourceType, entitlements }) => ({ resourceId, resourceType, entitlements: idsIn(entitlements) })),
  ).toEqual([{ resourceId: app['resourceId'], resourceType: 'APP', entitlements: [app['entitlementId']] }]);

  expect(await fixture.call('DELETE', path)).toEqual({ status: 204, body: undefined });
  const afterwards = await Promise.all([
    fixture.call('GET', path),
    fixture.call('DELETE', path),
    fixture.call('GET', `${path}/resources`),
    fixture.call('POST', `${path}/resources`, [{ resourceId: app['resourceId'] }]),
    fixture.call('PUT', `${path}/resources/${String(app['resourceId'])}`, {}),
    fixture.call('DELETE', `${path}/resources/${String(app['resourceId'])}`),
    fixture.call('POST', `${path}/assignments`, [{ principal: { type: 'USER', externalId: app['principalId'] } }]),
  ]);
  expect(afterwards.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
});

test('PUT changes what a collection holds of a resource, DELETE takes the resource out', async () => {
  const fixture = createFixture();
  const app = fixture.provide('a resource that principals can be granted');
  const path = await collectionOf(fixture, app);
  const changed = await fixture.object('PUT', `${path}/resources/${String(app['resourceId'])}`, {
    entitlements: [{ id: app['otherEntitlementId'] }],
  });
  expect(idsIn(changed['entitlements'])).toEqual([app['otherEntitlementId']]);
  expect(await fixture.list(`${path}/resources`)).toEqual([changed]);
  expect(await fixture.call('DELETE', `${path}/resources/${String(app['resourceId'])}`)).toEqual({ status: 204, body: undefined });
  expect(await fixture.list(`${path}/resources`)).toEqual([]);
});

test('what a collection cannot take is refused with the reason', async () => {
  const fixture = createFixture();
  const app = fixture.provide('a resource that principals can be granted');
  const other = fixture.provide('a resource that principals can be granted');
  const path = await collectionOf(fixture, app);
  const post = (body: unknown): Promise<string> => fixture.refusal('POST', `${path}/resources`, body);
  expect([
    await post({}),
    await post([]),
    await post([{ resourceId: 'nothing' }]),
    await post([{ resourceId: app['resourceId'], resourceType: 'GROUP' }]),
    await post([{ resourceId: app['resourceId'], entitlements: [{ id: other['entitlementId'] }] }]),
    await post([{ resourceId: app['resourceId'], entitlements: [{ id: app['entitlementId'], values: [{ id: 'nothing' }] }] }]),
    await fixture.refusal('POST', `${v1}/collections`, { description: 1 }),
  ]).toEqual([
    '400; the body: an array of at least one object is needed',
    '400; the body: an array of at least one object is needed',
    '400; resourceId: there is no resource "nothing"',
    `400; resourceType: resource ${String(app['resourceId'])} is of type APP`,
    `400; entitlements: the resource has no entitlement ${String(other['entitlementId'])}`,
    `400; entitlements: entitlement ${String(app['entitlementId'])} has no value nothing`,
    '400; name: a string that is not empty is needed; description: a string is needed',
  ]);
});

test('a change that waits while the collection is deleted does not bring it back', async () => {
  const gate = createGate('governance.addCollectionResource');
  const fixture = createFixture({ pause: gate.pause });
  const app = fixture.provide('a resource that principals can be granted');
  const { id } = await fixture.object('POST', `${v1}/collections`, { name: 'tools' });
  const path = `${v1}/collections/${String(id)}`;
  const late = fixture.call('POST', `${path}/resources`, [{ resourceId: app['resourceId'] }]);
  await gate.reached;
  await fixture.call('DELETE', path);
  gate.go();
  expect([(await late).status, (await fixture.call('GET', path)).status]).toEqual([404, 404]);
});

function idIn(body: unknown): string {
  return typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : '';
}

function idsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.map(idIn) : [];
}
