import type { Choices } from '../choices.ts';
import type { ErrorName } from '../errors.ts';
import { mostPermissive, type Permission, type Reach, type Role } from '../roles.ts';
import type { Group, SecurityPolicy, ResourceGroup, User } from '../store.ts';

/** Who has which roles, and what they permit. `ids` are those of a user and of his groups. */
export interface RolePolicy {
  /** all roles of a user, given the groups (not deleted) that he is a member of */
  readonly rolesOf: (user: User, groups: readonly Group[]) => readonly Role[];
  readonly reach: (roles: readonly Role[], permission: Permission) => Reach;
  readonly isDelegate: (ids: readonly string[], resourceGroup: ResourceGroup, permission: Permission) => boolean;
  /** whether a policy makes its servers available to one of the ids */
  readonly isGranted: (ids: readonly string[], policy: SecurityPolicy) => boolean;
  /** for who has no role that permits it, whatever the resource */
  readonly missingRole: () => ErrorName;
  /** for who has no access to just this resource */
  readonly missingAccess: () => ErrorName;
}

export function rolePolicy(choices: Choices): RolePolicy {
  return {
    rolesOf(user, groups) {
      const granted = [...user.roles, ...groups.flatMap((group) => group.roles)];
      return [...new Set<Role>(user.kind === 'human' ? [...granted, 'end_user'] : granted)];
    },
    reach: mostPermissive,
    isDelegate: (ids, { delegates }) => ids.some((id) => delegates.includes(id)),
    isGranted: (ids, { principals }) => ids.some((id) => principals.includes(id)),
    missingRole: () => choices.missingRole,
    missingAccess: () => choices.missingAccess,
  };
}
