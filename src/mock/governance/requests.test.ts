import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGate, createFixture, v2, type Fixture } from './test-fixture.ts';
import { ask, conditionFor, granted, grantsOf, idOf } from './test-scenes.ts';

const hourMs = 3_600_000;

/** The statuses that a request shows, as one line. */
async function progress(fixture: Fixture, path: string): Promise<string> {
  const { status, grantStatus, revocationStatus } = await fixture.object('GET', path);
  return [status, grantStatus, revocationStatus]
    .filter((shown) => shown !== undefined)
    .map(String)
    .join(' ');
}

test('POST makes a request, SUBMITTED; a job makes it available', async () => {
  const fixture = createFixture();
  const wanted = fixture.provide('a resource that can be requested');
  const made = await fixture.call('POST', `${v2}/requests`, {
    catalogEntryId: wanted['catalogEntryId'],
    requesterId: wanted['requesterId'],
  });
  expect(made).toEqual({
    status: 202,
    body: {
      id: expect.any(String),
      catalogEntryId: wanted['catalogEntryId'],
      requester: { id: wanted['requesterId'] },
      status: 'SUBMITTED',
    },
  });
  const path = await ask(fixture, wanted);
  await fixture.act('let the background jobs finish');
  expect(await progress(fixture, path)).toBe('PENDING');
});

test('a request without an active condition is found invalid', async () => {
  const fixture = createFixture();
  const governed = fixture.provide('a resource that a request condition can govern');
  await conditionFor(fixture, governed);
  const path = await ask(fixture, governed);
  await fixture.act('let the background jobs finish');
  expect(await progress(fixture, path)).toBe('REJECTED');
});

test('each trigger leads to its status', async () => {
  const acts = [
    ['let the system examine a request', { finding: 'available' }],
    ['let the system examine a request', { finding: 'invalid' }],
    ['decide the approvals of a request', { decision: 'approve' }],
    ['decide the approvals of a request', { decision: 'reject' }],
    ['cancel a request as its requester', {}],
    ['let a request expire', {}],
  ] as const;
  const seen = [];
  for (const [act, params] of acts) {
    const fixture = createFixture();
    const path = await ask(fixture, fixture.provide('a resource that can be requested'));
    await fixture.act(act, { requestId: idOf(path), ...params });
    seen.push(await progress(fixture, path));
  }
  expect(seen).toEqual(['PENDING', 'REJECTED', 'APPROVED PENDING', 'DENIED', 'CANCELED', 'EXPIRED']);
});

test('an approved request is granted, fails, or waits for somebody who grants by hand', async () => {
  const outcomes = [];
  for (const of of ['app', 'group', 'entitlements', 'app-group']) {
    for (const fails of [false, true]) {
      const fixture = createFixture();
      const wanted = fixture.provide('a resource that can be requested', { of });
      const path = await ask(fixture, wanted);
      await fixture.act('decide the approvals of a request', { requestId: idOf(path), decision: 'approve' });
      if (fails) await fixture.act('make the next background job fail', { job: 'grant' });
      await fixture.act('let the background jobs finish');
      outcomes.push(`${of} ${await progress(fixture, path)} ${(await grantsOf(fixture, wanted)).length}`);
    }
  }
  expect(outcomes).toEqual([
    'app APPROVED GRANTED 1',
    'app APPROVED FAILED 0',
    'group APPROVED GRANTED 1',
    'group APPROVED FAILED 0',
    'entitlements APPROVED GRANTED 1',
    'entitlements APPROVED FAILED 0',
    'app-group APPROVED MANUAL_GRANT_REQUIRED 0',
    'app-group APPROVED FAILED 0',
  ]);
});

test('with an access duration the revocation is scheduled with the grant, and done when the duration is over', async () => {
  const fixture = createFixture();
  const wanted = fixture.provide('a resource that can be requested', { accessDuration: 'PT1H' });
  const path = await granted(fixture, wanted);
  const { revocationScheduled, accessDuration } = await fixture.object('GET', path);
  expect([await progress(fixture, path), accessDuration, revocationScheduled]).toEqual([
    'APPROVED GRANTED PENDING',
    'PT1H',
    '2026-01-01T01:00:00.000Z',
  ]);
  fixture.advance(hourMs);
  await fixture.act('let the background jobs finish');
  expect([await progress(fixture, path), await grantsOf(fixture, wanted)]).toEqual(['APPROVED GRANTED REVOKED', []]);
});

