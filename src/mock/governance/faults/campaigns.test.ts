import { isObject } from '../../kit/json.ts';
import type { JsonObject } from '../../kit/service.ts';
import { v1, type Fixture, type Gate } from '../test-fixture.ts';
import { activeCampaign, assign, campaignOver, emptyCollection, grantsOf, idOf, reviewsOf, statusOf } from '../test-scenes.ts';
import { campaignFaults } from '../faults.ts';
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

/** The reviews of the same access in two campaigns, of which the first is decided. */
async function decidedOnce(fixture: Fixture, ended = false): Promise<unknown> {
  const access = fixture.provide('access that a campaign can review');
  const campaigns = [await activeCampaign(fixture, access), await activeCampaign(fixture, access)];
  const [first = '', second = ''] = campaigns;
  const [review = {}] = await reviewsOf(fixture, first);
  await fixture.act('decide a review', { reviewId: review['id'], decision: 'approve' });
  if (ended) await fixture.call('POST', `${first}/end`);
  return [(await reviewsOf(fixture, first))[0]?.['decision'], (await reviewsOf(fixture, second))[0]?.['decision']];
}

/** What somebody holds of an app by a collection, after the access under review was denied. */
async function grantsAfterDenial(fixture: Fixture, access: JsonObject, held: JsonObject): Promise<number> {
  const campaign = await activeCampaign(fixture, access);
  const [review = {}] = await reviewsOf(fixture, campaign);
  const collection = await emptyCollection(fixture);
  await fixture.call('POST', `${collection}/resources`, [{ resourceId: held['resourceId'], resourceType: 'APP' }]);
  await assign(fixture, collection, held);
  await fixture.act('let the background jobs finish');
  await fixture.act('decide a review', { reviewId: review['id'], decision: 'revoke' });
  return (await grantsOf(fixture, held)).length;
}

/** What two campaigns that are made at the same time have of each other's settings. */
const madeAtOnce =
  (setting: string) =>
  async (fixture: Fixture, gate: Gate): Promise<unknown> => {
    const [one, other] = [fixture.provide('access that a campaign can review'), fixture.provide('access that a campaign can review')];
    const late = campaignOver(fixture, one);
    await gate.reached;
    await campaignOver(fixture, other);
    gate.go();
    return JSON.stringify((await fixture.object('GET', await late))[setting]) === JSON.stringify(one[setting]);
  };

