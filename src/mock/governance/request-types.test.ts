import { expect, test } from 'vitest';
import { createGate, createFixture, v1, type Fixture } from './test-fixture.ts';
import { askV1, idOf, requestTypeFor, statusOf } from './test-scenes.ts';

/** A request type in a state, reached by the documented ways. */
async function typeIn(fixture: Fixture, state: 'DRAFT' | 'ACTIVE' | 'DISABLED'): Promise<string> {
  const path = await requestTypeFor(fixture, fixture.provide('an owner for a request type'));
  if (state !== 'DRAFT') await fixture.call('POST', `${path}/publish`);
  if (state === 'DISABLED') await fixture.call('POST', `${path}/un-publish`);
  return path;
}

test('publish from DRAFT, un-publish from ACTIVE, otherwise 409', async () => {
  const seen = [];
  for (const state of ['DRAFT', 'ACTIVE', 'DISABLED'] as const) {
    for (const operation of ['publish', 'un-publish']) {
      const fixture = createFixture();
      const path = await typeIn(fixture, state);
      const { status } = await fixture.call('POST', `${path}/${operation}`);
      seen.push(`${state} ${operation} ${status} ${String(await statusOf(fixture, path))}`);
    }
  }
  expect(seen).toEqual([
    'DRAFT publish 200 ACTIVE',
    'DRAFT un-publish 409 DRAFT',
    'ACTIVE publish 409 ACTIVE',
    'ACTIVE un-publish 200 DISABLED',
    'DISABLED publish 409 DISABLED',
    'DISABLED un-publish 409 DISABLED',
  ]);
});

test('a request type shows its owner, a user of the directory, and its three settings groups', async () => {
  const fixture = createFixture();
  const ownership = fixture.provide('an owner for a request type');
  const path = await requestTypeFor(fixture, ownership);
  const { ownerId, ownerKind, approvalSettings, requestSettings, resourceSettings } = ownership;
  expect(await fixture.object('GET', path)).toEqual({
    id: idOf(path),
    name: 'laptops',
    status: 'DRAFT',
    owner: { id: ownerId, kind: ownerKind },
    approvalSettings,
    requestSettings,
    resourceSettings,
  });
  expect((await fixture.object('GET', `/api/v1/users/${String(ownerId)}`))['id']).toBe(ownerId);
});

test('an invalid state disables a request type in any state, found by whatever operation comes first', async () => {
  const seen = [];
  for (const state of ['DRAFT', 'ACTIVE', 'DISABLED'] as const) {
    for (const invalidRequestType of ['shown', 'refused']) {
      const fixture = createFixture({ choices: { invalidRequestType } });
      const path = await typeIn(fixture, state);
      await fixture.act('make a request type invalid', { requestTypeId: idOf(path) });
      const { status } = await fixture.call('POST', `${path}/publish`);
      seen.push(`${state} ${status} ${String(await statusOf(fixture, path))}`);
    }
  }
  expect(seen).toEqual([
    'DRAFT 200 DISABLED',
    'DRAFT 409 DISABLED',
    'ACTIVE 200 DISABLED',
    'ACTIVE 409 DISABLED',
    'DISABLED 200 DISABLED',
    'DISABLED 409 DISABLED',
  ]);
});

test('reading and requesting detect an invalid state too', async () => {
  const fixture = createFixture();
  const [read, asked] = [await typeIn(fixture, 'ACTIVE'), await typeIn(fixture, 'ACTIVE')];
  for (const path of [read, asked]) await fixture.act('make a request type invalid', { requestTypeId: idOf(path) });
  expect([
    await statusOf(fixture, read),
    (await fixture.call('POST', `${v1}/requests`, { requestTypeId: idOf(asked) })).status,
    await statusOf(fixture, asked),
  ]).toEqual(['DISABLED', 409, 'DISABLED']);
});

test('repair leads to DRAFT or ACTIVE, and the type can go on from there', async () => {
  for (const to of ['DRAFT', 'ACTIVE']) {
    const fixture = createFixture();
    const path = await typeIn(fixture, 'DISABLED');
    await fixture.act('make a request type invalid', { requestTypeId: idOf(path) });
    await fixture.act('repair a request type in the portal', { requestTypeId: idOf(path), to });
    expect(await statusOf(fixture, path)).toBe(to);
    expect((await fixture.call('POST', `${path}/${to === 'DRAFT' ? 'publish' : 'un-publish'}`)).status).toBe(200);
  }
});

