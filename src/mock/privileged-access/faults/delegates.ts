import type { Fault } from '../../kit/service.ts';
import type { Permission } from '../roles.ts';
import type { Rules } from '../rules.ts';

const delegating = (
  id: string,
  clause: string,
  alsoBreaks: readonly string[],
  about: string,
  permission: Permission,
  answer: boolean,
): Fault<Rules> => ({
  id,
  clause,
  alsoBreaks,
  difficulty: 'exchange',
  about,
  change: ({ isDelegate }) => ({
    isDelegate: (ids, resourceGroup, asked) => (asked === permission ? answer : isDelegate(ids, resourceGroup, asked)),
  }),
});

/** Defects of delegated roles and of security policies. */
export const delegateFaults: readonly Fault<Rules>[] = [
  delegating(
    'pam-projects-outside-managed',
    'pam.roles.delegated-resource-admin-outside',
    [],
    'delegated_resource_admin manages the projects of all resource groups',
    'manage-projects',
    true,
  ),
  delegating(
    'pam-projects-inside-refused',
    'pam.roles.delegated-resource-admin-inside',
    ['pam.roles.resource-admin-assigns-delegates'],
    'delegated_resource_admin manages no projects, not even in the assigned resource groups',
    'manage-projects',
    false,
  ),
  delegating(
    'pam-policies-outside-created',
    'pam.roles.delegated-security-admin-outside',
    [],
    'delegated_security_admin creates security policies for all resources',
    'create-policies',
    true,
  ),
  delegating(
    'pam-policies-inside-refused',
    'pam.roles.delegated-security-admin-inside',
    [],
    'delegated_security_admin creates no security policies, not even in the assigned resource groups',
    'create-policies',
    false,
  ),
  {
    id: 'pam-delegated-groups-ignored',
    clause: 'pam.roles.resource-admin-assigns-delegates',
    difficulty: 'sequence',
    about: 'a group can be assigned as delegate, and its members are not',
    change: ({ isDelegate }) => ({
      isDelegate: (ids, resourceGroup, permission) => isDelegate(ids.slice(0, 1), resourceGroup, permission),
    }),
  },
  {
    id: 'pam-policies-without-effect',
    clause: 'pam.roles.security-admin-policy-effect',
    alsoBreaks: ['pam.roles.end-user-access'],
    difficulty: 'sequence',
    about: 'a security policy is accepted and gives nobody access',
    change: () => ({ isGranted: () => false }),
  },
];
