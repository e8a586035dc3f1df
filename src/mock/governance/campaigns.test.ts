import { expect, test } from 'vitest';
import { createGate, createFixture } from './test-fixture.ts';
import { activeCampaign, campaignOver, grantsOf, reviewsOf, statusOf } from './test-scenes.ts';

test('a campaign is launched, made active by a job, ended, and purged', async () => {
  const fixture = createFixture();
  const path = await campaignOver(fixture, fixture.provide('access that a campaign can review'));
  const seen = [await statusOf(fixture, path)];
  const launched = await fixture.call('POST', `${path}/launch`);
  seen.push(launched.status, await statusOf(fixture, path));
  await fixture.act('let the background jobs finish');
  seen.push(await statusOf(fixture, path), (await fixture.call('POST', `${path}/end`)).status, await statusOf(fixture, path));
  await fixture.act('run the campaign purger');
  seen.push(await statusOf(fixture, path));
  expect(seen).toEqual(['SCHEDULED', 202, 'LAUNCHING', 'ACTIVE', 202, 'COMPLETED', 404]);
});

test('launch is refused but from SCHEDULED, end but from ACTIVE, delete but from SCHEDULED and ERROR', async () => {
  const statuses = await Promise.all(
    ['SCHEDULED', 'LAUNCHING', 'ACTIVE', 'ERROR', 'COMPLETED'].flatMap((from) =>
      (['POST launch', 'POST end', 'DELETE'] as const).map(async (how) => {
        const fixture = createFixture();
        const access = fixture.provide('access that a campaign can review');
        if (from === 'ERROR') await fixture.act('make the next background job fail', { job: 'campaign' });
        const path =
          from === 'SCHEDULED' || from === 'LAUNCHING' ? await campaignOver(fixture, access) : await activeCampaign(fixture, access);
        if (from === 'LAUNCHING') await fixture.call('POST', `${path}/launch`);
        if (from === 'COMPLETED') await fixture.call('POST', `${path}/end`);
        const before = await statusOf(fixture, path);
        const { status } =
          how === 'DELETE' ? await fixture.call('DELETE', path) : await fixture.call('POST', `${path}/${how.slice('POST '.length)}`);
        return `${String(before)} ${how} ${status}`;
      }),
    ),
  );
  expect(statuses).toEqual([
    'SCHEDULED POST launch 202',
    'SCHEDULED POST end 409',
    'SCHEDULED DELETE 204',
    'LAUNCHING POST launch 409',
    'LAUNCHING POST end 409',
    'LAUNCHING DELETE 409',
    'ACTIVE POST launch 409',
    'ACTIVE POST end 202',
    'ACTIVE DELETE 409',
    'ERROR POST launch 409',
    'ERROR POST end 409',
    'ERROR DELETE 204',
    'COMPLETED POST launch 409',
    'COMPLETED POST end 409',
    'COMPLETED DELETE 409',
  ]);
});

test('a review names campaign, resource, principal and reviewer; a denial takes the access away', async () => {
  const fixture = createFixture();
  const access = fixture.provide('access that a campaign can review');
  const path = await activeCampaign(fixture, access);
  const [review] = await reviewsOf(fixture, path);
  const id = String(review?.['id']);
  expect(review).toEqual({
    id,
    campaignId: path.slice(path.lastIndexOf('/') + 1),
    resource: expect.objectContaining({ resourceId: access['resourceId'], resourceType: 'APP' }),
    principal: { type: 'USER', externalId: access['principalId'] },
    reviewer: { id: access['reviewerId'] },
    decision: 'UNREVIEWED',
    remediation: { status: 'NONE' },
    history: [{ at: '2026-01-01T00:00:00.000Z', what: 'created' }],
  });
  expect((await grantsOf(fixture, access)).length).toBe(1);
  await fixture.act('decide a review', { reviewId: id, decision: 'revoke' });
  const decided = await fixture.object('GET', `/governance/api/v1/reviews/${id}`);
  expect([decided['decision'], decided['remediation'], (await grantsOf(fixture, access)).length]).toEqual([
    'REVOKE',
    { status: 'COMPLETED' },
    0,
  ]);
});

test('an approval leaves the access', async () => {
  const fixture = createFixture();
  const access = fixture.provide('access that a campaign can review');
  const [review] = await reviewsOf(fixture, await activeCampaign(fixture, access));
  await fixture.act('decide a review', { reviewId: review?.['id'], decision: 'approve' });
  expect((await grantsOf(fixture, access)).length).toBe(1);
});

test('a deleted campaign cannot be found by any operation, also one that was under way', async () => {
  const gate = createGate('governance.launchCampaign');
  const fixture = createFixture({ pause: gate.pause });
  const path = await campaignOver(fixture, fixture.provide('access that a campaign can review'));
  const late = fixture.call('POST', `${path}/launch`);
  await gate.reached;
  await fixture.call('DELETE', path);
  gate.go();
  const after = await Promise.all([
    late,
    fixture.call('GET', path),
    fixture.call('POST', `${path}/launch`),
    fixture.call('POST', `${path}/end`),
    fixture.call('DELETE', path),
  ]);
  expect(after.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
});

test('a campaign with a start date launches by itself, and completes when its time is over', async () => {
  const fixture = createFixture();
  const access = fixture.provide('access that a campaign can review');
  const path = await campaignOver(fixture, {
    ...access,
    scheduleSettings: { type: 'AT_START_DATE', startDate: '2026-01-02T00:00:00Z', durationInDays: 3 },
  });
  const seen = [];
  for (const days of [0, 1, 2.9, 0.1]) {
    fixture.advance(days * 86_400_000);
    await fixture.act('let the background jobs finish');
    seen.push(await statusOf(fixture, path));
  }
  expect(seen).toEqual(['SCHEDULED', 'ACTIVE', 'ACTIVE', 'COMPLETED']);
});
