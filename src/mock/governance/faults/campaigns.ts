import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';
import { kept, notFoundAs, staleRead } from './kept.ts';

/** Defects of campaigns and reviews. */
export const campaignFaults: readonly Fault<Rules>[] = [
  {
    id: 'gov-campaign-never-deleted',
    clause: 'gov.campaign.deleted-not-found',
    alsoBreaks: ['gov.errors.campaign-deleted', 'gov.campaign.pairings'],
    difficulty: 'sequence',
    about: 'deleting a campaign answers as if done, and the campaign stays',
    change: kept(({ kind }) => kind === 'campaign'),
  },
  {
    id: 'gov-deleted-campaign-launches',
    clause: 'gov.errors.campaign-deleted',
    difficulty: 'sequence',
    about: 'a deleted campaign cannot be read, but can be launched',
    change: kept(({ kind, operation }) => kind === 'campaign' && operation === 'launchCampaign'),
  },
  {
    id: 'gov-deleted-campaign-403',
    clause: 'gov.errors.campaign-deleted',
    alsoBreaks: ['gov.campaign.deleted-not-found', 'gov.campaign.pairings'],
    difficulty: 'exchange',
    about: 'a deleted campaign answers 403',
    change: notFoundAs(403, 'campaign'),
  },
  {
    id: 'gov-campaign-revived-by-launch',
    clause: 'gov.campaign.deleted-not-found',
    alsoBreaks: ['gov.errors.campaign-deleted'],
    difficulty: 'concurrency',
    about: 'a launch that was under way while the campaign was deleted brings it back',
    change: staleRead('campaign'),
  },
  {
    id: 'gov-campaign-running',
    clause: 'gov.campaign.states',
    alsoBreaks: ['gov.campaign.pairings'],
    difficulty: 'sequence',
    about: 'a campaign that is active shows the status RUNNING',
    change: (rules) => ({
      viewCampaign(campaign) {
        const view = rules.viewCampaign(campaign);
        return campaign.status === 'ACTIVE' ? { ...view, status: 'RUNNING' } : view;
      },
    }),
  },
  {
    id: 'gov-campaign-without-reviews',
    clause: 'gov.resources.campaign.generates-reviews',
    alsoBreaks: ['gov.service.certification'],
    difficulty: 'sequence',
    about: 'a campaign becomes active without a review',
    change: () => ({ reviewsToStore: () => [] }),
  },
  {
    id: 'gov-review-of-another-campaign',
    clause: 'gov.resources.review.created-by-campaign',
    difficulty: 'exchange',
    about: 'a review names another campaign than the one that lists it',
    change: (rules) => ({ viewReview: (review, stores) => ({ ...rules.viewReview(review, stores), campaignId: review.id }) }),
  },
  {
    id: 'gov-review-of-another-principal',
    clause: 'gov.resources.review.principal',
    alsoBreaks: ['gov.service.certification'],
    difficulty: 'exchange',
    about: 'a review names its reviewer as the principal',
    change: (rules) => ({
      viewReview: (review, stores) => ({
        ...rules.viewReview(review, stores),
        principal: { type: 'USER', externalId: review.reviewerId },
      }),
    }),
  },
  {
    id: 'gov-review-decision-lost',
    clause: 'gov.resources.review.decision',
    alsoBreaks: ['gov.service.certification'],
    difficulty: 'sequence',
    about: 'the decision of a review is not there after it has been made',
    change: (rules) => ({
      viewReview(review, stores) {
        const { decision, ...view } = rules.viewReview(review, stores);
        return review.decision === 'UNREVIEWED' ? { ...view, decision } : view;
      },
    }),
  },
  {
    id: 'gov-review-without-history',
    clause: 'gov.resources.review.history',
    difficulty: 'sequence',
    about: 'a review shows no history, whatever has happened to it',
    change: (rules) => ({
      viewReview(review, stores) {
        const { history: _past, ...view } = rules.viewReview(review, stores);
        return view;
      },
    }),
  },
  {
    id: 'gov-remediation-only-said',
    clause: 'gov.service.remediation',
    difficulty: 'sequence',
    about: 'a review says that the access was taken away, and the principal still has it',
    change: () => ({ remediates: () => false }),
  },
];
