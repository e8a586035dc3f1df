import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGate, createFixture, v1, v2, type Fixture } from './test-fixture.ts';
import { activeCondition, ask, conditionFor, statusOf } from './test-scenes.ts';
import type { JsonObject } from '../kit/service.ts';

test('a condition is created INACTIVE for the catalog entry, and shows its four settings groups', async () => {
  const fixture = createFixture();
  const governed = fixture.provide('a resource that a request condition can govern');
  const path = await conditionFor(fixture, governed);
  const { resourceSettings, requesterSettings, accessScopeSettings, approvalSettings, catalogEntryId, resourceId } = governed;
  expect(await fixture.object('GET', path)).toEqual({
    id: path.slice(path.lastIndexOf('/') + 1),
    name: 'who may ask',
    resourceId,
    catalogEntryId,
    status: 'INACTIVE',
    resourceSettings,
    requesterSettings,
    accessScopeSettings,
    approvalSettings,
  });
});

test('activate from INACTIVE, deactivate from ACTIVE, anything else 409; PATCH leaves the status; DELETE is final', async () => {
  const fixture = createFixture();
  const path = await conditionFor(fixture, fixture.provide('a resource that a request condition can govern'));
  const seen: unknown[] = [];
  for (const step of [
    'deactivate',
    'activate',
    'activate',
    'PATCH',
    'deactivate',
    'PATCH',
    'DELETE',
    'GET',
    'activate',
    'deactivate',
    'PATCH',
    'DELETE',
  ]) {
    const { status } = await (step === step.toUpperCase()
      ? fixture.call(step, path, step === 'PATCH' ? { name: 'other' } : undefined)
      : fixture.call('POST', `${path}/${step}`));
    seen.push(`${step} ${status} ${String(await statusOf(fixture, path))}`);
  }
  expect(seen).toEqual([
    'deactivate 409 INACTIVE',
    'activate 200 ACTIVE',
    'activate 409 ACTIVE',
    'PATCH 200 ACTIVE',
    'deactivate 200 INACTIVE',
    'PATCH 200 INACTIVE',
    'DELETE 204 404',
    'GET 404 404',
    'activate 404 404',
    'deactivate 404 404',
    'PATCH 404 404',
    'DELETE 404 404',
  ]);
});

const rows: readonly {
  readonly name: string;
  readonly params: JsonObject;
  readonly cause: (fixture: Fixture, governed: JsonObject) => Promise<JsonObject>;
}[] = [
  { name: 'the resource was deleted', params: {}, cause: (fixture, { resourceId }) => fixture.act('delete a resource', { resourceId }) },
  {
    name: 'all requester groups were deleted',
    params: { requesters: 'groups' },
    cause: (fixture, { requesterGroupIds }) => fixture.act('delete groups', { groupIds: requesterGroupIds }),
  },
  {
    name: 'all groups of the access scope were deleted',
    params: { access: 'groups' },
    cause: (fixture, { accessGroupIds }) => fixture.act('delete groups', { groupIds: accessGroupIds }),
  },
  {
    name: 'all bundles were deleted',
    params: { access: 'bundles' },
    cause: (fixture, { bundleIds }) => fixture.act('delete entitlement bundles', { bundleIds }),
  },
  {
    name: 'all entitlements were deleted',
    params: { access: 'entitlements' },
    cause: (fixture, { entitlementIds }) => fixture.act('delete entitlements', { entitlementIds }),
  },
  {
    name: 'opted out, scope names bundles',
    params: { access: 'bundles' },
    cause: (fixture, { resourceId }) => fixture.act('opt a resource out of entitlement management', { resourceId }),
  },
  {
    name: 'opted out, scope names entitlements',
    params: { access: 'entitlements' },
    cause: (fixture, { resourceId }) => fixture.act('opt a resource out of entitlement management', { resourceId }),
  },
];

for (const { name, params, cause } of rows) {
  for (const from of ['INACTIVE', 'ACTIVE']) {
    for (const noticed of ['creating a request', 'the periodic check']) {
      test(`${from} becomes INVALID when ${name}, noticed by ${noticed}`, async () => {
        const fixture = createFixture();
        const governed = fixture.provide('a resource that a request condition can govern', params);
        const path = await (from === 'ACTIVE' ? activeCondition(fixture, governed) : conditionFor(fixture, governed));
        await cause(fixture, governed);
        expect(await statusOf(fixture, path)).toBe(from);
        if (noticed === 'creating a request') await ask(fixture, governed);
        else await fixture.act('let the periodic check of request conditions run');
        expect(await statusOf(fixture, path)).toBe('INVALID');
        expect((await fixture.call('POST', `${path}/activate`)).status).toBe(409);
      });
    }
  }
}

