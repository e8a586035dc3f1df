import type { Fault } from '../../kit/service.ts';
import { mostPermissive, permissions, type Permission, type Reach, type Role } from '../roles.ts';
import type { Rules } from '../rules.ts';
import type { Group } from '../store.ts';

const reaching = (
  id: string,
  clause: string,
  alsoBreaks: readonly string[],
  about: string,
  wrong: (roles: readonly Role[], permission: Permission) => Reach | undefined,
): Fault<Rules> => ({
  id,
  clause,
  alsoBreaks,
  difficulty: 'exchange',
  about,
  change: ({ reach }) => ({ reach: (roles, permission) => wrong(roles, permission) ?? reach(roles, permission) }),
});

/** A role that is refused what it permits, unless the user is pam_admin, too. */
const powerless = (
  id: string,
  clause: string,
  alsoBreaks: readonly string[],
  about: string,
  role: Role,
  permissions: readonly Permission[],
): Fault<Rules> =>
  reaching(id, clause, alsoBreaks, about, (roles, permission) =>
    roles.includes(role) && !roles.includes('pam_admin') && permissions.includes(permission) ? 'none' : undefined,
  );

const permissionsOf = ({ roles }: Group): number => permissions.filter((permission) => mostPermissive(roles, permission) !== 'none').length;

