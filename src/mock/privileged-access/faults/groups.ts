import type { Faults } from '../../kit/faults.ts';
import { after, around, before, exchange, response, sequence } from '../fault.ts';
import type { Policy } from '../policy.ts';
import { isObject } from '../../kit/json.ts';
import type { Group } from '../store.ts';

const shownAs = (wrong: (group: Group) => Readonly<Record<string, unknown>>) =>
  after('groupView', (view, group) => ({ ...view, ...wrong(group) }));

/** Defects of how groups are shown. */
export const groupFaults: Faults<Policy> = {
  'pam-group-id-short': response(
    'the id of a group is not shaped like a UUID',
    ['pam.resources.group.id-uuid-shaped', 'pam.resources.group.id', 'pam.pagination.complete'],
    shownAs(({ id }) => ({
      id: id.replaceAll('-', '').slice(0, 20),
    })),
  ),
  'pam-group-name-cut': response(
    'the name of a group is shown without its last four characters',
    'pam.resources.group.name',
    shownAs(({ name }) => ({ name: name.slice(0, -4) })),
  ),
  'pam-roles-not-shown': response(
    'a group shows no roles',
    ['pam.service.groups-carry-roles', 'pam.roles.pam-admin-groups'],
    shownAs(() => ({
      roles: [],
    })),
  ),
  'pam-roles-joined': response(
    'the roles of a group are one string',
    ['pam.resources.group.roles', 'pam.service.groups-carry-roles', 'pam.roles.pam-admin-groups'],
    shownAs(({ roles }) => ({ roles: roles.join(',') })),
  ),
  'pam-role-by-another-name': response(
    'the role end_user is shown as user',
    ['pam.resources.group.roles-from-table', 'pam.roles.enumeration', 'pam.service.groups-carry-roles'],
    shownAs(({ roles }) => ({
      roles: roles.map((role) => (role === 'end_user' ? 'user' : role)),
    })),
  ),
  'pam-seventh-role': response(
    'a group with resource_admin is shown with a role resource_viewer, too',
    ['pam.roles.enumeration', 'pam.resources.group.roles-from-table'],
    shownAs(({ roles }) => ({
      roles: roles.includes('resource_admin') ? [...roles, 'resource_viewer'] : roles,
    })),
  ),
  'pam-deleted-at-never-null': response(
    'deleted_at of a group that is not deleted is the beginning of time',
    'pam.resources.group.deleted-at',
    shownAs(({ deletedAt }) => (deletedAt === undefined ? { deleted_at: '0001-01-01T00:00:00Z' } : {})),
  ),
  'pam-list-of-ids': response(
    'a list of groups holds their ids only',
    [
      'pam.resources.group.list-element',
      'pam.resources.group.id',
      'pam.resources.group.name',
      'pam.resources.group.roles',
      'pam.service.groups-carry-roles',
    ],
    before('listBody', (items) => [items.map((item) => (isObject(item) ? item['id'] : item))]),
  ),
  'pam-group-id-changes': sequence(
    'a group is shown under another id each time',
    ['pam.resources.group.id', 'pam.pagination.complete', 'pam.pagination.prev-link'],
    around('groupView', (groupView) => {
      let shown = 0;
      return (group) => {
        shown += 1;
        return groupView({ ...group, id: group.id.slice(0, -8) + shown.toString(16).padStart(8, '0') });
      };
    }),
  ),
  'pam-deleted-group-listed': sequence(
    'the list of groups shows those that were deleted as if they were not',
    'pam.errors.resource-does-not-exist-deleted',
    after('groupList', (groups) => groups.map(({ deletedAt: _gone, ...group }) => group)),
  ),
  'pam-namesake-not-listed': sequence(
    'the list of groups has no group of the name of one that was deleted',
    ['pam.pagination.objects-in-list', 'pam.resources.group.deleted-at'],
    after('groupList', (groups) => groups.filter(({ name }, index) => groups.findIndex((group) => group.name === name) === index)),
  ),
  'pam-group-of-another-team': exchange(
    'the list of groups ends with a group of another team',
    'pam.service.team-scope',
    around('groupList', (groupList) => (team, store) => {
      const own = groupList(team, store);
      const foreign = [...store.teams.values()]
        .filter((other) => other.name !== team.name)
        .flatMap((other) => groupList(other, store).slice(0, 1));
      return [...own, ...foreign.slice(0, 1).map((group) => ({ ...group, seq: own.length }))];
    }),
  ),
};