test('losing some of what the settings name is no cause, losing all is: for any share of it', async () => {
  const lossy = [
    { params: { requesters: 'groups' }, act: 'delete groups', param: 'groupIds', from: 'requesterGroupIds' },
    { params: { access: 'groups' }, act: 'delete groups', param: 'groupIds', from: 'accessGroupIds' },
    { params: { access: 'bundles' }, act: 'delete entitlement bundles', param: 'bundleIds', from: 'bundleIds' },
    { params: { access: 'entitlements' }, act: 'delete entitlements', param: 'entitlementIds', from: 'entitlementIds' },
  ] as const;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...lossy), fc.subarray([0, 1]), async ({ params, act, param, from }, lost) => {
      const fixture = createFixture();
      const governed = fixture.provide('a resource that a request condition can govern', params);
      const path = await activeCondition(fixture, governed);
      const ids = governed[from];
      await fixture.act(act, { [param]: Array.isArray(ids) ? lost.map((index) => ids[index]) : [] });
      await fixture.act('let the periodic check of request conditions run');
      expect(await statusOf(fixture, path)).toBe(lost.length === 2 ? 'INVALID' : 'ACTIVE');
    }),
    { seed: 3, numRuns: 60 },
  );
});

test('an opt-out is no cause where the access scope names neither bundles nor entitlements', async () => {
  for (const access of ['resource', 'groups']) {
    const fixture = createFixture();
    const governed = fixture.provide('a resource that a request condition can govern', { access });
    const path = await activeCondition(fixture, governed);
    await fixture.act('opt a resource out of entitlement management', { resourceId: governed['resourceId'] });
    await fixture.act('let the periodic check of request conditions run');
    expect(await statusOf(fixture, path)).toBe('ACTIVE');
  }
});

test('an activation that waits while the condition is deleted does not bring it back', async () => {
  const gate = createGate('governance.activateRequestCondition');
  const fixture = createFixture({ pause: gate.pause });
  const path = await conditionFor(fixture, fixture.provide('a resource that a request condition can govern'));
  const late = fixture.call('POST', `${path}/activate`);
  await gate.reached;
  await fixture.call('DELETE', path);
  gate.go();
  expect([(await late).status, await statusOf(fixture, path)]).toEqual([404, 404]);
});

test('both names of the access scope settings are understood; the deployment chooses which it shows', async () => {
  const fixture = createFixture({ choices: { accessSettingsName: 'accessSettings' } });
  const { accessScopeSettings, resourceId, ...governed } = fixture.provide('a resource that a request condition can govern');
  const base = `${v2}/resources/${String(resourceId)}/request-conditions`;
  const made = await fixture.object('POST', base, { ...governed, accessSettings: accessScopeSettings });
  expect([made['accessSettings'], made['accessScopeSettings']]).toEqual([accessScopeSettings, undefined]);
  expect(await fixture.refusal('POST', base, { name: 1 })).toBe(
    '400; name: a string is needed; resourceSettings: an object is needed; requesterSettings: an object is needed; accessScopeSettings: an object is needed; approvalSettings: an object is needed',
  );
});

test('a catalog entry stands for one resource; its children name group, bundle and value', async () => {
  const fixture = createFixture();
  const family = fixture.provide('a catalog entry with child entries');
  const entries = `${v2}/catalogs/default/entries`;
  const parent = await fixture.object('GET', `${entries}/${String(family['catalogEntryId'])}`);
  expect([parent['parentId'], parent['resource']]).toEqual([
    undefined,
    await fixture.object('GET', `${v1}/resources/${String(family['resourceId'])}`),
  ]);
  const children = await fixture.list(`${entries}?parent=${String(family['catalogEntryId'])}`);
  const of = { name: parent['name'], parentId: parent['id'], resource: parent['resource'], accessScopeId: family['accessScopeId'] };
  expect(children).toEqual([
    { id: family['groupEntryId'], ...of, groupId: family['groupId'] },
    { id: family['bundleEntryId'], ...of, entitlementBundleId: family['bundleId'] },
    { id: family['valueEntryId'], ...of, entitlementValueId: family['entitlementValueId'] },
  ]);
  expect(await fixture.object('GET', `${entries}/${String(family['groupEntryId'])}`)).toEqual(children[0]);
});
