import type { Faults } from '../../kit/faults.ts';
import { after, around, before } from '../fault.ts';
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
  'pam-user-not-delegated-security-admin': after('granted', (result, _asked, to) =>
    to === 'user' ? result.filter((role) => role !== 'delegated_security_admin') : result,
  ),
  'pam-group-more-than-delegated': after('granted', (result, _asked, to) =>
    to === 'group' && result.join() === 'delegated_resource_admin' ? ['resource_admin' as const] : result,
  ),
  'pam-new-group-pam-admin-as-security-admin': after('granted', (result, _asked, to) =>
    to === 'new group' ? result.map((role) => (role === 'pam_admin' ? 'security_admin' : role)) : result,
  ),
  'pam-group-of-owners': { isRole: (text): text is Role => isRole(text) || text === 'group_owner' },
  'pam-first-group-decides': before('rolesOf', (user, groups) => [user, groups.slice(0, 1)]),
  'pam-last-group-decides': before('rolesOf', (user, groups) => [user, groups.slice(-1)]),
  'pam-least-permissive': before('rolesOf', (user, groups) => [
    user,
    groups.toSorted((one, other) => permissionsOf(one) - permissionsOf(other)).slice(0, 1),
  ]),
  'pam-roles-add-up': reaching((roles) => (roles.length > 1 ? 'team' : undefined)),
  'pam-anybody-may-anything': reaching(() => 'team'),
  'pam-anybody-manages-resource-groups': reaching((_roles, permission) => (permission === 'create-resource-groups' ? 'team' : undefined)),
  'pam-end-user-assigns-roles': reaching((roles, permission) =>
    permission === 'assign-roles' && roles.includes('end_user') ? 'team' : undefined,
  ),
  'pam-membership-remembered': around('rolesOf', (rolesOf) => {
    const remembered = new Map<string, readonly Group[]>();
    return (user, groups) => {
      const first = remembered.get(user.id) ?? groups;
      remembered.set(user.id, first);
      return rolesOf(user, first);
    };
  }),
  'pam-membership-without-effect': before('rolesOf', (user, groups) => [
    user,
    groups.filter(({ roles }) => !(roles.length === 1 && roles[0] === 'resource_admin')),
  ]),
  'pam-user-roles-lost': before('rolesOf', (user) => [{ ...user, roles: [] }]),
  'pam-people-without-end-user': before('rolesOf', (user) => [{ ...user, kind: 'service' as const }]),
  'pam-pam-admin-powerless': reaching((roles, permission) =>
    permission === 'assign-roles' && !roles.includes('resource_admin') ? 'none' : undefined,
  ),
  'pam-no-creating-resource-groups': powerless('resource_admin', ['create-resource-groups']),
  'pam-no-updating-resource-groups': powerless('resource_admin', ['update-resource-groups']),
  'pam-no-deleting-resource-groups': powerless('resource_admin', ['delete-resource-groups']),
  'pam-no-assigning-delegates': powerless('resource_admin', ['assign-delegates']),
  'pam-no-projects-of-resource-admin': powerless('resource_admin', ['manage-projects']),
  'pam-no-policies-of-security-admin': powerless('security_admin', ['create-policies']),
  'pam-end-user-sees-nothing': powerless('end_user', ['use-resources']),
  'pam-every-server-visible': reaching((roles, permission) =>
    permission === 'use-resources' && roles.includes('end_user') ? 'team' : undefined,
  ),
};

const delegating = (permission: Permission, answer: boolean) =>
  after('isDelegate', (result, _ids, _resourceGroup, asked) => (asked === permission ? answer : result));

/** Defects of delegated roles and of security policies. */
export const delegateFaults: Faults<Policy> = {
  'pam-projects-outside-managed': delegating('manage-projects', true),
  'pam-projects-inside-refused': delegating('manage-projects', false),
  'pam-policies-outside-created': delegating('create-policies', true),
  'pam-policies-inside-refused': delegating('create-policies', false),
  'pam-delegated-groups-ignored': before('isDelegate', (ids) => [ids.slice(0, 1)]),
  'pam-policies-without-effect': { isGranted: () => false },
};
