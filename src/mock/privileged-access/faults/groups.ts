import { isObject } from '../../kit/json.ts';
import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';
import type { Group } from '../store.ts';

const shownAs = (
  id: string,
  clause: string,
  alsoBreaks: readonly string[],
  about: string,
  wrong: (group: Group) => Readonly<Record<string, unknown>>,
): Fault<Rules> => ({
  id,
  clause,
  alsoBreaks,
  difficulty: 'response',
  about,
  change: ({ groupView }) => ({ groupView: (group) => Object.assign({}, groupView(group), wrong(group)) }),
});

/** Defects of how groups are shown. */
export const groupFaults: readonly Fault<Rules>[] = [
  shownAs(
    'pam-group-id-short',
    'pam.resources.group.id-uuid-shaped',
    ['pam.resources.group.id', 'pam.pagination.complete'],
    'the id of a group is not shaped like a UUID',
    ({ id }) => ({
      id: id.replaceAll('-', '').slice(0, 20),
    }),
  ),
  shownAs(
    'pam-group-name-cut',
    'pam.resources.group.name',
    [],
    'the name of a group is shown without its last four characters',
    ({ name }) => ({ name: name.slice(0, -4) }),
  ),
  shownAs('pam-roles-not-shown', 'pam.service.groups-carry-roles', ['pam.roles.pam-admin-groups'], 'a group shows no roles', () => ({
    roles: [],
  })),
  shownAs(
    'pam-roles-joined',
    'pam.resources.group.roles',
    ['pam.service.groups-carry-roles', 'pam.roles.pam-admin-groups'],
    'the roles of a group are one string',
    ({ roles }) => ({ roles: roles.join(',') }),
  ),
  shownAs(
    'pam-role-by-another-name',
    'pam.resources.group.roles-from-table',
    ['pam.roles.enumeration', 'pam.service.groups-carry-roles'],
    'the role end_user is shown as user',
    ({ roles }) => ({
      roles: roles.map((role) => (role === 'end_user' ? 'user' : role)),
    }),
  ),
  shownAs(
    'pam-seventh-role',
    'pam.roles.enumeration',
    ['pam.resources.group.roles-from-table'],
    'a group with resource_admin is shown with a role resource_viewer, too',
    ({ roles }) => ({
      roles: roles.includes('resource_admin') ? [...roles, 'resource_viewer'] : roles,
    }),
  ),
  shownAs(
    'pam-deleted-at-never-null',
    'pam.resources.group.deleted-at',
    [],
    'deleted_at of a group that is not deleted is the beginning of time',
    ({ deletedAt }) => (deletedAt === undefined ? { deleted_at: '0001-01-01T00:00:00Z' } : {}),
  ),
  {
    id: 'pam-list-of-ids',
    clause: 'pam.resources.group.list-element',
    alsoBreaks: ['pam.resources.group.id', 'pam.resources.group.name', 'pam.resources.group.roles', 'pam.service.groups-carry-roles'],
    difficulty: 'response',
    about: 'a list of groups holds their ids only',
    change: ({ listBody }) => ({ listBody: (items) => listBody(items.map((item) => (isObject(item) ? item['id'] : item))) }),
  },
  {
    id: 'pam-group-id-changes',
    clause: 'pam.resources.group.id',
    alsoBreaks: ['pam.pagination.complete', 'pam.pagination.prev-link'],
    difficulty: 'sequence',
    about: 'a group is shown under another id each time',
    change({ groupView }) {
      let shown = 0;
      return {
        groupView(group) {
          shown += 1;
          return groupView({ ...group, id: group.id.slice(0, -8) + shown.toString(16).padStart(8, '0') });
        },
      };
    },
  },
  {
    id: 'pam-group-of-another-team',
    clause: 'pam.service.team-scope',
    difficulty: 'exchange',
    about: 'the list of groups ends with a group of another team',
    change: ({ groupList }) => ({
      groupList(team, store) {
        const own = groupList(team, store);
        const foreign = [...store.teams.values()]
          .filter((other) => other.name !== team.name)
          .flatMap((other) => groupList(other, store).slice(0, 1));
        return [...own, ...foreign.slice(0, 1).map((group) => ({ ...group, seq: own.length }))];
      },
    }),
  },
];
