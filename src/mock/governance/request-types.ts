import { json } from '../kit/json.ts';
import type { Data, WireResponse } from '../kit/service.ts';
import { readMembers } from './body.ts';
import { Refusal } from './errors.ts';
import type { RequestType } from './model.ts';
import { find, findToChange, freshId, noContent, pathId, type Call, type Operation, type World } from './world.ts';

export function viewRequestType({ id, name, status, owner, settings }: RequestType): Data {
  return { id, name, status, owner, ...settings };
}

/** Every operation on a request type examines it: an invalid state disables it, and that stays (Request type, row 3). */
export function examineType(world: World, requestType: RequestType, operation: string): RequestType {
  if (!requestType.broken || !world.policy.detectsInvalidType(requestType, operation)) return requestType;
  const disabled: RequestType = { ...requestType, status: world.policy.invalidBecomes(requestType) };
  world.stores.requestType.put(disabled);
  return disabled;
}

async function createRequestType(world: World, call: Call): Promise<WireResponse> {
  const { name, ownerId, settings } = readMembers(call, (members) => ({
    name: members.optionalText('name') ?? 'request type',
    ownerId: members.text('ownerId'),
    settings: {
      approvalSettings: members.group('approvalSettings'),
      requestSettings: members.group('requestSettings'),
      resourceSettings: members.group('resourceSettings'),
    },
  }));
  if (world.stores.user.get(ownerId) === undefined) throw new Refusal('E0000001', [`ownerId: there is no user ${ownerId}`]);
  await world.surroundings.pause('governance.createRequestType');
  const requestType: RequestType = {
    id: freshId(world),
    name,
    status: 'DRAFT',
    owner: { id: ownerId, kind: world.choices.ownerKind },
    settings,
    broken: false,
  };
  world.stores.requestType.put(requestType);
  return json(201, world.policy.viewRequestType(requestType));
}

function move(from: RequestType['status'], next: 'published' | 'unPublished'): Operation['run'] {
  return async (world, call) => {
    const requestType = await findToChange(world, 'requestType', pathId(call, 'requestTypeId'), call.operation);
    const examined = examineType(world, requestType, call.operation);
    if (examined.broken && examined.status === 'DISABLED') {
      if (world.choices.invalidRequestType === 'refused')
        throw new Refusal('E0000195', ['the request type is invalid and has been disabled']);
      return json(200, world.policy.viewRequestType(examined));
    }
    if (examined.status !== from) throw new Refusal('E0000195', [`the request type is ${examined.status}; this needs ${from}`]);
    const { shown, kept } = world.policy[next](examined);
    world.stores.requestType.put({ ...examined, status: kept });
    return json(200, world.policy.viewRequestType({ ...examined, status: shown }));
  };
}

async function deleteRequestType(world: World, call: Call): Promise<WireResponse> {
  const requestType = await findToChange(world, 'requestType', pathId(call, 'requestTypeId'), call.operation);
  world.stores.requestType.remove(requestType.id, world.surroundings.now());
  return noContent;
}

const base = '/governance/api/v1/request-types';

export const requestTypeOperations: readonly Operation[] = [
  { operation: 'createRequestType', method: 'POST', path: base, run: createRequestType },
  {
    operation: 'readRequestType',
    method: 'GET',
    path: `${base}/{requestTypeId}`,
    run(world, call) {
      const requestType = find(world, 'requestType', pathId(call, 'requestTypeId'), call.operation);
      return json(200, world.policy.viewRequestType(examineType(world, requestType, call.operation)));
    },
  },
  { operation: 'publishRequestType', method: 'POST', path: `${base}/{requestTypeId}/publish`, run: move('DRAFT', 'published') },
  { operation: 'unPublishRequestType', method: 'POST', path: `${base}/{requestTypeId}/un-publish`, run: move('ACTIVE', 'unPublished') },
  { operation: 'deleteRequestType', method: 'DELETE', path: `${base}/{requestTypeId}`, run: deleteRequestType },
];
