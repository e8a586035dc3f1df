import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGate, createKit, v2, type Kit } from './test-kit.ts';
import { ask, conditionFor, granted, grantsOf, idOf } from './test-scenes.ts';

const hourMs = 3_600_000;

/** The statuses that a request shows, as one line. */
async function progress(kit: Kit, path: string): Promise<string> {
  const { status, grantStatus, revocationStatus } = await kit.object('GET', path);
  return [status, grantStatus, revocationStatus]
    .filter((shown) => shown !== undefined)
    .map(String)
    .join(' ');
}

test('POST makes a request, SUBMITTED; a job makes it available', async () => {
  const kit = createKit();
  const wanted = kit.provide('a resource that can be requested');
  const made = await kit.call('POST', `${v2}/requests`, { catalogEntryId: wanted['catalogEntryId'], requesterId: wanted['requesterId'] });
  expect(made).toEqual({
    status: 202,
    body: {
      id: expect.any(String),
      catalogEntryId: wanted['catalogEntryId'],
      requester: { id: wanted['requesterId'] },
      status: 'SUBMITTED',
    },
  });
  const path = await ask(kit, wanted);
  await kit.act('let the background jobs finish');
  expect(await progress(kit, path)).toBe('PENDING');
});

test('a request without an active condition is found invalid', async () => {
  const kit = createKit();
  const governed = kit.provide('a resource that a request condition can govern');
  await conditionFor(kit, governed);
  const path = await ask(kit, governed);
  await kit.act('let the background jobs finish');
  expect(await progress(kit, path)).toBe('REJECTED');
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
    const kit = createKit();
    const path = await ask(kit, kit.provide('a resource that can be requested'));
    await kit.act(act, { requestId: idOf(path), ...params });
    seen.push(await progress(kit, path));
  }
  expect(seen).toEqual(['PENDING', 'REJECTED', 'APPROVED PENDING', 'DENIED', 'CANCELED', 'EXPIRED']);
});

test('an approved request is granted, fails, or waits for somebody who grants by hand', async () => {
  const outcomes = [];
  for (const of of ['app', 'group', 'entitlements', 'app-group']) {
    for (const fails of [false, true]) {
      const kit = createKit();
      const wanted = kit.provide('a resource that can be requested', { of });
      const path = await ask(kit, wanted);
      await kit.act('decide the approvals of a request', { requestId: idOf(path), decision: 'approve' });
      if (fails) await kit.act('make the next background job fail', { job: 'grant' });
      await kit.act('let the background jobs finish');
      outcomes.push(`${of} ${await progress(kit, path)} ${(await grantsOf(kit, wanted)).length}`);
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
  const kit = createKit();
  const wanted = kit.provide('a resource that can be requested', { accessDuration: 'PT1H' });
  const path = await granted(kit, wanted);
  const { revocationScheduled, accessDuration } = await kit.object('GET', path);
  expect([await progress(kit, path), accessDuration, revocationScheduled]).toEqual([
    'APPROVED GRANTED PENDING',
    'PT1H',
    '2026-01-01T01:00:00.000Z',
  ]);
  kit.advance(hourMs);
  await kit.act('let the background jobs finish');
  expect([await progress(kit, path), await grantsOf(kit, wanted)]).toEqual(['APPROVED GRANTED REVOKED', []]);
});

test('a revocation that fails leaves the access', async () => {
  const kit = createKit();
  const wanted = kit.provide('a resource that can be requested', { accessDuration: 'PT1H' });
  const path = await granted(kit, wanted);
  await kit.act('make the next background job fail', { job: 'revocation' });
  kit.advance(hourMs);
  await kit.act('let the background jobs finish');
  expect([await progress(kit, path), (await grantsOf(kit, wanted)).length]).toEqual(['APPROVED GRANTED FAILED', 1]);
});

test('the access lasts exactly as long as its duration, whatever the duration and whenever the jobs run', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 10_000 }),
      fc.array(fc.integer({ min: 0, max: 4000 }), { maxLength: 6 }),
      async (seconds, waits) => {
        const kit = createKit();
        const path = await granted(kit, kit.provide('a resource that can be requested', { accessDuration: `PT${seconds}S` }));
        let waited = 0;
        for (const wait of waits) {
          kit.advance(wait * 1000);
          waited += wait;
          await kit.act('let the background jobs finish');
          expect(await progress(kit, path)).toBe(`APPROVED GRANTED ${waited >= seconds ? 'REVOKED' : 'PENDING'}`);
        }
      },
    ),
    { seed: 5, numRuns: 50 },
  );
});

test('a grant is made once, though two jobs run at the same time', async () => {
  const gate = createGate('governance.job.grant');
  const kit = createKit({ pause: gate.pause });
  const wanted = kit.provide('a resource that can be requested');
  const path = await ask(kit, wanted);
  await kit.act('decide the approvals of a request', { requestId: idOf(path), decision: 'approve' });
  const first = kit.act('let the background jobs finish');
  await gate.reached;
  await kit.act('let the background jobs finish');
  gate.go();
  await first;
  expect((await grantsOf(kit, wanted)).length).toBe(1);
});

test('statuses that do not apply are absent, or null where the deployment chooses so; times likewise', async () => {
  const kit = createKit({ choices: { notApplicable: 'null', timestamps: 'unix-seconds' } });
  const open = await kit.object('GET', await ask(kit, kit.provide('a resource that can be requested')));
  expect([open['grantStatus'], open['revocationStatus'], open['revocationScheduled'], 'accessDuration' in open]).toEqual([
    null,
    null,
    null,
    false,
  ]);
  const limited = await kit.object('GET', await granted(kit, kit.provide('a resource that can be requested', { accessDuration: 'PT1H' })));
  expect(limited['revocationScheduled']).toBe(Date.UTC(2026, 0, 1, 1) / 1000);
});

test('a request for what is not there is refused', async () => {
  const kit = createKit();
  const { catalogEntryId } = kit.provide('a resource that can be requested');
  expect([
    await kit.refusal('POST', `${v2}/requests`, { catalogEntryId: 'nothing' }),
    await kit.refusal('POST', `${v2}/requests`, { catalogEntryId, requesterId: 'nobody' }),
    await kit.refusal('POST', `${v2}/requests`, { catalogEntryId, accessDuration: 'an hour' }),
    await kit.refusal('POST', `${v2}/requests`, { catalogEntryId, accessDuration: 'P99999999W' }),
    await kit.refusal('GET', `${v2}/requests/nothing`),
  ]).toEqual([
    '400; catalogEntryId: there is no catalog entry nothing',
    '400; requesterId: there is no user nobody',
    '400; accessDuration: an ISO 8601 duration of weeks, days and time is needed',
    '400; accessDuration: an ISO 8601 duration of weeks, days and time is needed',
    '404; request nothing',
  ]);
});
