import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';
import type { Listed } from '../resource-store.ts';
import { resourceTypes, type ResourceType } from '../store.ts';

const isGroup = (item: Listed | undefined): boolean => item !== undefined && 'roles' in item && !('kind' in item);

/** Defects of what there is, of what may be added, and of quotas. */
export const resourceFaults: readonly Fault<Rules>[] = [
  {
    id: 'pam-new-group-not-found',
    clause: 'pam.errors.resource-does-not-exist-condition',
    difficulty: 'sequence',
    about: 'the first time that a new group is addressed, it is not found',
    change({ lookUp, atWrite, isTaken }) {
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
  },
  {
    id: 'pam-deleted-group-found',
    clause: 'pam.errors.resource-does-not-exist-deleted',
    difficulty: 'sequence',
    about: 'a deleted group can still be read',
    change: ({ lookUp }) => ({
      lookUp: (items, key) => lookUp(items, key) ?? items.all.findLast((item) => isGroup(item) && item.name === key),
    }),
  },
  {
    id: 'pam-same-name-twice',
    clause: 'pam.errors.resource-already-exists-condition',
    difficulty: 'exchange',
    about: 'a second group of the same name is created',
    change: () => ({ isTaken: () => false }),
  },
  {
    id: 'pam-same-name-at-once',
    clause: 'pam.errors.resource-already-exists-condition',
    difficulty: 'concurrency',
    about: 'of two groups of the same name that are created at the same time, both come to be',
    change: ({ atWrite }) => ({ atWrite: (about, early, again) => (about === 'name' ? early : atWrite(about, early, again)) }),
  },
  {
    id: 'pam-conflict-remembered',
    clause: 'pam.errors.resource-already-exists-remedy',
    difficulty: 'sequence',
    about: 'after a name that exists, another one is refused, too',
    change({ isTaken, atWrite }) {
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
  },
  {
    id: 'pam-quota-not-held',
    clause: 'pam.limits.quota-exceeded',
    alsoBreaks: ['pam.errors.quota-exceeded-condition'],
    difficulty: 'exchange',
    about: 'more is created than the quota permits',
    change: () => ({ isOverQuota: () => false }),
  },
  {
    id: 'pam-quota-one-more',
    clause: 'pam.limits.quota-exceeded',
    alsoBreaks: ['pam.errors.quota-exceeded-condition'],
    difficulty: 'exchange',
    about: 'one more is created than the quota permits',
    change: () => ({ isOverQuota: (team, type) => team[type].live > (team.quotas.get(type) ?? Infinity) }),
  },
  {
    id: 'pam-quota-one-less',
    clause: 'pam.limits.quota-amount',
    difficulty: 'exchange',
    about: 'the last one that the quota permits is refused',
    change: () => ({ isOverQuota: (team, type) => team[type].live + 1 >= (team.quotas.get(type) ?? Infinity) }),
  },
  {
    id: 'pam-quota-exceeded-at-once',
    clause: 'pam.limits.quota-exceeded',
    alsoBreaks: ['pam.errors.quota-exceeded-condition'],
    difficulty: 'concurrency',
    about: 'creations at the same time exceed the quota together',
    change: ({ atWrite }) => ({ atWrite: (about, early, again) => (about === 'quota' ? early : atWrite(about, early, again)) }),
  },
  {
    id: 'pam-quota-of-all-types',
    clause: 'pam.limits.quota-per-type',
    difficulty: 'exchange',
    about: 'once a team has reached one of its quotas, it can create nothing else either',
    change: ({ isOverQuota }) => ({ isOverQuota: (team, _type, store) => resourceTypes.some((type) => isOverQuota(team, type, store)) }),
  },
  {
    id: 'pam-quota-of-all-teams',
    clause: 'pam.limits.quota-per-team',
    difficulty: 'exchange',
    about: 'after a team has met one of its quotas, the next creation of that type in another team is refused, too',
    change({ isOverQuota, atWrite }) {
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
  },
  {
    id: 'pam-quota-exceeded-is-conflict',
    clause: 'pam.errors.quota-exceeded-condition',
    alsoBreaks: ['pam.limits.quota-exceeded'],
    difficulty: 'exchange',
    about: 'what exceeds the quota is refused as if it existed',
    change: ({ nameOf, statusOf }) => ({
      nameOf: (error) => nameOf(error === 'quota_exceeded' ? 'resource_already_exists' : error),
      statusOf: (error) => statusOf(error === 'quota_exceeded' ? 'resource_already_exists' : error),
    }),
  },
  {
    id: 'pam-revoked-server-connects',
    clause: 'pam.errors.server-authorization-revoked-condition',
    difficulty: 'sequence',
    about: 'a deleted server connects with its old token',
    change: () => ({ isRevoked: () => false }),
  },
  {
    id: 'pam-enrolled-server-revoked',
    clause: 'pam.errors.server-authorization-revoked-reenroll',
    difficulty: 'sequence',
    about: 'once a deleted server has tried to connect, servers of the same project that are enrolled afterwards are refused, too',
    change({ isRevoked }) {
      const projects = new Set<string>();
      return {
        isRevoked(server) {
          if (isRevoked(server)) projects.add(server.projectId);
          return projects.has(server.projectId);
        },
      };
    },
  },
];
