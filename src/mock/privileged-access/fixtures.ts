import type { PrivilegedAccessFixtures } from '../../model/types.ts';
import type { Context } from './context.ts';
import { keyLifetimeMs } from './dashboard.ts';
import { isRole } from './roles.ts';
import { createTeam } from './store.ts';

/** Teams as a file of fixtures has them. */
export function putFixtures({ store, now }: Context, { teams = [] }: PrivilegedAccessFixtures): void {
  for (const { name, groups = [], users = [] } of teams) {
    const team = createTeam(name);
    store.teams.set(name, team);
    for (const { id, name: group, roles = [] } of groups)
      team.groups.add({ id, seq: team.groups.nextSeq(), name: group, roles: roles.filter(isRole) });
    for (const { id, name: user, kind = 'service', groups: named = [], key } of users) {
      const groupIds = named.flatMap((group) => team.groups.named(group)?.id ?? []);
      team.users.add({ id, seq: team.users.nextSeq(), name: user, kind, roles: [], groupIds });
      if (key !== undefined) store.keys.set(key.id, { ...key, team: name, userId: id, expiresAt: now() + keyLifetimeMs });
    }
  }
}
