import { parseSpan } from '../kit/duration.ts';
import { json, present } from '../kit/json.ts';
import type { Data, WireResponse } from '../kit/service.ts';
import { readMembers } from './body.ts';
import type { Choices } from './choices.ts';
import { Refusal } from './errors.ts';
import { makeGrant } from './grants.ts';
import type { AccessRequest } from './model.ts';
import { conditionsFor, draftOf } from './request-progress.ts';
import { find, freshId, pathId, type Call, type Operation, type World } from './world.ts';

/** A time as the deployment writes it: RFC 3339, or whole Unix seconds. */
function viewTime(time: number, choices: Pick<Choices, 'timestamps'>): string | number {
  return choices.timestamps === 'rfc3339' ? new Date(time).toISOString() : Math.floor(time / 1000);
}

/** The fields of a request. grantStatus and what belongs to the revocation are there where they apply, else absent or null. */
export function viewRequest(request: AccessRequest, choices: Choices): Data {
  const { id, catalogEntryId, requesterId, status, grantStatus, accessDuration, revocationStatus, revocationScheduled } = request;
  const scheduled = revocationScheduled === undefined ? undefined : viewTime(revocationScheduled, choices);
  const progress = { grantStatus, revocationStatus, revocationScheduled: scheduled };
  const shown =
    choices.notApplicable === 'absent'
      ? progress
      : { grantStatus: grantStatus ?? null, revocationStatus: revocationStatus ?? null, revocationScheduled: scheduled ?? null };
  return present({ id, catalogEntryId, requester: { id: requesterId }, status, accessDuration, ...shown });
}

/** Takes a request; whether it is valid is found out by the system afterwards. Conditions that have become invalid are noticed here. */
async function createRequest(world: World, call: Call): Promise<WireResponse> {
  const asked = readMembers(call, (members) => ({
    catalogEntryId: members.text('catalogEntryId'),
    requesterId: members.optionalText('requesterId') ?? world.callerId,
    accessDuration: members.optionalText('accessDuration'),
  }));
  const entry = world.stores.catalogEntry.get(asked.catalogEntryId);
  if (entry === undefined) throw new Refusal('E0000001', [`catalogEntryId: there is no catalog entry ${asked.catalogEntryId}`]);
  if (world.stores.user.get(asked.requesterId) === undefined)
    throw new Refusal('E0000001', [`requesterId: there is no user ${asked.requesterId}`]);
  if (asked.accessDuration !== undefined && parseSpan(asked.accessDuration) === undefined)
    throw new Refusal('E0000001', ['accessDuration: an ISO 8601 duration of weeks, days and time is needed']);
  await world.surroundings.pause('governance.createRequest');
  const condition = conditionsFor(world, entry).find(({ status }) => status === 'ACTIVE');
  const accessDuration = asked.accessDuration ?? condition?.accessDuration;
  const request: AccessRequest = {
    id: freshId(world),
    catalogEntryId: entry.id,
    requesterId: asked.requesterId,
    status: 'SUBMITTED',
    ...(accessDuration === undefined ? {} : { accessDuration }),
  };
  if (world.policy.storesRequest(request)) world.stores.request.put(request);
  if (world.policy.grantsAtOnce(request)) makeGrant(world, draftOf(request, entry));
  return json(202, world.policy.viewRequest(request, world.choices, world.surroundings.now()));
}

export const requestOperations: readonly Operation[] = [
  { operation: 'createRequest', method: 'POST', path: '/governance/api/v2/requests', run: createRequest },
  {
    operation: 'readRequest',
    method: 'GET',
    path: '/governance/api/v2/requests/{requestId}',
    run(world, call) {
      const request = find(world, 'request', pathId(call, 'requestId'), call.operation);
      return json(200, world.policy.viewRequest(request, world.choices, world.surroundings.now()));
    },
  },
];
