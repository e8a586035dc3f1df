import { del, post } from '../kit/define-service.ts';
import { json, noContent, recordOf } from '../kit/json.ts';
import type { WireResponse } from '../kit/service.ts';
import { objectsIn, readMembers } from './bodies.ts';
import { demandStatus, find, itemToChange, show, type Context, type Operations, type RequestContext } from './context.ts';
import { Refusal } from './errors.ts';
import { requestTypeSettings, type Approval, type RequestType, type RequestV1 } from './model.ts';
import { makeGrant } from './resources.ts';

/** Request types and requests of the v1 model. */

/** Every operation on a request type examines it: an invalid state disables it, and that stays (Request type, row 3). */
function examineType({ store, policy, operation }: RequestContext, requestType: RequestType): RequestType {
  if (!requestType.broken || !policy.detectsInvalidType(requestType, operation)) return requestType;
  return store.requestType.put({ ...requestType, status: policy.invalidBecomes(requestType) });
}

function move(from: RequestType['status'], next: 'published' | 'unPublished') {
  return async (context: RequestContext): Promise<WireResponse> => {
    const { store, policy, choices } = context;
    const examined = examineType(context, await itemToChange(context, 'requestType'));
    if (examined.broken && examined.status === 'DISABLED') {
      if (choices.invalidRequestType === 'refused') throw new Refusal('E0000195', ['the request type is invalid and has been disabled']);
      return json(200, policy.viewRequestType(examined));
    }
    demandStatus(context, 'the request type', examined.status, [from]);
    const { shown, kept } = policy[next](examined);
    store.requestType.put({ ...examined, status: kept });
    return json(200, policy.viewRequestType({ ...examined, status: shown }));
  };
}

function approversOf({ settings }: RequestType): readonly string[] {
  const { approvers } = settings.approvalSettings;
  return Array.isArray(approvers) ? approvers.filter((id) => typeof id === 'string') : [];
}

/** Moves a request on in the portal or in a chat channel. */
export function moveRequestV1({ store, policy }: Context, request: RequestV1, to: 'PENDING' | 'RESOLVED'): void {
  for (const one of policy.requestsMoved(request, store.requestV1.all()))
    store.requestV1.put({ ...one, requestStatus: policy.movedTo(to) });
}

/** Every approver decides; an approved request grants its resource, which is the action that it generates. */
export function decideRequestV1(context: Context, request: RequestV1, decision: 'APPROVED' | 'DENIED'): void {
  const { id: origin, requesterId, resourceId } = request;
  const draft = { origin, principal: { type: 'USER', externalId: requesterId }, resourceId, access: { kind: 'whole' } } as const;
  const grant = decision === 'APPROVED' ? makeGrant(context, draft) : undefined;
  const approvals = request.approvals.map((approval): Approval => ({
    ...approval,
    decision,
    approverFieldValues: [{ id: 'comment', value: decision === 'APPROVED' ? 'granted' : 'not granted' }],
    ...(grant === undefined ? {} : { grantId: grant.id }),
  }));
  const actions = grant === undefined ? [] : [{ id: context.id(20), kind: 'GRANT_ACCESS', grantId: grant.id }];
  const requestStatus = context.policy.progressAfterDecision(request, decision);
  context.store.requestV1.put({ ...request, requestStatus, approvals, actions });
}

const base = '/governance/api/v1/request-types';

export const requestTypeOperations: Operations = {
  createRequestType: post(base, async (context) => {
    const { store, policy, choices } = context;
    const { name, ownerId, settings } = readMembers(context, (members) => ({
      name: members.optionalText('name') ?? 'request type',
      ownerId: members.text('ownerId'),
      settings: recordOf(requestTypeSettings, members.group),
    }));
    if (store.user.get(ownerId) === undefined) throw new Refusal('E0000001', [`ownerId: there is no user ${ownerId}`]);
    await context.pause('governance.createRequestType');
    const owner = { id: ownerId, kind: choices.ownerKind };
    const requestType = store.requestType.put({ id: context.id(20), name, status: 'DRAFT', owner, settings, broken: false });
    return json(201, policy.viewRequestType(requestType));
  }),
  readRequestType: show(`${base}/{requestType}`, 'requestType', (requestType, context) =>
    context.policy.viewRequestType(examineType(context, requestType)),
  ),
  publishRequestType: post(`${base}/{requestType}/publish`, move('DRAFT', 'published')),
  unPublishRequestType: post(`${base}/{requestType}/un-publish`, move('ACTIVE', 'unPublished')),
  deleteRequestType: del(`${base}/{requestType}`, async (context) => {
    const { id } = await itemToChange(context, 'requestType');
    context.store.requestType.remove(id, context.now());
    return noContent;
  }),
  createRequestV1: post('/governance/api/v1/requests', async (context) => {
    const { store, policy } = context;
    const asked = readMembers(context, (members) => ({
      requestTypeId: members.text('requestTypeId'),
      requesterId: members.optionalText('requesterId') ?? store.callerId,
      requesterFieldValues: objectsIn(members.raw('requesterFieldValues')),
    }));
    const requestType = examineType(context, find(context, 'requestType', asked.requestTypeId));
    demandStatus(context, 'the request type', requestType.status, ['ACTIVE']);
    if (store.user.get(asked.requesterId) === undefined)
      throw new Refusal('E0000001', [`requesterId: there is no user ${asked.requesterId}`]);
    await context.pause('governance.createRequestV1');
    const { resourceId } = requestType.settings.resourceSettings;
    const request: RequestV1 = {
      id: context.id(20),
      ...asked,
      creatorId: store.callerId,
      resourceId: typeof resourceId === 'string' ? resourceId : '',
      requestStatus: 'OPEN',
      approvals: approversOf(requestType).map((approverId) => ({ approverId, decision: 'PENDING', approverFieldValues: [] })),
      actions: [],
    };
    store.requestV1.put(request);
    return json(201, policy.viewRequestV1(request, store));
  }),
  readRequestV1: show('/governance/api/v1/requests/{requestV1}', 'requestV1', (request, { policy, store }) =>
    policy.viewRequestV1(request, store),
  ),
};
