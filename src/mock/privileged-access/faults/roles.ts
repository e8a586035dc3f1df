import type { Faults } from '../../kit/faults.ts';
import { after, around, before, exchange, sequence } from '../fault.ts';
import type { Policy } from '../policy.ts';
import { isRole, mostPermissive, type Permission, permissions, type Reach, type Role } from '../roles.ts';
import type { Group } from '../store.ts';

const reaching = (wrong: (roles: readonly Role[], permission: Permission) => Reach | undefined) =>
  after('reach', (result, roles, permission) => wrong(roles, permission) ?? result);

/** A role that is refused what it permits, unless the user is pam_admin, too. */
const powerless = (role: Role, permissions: readonly Permission[]) =>
  reaching((roles, permission) =>
    roles.includes(role) && !roles.includes('pam_admin') && permissions.includes(permission) ? 'none' : undefined,
  );

const permissionsOf = ({ roles }: Group): number => permissions.filter((permission) => mostPermissive(roles, permission) !== 'none').length;

/** Defects of how users come by roles, and of what these permit. */
export const roleFaults: Faults<Policy> = {
  'pam-user-not-delegated-security-admin': exchange(
    'the role delegated_security_admin that a user is given is lost',
    'pam.roles.pam-admin-users',
    after('granted', (result, _asked, to) => (to === 'user' ? result.filter((role) => role !== 'delegated_security_admin') : result)),
  ),
  'pam-group-more-than-delegated': exchange(
    'a group that is given delegated_resource_admin alone becomes resource_admin',
    'pam.roles.pam-admin-groups',
    after('granted', (result, _asked, to) =>
      to === 'group' && result.join() === 'delegated_resource_admin' ? ['resource_admin' as const] : result,
    ),
  ),
  'pam-new-group-pam-admin-as-security-admin': exchange(
    'a group that is created with pam_admin has security_admin instead',
    'pam.resources.group.roles-from-table',
    after('granted', (result, _asked, to) =>
      to === 'new group' ? result.map((role) => (role === 'pam_admin' ? 'security_admin' : role)) : result,
    ),
  ),
  'pam-group-of-owners': exchange(
    'a group is created with the role group_owner, which the table does not have, and shows it',
    'pam.resources.group.roles-from-table',
    { isRole: (text): text is Role => isRole(text) || text === 'group_owner' },
  ),
  'pam-first-group-decides': sequence(
    'of several groups of a user, only the first one counts',
    [
      'pam.roles.most-permissive',
      'pam.service.permissions-from-membership',
      'pam.service.roles-grant-permissions',
      'pam.authentication.role-rules',
    ],
    before('rolesOf', (user, groups) => [user, groups.slice(0, 1)]),
  ),
  'pam-last-group-decides': sequence(
    'of several groups of a user, only the last one counts',
    [
      'pam.roles.most-permissive',
      'pam.service.permissions-from-membership',
      'pam.service.roles-grant-permissions',
      'pam.authentication.role-rules',
    ],
    before('rolesOf', (user, groups) => [user, groups.slice(-1)]),
  ),
  'pam-least-permissive': sequence(
    'of several groups of a user, only the one counts whose roles permit least',
    [
      'pam.roles.most-permissive',
      'pam.service.permissions-from-membership',
      'pam.service.roles-grant-permissions',
      'pam.authentication.role-rules',
    ],
    before('rolesOf', (user, groups) => [user, groups.toSorted((one, other) => permissionsOf(one) - permissionsOf(other)).slice(0, 1)]),
  ),
  'pam-roles-add-up': exchange(
    'who has two roles may do anything',
    ['pam.roles.no-more-than-granted', 'pam.errors.authorization-error-condition', 'pam.authentication.role-rules'],
    reaching((roles) => (roles.length > 1 ? 'team' : undefined)),
  ),
  'pam-anybody-may-anything': exchange(
    'roles are not asked for',
    [
      'pam.authentication.role-rules',
      'pam.roles.no-more-than-granted',
      'pam.errors.authorization-error-condition',
      'pam.errors.forbidden-error-condition',
      'pam.service.permissions-from-membership',
      'pam.roles.delegated-resource-admin-outside',
      'pam.roles.delegated-security-admin-outside',
      'pam.roles.security-admin-policy-effect',
    ],
    reaching(() => 'team'),
  ),
  'pam-anybody-manages-resource-groups': exchange(
    'resource groups can be created without resource_admin',
    [
      'pam.errors.authorization-error-condition',
      'pam.roles.no-more-than-granted',
      'pam.authentication.role-rules',
      'pam.service.permissions-from-membership',
    ],
    reaching((_roles, permission) => (permission === 'create-resource-groups' ? 'team' : undefined)),
  ),
  'pam-end-user-assigns-roles': exchange(
    'end_user permits giving roles',
    ['pam.roles.no-more-than-granted', 'pam.authentication.role-rules'],
    reaching((roles, permission) => (permission === 'assign-roles' && roles.includes('end_user') ? 'team' : undefined)),
  ),
  'pam-membership-remembered': sequence(
    'what a user has from groups stays what it was at his first request, whatever happens to them',
    'pam.service.permissions-from-membership',
    around('rolesOf', (rolesOf) => {
      const remembered = new Map<string, readonly Group[]>();
      return (user, groups) => {
        const first = remembered.get(user.id) ?? groups;
        remembered.set(user.id, first);
        return rolesOf(user, first);
      };
    }),
  ),
  'pam-membership-without-effect': sequence(
    'resource_admin has no effect where it is the only role of a group',
    [
      'pam.service.roles-grant-permissions',
      'pam.authentication.role-rules',
      'pam.service.permissions-from-membership',
      'pam.roles.most-permissive',
      'pam.roles.resource-admin-creates',
      'pam.roles.resource-admin-updates',
      'pam.roles.resource-admin-deletes',
      'pam.roles.resource-admin-projects',
      'pam.roles.resource-admin-assigns-delegates',
    ],
    before('rolesOf', (user, groups) => [user, groups.filter(({ roles }) => !(roles.length === 1 && roles[0] === 'resource_admin'))]),
  ),
  'pam-user-roles-lost': sequence(
    'roles that are given to a user are accepted and never take effect',
    'pam.roles.pam-admin-users',
    before('rolesOf', (user) => [{ ...user, roles: [] }]),
  ),
  'pam-people-without-end-user': exchange(
    'a human user has only the roles that are granted to him',
    'pam.roles.end-user-automatic',
    before('rolesOf', (user) => [{ ...user, kind: 'service' as const }]),
  ),
  'pam-pam-admin-powerless': exchange(
    'pam_admin may assign roles only if resource_admin, too',
    ['pam.roles.pam-admin-groups', 'pam.roles.pam-admin-users'],
    reaching((roles, permission) => (permission === 'assign-roles' && !roles.includes('resource_admin') ? 'none' : undefined)),
  ),
  'pam-no-creating-resource-groups': exchange(
    'resource_admin may not create resource groups',
    [
      'pam.roles.resource-admin-creates',
      'pam.service.roles-grant-permissions',
      'pam.service.permissions-from-membership',
      'pam.roles.most-permissive',
      'pam.authentication.role-rules',
    ],
    powerless('resource_admin', ['create-resource-groups']),
  ),
  'pam-no-updating-resource-groups': exchange(
    'resource_admin may not update resource groups',
    'pam.roles.resource-admin-updates',
    powerless('resource_admin', ['update-resource-groups']),
  ),
  'pam-no-deleting-resource-groups': exchange(
    'resource_admin may not delete resource groups',
    'pam.roles.resource-admin-deletes',
    powerless('resource_admin', ['delete-resource-groups']),
  ),
  'pam-no-assigning-delegates': exchange(
    'resource_admin may not assign delegates',
    'pam.roles.resource-admin-assigns-delegates',
    powerless('resource_admin', ['assign-delegates']),
  ),
  'pam-no-projects-of-resource-admin': exchange(
    'resource_admin may not manage projects',
    'pam.roles.resource-admin-projects',
    powerless('resource_admin', ['manage-projects']),
  ),
  'pam-no-policies-of-security-admin': exchange(
    'security_admin may not create security policies',
    'pam.roles.security-admin-creates',
    powerless('security_admin', ['create-policies']),
  ),
  'pam-end-user-sees-nothing': exchange(
    'end_user may not view servers that a security policy grants',
    ['pam.roles.end-user-access', 'pam.roles.security-admin-policy-effect'],
    powerless('end_user', ['use-resources']),
  ),
  'pam-every-server-visible': exchange(
    'end_user views servers that no security policy grants',
    ['pam.errors.forbidden-error-condition', 'pam.roles.security-admin-policy-effect'],
    reaching((roles, permission) => (permission === 'use-resources' && roles.includes('end_user') ? 'team' : undefined)),
  ),
};

