import type { Change, Faults } from '../../kit/faults.ts';
import { after, around, reportedAs } from '../fault.ts';
import type { Policy } from '../policy.ts';
import type { Listed } from '../resource-store.ts';
import { resourceTypes, type ResourceType } from '../store.ts';

const isGroup = (item: Listed | undefined): boolean => item !== undefined && 'roles' in item && !('kind' in item);

/** What was read before a wait counts for these, even where they have been changed or deleted since. */
const staleRead = (isStale: (item: Listed) => boolean): Change<Policy> =>
  after('readAgain', (again, before) => (isStale(before) ? before : again));

/** Defects of what there is, of what may be added, and of quotas. */
export const resourceFaults: Faults<Policy> = {
  'pam-new-group-not-found': ({ lookUp, atWrite, isTaken }) => {
    const fresh = new Set<string>();
    let asked = '';
    return {
      isTaken(items, name) {
        asked = name;
        return isTaken(items, name);
      },
      atWrite(about, early, again) {
        const found = atWrite(about, early, again);
        if (about === 'name' && !found) fresh.add(asked);
        return found;
      },
      lookUp(items, key) {
        const item = lookUp(items, key);
        return isGroup(item) && fresh.delete(key) ? undefined : item;
      },
    };
  },
  'pam-deleted-group-found': after(
    'lookUp',
    (result, items, key) => result ?? items.all.findLast((item) => isGroup(item) && item.name === key),
  ),
  'pam-deleted-resource-group-found': after(
    'lookUp',
    (result, items, key) => result ?? items.all.find((item) => 'delegates' in item && item.id === key),
  ),
  'pam-deleted-server-found': after(
    'lookUp',
    (result, items, key) => result ?? items.all.find((item) => 'projectId' in item && item.id === key),
  ),
  'pam-same-name-twice': { isTaken: () => false },
  'pam-same-name-at-once': after('atWrite', (result, about, early) => (about === 'name' ? early : result)),
  'pam-user-changes-lost-at-once': staleRead((item) => 'groupIds' in item),
  'pam-resource-group-changes-lost-at-once': staleRead((item) => 'delegates' in item),
  'pam-deleted-group-revived': staleRead(isGroup),
  'pam-conflict-remembered': ({ isTaken, atWrite }) => {
    let wasTaken = false;
    return {
      isTaken: (items, name) => wasTaken || isTaken(items, name),
      atWrite(about, early, again) {
        const found = atWrite(about, early, again);
        if (about === 'name') wasTaken = found && !wasTaken;
        return found;
      },
    };
  },
  'pam-quota-not-held': { isOverQuota: () => false },
  'pam-quota-one-more': { isOverQuota: (team, type) => team[type].live > (team.quotas.get(type) ?? Infinity) },
  'pam-quota-one-less': { isOverQuota: (team, type) => team[type].live + 1 >= (team.quotas.get(type) ?? Infinity) },
  'pam-quota-exceeded-at-once': after('atWrite', (result, about, early) => (about === 'quota' ? early : result)),
  'pam-quota-of-all-types': ({ isOverQuota }) => ({
    isOverQuota: (team, _type, store) => resourceTypes.some((type) => isOverQuota(team, type, store)),
  }),
  'pam-quota-of-all-teams': ({ isOverQuota, atWrite }) => {
    let met: { readonly team: string; readonly type: ResourceType } | undefined;
    let isForeign = false;
    return {
      isOverQuota(team, type, store) {
        const isOwn = isOverQuota(team, type, store);
        isForeign = !isOwn && met?.type === type && met.team !== team.name;
        if (isOwn) met = { team: team.name, type };
        return isOwn || isForeign;
      },
      atWrite(about, early, again) {
        const found = atWrite(about, early, again);
        if (about === 'quota' && isForeign) met = undefined;
        return found;
      },
    };
  },
  'pam-quota-exceeded-is-conflict': reportedAs('quota_exceeded', 'resource_already_exists'),
  'pam-revoked-server-connects': { isRevoked: () => false },
  'pam-enrolled-server-revoked': around('isRevoked', (isRevoked) => {
    const projects = new Set<string>();
    return (server) => {
      if (isRevoked(server)) projects.add(server.projectId);
      return projects.has(server.projectId);
    };
  }),
};
