import { json } from '../kit/json.ts';
import type { Data, WireResponse } from '../kit/service.ts';
import { Refusal } from './errors.ts';
import type { Campaign, Grant, Review } from './model.ts';
import { viewResource } from './resources.ts';
import type { Stores } from './store.ts';
import { find, freshId, objectsIn, pathId, type Call, type Operation, type World } from './world.ts';

/** The fields of a review, with the resource, principal and reviewer that it is about. */
export function viewReview(review: Review, stores: Stores): Data {
  const { id, campaignId, principal, reviewerId, decision, remediation } = review;
  const resource = stores.resource.get(review.resourceId);
  return {
    id,
    campaignId,
    resource: resource === undefined ? { resourceId: review.resourceId } : viewResource(resource),
    principal,
    reviewer: { id: reviewerId },
    decision,
    remediation: { status: remediation },
    history: review.history.map(({ at, what }) => ({ at: new Date(at).toISOString(), what })),
  };
}

function isReviewed(campaign: Campaign, grant: Grant): boolean {
  const { resourceSettings, principalScopeSettings } = campaign.settings;
  const { userIds } = principalScopeSettings;
  const inScope = !Array.isArray(userIds) || userIds.includes(grant.principal.externalId);
  return inScope && objectsIn(resourceSettings['targetResources']).some(({ resourceId }) => resourceId === grant.resourceId);
}

/** The reviews of a campaign: one for each principal and resource in its scope where the principal has any access. */
export function generateReviews(world: World, campaign: Campaign): readonly Review[] {
  const reviewerId = campaign.settings.reviewerSettings['reviewerId'];
  const grants = world.stores.grant.all().filter((grant) => isReviewed(campaign, grant));
  const once = new Map(grants.map((grant) => [`${grant.principal.externalId} ${grant.resourceId}`, grant]));
  return [...once.values()].map(({ principal, resourceId }) => ({
    id: freshId(world),
    campaignId: campaign.id,
    resourceId,
    principal,
    reviewerId: typeof reviewerId === 'string' ? reviewerId : world.callerId,
    decision: 'UNREVIEWED',
    remediation: 'NONE',
    history: [{ at: world.surroundings.now(), what: 'created' }],
  }));
}

/** Records a reviewer's decision; where it takes the access away and the campaign says so, the grants go at once. */
export function decideReview(world: World, review: Review, decision: 'APPROVE' | 'REVOKE'): Review {
  const campaign = world.stores.campaign.get(review.campaignId);
  const remediates = decision === 'REVOKE' && campaign?.settings.remediationSettings['accessRevoked'] === 'REMOVE';
  const now = world.surroundings.now();
  if (remediates && world.policy.remediates(review)) {
    for (const grant of world.stores.grant.all()) {
      if (grant.resourceId === review.resourceId && grant.principal.externalId === review.principal.externalId)
        world.stores.grant.remove(grant.id, now);
    }
  }
  const decided: Review = {
    ...review,
    decision,
    remediation: remediates ? 'COMPLETED' : 'NOT_NEEDED',
    history: [...review.history, { at: now, what: decision.toLowerCase() }],
  };
  world.stores.review.put(decided);
  return decided;
}

function listReviews(world: World, call: Call): WireResponse {
  const campaignId = call.query.get('campaignId');
  if (campaignId === null) throw new Refusal('E0000001', ['campaignId: a query parameter of this name is needed']);
  find(world, 'campaign', campaignId, call.operation);
  const reviews = world.stores.review.all().filter((review) => review.campaignId === campaignId);
  return json(200, { data: reviews.map((review) => world.policy.viewReview(review, world.stores)) });
}

export const reviewOperations: readonly Operation[] = [
  { operation: 'listReviews', method: 'GET', path: '/governance/api/v1/reviews', run: listReviews },
  {
    operation: 'readReview',
    method: 'GET',
    path: '/governance/api/v1/reviews/{reviewId}',
    run: (world, call) => json(200, world.policy.viewReview(find(world, 'review', pathId(call, 'reviewId'), call.operation), world.stores)),
  },
];