/** Defects of how users come by roles, and of what these permit. */
export const roleFaults: readonly Fault<Rules>[] = [
  {
    id: 'pam-first-group-decides',
    clause: 'pam.roles.most-permissive',
    alsoBreaks: ['pam.service.permissions-from-membership', 'pam.service.roles-grant-permissions', 'pam.authentication.role-rules'],
    difficulty: 'sequence',
    about: 'of several groups of a user, only the first one counts',
    change: ({ rolesOf }) => ({ rolesOf: (user, groups) => rolesOf(user, groups.slice(0, 1)) }),
  },
  {
    id: 'pam-last-group-decides',
    clause: 'pam.roles.most-permissive',
    alsoBreaks: ['pam.service.permissions-from-membership', 'pam.service.roles-grant-permissions', 'pam.authentication.role-rules'],
    difficulty: 'sequence',
    about: 'of several groups of a user, only the last one counts',
    change: ({ rolesOf }) => ({ rolesOf: (user, groups) => rolesOf(user, groups.slice(-1)) }),
  },
  {
    id: 'pam-least-permissive',
    clause: 'pam.roles.most-permissive',
    alsoBreaks: ['pam.service.permissions-from-membership', 'pam.service.roles-grant-permissions', 'pam.authentication.role-rules'],
    difficulty: 'sequence',
    about: 'of several groups of a user, only the one counts whose roles permit least',
    change: ({ rolesOf }) => ({
      rolesOf: (user, groups) => rolesOf(user, groups.toSorted((one, other) => permissionsOf(one) - permissionsOf(other)).slice(0, 1)),
    }),
  },
  reaching(
    'pam-roles-add-up',
    'pam.roles.no-more-than-granted',
    ['pam.errors.authorization-error-condition', 'pam.authentication.role-rules'],
    'who has two roles may do anything',
    (roles) => (roles.length > 1 ? 'team' : undefined),
  ),
  reaching(
    'pam-anybody-may-anything',
    'pam.authentication.role-rules',
    [
      'pam.roles.no-more-than-granted',
      'pam.errors.authorization-error-condition',
      'pam.errors.forbidden-error-condition',
      'pam.service.permissions-from-membership',
      'pam.roles.delegated-resource-admin-outside',
      'pam.roles.delegated-security-admin-outside',
      'pam.roles.security-admin-policy-effect',
    ],
    'roles are not asked for',
    () => 'team',
  ),
  reaching(
    'pam-anybody-manages-resource-groups',
    'pam.errors.authorization-error-condition',
    ['pam.roles.no-more-than-granted', 'pam.authentication.role-rules', 'pam.service.permissions-from-membership'],
    'resource groups can be created without resource_admin',
    (_roles, permission) => (permission === 'create-resource-groups' ? 'team' : undefined),
  ),
  {
    id: 'pam-membership-remembered',
    clause: 'pam.service.permissions-from-membership',
    difficulty: 'sequence',
    about: 'what a user has from groups stays what it was at his first request, whatever happens to them',
    change({ rolesOf }) {
      const remembered = new Map<string, readonly Group[]>();
      return {
        rolesOf(user, groups) {
          const first = remembered.get(user.id) ?? groups;
          remembered.set(user.id, first);
          return rolesOf(user, first);
        },
      };
    },
  },
  {
    id: 'pam-membership-without-effect',
    clause: 'pam.service.roles-grant-permissions',
    alsoBreaks: [
      'pam.authentication.role-rules',
      'pam.service.permissions-from-membership',
      'pam.roles.most-permissive',
      'pam.roles.resource-admin-creates',
      'pam.roles.resource-admin-updates',
      'pam.roles.resource-admin-deletes',
      'pam.roles.resource-admin-projects',
      'pam.roles.resource-admin-assigns-delegates',
    ],
    difficulty: 'sequence',
    about: 'resource_admin has no effect where it is the only role of a group',
    change: ({ rolesOf }) => ({
      rolesOf: (user, groups) =>
        rolesOf(
          user,
          groups.filter(({ roles }) => !(roles.length === 1 && roles[0] === 'resource_admin')),
        ),
    }),
  },
  {
    id: 'pam-user-roles-lost',
    clause: 'pam.roles.pam-admin-users',
    difficulty: 'sequence',
    about: 'roles that are given to a user are accepted and never take effect',
    change: ({ rolesOf }) => ({ rolesOf: (user, groups) => rolesOf({ ...user, roles: [] }, groups) }),
  },
  {
    id: 'pam-people-without-end-user',
    clause: 'pam.roles.end-user-automatic',
    difficulty: 'exchange',
    about: 'a human user has only the roles that are granted to him',
    change: ({ rolesOf }) => ({ rolesOf: (user, groups) => rolesOf({ ...user, kind: 'service' }, groups) }),
  },
  reaching(
    'pam-pam-admin-powerless',
    'pam.roles.pam-admin-groups',
    ['pam.roles.pam-admin-users'],
    'pam_admin may assign roles only if resource_admin, too',
    (roles, permission) => (permission === 'assign-roles' && !roles.includes('resource_admin') ? 'none' : undefined),
  ),
  powerless(
    'pam-no-creating-resource-groups',
    'pam.roles.resource-admin-creates',
    [
      'pam.service.roles-grant-permissions',
      'pam.service.permissions-from-membership',
      'pam.roles.most-permissive',
      'pam.authentication.role-rules',
    ],
    'resource_admin may not create resource groups',
    'resource_admin',
    ['create-resource-groups'],
  ),
  powerless(
    'pam-no-updating-resource-groups',
    'pam.roles.resource-admin-updates',
    [],
    'resource_admin may not update resource groups',
    'resource_admin',
    ['update-resource-groups'],
  ),
  powerless(
    'pam-no-deleting-resource-groups',
    'pam.roles.resource-admin-deletes',
    [],
    'resource_admin may not delete resource groups',
    'resource_admin',
    ['delete-resource-groups'],
  ),
  powerless(
    'pam-no-assigning-delegates',
    'pam.roles.resource-admin-assigns-delegates',
    [],
    'resource_admin may not assign delegates',
    'resource_admin',
    ['assign-delegates'],
  ),
  powerless(
    'pam-no-projects-of-resource-admin',
    'pam.roles.resource-admin-projects',
    [],
    'resource_admin may not manage projects',
    'resource_admin',
    ['manage-projects'],
  ),
  powerless(
    'pam-no-policies-of-security-admin',
    'pam.roles.security-admin-creates',
    [],
    'security_admin may not create security policies',
    'security_admin',
    ['create-policies'],
  ),
  powerless(
    'pam-end-user-sees-nothing',
    'pam.roles.end-user-access',
    ['pam.roles.security-admin-policy-effect'],
    'end_user may not view servers that a security policy grants',
    'end_user',
    ['use-resources'],
  ),
  reaching(
    'pam-every-server-visible',
    'pam.errors.forbidden-error-condition',
    ['pam.roles.security-admin-policy-effect'],
    'end_user views servers that no security policy grants',
    (roles, permission) => (permission === 'use-resources' && roles.includes('end_user') ? 'team' : undefined),
  ),
];
