import { expect, test } from 'vitest';
import { createDeployment } from '../kit/deployment.ts';
import { ControlError } from '../kit/service.ts';
import { authorization, createFixture, v1, v2 } from './test-fixture.ts';
import { ask, campaignOver, idOf, statusOf } from './test-scenes.ts';

const json = 'application/json';

test('whatever arrives is answered with an error object, and never with a stack', async () => {
  const fixture = createFixture();
  const sent = [
    { target: '/nothing' },
    { target: `${v1}/collections/%E0%A4%A`, method: 'GET' },
    { target: `${v1}/collections`, method: 'PATCH' },
    { target: `${v1}/collections`, method: 'POST', body: '{"name": ', headers: { authorization, 'content-type': json } },
    { target: `${v1}/collections`, method: 'POST', body: '[]', headers: { authorization, 'content-type': json } },
    { target: `${v1}/collections`, method: 'POST' },
    {
      target: `${v1}/collections`,
      method: 'POST',
      body: 'name=x',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    },
    { target: `${v1}/collections`, headers: { authorization, accept: 'text/html' } },
    { target: '', method: '', headers: {}, unreadable: 'malformed' as const },
    { target: '', method: '', headers: {}, unreadable: 'headers-too-large' as const },
    { target: `${v1}/collections`, method: 'POST', halfClosed: true },
    { target: `${v1}/collections`, headers: {} },
    { target: `${v1}/collections`, headers: { authorization: 'Basic eDp5' } },
    { target: `${v1}/collections`, headers: { authorization: 'SSWS unknown' } },
    { target: `${v1}/collections`, headers: { authorization: 'Bearer mock-token-without-governance' } },
    { target: `${v1}/collections`, headers: { authorization: 'Bearer mock-governance-token' } },
  ];
  const seen = [];
  for (const request of sent) {
    const { status, body } = await fixture.send(request);
    seen.push(`${status} ${typeof body === 'object' && body !== null && 'errorCode' in body ? String(body.errorCode) : ''}`);
    expect(JSON.stringify(body)).not.toMatch(/\.[jt]s:\d/);
  }
  expect(seen).toEqual([
    '404 E0000007',
    '404 E0000007',
    '405 E0000022',
    '400 E0000003',
    '400 E0000001',
    '400 E0000001',
    '400 E0000021',
    '400 E0000021',
    '400 E0000003',
    '431 E0000001',
    '400 E0000003',
    '401 E0000011',
    '401 E0000011',
    '401 E0000011',
    '403 E0000006',
    '200 ',
  ]);
});

test('a method that is not supported is answered with those that are (RFC 9110, section 15.5.6)', async () => {
  const { status, headers } = await createFixture().send({ target: `${v1}/collections`, method: 'PATCH' });
  expect([status, headers['allow']]).toEqual([405, 'POST, GET']);
});

test('an error has code, summary, link, id and causes; the causes can be left out where there are none', async () => {
  const unknown = { target: `${v1}/collections`, headers: { authorization: 'SSWS unknown' } };
  const always = await createFixture().send(unknown);
  const ifAny = await createFixture({ choices: { errorBody: 'causes-if-any' } }).send(unknown);
  const object = {
    errorCode: 'E0000011',
    errorSummary: 'Invalid token provided',
    errorLink: 'E0000011',
    errorId: expect.stringMatching(/^\w{16}$/),
  };
  expect([always.body, ifAny.body]).toEqual([{ ...object, errorCauses: [] }, object]);
});

test('beyond the limit requests are refused until the period is over', async () => {
  const fixture = createFixture({ limit: 2 });
  const statuses = [];
  for (const wait of [0, 0, 0, 1000]) {
    fixture.advance(wait);
    const { status, headers } = await fixture.send({ target: `${v1}/collections` });
    statuses.push([status, headers['x-rate-limit-limit'], headers['x-rate-limit-remaining']]);
  }
  expect(statuses).toEqual([
    [200, '2', '1'],
    [200, '2', '0'],
    [429, '2', '0'],
    [200, '2', '1'],
  ]);
});

test('the preview environment has what production has', async () => {
  const fixture = createFixture();
  fixture.provide('a catalog entry with child entries');
  expect(await fixture.call('GET', `/preview${v2}/catalogs/default/entries`)).toEqual(
    await fixture.call('GET', `${v2}/catalogs/default/entries`),
  );
});

