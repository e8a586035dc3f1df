import type { Change, Faults } from '../../kit/faults.ts';
import { after, around, concurrency, exchange, reportedAs, sequence } from '../fault.ts';
import type { Policy } from '../policy.ts';
import type { Listed } from '../resource-store.ts';
import { resourceTypes, type ResourceType } from '../store.ts';

const isGroup = (item: Listed | undefined): boolean => item !== undefined && 'roles' in item && !('kind' in item);

/** What was read before a wait counts for these, even where they have been changed or deleted since. */
const staleRead = (isStale: (item: Listed) => boolean): Change<Policy> =>
  after('readAgain', (again, before) => (isStale(before) ? before : again));

/** Defects of what there is, of what may be added, and of quotas. */
export const resourceFaults: Faults<Policy> = {
  'pam-new-group-not-found': sequence(
    'the first time that a new group is addressed, it is not found',
    'pam.errors.resource-does-not-exist-condition',
    ({ lookUp, atWrite, isTaken }) => {
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
  ),
  'pam-deleted-group-found': sequence(
    'a deleted group can still be read',
    'pam.errors.resource-does-not-exist-deleted',
    after('lookUp', (result, items, key) => result ?? items.all.findLast((item) => isGroup(item) && item.name === key)),
  ),
  'pam-deleted-resource-group-found': sequence(
    'a deleted Resource Group is found by its id, and takes projects',
    'pam.errors.resource-does-not-exist-deleted',
    after('lookUp', (result, items, key) => result ?? items.all.find((item) => 'delegates' in item && item.id === key)),
  ),
  'pam-deleted-server-found': sequence(
    'a deleted server is found by its id',
    'pam.errors.resource-does-not-exist-deleted',
    after('lookUp', (result, items, key) => result ?? items.all.find((item) => 'projectId' in item && item.id === key)),
  ),
  'pam-same-name-twice': exchange('a second group of the same name is created', 'pam.errors.resource-already-exists-condition', {
    isTaken: () => false,
  }),
  'pam-same-name-at-once': concurrency(
    'of two groups of the same name that are created at the same time, both come to be',
    'pam.errors.resource-already-exists-condition',
    after('atWrite', (result, about, early) => (about === 'name' ? early : result)),
  ),
  'pam-user-changes-lost-at-once': concurrency(
    'of two changes of one user at the same time, the later one undoes the other',
    ['pam.service.permissions-from-membership', 'pam.roles.pam-admin-users'],
    staleRead((item) => 'groupIds' in item),
  ),
  'pam-resource-group-changes-lost-at-once': concurrency(
    'of two changes of one Resource Group at the same time, the later one undoes the other, a deletion too',
    ['pam.roles.delegated-resource-admin-inside', 'pam.errors.resource-does-not-exist-deleted'],
    staleRead((item) => 'delegates' in item),
  ),
  'pam-deleted-group-revived': concurrency(
    'a group that is deleted while its roles are set comes back with them',
    'pam.errors.resource-does-not-exist-deleted',
    staleRead(isGroup),
  ),
  'pam-conflict-remembered': sequence(
    'after a name that exists, another one is refused, too',
    'pam.errors.resource-already-exists-remedy',
    ({ isTaken, atWrite }) => {
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
  ),
  'pam-quota-not-held': exchange(
    'more is created than the quota permits',
    ['pam.limits.quota-exceeded', 'pam.errors.quota-exceeded-condition'],
    { isOverQuota: () => false },
  ),
  'pam-quota-one-more': exchange(
    'one more is created than the quota permits',
    ['pam.limits.quota-exceeded', 'pam.errors.quota-exceeded-condition'],
    { isOverQuota: (team, type) => team[type].live > (team.quotas.get(type) ?? Infinity) },
  ),
  'pam-quota-one-less': exchange('the last one that the quota permits is refused', 'pam.limits.quota-amount', {
    isOverQuota: (team, type) => team[type].live + 1 >= (team.quotas.get(type) ?? Infinity),
  }),
  'pam-quota-exceeded-at-once': concurrency(
    'creations at the same time exceed the quota together',
    ['pam.limits.quota-exceeded', 'pam.errors.quota-exceeded-condition'],
    after('atWrite', (result, about, early) => (about === 'quota' ? early : result)),
  ),
  'pam-quota-of-all-types': exchange(
    'once a team has reached one of its quotas, it can create nothing else either',
    'pam.limits.quota-per-type',
    ({ isOverQuota }) => ({ isOverQuota: (team, _type, store) => resourceTypes.some((type) => isOverQuota(team, type, store)) }),
  ),
  'pam-quota-of-all-teams': exchange(
    'after a team has met one of its quotas, the next creation of that type in another team is refused, too',
    'pam.limits.quota-per-team',
    ({ isOverQuota, atWrite }) => {
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
  ),
  'pam-quota-exceeded-is-conflict': exchange(
    'what exceeds the quota is refused as if it existed',
    ['pam.errors.quota-exceeded-condition', 'pam.limits.quota-exceeded'],
    reportedAs('quota_exceeded', 'resource_already_exists'),
  ),
  'pam-revoked-server-connects': sequence(
    'a deleted server connects with its old token',
    'pam.errors.server-authorization-revoked-condition',
    { isRevoked: () => false },
  ),
  'pam-enrolled-server-revoked': sequence(
    'once a deleted server has tried to connect, servers of the same project that are enrolled afterwards are refused, too',
    'pam.errors.server-authorization-revoked-reenroll',
    around('isRevoked', (isRevoked) => {
      const projects = new Set<string>();
      return (server) => {
        if (isRevoked(server)) projects.add(server.projectId);
        return projects.has(server.projectId);
      };
    }),
  ),
};
