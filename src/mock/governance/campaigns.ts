import { dayMs } from '../kit/clock.ts';
import { del, post } from '../kit/define-service.ts';
import { json, noContent, recordOf } from '../kit/json.ts';
import { newcomersTo } from '../kit/newcomers.ts';
import { neededQuery, objectsIn, readMembers } from './bodies.ts';
import { demandStatus, find, itemToChange, list, show, type Context, type Operations, type RequestContext } from './context.ts';
import { campaignSettings, type Campaign, type Grant, type Review } from './model.ts';

/** The campaign of the path, read to be changed. Refuses what its status does not permit. */
async function campaignIn(context: RequestContext, needed: readonly Campaign['status'][]): Promise<Campaign> {
  const campaign = await itemToChange(context, 'campaign');
  demandStatus(context, 'the campaign', campaign.status, needed);
  return campaign;
}

/** A launching campaign generates its reviews and is active; without any, or where the job fails, it is in error. */
function startCampaign(context: Context, campaign: Campaign, fails: boolean): void {
  const { store, policy } = context;
  const reviews = fails ? [] : generateReviews(context, campaign);
  for (const review of policy.reviewsToStore(reviews)) store.review.put(review);
  store.campaign.put({ ...campaign, status: reviews.length === 0 ? 'ERROR' : 'ACTIVE' });
}

function isReviewed({ settings: { resourceSettings, principalScopeSettings } }: Campaign, grant: Grant): boolean {
  const { userIds } = principalScopeSettings;
  const inScope = !Array.isArray(userIds) || userIds.includes(grant.principal.externalId);
  return inScope && objectsIn(resourceSettings['targetResources']).some(({ resourceId }) => resourceId === grant.resourceId);
}

/** The reviews of a campaign: one for each principal and resource in its scope where the principal has any access. */
function generateReviews({ store, id, now }: Context, campaign: Campaign): readonly Review[] {
  const { reviewerId } = campaign.settings.reviewerSettings;
  const grants = store.grant.all().filter((grant) => isReviewed(campaign, grant));
  const once = new Map(grants.map((grant) => [`${grant.principal.externalId} ${grant.resourceId}`, grant]));
  return [...once.values()].map(({ principal, resourceId }) => ({
    id: id(20),
    campaignId: campaign.id,
    resourceId,
    principal,
    reviewerId: typeof reviewerId === 'string' ? reviewerId : store.callerId,
    decision: 'UNREVIEWED',
    remediation: 'NONE',
    history: [{ at: now(), what: 'created' }],
  }));
}

/** Records a reviewer's decision; where it takes the access away and the campaign says so, the grants go at once. */
export function decideReview({ store, policy, now }: Context, review: Review, decision: 'APPROVE' | 'REVOKE'): void {
  const { remediationSettings } = store.campaign.get(review.campaignId)?.settings ?? {};
  const remediates = decision === 'REVOKE' && remediationSettings?.['accessRevoked'] === 'REMOVE';
  if (remediates && policy.remediates(review)) {
    for (const { id } of policy.grantsDenied(review, store.grant.all())) store.grant.remove(id, now());
  }
  const history = [...review.history, { at: now(), what: decision.toLowerCase() }];
  for (const one of policy.reviewsDecided(review, store.review.all()))
    store.review.put({ ...one, decision, remediation: remediates ? 'COMPLETED' : 'NOT_NEEDED', history });
}

/** What the background job makes of a campaign: started, if it is due to start; completed, if its time is over. */
export function processCampaign(context: Context, campaign: Campaign, fails: () => boolean): void {
  const { store, policy } = context;
  const now = context.now();
  const { type, startDate, durationInDays } = campaign.settings.scheduleSettings;
  const due = type === 'AT_START_DATE' && typeof startDate === 'string' && Date.parse(startDate) <= now;
  const over = typeof durationInDays === 'number' && now >= (campaign.launchedAt ?? now) + durationInDays * dayMs;
  if (campaign.status === 'LAUNCHING') startCampaign(context, campaign, fails());
  else if (campaign.status === 'SCHEDULED' && policy.jobActsOn(campaign, due))
    startCampaign(context, { ...campaign, launchedAt: now }, fails());
  else if (campaign.status === 'ACTIVE' && policy.jobActsOn(campaign, over)) store.campaign.put({ ...campaign, status: 'COMPLETED' });
}

/** The background purger takes away campaigns that are over, with their reviews. */
export function purgeCampaigns({ store, now }: Context): void {
  for (const { id, status } of store.campaign.all()) {
    if (status !== 'COMPLETED' && status !== 'ERROR') continue;
    store.campaign.remove(id, now());
    for (const review of store.review.all()) if (review.campaignId === id) store.review.remove(review.id, now());
  }
}

const base = '/governance/api/v1/campaigns';

export const campaignOperations: Operations = {
  createCampaign: post(base, async (context) => {
    const { name, settings } = readMembers(context, (members) => ({
      name: members.optionalText('name') ?? 'campaign',
      settings: recordOf(campaignSettings, members.group),
    }));
    const { store, policy } = context;
    const beside = newcomersTo(store.campaign.all, ({ id }) => id);
    await context.pause('governance.createCampaign');
    const campaign = store.campaign.put(policy.newCampaign({ id: context.id(20), name, status: 'SCHEDULED', settings }, beside()));
    return json(201, policy.viewCampaign(campaign));
  }),
  listCampaigns: list(base, ({ store, policy }) => store.campaign.all().map((campaign) => policy.viewCampaign(campaign))),
  readCampaign: show(`${base}/{campaign}`, 'campaign', (campaign, { policy }) => policy.viewCampaign(campaign)),
  launchCampaign: post(`${base}/{campaign}/launch`, async (context) => {
    const { store, choices, policy } = context;
    const campaign = await campaignIn(context, ['SCHEDULED']);
    const launching = store.campaign.put({ ...campaign, status: 'LAUNCHING', launchedAt: context.now() });
    if (choices.campaignLaunch === 'at-once') startCampaign(context, launching, false);
    return json(202, policy.viewCampaign(store.campaign.get(campaign.id) ?? launching));
  }),
  endCampaign: post(`${base}/{campaign}/end`, async (context) => {
    const campaign = await campaignIn(context, ['ACTIVE']);
    return json(202, context.policy.viewCampaign(context.store.campaign.put({ ...campaign, status: 'COMPLETED' })));
  }),
  deleteCampaign: del(`${base}/{campaign}`, async (context) => {
    const campaign = await campaignIn(context, ['SCHEDULED', 'ERROR']);
    const { store, policy, now } = context;
    store.campaign.remove(campaign.id, now());
    for (const { id } of policy.reviewsDeletedWith(campaign, store.review.all())) store.review.remove(id, now());
    return noContent;
  }),
  listReviews: list('/governance/api/v1/reviews', (context) => {
    const { id } = find(context, 'campaign', neededQuery(context, 'campaignId'));
    const reviews = context.store.review.all().filter(({ campaignId }) => campaignId === id);
    return reviews.map((review) => context.policy.viewReview(review, context.store));
  }),
  readReview: show('/governance/api/v1/reviews/{review}', 'review', (review, { policy, store }) => policy.viewReview(review, store)),
};
