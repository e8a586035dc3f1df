import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRole, mostPermissive, permissions, reachOfRole, roleNames } from './roles.ts';

test('each role permits what the document says of it', () => {
  const table = Object.fromEntries(
    roleNames.map((role) => [
      role,
      permissions
        .filter((permission) => reachOfRole(role, permission) !== 'none')
        .map((permission) => `${permission}: ${reachOfRole(role, permission)}`),
    ]),
  );
  expect(table).toEqual({
    pam_admin: ['assign-roles: team'],
    resource_admin: permissions
      .filter((permission) => !['assign-roles', 'create-policies'].includes(permission))
      .map((permission) => `${permission}: team`),
    delegated_resource_admin: ['manage-projects: assigned'],
    security_admin: ['create-policies: team'],
    delegated_security_admin: ['create-policies: assigned'],
    end_user: ['use-resources: assigned'],
  });
});

test('no further role takes a permission away, and their order does not matter', () => {
  const far = ['none', 'assigned', 'team'];
  fc.assert(
    fc.property(fc.subarray([...roleNames]), fc.constantFrom(...roleNames), fc.constantFrom(...permissions), (roles, more, permission) => {
      const reach = mostPermissive([...roles, more], permission);
      expect(far.indexOf(reach)).toBe(Math.max(far.indexOf(mostPermissive(roles, permission)), far.indexOf(reachOfRole(more, permission))));
      expect(mostPermissive([more, ...roles.toReversed()], permission)).toBe(reach);
    }),
  );
});

test('only the names of the table are roles', () => {
  expect([...roleNames, 'admin', 'PAM_ADMIN', '', 7, null].filter(isRole)).toEqual(roleNames);
});
