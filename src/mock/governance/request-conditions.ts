import { del, patch, post } from '../kit/define-service.ts';
import { json, noContent } from '../kit/json.ts';
import { newcomersTo } from '../kit/newcomers.ts';
import type { JsonObject, WireResponse } from '../kit/service.ts';
import { idsIn, readMembers } from './bodies.ts';
import { demandStatus, itemToChange, list, pathId, pathItem, show, type Context, type Operations, type RequestContext } from './context.ts';
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
  const condition = await itemToChange(context, 'requestCondition');
  if (condition.resourceId === pathId(context, 'resource')) return condition;
  throw new Refusal('E0000007', [`request condition ${condition.id} of resource ${pathId(context, 'resource')}`]);
}

function move(from: RequestCondition['status'], to: RequestCondition['status']) {
  return async (context: RequestContext): Promise<WireResponse> => {
    const condition = noticeInvalid(context, await pathCondition(context));
    demandStatus(context, 'the request condition', condition.status, [from]);
    return keep(context, { ...condition, status: to });
  };
}

const base = '/governance/api/v2/resources/{resource}/request-conditions';

export const requestConditionOperations: Operations = {
  createRequestCondition: post(base, async (context) => {
    const { store, policy, choices } = context;
    const resource = pathItem(context, 'resource');
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
  listRequestConditions: list(base, ({ store, policy, choices, params }) => {
    const conditions = store.requestCondition.all().filter(({ resourceId }) => resourceId === params['resource']);
    return conditions.map((condition) => policy.viewCondition(condition, choices));
  }),
  readRequestCondition: show(`${base}/{requestCondition}`, 'requestCondition', (condition, context) => {
    const { policy, choices } = context;
    return policy.viewCondition(choices.conditionNotice === 'reads-too' ? noticeInvalid(context, condition) : condition, choices);
  }),
  activateRequestCondition: post(`${base}/{requestCondition}/activate`, move('INACTIVE', 'ACTIVE')),
  deactivateRequestCondition: post(`${base}/{requestCondition}/deactivate`, move('ACTIVE', 'INACTIVE')),
  /** Changes name and settings; the status stays as it is. */
  updateRequestCondition: patch(`${base}/{requestCondition}`, async (context) => {
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
  deleteRequestCondition: del(`${base}/{requestCondition}`, async (context) => {
    const { id } = await pathCondition(context);
    context.store.requestCondition.remove(id, context.now());
    return noContent;
  }),
};
