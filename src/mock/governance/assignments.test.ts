import { expect, test } from 'vitest';
import { createGate, createFixture, v1 } from './test-fixture.ts';
import { assign, collectionOf, emptyCollection, grantsOf, idOf } from './test-scenes.ts';

test('a background job makes the grants of an assignment, for its principal', async () => {
  const fixture = createFixture();
  const app = fixture.provide('a resource that principals can be granted');
  const assignment = await assign(fixture, await collectionOf(fixture, app), app);
  expect(await grantsOf(fixture, app)).toEqual([]);
  await fixture.act('let the background jobs finish');
  await fixture.act('let the background jobs finish');
  const grants = await grantsOf(fixture, app);
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
  expect((await fixture.object('GET', assignment))['status']).toBe('ASSIGNED');
  const held = await fixture.list(
    `${v1}/principal-entitlements?principalId=${String(app['principalId'])}&resourceId=${String(app['resourceId'])}`,
  );
  expect(held.map(({ id, targetPrincipal }) => ({ id, targetPrincipal }))).toEqual([
    { id: app['entitlementId'], targetPrincipal: { type: 'USER', externalId: app['principalId'] } },
  ]);
  expect(fixture.events).toEqual([]);
});

test('a job that fails writes a syslog event for the assignment, and only that one job fails', async () => {
  const fixture = createFixture();
  const app = fixture.provide('a resource that principals can be granted');
  const collection = await collectionOf(fixture, app);
  await fixture.act('make the next background job fail', { job: 'collection-assignment' });
  const failing = await assign(fixture, collection, app);
  await fixture.act('let the background jobs finish');
  expect([fixture.events, await grantsOf(fixture, app)]).toEqual([[`collection-assignment-failed ${idOf(failing)}`], []]);
  await assign(fixture, collection, app);
  await fixture.act('let the background jobs finish');
  expect([fixture.events.length, (await grantsOf(fixture, app)).length]).toEqual([1, 1]);
});

test('an assignment of an empty collection cannot give grants, so it fails', async () => {
  const fixture = createFixture();
  const app = fixture.provide('a resource that principals can be granted');
  const assignment = await assign(fixture, await emptyCollection(fixture), app);
  await fixture.act('let the background jobs finish');
  expect(fixture.events).toEqual([`collection-assignment-failed ${idOf(assignment)}`]);
});

test('a changed resource leaves grants pending until the job has run; a removed assignment takes its grants along or not', async () => {
  for (const grantsOnRemoval of ['removed', 'remain']) {
    const fixture = createFixture({ choices: { grantsOnRemoval } });
    const app = fixture.provide('a resource that principals can be granted');
    const collection = await collectionOf(fixture, app);
    const assignment = await assign(fixture, collection, app);
    await fixture.act('let the background jobs finish');
    await fixture.call('PUT', `${collection}/resources/${String(app['resourceId'])}`, { entitlementBundleId: app['bundleId'] });
    expect((await fixture.object('GET', assignment))['status']).toBe('UPDATED');
    await fixture.act('let the background jobs finish');
    expect((await grantsOf(fixture, app)).map(({ entitlementBundle, entitlements }) => ({ entitlementBundle, entitlements }))).toEqual([
      { entitlementBundle: { id: app['bundleId'] }, entitlements: undefined },
    ]);
    expect(await fixture.call('DELETE', assignment)).toEqual({ status: 204, body: undefined });
    await fixture.act('let the background jobs finish');
    expect([(await fixture.call('GET', assignment)).status, (await grantsOf(fixture, app)).length]).toEqual([
      404,
      grantsOnRemoval === 'removed' ? 0 : 1,
    ]);
  }
});

test('two jobs at the same time make the grants once', async () => {
  const gate = createGate('governance.job.assignment');
  const fixture = createFixture({ pause: gate.pause });
  const app = fixture.provide('a resource that principals can be granted');
  await assign(fixture, await collectionOf(fixture, app), app);
  const first = fixture.act('let the background jobs finish');
  await gate.reached;
  await fixture.act('let the background jobs finish');
  gate.go();
  await first;
  expect((await grantsOf(fixture, app)).length).toBe(1);
});

test('principals that are not there are refused', async () => {
  const fixture = createFixture();
  const app = fixture.provide('a resource that principals can be granted');
  const collection = await collectionOf(fixture, app);
  expect([
    await fixture.refusal('POST', `${collection}/assignments`, [{}]),
    await fixture.refusal('POST', `${collection}/assignments`, [{ principal: { type: 'USER', externalId: 'nobody' } }]),
  ]).toEqual(['400; principal: an object with type and externalId is needed', '400; principal: there is no user nobody']);
});
