import type { Data, Fault } from '../../kit/service.ts';
import type { RequestV1 } from '../model.ts';
import type { Rules } from '../rules.ts';

function viewed(change: (request: RequestV1, view: Data) => Data): Fault<Rules>['change'] {
  return (rules) => ({ viewRequestV1: (request, stores) => change(request, rules.viewRequestV1(request, stores)) });
}

/** A changed rendering of the approvals that have been made. */
function madeApprovals(change: (approval: Data) => Data): Fault<Rules>['change'] {
  return viewed(({ approvals }, view) => {
    const shown = Array.isArray(view['approvals']) ? view['approvals'] : [];
    return {
      ...view,
      approvals: shown.map((approval: Data, index) => (approvals[index]?.decision === 'PENDING' ? approval : change(approval))),
    };
  });
}

/** Defects of requests of the v1 model. */
export const requestV1Faults: readonly Fault<Rules>[] = [
  {
    id: 'gov-v1-pending-not-kept',
    clause: 'gov.request-v1.pending',
    alsoBreaks: ['gov.request-v1.progress-in-chat'],
    difficulty: 'sequence',
    about: 'a request that was moved to pending stays OPEN',
    change: (rules) => ({ movedTo: (asked) => (asked === 'PENDING' ? 'OPEN' : rules.movedTo(asked)) }),
  },
  {
    id: 'gov-v1-pending-resolves',
    clause: 'gov.request-v1.pending',
    difficulty: 'sequence',
    about: 'a request that was moved to pending is RESOLVED',
    change: (rules) => ({ movedTo: (asked) => (asked === 'PENDING' ? 'RESOLVED' : rules.movedTo(asked)) }),
  },
  {
    id: 'gov-v1-resolved-reopens',
    clause: 'gov.request-v1.resolved',
    difficulty: 'sequence',
    about: 'a request that was moved to resolved is OPEN again',
    change: (rules) => ({ movedTo: (asked) => (asked === 'RESOLVED' ? 'OPEN' : rules.movedTo(asked)) }),
  },
  {
    id: 'gov-v1-moves-by-itself',
    clause: 'gov.request-v1.progress-by-people',
    difficulty: 'sequence',
    about: 'a background job moves open requests to PENDING',
    change: () => ({ movesByItself: () => true }),
  },
  {
    id: 'gov-v1-chat-ignored',
    clause: 'gov.request-v1.progress-in-chat',
    difficulty: 'sequence',
    about: 'moving a request on in a chat channel has no effect',
    change: () => ({ takesMovesFrom: (channel) => channel !== 'chat' }),
  },
  {
    id: 'gov-v1-creator-is-requester',
    clause: 'gov.resources.request-v1.creator',
    difficulty: 'exchange',
    about: 'a request names its requester as its creator',
    change: viewed(({ requesterId }, view) => ({ ...view, creator: { id: requesterId } })),
  },
  {
    id: 'gov-v1-requester-is-creator',
    clause: 'gov.resources.request-v1.requester',
    difficulty: 'exchange',
    about: 'a request names its creator as the one for whom it was made',
    change: viewed(({ creatorId }, view) => ({ ...view, requester: { id: creatorId } })),
  },
  {
    id: 'gov-v1-values-lost',
    clause: 'gov.resources.request-v1.requester-field-values',
    difficulty: 'exchange',
    about: 'a request does not show the values of its requester fields',
    change: viewed((_request, { requesterFieldValues: _values, ...view }) => view),
  },
  {
    id: 'gov-v1-approval-undecided',
    clause: 'gov.resources.request-v1.approval-decision',
    difficulty: 'sequence',
    about: 'an approval that was made shows no decision',
    change: madeApprovals(({ decision: _decision, ...approval }) => approval),
  },
  {
    id: 'gov-v1-approver-values-lost',
    clause: 'gov.resources.request-v1.approver-field-values',
    difficulty: 'sequence',
    about: 'an approval that was made shows no values of the approver fields',
    change: madeApprovals(({ approverFieldValues: _values, ...approval }) => approval),
  },
  {
    id: 'gov-v1-of-another-resource',
    clause: 'gov.resources.request-v1.resource',
    difficulty: 'exchange',
    about: 'a request names its own id as its resource',
    change: viewed(({ id }, view) => ({ ...view, resource: { resourceId: id, resourceType: 'APP' } })),
  },
];