const delegating = (permission: Permission, answer: boolean) =>
  after('isDelegate', (result, _ids, _resourceGroup, asked) => (asked === permission ? answer : result));

/** Defects of delegated roles and of security policies. */
export const delegateFaults: Faults<Policy> = {
  'pam-projects-outside-managed': exchange(
    'delegated_resource_admin manages the projects of all resource groups',
    'pam.roles.delegated-resource-admin-outside',
    delegating('manage-projects', true),
  ),
  'pam-projects-inside-refused': exchange(
    'delegated_resource_admin manages no projects, not even in the assigned resource groups',
    ['pam.roles.delegated-resource-admin-inside', 'pam.roles.resource-admin-assigns-delegates'],
    delegating('manage-projects', false),
  ),
  'pam-policies-outside-created': exchange(
    'delegated_security_admin creates security policies for all resources',
    'pam.roles.delegated-security-admin-outside',
    delegating('create-policies', true),
  ),
  'pam-policies-inside-refused': exchange(
    'delegated_security_admin creates no security policies, not even in the assigned resource groups',
    'pam.roles.delegated-security-admin-inside',
    delegating('create-policies', false),
  ),
  'pam-delegated-groups-ignored': sequence(
    'a group can be assigned as delegate, and its members are not',
    'pam.roles.resource-admin-assigns-delegates',
    before('isDelegate', (ids) => [ids.slice(0, 1)]),
  ),
  'pam-policies-without-effect': sequence(
    'a security policy is accepted and gives nobody access',
    ['pam.roles.security-admin-policy-effect', 'pam.roles.end-user-access'],
    { isGranted: () => false },
  ),
};
