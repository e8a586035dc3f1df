import type { GovernanceFixtures } from '../../model/types.ts';
import type { Context } from './context.ts';
import type { Access, Bundle, CatalogEntry, Entitlement, Group, Resource, Selection, User } from './model.ts';

type Maker = Pick<Context, 'store' | 'id'>;

/** Makes things of the directory and of the resource providers, as their own administrators would. Names follow from identifiers. */

export function makeUser(context: Maker, groupIds: readonly string[] = []): User {
  const id = context.id(20);
  return context.store.user.put({
    id,
    login: `user-${id.slice(0, 8).toLowerCase()}@example.test`,
    firstName: 'Uma',
    lastName: id.slice(0, 8),
    groupIds,
  });
}

export function makeGroup(context: Maker): Group {
  const id = context.id(20);
  return context.store.group.put({ id, name: `group ${id.slice(0, 8)}` });
}

/** Adds a resource; apps are under entitlement management. */
function putResource({ store }: Pick<Maker, 'store'>, fields: Omit<Resource, 'managed' | 'appGroup'>, appGroup = false): Resource {
  return store.resource.put({ ...fields, managed: fields.resourceType === 'APP', appGroup });
}

export function makeApp(context: Maker): Resource {
  const id = context.id(20);
  const description = 'an app under entitlement management';
  return putResource(context, { id, resourceType: 'APP', name: `app ${id.slice(0, 8)}`, description });
}

/** A group as a resource: what is granted is membership. */
export function makeGroupResource(context: Maker, appGroup = false): Resource {
  const description = appGroup ? 'a group of an app' : 'a group of the directory';
  return putResource(context, { ...makeGroup(context), resourceType: 'GROUP', description }, appGroup);
}

/** An entitlement of an app with so many values. */
export function makeEntitlement(context: Maker, app: Resource, values: number): Entitlement {
  const id = context.id(20);
  return context.store.entitlement.put({
    id,
    resourceId: app.id,
    name: `entitlement_${id.slice(0, 8)}`,
    displayName: `Entitlement ${id.slice(0, 8)}`,
    description: 'what the app can grant',
    multiValue: values > 1,
    required: false,
    values: Array.from({ length: values }, (_, index) => ({
      id: context.id(20),
      displayName: `Value ${index + 1}`,
      value: `value_${index + 1}`,
      description: 'an allowed value',
    })),
  });
}

/** The first value of an entitlement; every entitlement here has one. */
export function firstValueOf({ values }: Entitlement): string {
  return values[0]?.id ?? '';
}

/** Selects it. */
export function firstValueIn(entitlement: Entitlement): Selection {
  return { entitlementId: entitlement.id, valueIds: [firstValueOf(entitlement)] };
}

/** A bundle that selects the first value of one entitlement. */
export function makeBundle(context: Maker, entitlement: Entitlement): Bundle {
  const id = context.id(20);
  return context.store.bundle.put({
    id,
    resourceId: entitlement.resourceId,
    name: `bundle ${id.slice(0, 8)}`,
    description: 'selected values',
    selections: [firstValueIn(entitlement)],
  });
}

/** A catalog entry for a resource, for all of it unless told. */
export function makeEntry(context: Maker, resource: Resource, more: Partial<CatalogEntry> = {}): CatalogEntry {
  const access: Access = { kind: 'whole' };
  return context.store.catalogEntry.put({ id: context.id(20), name: resource.name, resourceId: resource.id, access, ...more });
}

/** Users, groups and resources as a file of fixtures has them; each resource has a catalog entry. */
export function putFixtures(context: Context, { users = [], groups = [], resources = [] }: GovernanceFixtures): void {
  const { store } = context;
  for (const group of groups) store.group.put(group);
  for (const { groups: groupIds = [], firstName = 'Uma', lastName = 'Berg', ...user } of users)
    store.user.put({ ...user, firstName, lastName, groupIds });
  for (const { resourceId, resourceType, name, description = name, entitlements = [] } of resources) {
    const isGroup = resourceType === 'GROUP';
    const resource = putResource(context, { id: resourceId, resourceType: isGroup ? 'GROUP' : 'APP', name, description });
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
