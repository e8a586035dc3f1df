import type { Change, Faults } from '../../kit/faults.ts';
import type { JsonObject } from '../../kit/service.ts';
import { after, concurrency, exchange, response, sequence, kept, notFoundAs, staleRead } from '../fault.ts';
import type { RequestV1 } from '../model.ts';
import type { Policy } from '../policy.ts';

/** Defects of request types of the v1 model. */
export const requestTypeFaults: Faults<Policy> = {
  'gov-publish-not-kept': sequence(
    'publish answers ACTIVE, and the request type stays DRAFT',
    ['gov.request-type.publish', 'gov.service.request-types-allow-requests'],
    { published: () => ({ shown: 'ACTIVE', kept: 'DRAFT' }) },
  ),
  'gov-publish-disables': response(
    'publish moves a request type to DISABLED',
    ['gov.request-type.publish', 'gov.service.request-types-allow-requests'],
    { published: () => ({ shown: 'DISABLED', kept: 'DISABLED' }) },
  ),
  'gov-un-publish-to-draft': response('un-publish moves a request type to DRAFT', 'gov.request-type.un-publish', {
    unPublished: () => ({ shown: 'DRAFT', kept: 'DRAFT' }),
  }),
  'gov-un-publish-not-kept': sequence('un-publish answers DISABLED, and the request type stays ACTIVE', 'gov.request-type.un-publish', {
    unPublished: () => ({ shown: 'DISABLED', kept: 'ACTIVE' }),
  }),
  'gov-un-publish-to-draft-behind': sequence('un-publish answers DISABLED, and the request type is DRAFT', 'gov.request-type.un-publish', {
    unPublished: () => ({ shown: 'DISABLED', kept: 'DRAFT' }),
  }),
  'gov-invalid-type-undetected': sequence('no operation detects that a request type is invalid', 'gov.request-type.invalid', {
    detectsInvalidType: () => false,
  }),
  'gov-invalid-draft-undetected': sequence(
    'an invalid draft can be published: an invalid state is detected only of a request type that is ACTIVE, and not by reading it',
    'gov.request-type.invalid',
    { detectsInvalidType: ({ status }, operation) => status === 'ACTIVE' && operation !== 'readRequestType' },
  ),
  'gov-invalid-active-undetected': sequence('a request type that is ACTIVE stays so, however invalid it is', 'gov.request-type.invalid', {
    detectsInvalidType: ({ status }) => status !== 'ACTIVE',
  }),
  'gov-invalid-disabled-reset': sequence(
    'a request type that is DISABLED is made a DRAFT when it is found invalid',
    'gov.request-type.invalid',
    () => {
      const reset = new Set<string>();
      return {
        invalidBecomes({ id, status }) {
          if (status === 'DISABLED') reset.add(id);
          return reset.has(id) ? 'DRAFT' : 'DISABLED';
        },
      };
    },
  ),
  'gov-type-repaired-to-draft-only': sequence(
    'a repair in the portal makes a request type a DRAFT, whatever the administrator leaves it as',
    'gov.request-type.repair',
    { repairedTo: () => 'DRAFT' },
  ),
  'gov-type-beyond-repair': sequence(
    'a repair in the portal leaves the request type DISABLED',
    ['gov.request-type.repair', 'gov.request-type.terminal'],
    { repairedTo: () => 'DISABLED' },
  ),
  'gov-type-never-deleted': sequence(
    'DELETE of a request type answers as if done, and the request type stays',
    ['gov.request-type.delete', 'gov.errors.request-type-deleted', 'gov.request-type.terminal'],
    kept(({ kind }) => kind === 'requestType'),
  ),
  'gov-disabled-type-not-deleted': sequence(
    'DELETE of a disabled request type answers as if done, and the request type stays',
    ['gov.request-type.delete', 'gov.errors.request-type-deleted', 'gov.request-type.terminal'],
    kept(({ kind, item }) => kind === 'requestType' && 'status' in item && item.status === 'DISABLED'),
  ),
  'gov-type-deleted-again': sequence(
    'a request type that was deleted can be deleted again',
    'gov.errors.request-type-deleted',
    kept(({ kind, operation }) => kind === 'requestType' && operation === 'deleteRequestType'),
  ),
  'gov-deleted-type-publishes': sequence(
    'a deleted request type cannot be read, but can be operated on',
    ['gov.errors.request-type-deleted', 'gov.request-type.delete', 'gov.request-type.terminal'],
    kept(({ kind, operation }) => kind === 'requestType' && operation !== 'readRequestType'),
  ),
  'gov-deleted-type-takes-requests': sequence(
    'a request can be made of a request type that was deleted while it was active',
    'gov.errors.request-type-deleted',
    kept(({ kind, operation }) => kind === 'requestType' && operation === 'createRequestV1'),
  ),
  'gov-deleted-type-200': exchange(
    'a deleted request type answers 200 with an error in the body',
    ['gov.errors.request-type-deleted', 'gov.request-type.delete', 'gov.request-type.terminal'],
    notFoundAs(200, 'requestType'),
  ),
  'gov-type-revived-by-late-write': concurrency(
    'a publication that was under way while the request type was deleted brings it back',
    ['gov.request-type.delete', 'gov.errors.request-type-deleted', 'gov.request-type.terminal'],
    staleRead('requestType'),
  ),
  'gov-type-without-owner': response(
    'a request type does not say who owns it',
    ['gov.resources.request-type.owner', 'gov.resources.request-type.owner-directory-user'],
    after('viewRequestType', ({ owner: _owner, ...view }) => view),
  ),
  'gov-type-owned-by-group': response(
    'the owner of a request type is of the kind group',
    'gov.resources.request-type.owner-kind',
    after('viewRequestType', (view, requestType) => ({ ...view, owner: { ...requestType.owner, kind: 'group' } })),
  ),
  'gov-type-owned-by-nobody': exchange(
    'the owner of a request type is no user of the directory',
    ['gov.resources.request-type.owner-directory-user', 'gov.resources.request-type.owner'],
    after('viewRequestType', (view, requestType) => ({ ...view, owner: { ...requestType.owner, id: requestType.id } })),
  ),
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
  'gov-v1-request-changes-hands': sequence(
    'once a request is pending, its requester is shown as its creator',
    'gov.resources.request-v1.creator',
    after('viewRequestV1', (view, { requestStatus }) =>
      requestStatus === 'OPEN' ? view : { ...view, creator: view['requester'] ?? null },
    ),
  ),
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
  'gov-v1-moves-together': sequence(
    'a request that is moved on takes the others of its type with it',
    'gov.request-v1.progress-by-people',
    after('requestsMoved', (_itself, request, all) => all.filter(({ requestTypeId }) => requestTypeId === request.requestTypeId)),
  ),
  'gov-v1-resolved-loses-decision': sequence(
    'a request that is resolved shows no decisions of its approvers',
    'gov.resources.request-v1.approval-decision',
    viewed(({ requestStatus }, view) =>
      requestStatus === 'RESOLVED' && Array.isArray(view['approvals'])
        ? { ...view, approvals: view['approvals'].map(({ decision: _decision, ...approval }: JsonObject) => approval) }
        : view,
    ),
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
