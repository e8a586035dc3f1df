import type { Faults } from '../../kit/faults.ts';
import { after, kept, notFoundAs, staleRead } from '../fault.ts';
import type { Policy } from '../policy.ts';

/** Defects of campaigns and reviews. */
export const campaignFaults: Faults<Policy> = {
  'gov-campaign-never-deleted': kept(({ kind }) => kind === 'campaign'),
  'gov-deleted-campaign-launches': kept(({ kind, operation }) => kind === 'campaign' && operation === 'launchCampaign'),
  'gov-deleted-campaign-403': notFoundAs(403, 'campaign'),
  'gov-campaign-revived-by-launch': staleRead('campaign'),
  'gov-job-brings-campaigns-back': (base) => {
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
  'gov-deleted-campaign-lists': (base) => ({
    permits: (operation, ...states) => operation === 'deleteCampaign' || base.permits(operation, ...states),
    isGone: (lookup) => !(lookup.kind === 'campaign' && lookup.operation === 'listReviews') && base.isGone(lookup),
  }),
  'gov-deleted-campaign-ends': (base) => ({
    permits: (operation, ...states) => operation === 'deleteCampaign' || base.permits(operation, ...states),
    isGone: (lookup) => !(lookup.kind === 'campaign' && lookup.operation === 'endCampaign') && base.isGone(lookup),
  }),
  'gov-campaign-running': after('viewCampaign', (view, campaign) => (campaign.status === 'ACTIVE' ? { ...view, status: 'RUNNING' } : view)),
  'gov-campaign-without-reviews': { reviewsToStore: () => [] },
  'gov-review-of-another-campaign': after('viewReview', (view, review) => ({ ...view, campaignId: review.id })),
  'gov-review-of-another-principal': after('viewReview', (view, review) => ({
    ...view,
    principal: { type: 'USER', externalId: review.reviewerId },
  })),
  'gov-review-decision-lost': after('viewReview', ({ decision, ...view }, review) =>
    review.decision === 'UNREVIEWED' ? { ...view, decision } : view,
  ),
  'gov-review-undecided-in-the-end': after('viewReview', (view, review, stores) =>
    stores.campaign.get(review.campaignId)?.status === 'COMPLETED' ? { ...view, decision: 'UNREVIEWED' } : view,
  ),
  'gov-review-decided-everywhere': after('reviewsDecided', (decided, review, all) => [
    ...decided,
    ...all.filter(
      ({ id, resourceId, principal }) =>
        id !== review.id && resourceId === review.resourceId && principal.externalId === review.principal.externalId,
    ),
  ]),
  'gov-review-without-history': after('viewReview', ({ history: _past, ...view }) => view),
  'gov-remediation-only-said': { remediates: () => false },
};
