import type { Change, Faults } from '../../kit/faults.ts';
import type { JsonObject } from '../../kit/service.ts';
import { after, kept, notFoundAs, staleRead } from '../fault.ts';
import type { RequestV1 } from '../model.ts';
import type { Policy } from '../policy.ts';

/** Defects of request types of the v1 model. */
export const requestTypeFaults: Faults<Policy> = {
  'gov-publish-not-kept': { published: () => ({ shown: 'ACTIVE', kept: 'DRAFT' }) },
  'gov-publish-disables': { published: () => ({ shown: 'DISABLED', kept: 'DISABLED' }) },
  'gov-un-publish-to-draft': { unPublished: () => ({ shown: 'DRAFT', kept: 'DRAFT' }) },
  'gov-un-publish-not-kept': { unPublished: () => ({ shown: 'DISABLED', kept: 'ACTIVE' }) },
  'gov-un-publish-to-draft-behind': { unPublished: () => ({ shown: 'DISABLED', kept: 'DRAFT' }) },
  'gov-invalid-type-undetected': { detectsInvalidType: () => false },
  'gov-invalid-draft-undetected': { detectsInvalidType: ({ status }, operation) => status === 'ACTIVE' && operation !== 'readRequestType' },
  'gov-invalid-active-undetected': { detectsInvalidType: ({ status }) => status !== 'ACTIVE' },
  'gov-invalid-disabled-reset': () => {
    const reset = new Set<string>();
    return {
      invalidBecomes({ id, status }) {
        if (status === 'DISABLED') reset.add(id);
        return reset.has(id) ? 'DRAFT' : 'DISABLED';
      },
    };
  },
  'gov-type-repaired-to-draft-only': { repairedTo: () => 'DRAFT' },
  'gov-type-beyond-repair': { repairedTo: () => 'DISABLED' },
  'gov-type-never-deleted': kept(({ kind }) => kind === 'requestType'),
  'gov-disabled-type-not-deleted': kept(({ kind, item }) => kind === 'requestType' && 'status' in item && item.status === 'DISABLED'),
  'gov-type-deleted-again': kept(({ kind, operation }) => kind === 'requestType' && operation === 'deleteRequestType'),
  'gov-deleted-type-publishes': kept(({ kind, operation }) => kind === 'requestType' && operation !== 'readRequestType'),
  'gov-deleted-type-takes-requests': kept(({ kind, operation }) => kind === 'requestType' && operation === 'createRequestV1'),
  'gov-deleted-type-200': notFoundAs(200, 'requestType'),
  'gov-type-revived-by-late-write': staleRead('requestType'),
  'gov-type-without-owner': after('viewRequestType', ({ owner: _owner, ...view }) => view),
  'gov-type-owned-by-group': after('viewRequestType', (view, requestType) => ({ ...view, owner: { ...requestType.owner, kind: 'group' } })),
  'gov-type-owned-by-nobody': after('viewRequestType', (view, requestType) => ({
    ...view,
    owner: { ...requestType.owner, id: requestType.id },
  })),
};

const viewed = (change: (request: RequestV1, view: JsonObject) => JsonObject) =>
  after('viewRequestV1', (view, request) => change(request, view));

/** A changed rendering of the approvals that have been made. */
function madeApprovals(change: (approval: JsonObject) => JsonObject): Change<Policy> {
  return viewed(({ approvals }, view) => {
    const shown = Array.isArray(view['approvals']) ? view['approvals'] : [];
    return {
      ...view,
      approvals: shown.map((approval: JsonObject, index) => (approvals[index]?.decision === 'PENDING' ? approval : change(approval))),
    };
  });
}

/** Defects of requests of the v1 model. */
export const requestV1Faults: Faults<Policy> = {
  'gov-v1-request-changes-hands': after('viewRequestV1', (view, { requestStatus }) =>
    requestStatus === 'OPEN' ? view : { ...view, creator: view['requester'] ?? null },
  ),
  'gov-v1-pending-not-kept': after('movedTo', (result, asked) => (asked === 'PENDING' ? 'OPEN' : result)),
  'gov-v1-pending-resolves': after('movedTo', (result, asked) => (asked === 'PENDING' ? 'RESOLVED' : result)),
  'gov-v1-resolved-reopens': after('movedTo', (result, asked) => (asked === 'RESOLVED' ? 'OPEN' : result)),
  'gov-v1-moves-together': after('requestsMoved', (_itself, request, all) =>
    all.filter(({ requestTypeId }) => requestTypeId === request.requestTypeId),
  ),
  'gov-v1-resolved-loses-decision': viewed(({ requestStatus }, view) =>
    requestStatus === 'RESOLVED' && Array.isArray(view['approvals'])
      ? { ...view, approvals: view['approvals'].map(({ decision: _decision, ...approval }: JsonObject) => approval) }
      : view,
  ),
  'gov-v1-moves-by-itself': { movesByItself: () => true },
  'gov-v1-chat-ignored': { takesMovesFrom: (channel) => channel !== 'chat' },
  'gov-v1-creator-is-requester': viewed(({ requesterId }, view) => ({ ...view, creator: { id: requesterId } })),
  'gov-v1-requester-is-creator': viewed(({ creatorId }, view) => ({ ...view, requester: { id: creatorId } })),
  'gov-v1-values-lost': viewed((_request, { requesterFieldValues: _values, ...view }) => view),
  'gov-v1-approval-undecided': madeApprovals(({ decision: _decision, ...approval }) => approval),
  'gov-v1-approver-values-lost': madeApprovals(({ approverFieldValues: _values, ...approval }) => approval),
  'gov-v1-of-another-resource': viewed(({ id }, view) => ({ ...view, resource: { resourceId: id, resourceType: 'APP' } })),
};