test('DELETE removes a request type in any state, for every operation', async () => {
  for (const state of ['DRAFT', 'ACTIVE', 'DISABLED'] as const) {
    const fixture = createFixture();
    const path = await typeIn(fixture, state);
    expect((await fixture.call('DELETE', path)).status).toBe(204);
    const after = [
      fixture.call('GET', path),
      fixture.call('POST', `${path}/publish`),
      fixture.call('POST', `${path}/un-publish`),
      fixture.call('DELETE', path),
      fixture.call('POST', `${v1}/requests`, { requestTypeId: idOf(path) }),
    ];
    expect((await Promise.all(after)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  }
});

test('a publication that waits while the type is deleted does not bring it back', async () => {
  const gate = createGate('governance.publishRequestType');
  const fixture = createFixture({ pause: gate.pause });
  const path = await typeIn(fixture, 'DRAFT');
  const late = fixture.call('POST', `${path}/publish`);
  await gate.reached;
  await fixture.call('DELETE', path);
  gate.go();
  expect([(await late).status, await statusOf(fixture, path)]).toEqual([404, 404]);
});

test('a v1 request goes with the people who were made for it', async () => {
  const fixture = createFixture();
  const ownership = fixture.provide('an owner for a request type');
  const path = await askV1(fixture, ownership);
  const before = (await fixture.call('GET', path)).status;
  fixture.remove('an owner for a request type', ownership);
  expect([before, (await fixture.call('GET', path)).status]).toEqual([200, 404]);
});

test('a v1 request is made by its creator for its requester, and moves on by people alone', async () => {
  const fixture = createFixture();
  const ownership = fixture.provide('an owner for a request type');
  const path = await askV1(fixture, ownership);
  const made = await fixture.object('GET', path);
  expect({ ...made, id: '', requestTypeId: '' }).toEqual({
    id: '',
    requestTypeId: '',
    requestStatus: 'OPEN',
    creator: { id: ownership['creatorId'] },
    requester: { id: ownership['requesterId'] },
    requesterFieldValues: ownership['requesterFieldValues'],
    approvals: [{ approver: { id: ownership['approverId'] }, decision: 'PENDING', approverFieldValues: [] }],
    actions: [],
    resource: await fixture.object('GET', `${v1}/resources/${String(ownership['resourceId'])}`),
  });
  await fixture.act('let the background jobs finish');
  const seen = [(await fixture.object('GET', path))['requestStatus']];
  for (const [to, through] of [
    ['pending', 'portal'],
    ['resolved', 'chat'],
  ]) {
    await fixture.act('move a v1 request', { requestId: idOf(path), to, through });
    seen.push((await fixture.object('GET', path))['requestStatus']);
  }
  expect(seen).toEqual(['OPEN', 'PENDING', 'RESOLVED']);
});

test('an approved v1 request generates a grant and an action, a denied one neither', async () => {
  const seen = [];
  for (const decision of ['approve', 'deny']) {
    const fixture = createFixture();
    const ownership = fixture.provide('an owner for a request type');
    const path = await askV1(fixture, ownership);
    await fixture.act('decide the approvals of a v1 request', { requestId: idOf(path), decision });
    const { approvals, actions } = await fixture.object('GET', path);
    const grants = await fixture.list(
      `${v1}/grants?principalId=${String(ownership['requesterId'])}&resourceId=${String(ownership['resourceId'])}`,
    );
    const grant = grants[0] === undefined ? undefined : { id: grants[0]['id'] };
    seen.push({
      approvals,
      actions: Array.isArray(actions) ? actions.map(({ kind, grant: of }: { kind: string; grant: unknown }) => ({ kind, of })) : [],
      grants: grants.length,
    });
    const made = {
      approver: { id: ownership['approverId'] },
      approverFieldValues: [{ id: 'comment', value: decision === 'approve' ? 'granted' : 'not granted' }],
    };
    expect(seen.at(-1)).toEqual(
      decision === 'approve'
        ? { approvals: [{ ...made, decision: 'APPROVED', grant }], actions: [{ kind: 'GRANT_ACCESS', of: grant }], grants: 1 }
        : { approvals: [{ ...made, decision: 'DENIED' }], actions: [], grants: 0 },
    );
  }
});

test('requests of both models are made beside each other', async () => {
  const fixture = createFixture();
  const path = await typeIn(fixture, 'ACTIVE');
  const wanted = fixture.provide('a resource that can be requested');
  const { status } = await fixture.call('POST', '/governance/api/v2/requests', {
    catalogEntryId: wanted['catalogEntryId'],
    requesterId: wanted['requesterId'],
  });
  expect([status, await statusOf(fixture, path)]).toEqual([202, 'ACTIVE']);
});
