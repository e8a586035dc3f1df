import type { Change, Faults } from '../../kit/faults.ts';
import { after, exchange, sequence } from '../fault.ts';
import type { Policy } from '../policy.ts';
import type { Data } from '../../kit/service.ts';
import type { RequestV1 } from '../model.ts';

const viewed = (change: (request: RequestV1, view: Data) => Data) => after('viewRequestV1', (view, request) => change(request, view));

/** A changed rendering of the approvals that have been made. */
function madeApprovals(change: (approval: Data) => Data): Change<Policy> {
  return viewed(({ approvals }, view) => {
    const shown = Array.isArray(view['approvals']) ? view['approvals'] : [];
    return {
      ...view,
      approvals: shown.map((approval: Data, index) => (approvals[index]?.decision === 'PENDING' ? approval : change(approval))),
    };
  });
}

/** Defects of requests of the v1 model. */
export const requestV1Faults: Faults<Policy> = {
  'gov-v1-pending-not-kept': sequence(
    'a request that was moved to pending stays OPEN',
    ['gov.request-v1.pending', 'gov.request-v1.progress-in-chat'],
    after('movedTo', (result, asked) => (asked === 'PENDING' ? 'OPEN' : result)),
  ),
  'gov-v1-pending-resolves': sequence(
    'a request that was moved to pending is RESOLVED',
    'gov.request-v1.pending',
    after('movedTo', (result, asked) => (asked === 'PENDING' ? 'RESOLVED' : result)),
  ),
  'gov-v1-resolved-reopens': sequence(
    'a request that was moved to resolved is OPEN again',
    'gov.request-v1.resolved',
    after('movedTo', (result, asked) => (asked === 'RESOLVED' ? 'OPEN' : result)),
  ),
  'gov-v1-moves-by-itself': sequence('a background job moves open requests to PENDING', 'gov.request-v1.progress-by-people', {
    movesByItself: () => true,
  }),
  'gov-v1-chat-ignored': sequence('moving a request on in a chat channel has no effect', 'gov.request-v1.progress-in-chat', {
    takesMovesFrom: (channel) => channel !== 'chat',
  }),
  'gov-v1-creator-is-requester': exchange(
    'a request names its requester as its creator',
    'gov.resources.request-v1.creator',
    viewed(({ requesterId }, view) => ({ ...view, creator: { id: requesterId } })),
  ),
  'gov-v1-requester-is-creator': exchange(
    'a request names its creator as the one for whom it was made',
    'gov.resources.request-v1.requester',
    viewed(({ creatorId }, view) => ({ ...view, requester: { id: creatorId } })),
  ),
  'gov-v1-values-lost': exchange(
    'a request does not show the values of its requester fields',
    'gov.resources.request-v1.requester-field-values',
    viewed((_request, { requesterFieldValues: _values, ...view }) => view),
  ),
  'gov-v1-approval-undecided': sequence(
    'an approval that was made shows no decision',
    'gov.resources.request-v1.approval-decision',
    madeApprovals(({ decision: _decision, ...approval }) => approval),
  ),
  'gov-v1-approver-values-lost': sequence(
    'an approval that was made shows no values of the approver fields',
    'gov.resources.request-v1.approver-field-values',
    madeApprovals(({ approverFieldValues: _values, ...approval }) => approval),
  ),
  'gov-v1-of-another-resource': exchange(
    'a request names its own id as its resource',
    'gov.resources.request-v1.resource',
    viewed(({ id }, view) => ({ ...view, resource: { resourceId: id, resourceType: 'APP' } })),
  ),
};
