import type { GovernanceFixtures } from '../../model/types.ts';
import type { Context } from './context.ts';
import { makeEntry } from './directory.ts';
import type { Resource } from './model.ts';

/** Users, groups and resources as a file of fixtures has them; each resource has a catalog entry. */
export function putFixtures(context: Context, { users = [], groups = [], resources = [] }: GovernanceFixtures): void {
  const { store } = context;
  for (const group of groups) store.group.put(group);
  for (const { groups: groupIds = [], firstName = 'Uma', lastName = 'Berg', ...user } of users)
    store.user.put({ ...user, firstName, lastName, groupIds });
  for (const { resourceId, resourceType, name, description = name, entitlements = [] } of resources) {
    const isGroup = resourceType === 'GROUP';
    const resource: Resource = {
      id: resourceId,
      resourceType: isGroup ? 'GROUP' : 'APP',
      name,
      description,
      managed: !isGroup,
      appGroup: false,
    };
    store.resource.put(resource);
    if (isGroup && store.group.get(resourceId) === undefined) store.group.put({ id: resourceId, name });
    makeEntry(context, resource);
    for (const { values, ...entitlement } of entitlements)
      store.entitlement.put({
        ...entitlement,
        resourceId,
        displayName: entitlement.name,
        description: entitlement.name,
        multiValue: values.length > 1,
        required: false,
        values: values.map((value) => ({ ...value, displayName: value.value, description: value.value })),
      });
  }
}
