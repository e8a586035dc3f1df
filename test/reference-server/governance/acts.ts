import type { Occasion, Preparation } from '../control/preparation.ts';
import { textList } from '../http/call.ts';
import { found, refuse } from './answers.ts';
import { examineConditions } from './conditions.ts';
import { runJobs } from './jobs.ts';
import type { Job, GovernanceService } from './model.ts';
import { decide, examine, give } from './requests.ts';

type Params = Occasion['params'];

/** What happens to governed things outside the API. */
export function governanceActs(governance: GovernanceService): Preparation['acts'] {
  const {
    failing,
    groups,
    bundles,
    entitlements,
    resources,
    requests,
    reviews,
    types,
    requestsV1,
    campaigns,
    grants,
    clock,
    deletedTogether,
  } = governance;
  // Identifiers that are numbers on the wire arrive as numbers here too.
  const by = <T>(things: ReadonlyMap<string, T>, params: Params, name: string): T => found(things, String(params[name]));
  const nothing = (effect: (params: Params) => void) => (occasion: Occasion) => {
    effect(occasion.params);
    return {};
  };
  const forget = (known: { delete: (id: string) => boolean }, ids: unknown): void => {
    for (const id of textList(ids) ?? []) known.delete(id);
  };
  return {
    'let the background jobs finish': nothing(() => {
      runJobs(governance);
    }),
    'let the periodic check of request conditions run': nothing(() => {
      examineConditions(governance, () => true);
    }),
    // Only campaigns in error are purged; completed ones are kept for the record.
    'run the campaign purger': nothing(() => {
      for (const { id, status } of campaigns.values()) if (status === 'ERROR') campaigns.delete(`${id}`);
    }),
    'make the next background job fail': nothing(({ job }) => {
      if (isJob(job)) failing.add(job);
    }),
    'delete a resource': nothing((params) => {
      by(resources, params, 'resourceId').deleted = true;
    }),
    'delete groups': nothing(({ groupIds }) => {
      forget(groups, groupIds);
      deletedTogether.push(new Set(textList(groupIds)));
    }),
    'delete entitlement bundles': nothing(({ bundleIds }) => {
      forget(bundles, bundleIds);
    }),
    'delete entitlements': nothing(({ entitlementIds }) => {
      forget(entitlements, entitlementIds);
    }),
    'opt a resource out of entitlement management': nothing((params) => {
      by(resources, params, 'resourceId').managed = false;
    }),
    'let the system examine a request': nothing((params) => {
      examine(by(requests, params, 'requestId'), params['finding'] === 'available');
    }),
    'decide the approvals of a request': nothing((params) => {
      decide(governance, by(requests, params, 'requestId'), params['decision'] === 'approve');
    }),
    'cancel a request as its requester': nothing((params) => {
      const request = by(requests, params, 'requestId');
      if (request.status === 'SUBMITTED' || request.status === 'PENDING') request.status = 'CANCELED';
    }),
    'let a request expire': nothing((params) => {
      const request = by(requests, params, 'requestId');
      const isLate = request.status === 'APPROVED' && governance.defects.has('gov.approved-request-expires');
      if (request.status === 'SUBMITTED' || request.status === 'PENDING' || isLate) request.status = 'EXPIRED';
    }),
    'let a request be granted': nothing((params) => {
      const request = by(requests, params, 'requestId');
      decide(governance, request, true);
      if (request.grantStatus === 'PENDING') give(governance, request, false);
      if (request.grantStatus !== 'GRANTED') throw refuse(409, 'cannot be granted');
    }),
    'decide a review': nothing((params) => {
      const review = by(reviews, params, 'reviewId');
      review.decision = params['decision'] === 'revoke' ? 'revoke' : 'approve';
      if (governance.defects.has('gov.decision-in-all-campaigns'))
        for (const other of reviews.values())
          if (other.principal === review.principal && other.resource === review.resource) other.decision = review.decision;
      review.history.push({ at: clock.now(), what: review.decision });
      if (review.decision === 'approve') return;
      review.remediation = 'taken away';
      for (const { id, principal, resource } of grants.values())
        if (
          (principal.id === review.principal || governance.defects.has('gov.remediation-takes-all-holders')) &&
          resource === review.resource
        )
          grants.delete(id);
    }),
    'make a request type invalid': nothing((params) => {
      by(types, params, 'requestTypeId').broken = true;
    }),
    'repair a request type in the portal': nothing((params) => {
      const type = by(types, params, 'requestTypeId');
      type.broken = false;
      type.repairedAt = clock.now();
      type.status = params['to'] === 'ACTIVE' ? 'ACTIVE' : 'DRAFT';
    }),
    'move a v1 request': nothing((params) => {
      const moved = by(requestsV1, params, 'requestId');
      const status = params['to'] === 'resolved' ? 'RESOLVED' : 'PENDING';
      moved.status = status;
      if (governance.defects.has('gov.tickets-move-together'))
        for (const other of requestsV1.values()) if (other.type === moved.type) other.status = status;
    }),
    'decide the approvals of a v1 request': nothing((params) => {
      const decided = by(requestsV1, params, 'requestId');
      decided.decision = params['decision'] === 'deny' ? 'deny' : 'approve';
      if (decided.decision === 'approve' && governance.defects.has('gov.approval-reopens-ticket')) decided.status = 'OPEN';
    }),
  };
}

function isJob(value: unknown): value is Job {
  return value === 'collection-assignment' || value === 'campaign' || value === 'grant' || value === 'revocation';
}