test('a revocation that fails leaves the access', async () => {
  const fixture = createFixture();
  const wanted = fixture.provide('a resource that can be requested', { accessDuration: 'PT1H' });
  const path = await granted(fixture, wanted);
  await fixture.act('make the next background job fail', { job: 'revocation' });
  fixture.advance(hourMs);
  await fixture.act('let the background jobs finish');
  expect([await progress(fixture, path), (await grantsOf(fixture, wanted)).length]).toEqual(['APPROVED GRANTED FAILED', 1]);
});

test('the access lasts exactly as long as its duration, whatever the duration and whenever the jobs run', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 10_000 }),
      fc.array(fc.integer({ min: 0, max: 4000 }), { maxLength: 6 }),
      async (seconds, waits) => {
        const fixture = createFixture();
        const path = await granted(fixture, fixture.provide('a resource that can be requested', { accessDuration: `PT${seconds}S` }));
        let waited = 0;
        for (const wait of waits) {
          fixture.advance(wait * 1000);
          waited += wait;
          await fixture.act('let the background jobs finish');
          expect(await progress(fixture, path)).toBe(`APPROVED GRANTED ${waited >= seconds ? 'REVOKED' : 'PENDING'}`);
        }
      },
    ),
    { seed: 5, numRuns: 50 },
  );
});

test('a grant is made once, though two jobs run at the same time', async () => {
  const gate = createGate('governance.job.grant');
  const fixture = createFixture({ pause: gate.pause });
  const wanted = fixture.provide('a resource that can be requested');
  const path = await ask(fixture, wanted);
  await fixture.act('decide the approvals of a request', { requestId: idOf(path), decision: 'approve' });
  const first = fixture.act('let the background jobs finish');
  await gate.reached;
  await fixture.act('let the background jobs finish');
  gate.go();
  await first;
  expect((await grantsOf(fixture, wanted)).length).toBe(1);
});

test('statuses that do not apply are absent, or null where the deployment chooses so; times likewise', async () => {
  const fixture = createFixture({ choices: { notApplicable: 'null', timestamps: 'unix-seconds' } });
  const open = await fixture.object('GET', await ask(fixture, fixture.provide('a resource that can be requested')));
  expect([open['grantStatus'], open['revocationStatus'], open['revocationScheduled'], 'accessDuration' in open]).toEqual([
    null,
    null,
    null,
    false,
  ]);
  const limited = await fixture.object(
    'GET',
    await granted(fixture, fixture.provide('a resource that can be requested', { accessDuration: 'PT1H' })),
  );
  expect(limited['revocationScheduled']).toBe(Date.UTC(2026, 0, 1, 1) / 1000);
});

test('a request for what is not there is refused', async () => {
  const fixture = createFixture();
  const { catalogEntryId } = fixture.provide('a resource that can be requested');
  expect([
    await fixture.refusal('POST', `${v2}/requests`, { catalogEntryId: 'nothing' }),
    await fixture.refusal('POST', `${v2}/requests`, { catalogEntryId, requesterId: 'nobody' }),
    await fixture.refusal('POST', `${v2}/requests`, { catalogEntryId, accessDuration: 'an hour' }),
    await fixture.refusal('POST', `${v2}/requests`, { catalogEntryId, accessDuration: 'P99999999W' }),
    await fixture.refusal('GET', `${v2}/requests/nothing`),
  ]).toEqual([
    '400; catalogEntryId: there is no catalog entry nothing',
    '400; requesterId: there is no user nobody',
    '400; accessDuration: an ISO 8601 duration of weeks, days and time is needed',
    '400; accessDuration: an ISO 8601 duration of weeks, days and time is needed',
    '404; request nothing',
  ]);
});