prove(campaignFaults, {
  'gov-campaign-of-the-reviewer-before': {
    async scene(fixture) {
      const [one, other] = [fixture.provide('access that a campaign can review'), fixture.provide('access that a campaign can review')];
      await campaignOver(fixture, one);
      const campaign = await activeCampaign(fixture, other);
      const [{ reviewer } = {}] = await reviewsOf(fixture, campaign);
      return [
        JSON.stringify((await fixture.object('GET', campaign))['reviewerSettings']) === JSON.stringify(other['reviewerSettings']),
        isObject(reviewer) && reviewer['id'] === other['reviewerId'],
      ];
    },
    healthy: [true, true],
    faulty: [false, false],
  },
  'gov-remediation-settings-reset': {
    async scene(fixture) {
      const access = fixture.provide('access that a campaign can review');
      const campaign = await activeCampaign(fixture, access);
      const [{ id } = {}] = await reviewsOf(fixture, campaign);
      await fixture.act('decide a review', { reviewId: id, decision: 'revoke' });
      const { remediationSettings } = await fixture.object('GET', campaign);
      return [isObject(remediationSettings) && remediationSettings['accessRevoked'], (await grantsOf(fixture, access)).length];
    },
    healthy: ['REMOVE', 0],
    faulty: ['NO_ACTION', 1],
  },
  'gov-launch-empties-notification-settings': {
    async scene(fixture) {
      const campaign = await campaignOver(fixture, fixture.provide('access that a campaign can review'));
      const settings = async (): Promise<unknown> => (await fixture.object('GET', campaign))['notificationSettings'];
      const before = await settings();
      await fixture.call('POST', `${campaign}/launch`);
      return [before, await settings()];
    },
    healthy: [
      { notifyReviewer: true, notifyReviewee: false },
      { notifyReviewer: true, notifyReviewee: false },
    ],
    faulty: [{ notifyReviewer: true, notifyReviewee: false }, {}],
  },
  'gov-campaign-deletion-takes-reviews-of-others': {
    async scene(fixture) {
      const access = fixture.provide('access that a campaign can review');
      const campaign = await activeCampaign(fixture, access);
      const { status } = await fixture.call('DELETE', await campaignOver(fixture, access));
      return [status, (await reviewsOf(fixture, campaign)).length];
    },
    healthy: [204, 1],
    faulty: [204, 0],
  },
  'gov-decided-review-without-history': {
    scene: review(({ history }) => Array.isArray(history) && history.length, 'approve'),
    healthy: 2,
    faulty: 0,
  },
  'gov-campaigns-made-alike-at-once': {
    at: 'governance.createCampaign',
    scene: madeAtOnce('resourceSettings'),
    healthy: true,
    faulty: false,
  },
  'gov-campaigns-made-at-once-for-one-reviewer': {
    at: 'governance.createCampaign',
    scene: madeAtOnce('reviewerSettings'),
    healthy: true,
    faulty: false,
  },
  'gov-ended-campaign-loses-settings': {
    async scene(fixture) {
      const campaign = await activeCampaign(fixture, fixture.provide('access that a campaign can review'));
      await fixture.call('POST', `${campaign}/end`);
      return isObject((await fixture.object('GET', campaign))['reviewerSettings']);
    },
    healthy: true,
    faulty: false,
  },
  'gov-review-undone-by-another': {
    async scene(fixture) {
      const [first, second] = [
        await activeCampaign(fixture, fixture.provide('access that a campaign can review')),
        await activeCampaign(fixture, fixture.provide('access that a campaign can review')),
      ];
      for (const campaign of [first, second]) {
        const [review = {}] = await reviewsOf(fixture, campaign);
        await fixture.act('decide a review', { reviewId: review['id'], decision: 'approve' });
      }
      return (await reviewsOf(fixture, first))[0]?.['decision'];
    },
    healthy: 'APPROVE',
    faulty: 'UNREVIEWED',
  },
  'gov-denial-takes-other-access': {
    async scene(fixture) {
      const access = fixture.provide('access that a campaign can review');
      const app = fixture.provide('a resource that principals can be granted');
      return grantsAfterDenial(fixture, access, { ...app, principalId: access['principalId'] });
    },
    healthy: 1,
    faulty: 0,
  },
  'gov-denial-takes-assigned-access': {
    async scene(fixture) {
      const { principalType, principalId } = fixture.provide('a resource that principals can be granted');
      const access = fixture.provide('access that a campaign can review');
      return grantsAfterDenial(fixture, access, { principalType, principalId, resourceId: access['resourceId'] });
    },
    healthy: 1,
    faulty: 0,
  },
  'gov-review-of-the-latest-campaign': {
    async scene(fixture) {
      const access = fixture.provide('access that a campaign can review');
      const campaign = await activeCampaign(fixture, access);
      await campaignOver(fixture, fixture.provide('access that a campaign can review'));
      const [{ reviewer, principal, resource } = {}] = await reviewsOf(fixture, campaign);
      return [
        isObject(reviewer) && reviewer['id'] === access['reviewerId'],
        isObject(principal) && principal['externalId'] === access['principalId'],
        isObject(resource) && resource['resourceId'] === access['resourceId'],
      ];
    },
    healthy: [true, true, true],
    faulty: [false, false, false],
  },
  'gov-campaign-loses-settings-when-reviewed': {
    async scene(fixture) {
      const campaign = await activeCampaign(fixture, fixture.provide('access that a campaign can review'));
      const [first = {}] = await reviewsOf(fixture, campaign);
      const before = isObject((await fixture.object('GET', campaign))['reviewerSettings']);
      await fixture.act('decide a review', { reviewId: first['id'], decision: 'approve' });
      return [before, isObject((await fixture.object('GET', campaign))['reviewerSettings'])];
    },
    healthy: [true, true],
    faulty: [true, false],
  },
  'gov-access-reviewed-once': {
    async scene(fixture) {
      const access = fixture.provide('access that a campaign can review');
      const [review = {}] = await reviewsOf(fixture, await activeCampaign(fixture, access));
      await fixture.act('decide a review', { reviewId: review['id'], decision: 'approve' });
      return (await reviewsOf(fixture, await activeCampaign(fixture, access))).length;
    },
    healthy: 1,
    faulty: 0,
  },
  'gov-job-brings-campaigns-back': {
    async scene(fixture) {
      const access = fixture.provide('access that a campaign can review');
      const path = await campaignOver(fixture, access);
      await campaignOver(fixture, access);
      await fixture.call('DELETE', path);
      const before = await statusOf(fixture, path);
      await fixture.act('let the background jobs finish');
      return [before, await statusOf(fixture, path)];
    },
    healthy: [404, 404],
    faulty: [404, 'SCHEDULED'],
  },
  'gov-deleted-campaign-lists': {
    async scene(fixture) {
      const path = await activeCampaign(fixture, fixture.provide('access that a campaign can review'));
      const { status } = await fixture.call('DELETE', path);
      return [status, await statusOf(fixture, path), (await reviewsOf(fixture, path)).length];
    },
    healthy: [409, 'ACTIVE', 1],
    faulty: [204, 404, 1],
  },
  'gov-deleted-campaign-ends': {
    async scene(fixture) {
      const path = await activeCampaign(fixture, fixture.provide('access that a campaign can review'));
      const { status } = await fixture.call('DELETE', path);
      return [status, (await fixture.call('POST', `${path}/end`)).status];
    },
    healthy: [409, 202],
    faulty: [204, 202],
  },
  'gov-review-undecided-in-the-end': {
    scene: (fixture) => decidedOnce(fixture, true),
    healthy: ['APPROVE', 'UNREVIEWED'],
    faulty: ['UNREVIEWED', 'UNREVIEWED'],
  },
  'gov-review-decided-everywhere': {
    scene: (fixture) => decidedOnce(fixture),
    healthy: ['APPROVE', 'UNREVIEWED'],
    faulty: ['APPROVE', 'APPROVE'],
  },
  'gov-campaign-never-deleted': { scene: deleted, healthy: [204, 404, 404], faulty: [204, 200, 202] },
  'gov-launching-campaign-not-deleted': {
    async scene(fixture) {
      const path = await campaignOver(fixture, fixture.provide('access that a campaign can review'));
      await fixture.call('POST', `${path}/launch`);
      return [(await fixture.call('DELETE', path)).status, (await fixture.call('GET', path)).status];
    },
    healthy: [409, 200],
    faulty: [204, 200],
  },
  'gov-ended-campaign-not-deleted': {
    async scene(fixture) {
      const path = await campaignOver(fixture, fixture.provide('access that a campaign can review'));
      await fixture.call('POST', `${path}/launch`);
      await fixture.act('let the background jobs finish');
      await fixture.call('POST', `${path}/end`);
      return [(await fixture.call('DELETE', path)).status, (await fixture.call('GET', path)).status];
    },
    healthy: [409, 200],
    faulty: [204, 200],
  },
  'gov-deleted-campaign-launches': { scene: deleted, healthy: [204, 404, 404], faulty: [204, 404, 202] },
  'gov-campaign-deleted-again': {
    async scene(fixture) {
      const path = await campaignOver(fixture, fixture.provide('access that a campaign can review'));
      return [(await fixture.call('DELETE', path)).status, (await fixture.call('DELETE', path)).status];
    },
    healthy: [204, 404],
    faulty: [204, 204],
  },
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
