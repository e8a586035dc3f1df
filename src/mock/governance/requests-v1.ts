import { json } from '../kit/json.ts';
import type { Data, WireResponse } from '../kit/service.ts';
import { readMembers } from './body.ts';
import { Refusal } from './errors.ts';
import { makeGrant } from './grants.ts';
import type { Approval, RequestType, RequestV1 } from './model.ts';
import { examineType } from './request-types.ts';
import { viewResource } from './resources.ts';
import type { Stores } from './store.ts';
import { find, freshId, objectsIn, pathId, type Call, type Operation, type World } from './world.ts';

function viewApproval({ approverId, decision, approverFieldValues, grantId }: Approval): Data {
  return { approver: { id: approverId }, decision, approverFieldValues, ...(grantId === undefined ? {} : { grant: { id: grantId } }) };
}

/** The fields of a request of the v1 model, with its people, approvals, actions and resource. */
export function viewRequestV1(request: RequestV1, stores: Stores): Data {
  const { id, requestTypeId, requestStatus, creatorId, requesterId, requesterFieldValues, approvals, actions } = request;
  const resource = stores.resource.get(request.resourceId);
  return {
    id,
    requestTypeId,
    requestStatus,
    creator: { id: creatorId },
    requester: { id: requesterId },
    requesterFieldValues,
    approvals: approvals.map(viewApproval),
    actions: actions.map(({ id: actionId, kind, grantId }) => ({ id: actionId, kind, grant: { id: grantId } })),
    resource: resource === undefined ? { resourceId: request.resourceId } : viewResource(resource),
  };
}

function approversOf({ settings }: RequestType): readonly string[] {
  const { approvers } = settings.approvalSettings;
  return Array.isArray(approvers) ? approvers.filter((id) => typeof id === 'string') : [];
}

async function createRequestV1(world: World, call: Call): Promise<WireResponse> {
  const asked = readMembers(call, (members) => ({
    requestTypeId: members.text('requestTypeId'),
    requesterId: members.optionalText('requesterId') ?? world.callerId,
    requesterFieldValues: objectsIn(members.raw('requesterFieldValues')),
  }));
  const requestType = examineType(world, find(world, 'requestType', asked.requestTypeId, call.operation), call.operation);
  if (requestType.status !== 'ACTIVE') throw new Refusal('E0000195', [`the request type is ${requestType.status}; this needs ACTIVE`]);
  if (world.stores.user.get(asked.requesterId) === undefined)
    throw new Refusal('E0000001', [`requesterId: there is no user ${asked.requesterId}`]);
  await world.surroundings.pause('governance.createRequestV1');
  const resourceId = requestType.settings.resourceSettings['resourceId'];
  const request: RequestV1 = {
    id: freshId(world),
    ...asked,
    creatorId: world.callerId,
    resourceId: typeof resourceId === 'string' ? resourceId : '',
    requestStatus: 'OPEN',
    approvals: approversOf(requestType).map((approverId) => ({ approverId, decision: 'PENDING', approverFieldValues: [] })),
    actions: [],
  };
  world.stores.requestV1.put(request);
  return json(201, world.policy.viewRequestV1(request, world.stores));
}

/** Moves a request on in the portal or in a chat channel. */
export function moveRequestV1(world: World, request: RequestV1, to: 'PENDING' | 'RESOLVED'): RequestV1 {
  const moved = { ...request, requestStatus: world.policy.movedTo(to) };
  world.stores.requestV1.put(moved);
  return moved;
}

/** Every approver decides; an approved request grants its resource, which is the action that it generates. */
export function decideRequestV1(world: World, request: RequestV1, decision: 'APPROVED' | 'DENIED'): RequestV1 {
  const principal = { type: 'USER', externalId: request.requesterId };
  const grant =
    decision === 'APPROVED' && world.policy.givesAccessV1(request)
      ? makeGrant(world, { origin: request.id, principal, resourceId: request.resourceId, access: { kind: 'whole' } })
      : undefined;
  const approvals = request.approvals.map((approval): Approval => ({
    ...approval,
    decision,
    approverFieldValues: [{ id: 'comment', value: decision === 'APPROVED' ? 'granted' : 'not granted' }],
    ...(grant === undefined ? {} : { grantId: grant.id }),
  }));
  const decided = {
    ...request,
    approvals,
    actions: grant === undefined ? [] : [{ id: freshId(world), kind: 'GRANT_ACCESS', grantId: grant.id }],
  };
  world.stores.requestV1.put(decided);
  return decided;
}

export const requestV1Operations: readonly Operation[] = [
  { operation: 'createRequestV1', method: 'POST', path: '/governance/api/v1/requests', run: createRequestV1 },
  {
    operation: 'readRequestV1',
    method: 'GET',
    path: '/governance/api/v1/requests/{requestId}',
    run: (world, call) =>
      json(200, world.policy.viewRequestV1(find(world, 'requestV1', pathId(call, 'requestId'), call.operation), world.stores)),
  },
];
