import { isObject } from '../../kit/json.ts';
import type { JsonObject } from '../../kit/service.ts';
import { v1, type Fixture } from '../test-fixture.ts';
import { activeCampaign, campaignOver, grantsOf, idOf, reviewsOf, statusOf } from '../test-scenes.ts';
import { campaignFaults } from './campaigns.ts';
import { prove } from './test-faults.ts';

async function deleted(fixture: Fixture): Promise<unknown> {
  const path = await campaignOver(fixture, fixture.provide('access that a campaign can review'));
  const { status } = await fixture.call('DELETE', path);
  const read = await fixture.call('GET', path);
  return [status, read.status, (await fixture.call('POST', `${path}/launch`)).status];
}

const review =
  (look: (review: JsonObject, access: JsonObject, campaign: string) => unknown, decision?: 'approve' | 'revoke') =>
  async (fixture: Fixture): Promise<unknown> => {
    const access = fixture.provide('access that a campaign can review');
    const campaign = await activeCampaign(fixture, access);
    const [first = {}] = await reviewsOf(fixture, campaign);
    if (decision !== undefined) await fixture.act('decide a review', { reviewId: first['id'], decision });
    return look(await fixture.object('GET', `${v1}/reviews/${String(first['id'])}`), access, campaign);
  };

prove(campaignFaults, {
  'gov-campaign-never-deleted': { scene: deleted, healthy: [204, 404, 404], faulty: [204, 200, 202] },
  'gov-deleted-campaign-launches': { scene: deleted, healthy: [204, 404, 404], faulty: [204, 404, 202] },
  'gov-deleted-campaign-403': { scene: deleted, healthy: [204, 404, 404], faulty: [204, 403, 403] },
  'gov-campaign-revived-by-launch': {
    at: 'governance.launchCampaign',
    async scene(fixture, gate) {
      const path = await campaignOver(fixture, fixture.provide('access that a campaign can review'));
      const late = fixture.call('POST', `${path}/launch`);
      await gate.reached;
      await fixture.call('DELETE', path);
      gate.go();
      return [(await late).status, await statusOf(fixture, path)];
    },
    healthy: [404, 404],
    faulty: [202, 'LAUNCHING'],
  },
  'gov-campaign-running': {
    scene: async (fixture) => statusOf(fixture, await activeCampaign(fixture, fixture.provide('access that a campaign can review'))),
    healthy: 'ACTIVE',
    faulty: 'RUNNING',
  },
  'gov-campaign-without-reviews': {
    scene: async (fixture) =>
      (await reviewsOf(fixture, await activeCampaign(fixture, fixture.provide('access that a campaign can review')))).length,
    healthy: 1,
    faulty: 0,
  },
  'gov-review-of-another-campaign': {
    scene: review(({ campaignId }, _access, campaign) => campaignId === idOf(campaign)),
    healthy: true,
    faulty: false,
  },
  'gov-review-of-another-principal': {
    scene: review(({ principal }, access) => isObject(principal) && principal['externalId'] === access['principalId']),
    healthy: true,
    faulty: false,
  },
  'gov-review-decision-lost': { scene: review(({ decision }) => decision, 'approve'), healthy: 'APPROVE', faulty: undefined },
  'gov-review-without-history': { scene: review(({ history }) => Array.isArray(history), 'approve'), healthy: true, faulty: false },
  'gov-remediation-only-said': {
    async scene(fixture) {
      const access = fixture.provide('access that a campaign can review');
      const [first = {}] = await reviewsOf(fixture, await activeCampaign(fixture, access));
      await fixture.act('decide a review', { reviewId: first['id'], decision: 'revoke' });
      const { remediation } = await fixture.object('GET', `${v1}/reviews/${String(first['id'])}`);
      return [remediation, (await grantsOf(fixture, access)).length];
    },
    healthy: [{ status: 'COMPLETED' }, 0],
    faulty: [{ status: 'COMPLETED' }, 1],
  },
});
