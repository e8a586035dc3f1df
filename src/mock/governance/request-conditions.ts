import { del, get, patch, post } from '../kit/define-service.ts';
import { json, noContent } from '../kit/json.ts';
import { newcomersTo } from '../kit/newcomers.ts';
import type { JsonObject, WireResponse } from '../kit/service.ts';
import { idsIn, itemToChange, pathId, pathItem, readMembers, type Context, type Operations, type RequestContext } from './context.ts';
import { Refusal } from './errors.ts';
import type { RequestCondition } from './model.ts';
import { causes, type Cause } from './policy.ts';

/** The causes for which a condition is invalid as things stand; empty where it is valid. */
function causesOf({ resourceId, settings }: RequestCondition, { store, policy }: Context): readonly Cause[] {
  const { requesterSettings, accessScopeSettings } = settings;
  const resource = store.resource.get(resourceId);
  const lost = (group: JsonObject, type: string, cause: Cause, kind: 'group' | 'bundle' | 'entitlement'): boolean =>
    group['type'] === type && policy.allGone(idsIn(group), (id) => store[kind].get(id) !== undefined, cause);
  const holds: Readonly<Record<Cause, boolean>> = {
    'resource-deleted': resource === undefined,
    'requester-groups-deleted': lost(requesterSettings, 'GROUPS', 'requester-groups-deleted', 'group'),
    'access-groups-deleted': lost(accessScopeSettings, 'GROUPS', 'access-groups-deleted', 'group'),
    'bundles-deleted': lost(accessScopeSettings, 'ENTITLEMENT_BUNDLES', 'bundles-deleted', 'bundle'),
    'entitlements-deleted': lost(accessScopeSettings, 'ENTITLEMENTS', 'entitlements-deleted', 'entitlement'),
    'opted-out': resource !== undefined && !resource.managed && policy.needsManagement(accessScopeSettings['type']),
  };
  return causes.filter((cause) => holds[cause]);
}

/** Looks whether a condition has become invalid, and keeps that; answers the condition as it is now. There is no way back from INVALID. */
export function noticeInvalid(context: Context, condition: RequestCondition): RequestCondition {
  if (condition.status === 'INVALID') return condition;
  if (!causesOf(condition, context).some((cause) => context.policy.heeds(cause, condition))) return condition;
  const { policy, store } = context;
  for (const one of policy.conditionsInvalid(condition, store.requestCondition.all()))
    store.requestCondition.put({ ...one, status: 'INVALID' });
  return { ...condition, status: 'INVALID' };
}

function keep({ store, policy, choices }: Context, condition: RequestCondition, status = 200): WireResponse {
  store.requestCondition.put(condition);
  return json(status, policy.viewCondition(condition, choices));
}

/** The condition of the path, read to be changed. */
async function pathCondition(context: RequestContext): Promise<RequestCondition> {
  const condition = await itemToChange(context, 'requestCondition', 'id');
  if (condition.resourceId === pathId(context, 'resourceId')) return condition;
  throw new Refusal('E0000007', [`request condition ${condition.id} of resource ${pathId(context, 'resourceId')}`]);
}

function move(from: RequestCondition['status'], to: RequestCondition['status']) {
  return async (context: RequestContext): Promise<WireResponse> => {
    const condition = noticeInvalid(context, await pathCondition(context));
    if (!context.policy.permits(context.operation, condition.status, [from]))
      throw new Refusal('E0000195', [`the request condition is ${condition.status}; this needs ${from}`]);
    return keep(context, { ...condition, status: to });
  };
}

const base = '/governance/api/v2/resources/{resourceId}/request-conditions';

export const requestConditionOperations: Operations = {
  createRequestCondition: post(base, async (context) => {
    const { store, policy, choices } = context;
    const resource = pathItem(context, 'resource', 'resourceId');
    const entry = store.catalogEntry.all().find(({ resourceId, parentId }) => resourceId === resource.id && parentId === undefined);
    if (entry === undefined) throw new Refusal('E0000001', [`resourceId: resource ${resource.id} has no catalog entry`]);
    const read = readMembers(context, (members) => ({
      name: members.optionalText('name') ?? 'request condition',
      settings: {
        resourceSettings: members.group('resourceSettings'),
        requesterSettings: members.group('requesterSettings'),
        // either name of the settings group is understood
        accessScopeSettings: members.optionalGroup('accessSettings') ?? members.group('accessScopeSettings'),
        approvalSettings: members.group('approvalSettings'),
      },
    }));
    const beside = newcomersTo(store.requestCondition.all, ({ id }) => id);
    await context.pause('governance.createRequestCondition');
    const ids = { id: context.id(20), resourceId: resource.id, catalogEntryId: entry.id };
    return keep(context, policy.newCondition({ ...ids, ...read, status: choices.newCondition }, beside()), 201);
  }),
  listRequestConditions: get(base, (context) => {
    const { store, policy, choices } = context;
    const conditions = store.requestCondition.all().filter(({ resourceId }) => resourceId === pathId(context, 'resourceId'));
    return json(200, { data: conditions.map((condition) => policy.viewCondition(condition, choices)) });
  }),
  readRequestCondition: get(`${base}/{id}`, (context) => {
    const { policy, choices } = context;
    const condition = pathItem(context, 'requestCondition', 'id');
    return json(
      200,
      policy.viewCondition(choices.conditionNotice === 'reads-too' ? noticeInvalid(context, condition) : condition, choices),
    );
  }),
  activateRequestCondition: post(`${base}/{id}/activate`, move('INACTIVE', 'ACTIVE')),
  deactivateRequestCondition: post(`${base}/{id}/deactivate`, move('ACTIVE', 'INACTIVE')),
  /** Changes name and settings; the status stays as it is. */
  updateRequestCondition: patch(`${base}/{id}`, async (context) => {
    const condition = noticeInvalid(context, await pathCondition(context));
    const { settings } = condition;
    const changed = readMembers(context, (members) => ({
      name: members.optionalText('name') ?? condition.name,
      settings: {
        resourceSettings: members.optionalGroup('resourceSettings') ?? settings.resourceSettings,
        requesterSettings: members.optionalGroup('requesterSettings') ?? settings.requesterSettings,
        accessScopeSettings:
          members.optionalGroup('accessScopeSettings') ?? members.optionalGroup('accessSettings') ?? settings.accessScopeSettings,
        approvalSettings: members.optionalGroup('approvalSettings') ?? settings.approvalSettings,
      },
    }));
    return keep(context, context.policy.afterUpdate({ ...condition, ...changed }, condition));
  }),
  deleteRequestCondition: del(`${base}/{id}`, async (context) => {
    const { id } = await pathCondition(context);
    context.store.requestCondition.remove(id, context.now());
    return noContent;
  }),
};
