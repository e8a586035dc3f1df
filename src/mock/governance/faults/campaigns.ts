import type { Faults } from '../../kit/faults.ts';
import { after, concurrency, exchange, sequence, kept, notFoundAs, staleRead } from '../fault.ts';
import type { Policy } from '../policy.ts';

/** Defects of campaigns and reviews. */
export const campaignFaults: Faults<Policy> = {
  'gov-campaign-never-deleted': sequence(
    'deleting a campaign answers as if done, and the campaign stays',
    ['gov.campaign.deleted-not-found', 'gov.errors.campaign-deleted', 'gov.campaign.pairings'],
    kept(({ kind }) => kind === 'campaign'),
  ),
  'gov-deleted-campaign-launches': sequence(
    'a deleted campaign cannot be read, but can be launched',
    'gov.errors.campaign-deleted',
    kept(({ kind, operation }) => kind === 'campaign' && operation === 'launchCampaign'),
  ),
  'gov-deleted-campaign-403': exchange(
    'a deleted campaign answers 403',
    ['gov.errors.campaign-deleted', 'gov.campaign.deleted-not-found', 'gov.campaign.pairings'],
    notFoundAs(403, 'campaign'),
  ),
  'gov-campaign-revived-by-launch': concurrency(
    'a launch that was under way while the campaign was deleted brings it back',
    ['gov.campaign.deleted-not-found', 'gov.errors.campaign-deleted'],
    staleRead('campaign'),
  ),
  'gov-job-brings-campaigns-back': sequence(
    'a deleted campaign that somebody has looked for is back after the next background job',
    ['gov.campaign.deleted-not-found', 'gov.errors.campaign-deleted'],
    (base) => {
      let runs = 0;
      const lookedForAt = new Map<string, number>();
      return {
        jobActsOn(campaign, isTime) {
          runs += 1;
          return base.jobActsOn(campaign, isTime);
        },
        isGone(lookup) {
          if (lookup.kind !== 'campaign') return base.isGone(lookup);
          const first = lookedForAt.get(lookup.item.id) ?? runs;
          lookedForAt.set(lookup.item.id, first);
          return first === runs && base.isGone(lookup);
        },
      };
    },
  ),
  'gov-deleted-campaign-lists': sequence(
    'a campaign under way can be deleted, and its reviews can still be listed',
    'gov.errors.campaign-deleted',
    (base) => ({
      permits: (operation, ...states) => operation === 'deleteCampaign' || base.permits(operation, ...states),
      isGone: (lookup) => !(lookup.kind === 'campaign' && lookup.operation === 'listReviews') && base.isGone(lookup),
    }),
  ),
  'gov-campaign-running': sequence(
    'a campaign that is active shows the status RUNNING',
    ['gov.campaign.states', 'gov.campaign.pairings'],
    after('viewCampaign', (view, campaign) => (campaign.status === 'ACTIVE' ? { ...view, status: 'RUNNING' } : view)),
  ),
  'gov-campaign-without-reviews': sequence(
    'a campaign becomes active without a review',
    ['gov.resources.campaign.generates-reviews', 'gov.service.certification'],
    { reviewsToStore: () => [] },
  ),
  'gov-review-of-another-campaign': exchange(
    'a review names another campaign than the one that lists it',
    'gov.resources.review.created-by-campaign',
    after('viewReview', (view, review) => ({ ...view, campaignId: review.id })),
  ),
  'gov-review-of-another-principal': exchange(
    'a review names its reviewer as the principal',
    ['gov.resources.review.principal', 'gov.service.certification'],
    after('viewReview', (view, review) => ({
      ...view,
      principal: { type: 'USER', externalId: review.reviewerId },
    })),
  ),
  'gov-review-decision-lost': sequence(
    'the decision of a review is not there after it has been made',
    ['gov.resources.review.decision', 'gov.service.certification'],
    after('viewReview', ({ decision, ...view }, review) => (review.decision === 'UNREVIEWED' ? { ...view, decision } : view)),
  ),
  'gov-review-undecided-in-the-end': sequence(
    'the decision of a review is not shown once its campaign has ended',
    'gov.resources.review.decision',
    after('viewReview', (view, review, stores) =>
      stores.campaign.get(review.campaignId)?.status === 'COMPLETED' ? { ...view, decision: 'UNREVIEWED' } : view,
    ),
  ),
  'gov-review-decided-everywhere': sequence(
    'the decision of a review is taken over into the reviews of the same access in other campaigns',
    'gov.resources.review.decision',
    after('reviewsDecided', (decided, review, all) => [
      ...decided,
      ...all.filter(
        ({ id, resourceId, principal }) =>
          id !== review.id && resourceId === review.resourceId && principal.externalId === review.principal.externalId,
      ),
    ]),
  ),
  'gov-review-without-history': sequence(
    'a review shows no history, whatever has happened to it',
    'gov.resources.review.history',
    after('viewReview', ({ history: _past, ...view }) => view),
  ),
  'gov-remediation-only-said': sequence(
    'a review says that the access was taken away, and the principal still has it',
    'gov.service.remediation',
    { remediates: () => false },
  ),
};
