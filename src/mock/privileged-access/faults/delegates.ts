import type { Faults } from '../../kit/faults.ts';
import { after, before, exchange, sequence } from '../fault.ts';
import type { Policy } from '../policy.ts';
import type { Permission } from '../roles.ts';

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
