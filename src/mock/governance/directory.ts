import type { Context } from './context.ts';
import type { Access, Bundle, CatalogEntry, Entitlement, Group, Resource, Selection, User } from './model.ts';

type Maker = Pick<Context, 'store' | 'id'>;

/** Makes things of the directory and of the resource providers, as their own administrators would. Names follow from identifiers. */

export function makeUser(context: Maker, groupIds: readonly string[] = []): User {
  const id = context.id(20);
  const user: User = {
    id,
    login: `user-${id.slice(0, 8).toLowerCase()}@example.test`,
    firstName: 'Uma',
    lastName: id.slice(0, 8),
    groupIds,
  };
  context.store.user.put(user);
  return user;
}

export function makeGroup(context: Maker): Group {
  const id = context.id(20);
  const group: Group = { id, name: `group ${id.slice(0, 8)}` };
  context.store.group.put(group);
  return group;
}

export function makeApp(context: Maker): Resource {
  const id = context.id(20);
  return makeResource(context, {
    id,
    resourceType: 'APP',
    name: `app ${id.slice(0, 8)}`,
    description: 'an app under entitlement management',
    managed: true,
    appGroup: false,
  });
}

/** A group as a resource: what is granted is membership. */
export function makeGroupResource(context: Maker, appGroup = false): Resource {
  const { id, name } = makeGroup(context);
  return makeResource(context, {
    id,
    resourceType: 'GROUP',
    name,
    description: appGroup ? 'a group of an app' : 'a group of the directory',
    managed: false,
    appGroup,
  });
}

function makeResource(context: Maker, resource: Resource): Resource {
  context.store.resource.put(resource);
  return resource;
}

/** An entitlement of an app with so many values. */
export function makeEntitlement(context: Maker, app: Resource, values: number): Entitlement {
  const id = context.id(20);
  const entitlement: Entitlement = {
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
  };
  context.store.entitlement.put(entitlement);
  return entitlement;
}

/** The first value of an entitlement; every entitlement here has one. */
export function firstValueOf({ values }: Entitlement): string {
  return values[0]?.id ?? '';
}

/** A bundle that selects the first value of one entitlement. */
export function makeBundle(context: Maker, entitlement: Entitlement): Bundle {
  const id = context.id(20);
  const selections: readonly Selection[] = [{ entitlementId: entitlement.id, valueIds: [firstValueOf(entitlement)] }];
  const bundle: Bundle = {
    id,
    resourceId: entitlement.resourceId,
    name: `bundle ${id.slice(0, 8)}`,
    description: 'selected values',
    selections,
  };
  context.store.bundle.put(bundle);
  return bundle;
}

/** A catalog entry for a resource, for all of it unless told. */
export function makeEntry(context: Maker, resource: Resource, more: Partial<CatalogEntry> = {}): CatalogEntry {
  const access: Access = { kind: 'whole' };
  const entry: CatalogEntry = { id: context.id(20), name: resource.name, resourceId: resource.id, access, ...more };
  context.store.catalogEntry.put(entry);
  return entry;
}