test('unknown states, acts and parameters are refused by name, and acts that cannot be', async () => {
  const fixture = createFixture();
  const path = await ask(fixture, fixture.provide('a resource that can be requested', { of: 'app-group' }));
  const messages: string[] = [];
  const attempts: readonly (() => unknown)[] = [
    () => fixture.provide('a state of bliss'),
    () => fixture.provide('a resource that can be requested', { off: 'app' }),
    () => fixture.provide('a resource that can be requested', { of: 'car' }),
    () => fixture.provide('a resource that can be requested', { accessDuration: 'P1Y' }),
    () => fixture.act('dance'),
    () => fixture.act('delete a resource', {}),
    () => fixture.act('delete a resource', { resourceId: 'nothing' }),
    () => fixture.act('delete groups', { groupIds: ['nothing'] }),
    () => fixture.act('delete groups', {}),
    () => fixture.act('make the next background job fail', { job: 'party' }),
    () => fixture.act('let the system examine a request', { requestId: idOf(path) }),
    () => fixture.act('let a request be granted', { requestId: idOf(path) }),
    () => fixture.act('decide the approvals of a request', { requestId: idOf(path), decision: 'reject' }),
  ];
  for (const attempt of attempts) {
    try {
      await attempt();
    } catch (error) {
      messages.push(error instanceof ControlError ? error.mistake : 'no refusal');
    }
  }
  expect(messages).toEqual([
    "unknown provider state 'a state of bliss'",
    "'a resource that can be requested' has no parameter 'off'",
    "parameter 'of' of 'a resource that can be requested' is \"car\"",
    `parameter 'accessDuration' of 'a resource that can be requested' is "P1Y"`,
    "unknown act 'dance'",
    "parameter 'resourceId' of 'delete a resource' is missing",
    "'resourceId' names 'nothing': there is no such resource",
    "'groupIds' names 'nothing': there is no such group",
    "parameter 'groupIds' of 'delete groups' is missing",
    "parameter 'job' of 'make the next background job fail' is \"party\"",
    "parameter 'finding' of 'let the system examine a request' is missing",
    "the request's grantStatus is MANUAL_GRANT_REQUIRED",
    'it is APPROVED',
  ]);
});

test('removing a provider state takes away what it made; a reset takes away everything', async () => {
  const fixture = createFixture();
  const app = fixture.provide('a resource that principals can be granted');
  const owned = fixture.provide('an owner for a request type');
  fixture.remove('a resource that principals can be granted', app);
  fixture.remove('an owner for a request type', owned);
  expect([
    (await fixture.call('GET', `${v1}/resources/${String(app['resourceId'])}`)).status,
    (await fixture.call('GET', `/api/v1/users/${String(owned['creatorId'])}`)).status,
  ]).toEqual([404, 200]);
  const campaign = await campaignOver(fixture, fixture.provide('access that a campaign can review'));
  fixture.reset();
  expect(await statusOf(fixture, campaign)).toBe(404);
});

test('jobs run by themselves where the deployment chooses so, once a while has passed', async () => {
  const fixture = createFixture({ choices: { jobs: 'by-themselves', campaignLaunch: 'at-once' } });
  const path = await ask(fixture, fixture.provide('a resource that can be requested'));
  const campaign = await campaignOver(fixture, fixture.provide('access that a campaign can review'));
  await fixture.call('POST', `${campaign}/launch`);
  const seen = [await statusOf(fixture, path), await statusOf(fixture, campaign)];
  fixture.advance(2000);
  expect([...seen, await statusOf(fixture, path)]).toEqual(['SUBMITTED', 'ACTIVE', 'PENDING']);
});

test('a deployment has the service, and its control plane reaches its provider states and events', async () => {
  const { control, services } = createDeployment({ seed: 3 });
  const app = control.provide('a resource that principals can be granted', {});
  await services.governance.act('let the background jobs finish', {});
  const { status } = await services.governance.handle({
    method: 'GET',
    target: `${v1}/resources/${String(app['resourceId'])}`,
    headers: { authorization },
    body: '',
    remoteAddress: '',
    origin: '',
  });
  expect([status, control.events(0)]).toEqual([200, []]);
});

test('the journal of a deployment has the states of what is made, moved and deleted', async () => {
  const { control, services } = createDeployment();
  const send = async (method: string, target: string, body = ''): Promise<string> => {
    const headers = { authorization, 'content-type': json };
    return (await services.governance.handle({ method, target, headers, body, remoteAddress: '', origin: '' })).body;
  };
  const ownership = control.provide('an owner for a request type', {});
  const { ownerId, approvalSettings, requestSettings, resourceSettings } = ownership;
  const made = { name: 'laptops', ownerId, approvalSettings, requestSettings, resourceSettings };
  const { id }: { readonly id: string } = JSON.parse(await send('POST', `${v1}/request-types`, JSON.stringify(made)));
  for (const move of ['publish', 'publish', 'un-publish']) await send('POST', `${v1}/request-types/${id}/${move}`);
  await send('DELETE', `${v1}/request-types/${id}`);
  expect(control.journal({}).requests.map(({ operation, stateBefore, stateAfter }) => [operation, stateBefore, stateAfter])).toEqual([
    ['createRequestType', undefined, 'DRAFT'],
    ['publishRequestType', 'DRAFT', 'ACTIVE'],
    ['publishRequestType', 'ACTIVE', 'ACTIVE'],
    ['unPublishRequestType', 'ACTIVE', 'DISABLED'],
    ['deleteRequestType', 'DISABLED', undefined],
  ]);
});
