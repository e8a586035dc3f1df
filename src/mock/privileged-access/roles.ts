/** The role names of the document (Resources and their fields > Roles). */
export const roleNames = [
  'pam_admin',
  'resource_admin',
  'delegated_resource_admin',
  'security_admin',
  'delegated_security_admin',
  'end_user',
] as const;

export type Role = (typeof roleNames)[number];

/** What somebody may do; each role of the document stands for one or more of these. */
export const permissions = [
  'assign-roles',
  'create-resource-groups',
  'update-resource-groups',
  'delete-resource-groups',
  'assign-delegates',
  'manage-projects',
  'create-policies',
  'use-resources',
] as const;

export type Permission = (typeof permissions)[number];

/** How far a permission goes: the whole team, only what is assigned to the user (or granted by a policy), or nothing. */
export type Reach = 'team' | 'assigned' | 'none';

const grants: Readonly<Record<Role, Partial<Record<Permission, Reach>>>> = {
  pam_admin: { 'assign-roles': 'team' },
  resource_admin: {
    'create-resource-groups': 'team',
    'update-resource-groups': 'team',
    'delete-resource-groups': 'team',
    'assign-delegates': 'team',
    'manage-projects': 'team',
    'use-resources': 'team',
  },
  delegated_resource_admin: { 'manage-projects': 'assigned' },
  security_admin: { 'create-policies': 'team' },
  delegated_security_admin: { 'create-policies': 'assigned' },
  end_user: { 'use-resources': 'assigned' },
};

const fromLeast: readonly Reach[] = ['none', 'assigned', 'team'];

/** How far one role goes for a permission. */
export function reachOfRole(role: Role, permission: Permission): Reach {
  return grants[role][permission] ?? 'none';
}

/** The farthest reach that any of the roles gives: the most permissive role decides (Resources, rule 1). */
export function mostPermissive(roles: readonly Role[], permission: Permission): Reach {
  return fromLeast.findLast((reach) => roles.some((role) => reachOfRole(role, permission) === reach)) ?? 'none';
}

/** Whether a value is one of the document's role names. */
export function isRole(value: unknown): value is Role {
  return roleNames.some((role) => role === value);
}
