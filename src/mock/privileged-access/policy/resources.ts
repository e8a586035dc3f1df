import type { Choices } from '../choices.ts';
import type { Listed, ResourceStore } from '../resource-store.ts';
import type { Group, ResourceType, Server, Store, Team } from '../store.ts';
import type { Data } from '../../kit/service.ts';
import { timestamps } from '../timestamps.ts';

/** What there is, how it is shown and found, and what may be added. */
export interface ResourcePolicy {
  /** the groups, deleted ones too, of which a team's list shows pages; each at the index of its `seq` */
  readonly groupList: (team: Team, store: Store) => readonly Group[];
  readonly groupView: (group: Group) => Data;
  /** what a path addresses by name or by id */
  readonly lookUp: <Item extends Listed>(items: ResourceStore<Item>, key: string) => Item | undefined;
  readonly isTaken: (items: ResourceStore<Listed>, name: string) => boolean;
  readonly isOverQuota: (team: Team, type: ResourceType, store: Store) => boolean;
  /** what counts at the time of writing: not what was read before, but what is read again */
  readonly atWrite: (about: 'name' | 'quota', early: boolean, again: () => boolean) => boolean;
  /** whether a server that connects with its own token was deleted */
  readonly isRevoked: (server: Server) => boolean;
}

export function resourcePolicy(choices: Choices): ResourcePolicy {
  const untilDeleted = choices.deletedAtUntilThen === 'null' ? { deleted_at: null } : {};
  return {
    groupList: (team) => team.groups.all,
    groupView: ({ id, name, roles, deletedAt }) => ({
      id,
      name,
      roles,
      ...(deletedAt === undefined ? untilDeleted : { deleted_at: timestamps[choices.deletedAt](deletedAt) }),
    }),
    lookUp: (items, key) => items.named(key) ?? live(items.withId(key)),
    isTaken: (items, name) => items.named(name) !== undefined,
    isOverQuota: (team, type) => team[type].live >= (team.quotas.get(type) ?? Infinity),
    atWrite: (_about, _early, again) => again(),
    isRevoked: (server) => server.deletedAt !== undefined,
  };
}

function live<Item extends Listed>(item: Item | undefined): Item | undefined {
  return item?.deletedAt === undefined ? item : undefined;
}
