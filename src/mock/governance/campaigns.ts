import { json } from '../kit/json.ts';
import type { Data, WireResponse } from '../kit/service.ts';
import { readMembers } from './body.ts';
import { Refusal } from './errors.ts';
import type { Campaign } from './model.ts';
import { generateReviews } from './reviews.ts';
import { find, findToChange, freshId, noContent, pathId, type Call, type Operation, type World } from './world.ts';

export function viewCampaign({ id, name, status, settings }: Campaign): Data {
  return { id, name, status, ...settings };
}

async function createCampaign(world: World, call: Call): Promise<WireResponse> {
  const { name, settings } = readMembers(call, (members) => ({
    name: members.optionalText('name') ?? 'campaign',
    settings: {
      remediationSettings: members.group('remediationSettings'),
      resourceSettings: members.group('resourceSettings'),
      reviewerSettings: members.group('reviewerSettings'),
      scheduleSettings: members.group('scheduleSettings'),
      notificationSettings: members.group('notificationSettings'),
      principalScopeSettings: members.group('principalScopeSettings'),
    },
  }));
  await world.surroundings.pause('governance.createCampaign');
  const campaign: Campaign = { id: freshId(world), name, status: 'SCHEDULED', settings };
  world.stores.campaign.put(campaign);
  return json(201, world.policy.viewCampaign(campaign));
}

/** Refuses an operation that the campaign's status does not permit. */
function demand({ policy }: World, { operation }: Call, campaign: Campaign, needed: readonly Campaign['status'][]): void {
  if (!policy.permits(operation, campaign.status, needed))
    throw new Refusal('E0000195', [`the campaign is ${campaign.status}; this needs ${needed.join(' or ')}`]);
}

async function launchCampaign(world: World, call: Call): Promise<WireResponse> {
  const campaign = await findToChange(world, 'campaign', pathId(call, 'campaignId'), call.operation);
  demand(world, call, campaign, ['SCHEDULED']);
  const launching: Campaign = { ...campaign, status: 'LAUNCHING', launchedAt: world.surroundings.now() };
  world.stores.campaign.put(launching);
  if (world.choices.campaignLaunch === 'at-once') startCampaign(world, launching, false);
  return json(202, world.policy.viewCampaign(world.stores.campaign.get(campaign.id) ?? launching));
}

async function endCampaign(world: World, call: Call): Promise<WireResponse> {
  const campaign = await findToChange(world, 'campaign', pathId(call, 'campaignId'), call.operation);
  demand(world, call, campaign, ['ACTIVE']);
  const ended: Campaign = { ...campaign, status: 'COMPLETED' };
  world.stores.campaign.put(ended);
  return json(202, world.policy.viewCampaign(ended));
}

async function deleteCampaign(world: World, call: Call): Promise<WireResponse> {
  const campaign = await findToChange(world, 'campaign', pathId(call, 'campaignId'), call.operation);
  demand(world, call, campaign, ['SCHEDULED', 'ERROR']);
  world.stores.campaign.remove(campaign.id, world.surroundings.now());
  return noContent;
}

/** A launching campaign generates its reviews and is active; without any, or where the job fails, it is in error. */
function startCampaign(world: World, campaign: Campaign, fails: boolean): void {
  const reviews = fails ? [] : generateReviews(world, campaign);
  for (const review of world.policy.reviewsToStore(reviews)) world.stores.review.put(review);
  world.stores.campaign.put({ ...campaign, status: reviews.length === 0 ? 'ERROR' : 'ACTIVE' });
}

const dayMs = 86_400_000;

/** What the background job makes of a campaign: started, if it is due to start; completed, if its time is over. */
export function processCampaign(world: World, campaign: Campaign, fails: () => boolean): void {
  const now = world.surroundings.now();
  const { type, startDate, durationInDays } = campaign.settings.scheduleSettings;
  const due = type === 'AT_START_DATE' && typeof startDate === 'string' && Date.parse(startDate) <= now;
  const over = typeof durationInDays === 'number' && now >= (campaign.launchedAt ?? now) + durationInDays * dayMs;
  if (campaign.status === 'LAUNCHING') startCampaign(world, campaign, fails());
  else if (campaign.status === 'SCHEDULED' && world.policy.jobActsOn(campaign, due))
    startCampaign(world, { ...campaign, launchedAt: now }, fails());
  else if (campaign.status === 'ACTIVE' && world.policy.jobActsOn(campaign, over))
    world.stores.campaign.put({ ...campaign, status: 'COMPLETED' });
}

/** The background purger takes away campaigns that are over, with their reviews. */
export function purgeCampaigns(world: World): readonly string[] {
  const over = world.stores.campaign.all().filter(({ status }) => status === 'COMPLETED' || status === 'ERROR');
  const now = world.surroundings.now();
  for (const { id } of over) {
    world.stores.campaign.remove(id, now);
    for (const review of world.stores.review.all()) if (review.campaignId === id) world.stores.review.remove(review.id, now);
  }
  return over.map(({ id }) => id);
}

export const campaignOperations: readonly Operation[] = [
  { operation: 'createCampaign', method: 'POST', path: '/governance/api/v1/campaigns', run: createCampaign },
  {
    operation: 'listCampaigns',
    method: 'GET',
    path: '/governance/api/v1/campaigns',
    run: (world) => json(200, { data: world.stores.campaign.all().map((campaign) => world.policy.viewCampaign(campaign)) }),
  },
  {
    operation: 'readCampaign',
    method: 'GET',
    path: '/governance/api/v1/campaigns/{campaignId}',
    run: (world, call) => json(200, world.policy.viewCampaign(find(world, 'campaign', pathId(call, 'campaignId'), call.operation))),
  },
  { operation: 'launchCampaign', method: 'POST', path: '/governance/api/v1/campaigns/{campaignId}/launch', run: launchCampaign },
  { operation: 'endCampaign', method: 'POST', path: '/governance/api/v1/campaigns/{campaignId}/end', run: endCampaign },
  { operation: 'deleteCampaign', method: 'DELETE', path: '/governance/api/v1/campaigns/{campaignId}', run: deleteCampaign },
];
