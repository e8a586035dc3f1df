import { expect, test } from 'vitest';
import { createGate, createKit, v1 } from './test-kit.ts';
import { assign, collectionOf, emptyCollection, grantsOf, idOf } from './test-scenes.ts';

test('a background job makes the grants of an assignment, for its principal', async () => {
  const kit = createKit();
  const app = kit.provide('a resource that principals can be granted');
  const assignment = await assign(kit, await collectionOf(kit, app), app);
  expect(await grantsOf(kit, app)).toEqual([]);
  await kit.act('let the background jobs finish');
  await kit.act('let the background jobs finish');
  const grants = await grantsOf(kit, app);
  expect(
    grants.map(({ grantType, action, status, scheduleSettings, targetPrincipal }) => ({
      grantType,
      action,
      status,
      scheduleSettings,
      targetPrincipal,
    })),
  ).toEqual([
    {
      grantType: 'ENTITLEMENT',
      action: 'ALLOW',
      status: 'ACTIVE',
      scheduleSettings: { startDate: '2026-01-01T00:00:00.000Z' },
      targetPrincipal: { type: 'USER', externalId: app['principalId'] },
    },
  ]);
  expect((await kit.object('GET', assignment))['status']).toBe('ASSIGNED');
  const held = await kit.list(
    `${v1}/principal-entitlements?principalId=${String(app['principalId'])}&resourceId=${String(app['resourceId'])}`,
  );
  expect(held.map(({ id, targetPrincipal }) => ({ id, targetPrincipal }))).toEqual([
    { id: app['entitlementId'], targetPrincipal: { type: 'USER', externalId: app['principalId'] } },
  ]);
  expect(kit.events).toEqual([]);
});

test('a job that fails writes a syslog event for the assignment, and only that one job fails', async () => {
  const kit = createKit();
  const app = kit.provide('a resource that principals can be granted');
  const collection = await collectionOf(kit, app);
  await kit.act('make the next background job fail', { job: 'collection-assignment' });
  const failing = await assign(kit, collection, app);
  await kit.act('let the background jobs finish');
  expect([kit.events, await grantsOf(kit, app)]).toEqual([[`collection-assignment-failed ${idOf(failing)}`], []]);
  await assign(kit, collection, app);
  await kit.act('let the background jobs finish');
  expect([kit.events.length, (await grantsOf(kit, app)).length]).toEqual([1, 1]);
});

test('an assignment of an empty collection cannot give grants, so it fails', async () => {
  const kit = createKit();
  const app = kit.provide('a resource that principals can be granted');
  const assignment = await assign(kit, await emptyCollection(kit), app);
  await kit.act('let the background jobs finish');
  expect(kit.events).toEqual([`collection-assignment-failed ${idOf(assignment)}`]);
});

test('a changed resource leaves grants pending until the job has run; a removed assignment takes its grants along or not', async () => {
  for (const grantsOnRemoval of ['removed', 'remain']) {
    const kit = createKit({ choices: { grantsOnRemoval } });
    const app = kit.provide('a resource that principals can be granted');
    const collection = await collectionOf(kit, app);
    const assignment = await assign(kit, collection, app);
    await kit.act('let the background jobs finish');
    await kit.call('PUT', `${collection}/resources/${String(app['resourceId'])}`, { entitlementBundleId: app['bundleId'] });
    expect((await kit.object('GET', assignment))['status']).toBe('UPDATED');
    await kit.act('let the background jobs finish');
    expect((await grantsOf(kit, app)).map(({ entitlementBundle, entitlements }) => ({ entitlementBundle, entitlements }))).toEqual([
      { entitlementBundle: { id: app['bundleId'] }, entitlements: undefined },
    ]);
    expect(await kit.call('DELETE', assignment)).toEqual({ status: 204, body: undefined });
    await kit.act('let the background jobs finish');
    expect([(await kit.call('GET', assignment)).status, (await grantsOf(kit, app)).length]).toEqual([
      404,
      grantsOnRemoval === 'removed' ? 0 : 1,
    ]);
  }
});

test('two jobs at the same time make the grants once', async () => {
  const gate = createGate('governance.job.assignment');
  const kit = createKit({ pause: gate.pause });
  const app = kit.provide('a resource that principals can be granted');
  await assign(kit, await collectionOf(kit, app), app);
  const first = kit.act('let the background jobs finish');
  await gate.reached;
  await kit.act('let the background jobs finish');
  gate.go();
  await first;
  expect((await grantsOf(kit, app)).length).toBe(1);
});

test('principals that are not there are refused', async () => {
  const kit = createKit();
  const app = kit.provide('a resource that principals can be granted');
  const collection = await collectionOf(kit, app);
  expect([
    await kit.refusal('POST', `${collection}/assignments`, [{}]),
    await kit.refusal('POST', `${collection}/assignments`, [{ principal: { type: 'USER', externalId: 'nobody' } }]),
  ]).toEqual(['400; principal: an object with type and externalId is needed', '400; principal: there is no user nobody']);
});
