import type { Faults } from '../../kit/faults.ts';
import { after, around, before } from '../fault.ts';
import type { Policy } from '../policy.ts';
import { isObject } from '../../kit/json.ts';
import type { Group } from '../store.ts';

const shownAs = (wrong: (group: Group) => Readonly<Record<string, unknown>>) =>
  after('groupView', (view, group) => ({ ...view, ...wrong(group) }));

/** Defects of how groups are shown. */
export const groupFaults: Faults<Policy> = {
  'pam-group-id-short': shownAs(({ id }) => ({ id: id.replaceAll('-', '').slice(0, 20) })),
  'pam-group-name-cut': shownAs(({ name }) => ({ name: name.slice(0, -4) })),
  'pam-roles-not-shown': shownAs(() => ({ roles: [] })),
  'pam-roles-joined': shownAs(({ roles }) => ({ roles: roles.join(',') })),
  'pam-role-by-another-name': shownAs(({ roles }) => ({ roles: roles.map((role) => (role === 'end_user' ? 'user' : role)) })),
  'pam-seventh-role': shownAs(({ roles }) => ({ roles: roles.includes('resource_admin') ? [...roles, 'resource_viewer'] : roles })),
  'pam-deleted-at-never-null': shownAs(({ deletedAt }) => (deletedAt === undefined ? { deleted_at: '0001-01-01T00:00:00Z' } : {})),
  'pam-list-of-ids': before('listBody', (items) => [items.map((item) => (isObject(item) ? item['id'] : item))]),
  'pam-group-id-changes': around('groupView', (groupView) => {
    let shown = 0;
    return (group) => {
      shown += 1;
      return groupView({ ...group, id: group.id.slice(0, -8) + shown.toString(16).padStart(8, '0') });
    };
  }),
  'pam-deleted-group-listed': after('groupList', (groups) => groups.map(({ deletedAt: _gone, ...group }) => group)),
  'pam-namesake-not-listed': after('groupList', (groups) =>
    groups.filter(({ name }, index) => groups.findIndex((group) => group.name === name) === index),
  ),
  'pam-group-of-another-team': around('groupList', (groupList) => (team, store) => {
    const own = groupList(team, store);
    const foreign = [...store.teams.values()]
      .filter((other) => other.name !== team.name)
      .flatMap((other) => groupList(other, store).slice(0, 1));
    return [...own, ...foreign.slice(0, 1).map((group) => ({ ...group, seq: own.length }))];
  }),
};
