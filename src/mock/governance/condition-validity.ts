import type { Data } from '../kit/service.ts';
import type { RequestCondition } from './model.ts';
import type { Policy } from './policy.ts';
import type { Stores } from './store.ts';

/** Why a request condition is invalid; one for each row of the table (States and transitions > Request condition). */
const causes = [
  'resource-deleted',
  'requester-groups-deleted',
  'access-groups-deleted',
  'bundles-deleted',
  'entitlements-deleted',
  'opted-out',
] as const;

export type Cause = (typeof causes)[number];

/** Whether all of these are gone. Naming none is not the same as having lost all. */
export function allGone(ids: readonly string[], isThere: (id: string) => boolean): boolean {
  return ids.length > 0 && ids.every((id) => !isThere(id));
}

/** Whether an opt-out from entitlement management matters: the access scope refers to bundles or entitlements. */
export function needsManagement(scopeType: unknown): boolean {
  return scopeType === 'ENTITLEMENT_BUNDLES' || scopeType === 'ENTITLEMENTS';
}

/** The causes for which a condition is invalid as things stand; empty where it is valid. */
export function causesOf(
  condition: RequestCondition,
  stores: Stores,
  policy: Pick<Policy, 'allGone' | 'needsManagement'>,
): readonly Cause[] {
  const { requesterSettings, accessScopeSettings } = condition.settings;
  const resource = stores.resource.get(condition.resourceId);
  const lost = (settings: Data, type: string, cause: Cause, isThere: (id: string) => boolean): boolean =>
    settings['type'] === type && policy.allGone(idsIn(settings), isThere, cause);
  const holds: Readonly<Record<Cause, boolean>> = {
    'resource-deleted': resource === undefined,
    'requester-groups-deleted': lost(requesterSettings, 'GROUPS', 'requester-groups-deleted', (id) => stores.group.get(id) !== undefined),
    'access-groups-deleted': lost(accessScopeSettings, 'GROUPS', 'access-groups-deleted', (id) => stores.group.get(id) !== undefined),
    'bundles-deleted': lost(accessScopeSettings, 'ENTITLEMENT_BUNDLES', 'bundles-deleted', (id) => stores.bundle.get(id) !== undefined),
    'entitlements-deleted': lost(
      accessScopeSettings,
      'ENTITLEMENTS',
      'entitlements-deleted',
      (id) => stores.entitlement.get(id) !== undefined,
    ),
    'opted-out': resource !== undefined && !resource.managed && policy.needsManagement(accessScopeSettings['type']),
  };
  return causes.filter((cause) => holds[cause]);
}

/** The ids that a settings group of the form {type, ids} names. */
export function idsIn(settings: Data): readonly string[] {
  const { ids } = settings;
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}
