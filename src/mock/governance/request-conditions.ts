import { json } from '../kit/json.ts';
import type { Data, WireResponse } from '../kit/service.ts';
import { readMembers } from './body.ts';
import type { Choices } from './choices.ts';
import { causesOf } from './condition-validity.ts';
import { Refusal } from './errors.ts';
import type { RequestCondition } from './model.ts';
import { find, findToChange, freshId, noContent, pathId, type Call, type Operation, type World } from './world.ts';

export function viewCondition({ id, name, resourceId, catalogEntryId, status, settings }: RequestCondition, choices: Choices): Data {
  const { accessScopeSettings, ...others } = settings;
  return { id, name, resourceId, catalogEntryId, status, ...others, [choices.accessSettingsName]: accessScopeSettings };
}

/** Looks whether a condition has become invalid, and keeps that; answers the condition as it is now. There is no way back from INVALID. */
export function noticeInvalid(world: World, condition: RequestCondition): RequestCondition {
  if (condition.status === 'INVALID') return condition;
  const found = causesOf(condition, world.stores, world.policy);
  if (!found.some((cause) => world.policy.heeds(cause, condition))) return condition;
  const invalid: RequestCondition = { ...condition, status: 'INVALID' };
  world.stores.requestCondition.put(invalid);
  return invalid;
}

async function createCondition(world: World, call: Call): Promise<WireResponse> {
  const resource = find(world, 'resource', pathId(call, 'resourceId'), call.operation);
  const entry = world.stores.catalogEntry.all().find(({ resourceId, parentId }) => resourceId === resource.id && parentId === undefined);
  if (entry === undefined) throw new Refusal('E0000001', [`resourceId: resource ${resource.id} has no catalog entry`]);
  const read = readMembers(call, (members) => ({
    name: members.optionalText('name') ?? 'request condition',
    settings: {
      resourceSettings: members.group('resourceSettings'),
      requesterSettings: members.group('requesterSettings'),
      // either name of the settings group is understood
      accessScopeSettings: members.optionalGroup('accessSettings') ?? members.group('accessScopeSettings'),
      approvalSettings: members.group('approvalSettings'),
    },
  }));
  await world.surroundings.pause('governance.createRequestCondition');
  const condition: RequestCondition = {
    id: freshId(world),
    ...read,
    resourceId: resource.id,
    catalogEntryId: entry.id,
    status: world.choices.newCondition,
  };
  world.stores.requestCondition.put(condition);
  return json(201, world.policy.viewCondition(condition, world.choices));
}

/** The condition of the path, read to be changed. */
async function pathCondition(world: World, call: Call): Promise<RequestCondition> {
  const condition = await findToChange(world, 'requestCondition', pathId(call, 'id'), call.operation);
  if (condition.resourceId !== pathId(call, 'resourceId'))
    throw new Refusal('E0000007', [`request condition ${condition.id} of resource ${pathId(call, 'resourceId')}`]);
  return condition;
}

function move(from: RequestCondition['status'], to: RequestCondition['status']): Operation['run'] {
  return async (world, call) => {
    const condition = noticeInvalid(world, await pathCondition(world, call));
    if (!world.policy.permits(call.operation, condition.status, [from]))
      throw new Refusal('E0000195', [`the request condition is ${condition.status}; this needs ${from}`]);
    const moved: RequestCondition = { ...condition, status: to };
    world.stores.requestCondition.put(moved);
    return json(200, world.policy.viewCondition(moved, world.choices));
  };
}

/** Changes name and settings; the status stays as it is. */
async function updateCondition(world: World, call: Call): Promise<WireResponse> {
  const condition = noticeInvalid(world, await pathCondition(world, call));
  const { settings } = condition;
  const changed = readMembers(call, (members) => ({
    name: members.optionalText('name') ?? condition.name,
    settings: {
      resourceSettings: members.optionalGroup('resourceSettings') ?? settings.resourceSettings,
      requesterSettings: members.optionalGroup('requesterSettings') ?? settings.requesterSettings,
      accessScopeSettings:
        members.optionalGroup('accessScopeSettings') ?? members.optionalGroup('accessSettings') ?? settings.accessScopeSettings,
      approvalSettings: members.optionalGroup('approvalSettings') ?? settings.approvalSettings,
    },
  }));
  const updated = world.policy.afterUpdate({ ...condition, ...changed });
  world.stores.requestCondition.put(updated);
  return json(200, world.policy.viewCondition(updated, world.choices));
}

async function deleteCondition(world: World, call: Call): Promise<WireResponse> {
  const condition = await pathCondition(world, call);
  world.stores.requestCondition.remove(condition.id, world.surroundings.now());
  return noContent;
}

const base = '/governance/api/v2/resources/{resourceId}/request-conditions';

export const requestConditionOperations: readonly Operation[] = [
  { operation: 'createRequestCondition', method: 'POST', path: base, run: createCondition },
  {
    operation: 'listRequestConditions',
    method: 'GET',
    path: base,
    run(world, call) {
      const conditions = world.stores.requestCondition.all().filter(({ resourceId }) => resourceId === pathId(call, 'resourceId'));
      return json(200, { data: conditions.map((condition) => world.policy.viewCondition(condition, world.choices)) });
    },
  },
  {
    operation: 'readRequestCondition',
    method: 'GET',
    path: `${base}/{id}`,
    run(world, call) {
      const condition = find(world, 'requestCondition', pathId(call, 'id'), call.operation);
      const seen = world.choices.conditionNotice === 'reads-too' ? noticeInvalid(world, condition) : condition;
      return json(200, world.policy.viewCondition(seen, world.choices));
    },
  },
  { operation: 'activateRequestCondition', method: 'POST', path: `${base}/{id}/activate`, run: move('INACTIVE', 'ACTIVE') },
  { operation: 'deactivateRequestCondition', method: 'POST', path: `${base}/{id}/deactivate`, run: move('ACTIVE', 'INACTIVE') },
  { operation: 'updateRequestCondition', method: 'PATCH', path: `${base}/{id}`, run: updateCondition },
  { operation: 'deleteRequestCondition', method: 'DELETE', path: `${base}/{id}`, run: deleteCondition },
];
