import type { Access, Bundle, CatalogEntry, Entitlement, Group, Resource, Selection, User } from './model.ts';
import { freshId, type World } from './world.ts';

/** Makes things of the directory and of the resource providers, as their own administrators would. Names follow from identifiers. */

export function makeUser(world: World, groupIds: readonly string[] = []): User {
  const id = freshId(world);
  const user: User = {
    id,
    login: `user-${id.slice(0, 8).toLowerCase()}@example.test`,
    firstName: 'Uma',
    lastName: id.slice(0, 8),
    groupIds,
  };
  world.stores.user.put(user);
  return user;
}

export function makeGroup(world: World): Group {
  const id = freshId(world);
  const group: Group = { id, name: `group ${id.slice(0, 8)}` };
  world.stores.group.put(group);
  return group;
}

export function makeApp(world: World): Resource {
  const id = freshId(world);
  return makeResource(world, {
    id,
    resourceType: 'APP',
    name: `app ${id.slice(0, 8)}`,
    description: 'an app under entitlement management',
    managed: true,
    appGroup: false,
  });
}

/** A group as a resource: what is granted is membership. */
export function makeGroupResource(world: World, appGroup = false): Resource {
  const { id, name } = makeGroup(world);
  return makeResource(world, {
    id,
    resourceType: 'GROUP',
    name,
    description: appGroup ? 'a group of an app' : 'a group of the directory',
    managed: false,
    appGroup,
  });
}

function makeResource(world: World, resource: Resource): Resource {
  world.stores.resource.put(resource);
  return resource;
}

/** An entitlement of an app with so many values. */
export function makeEntitlement(world: World, app: Resource, values: number): Entitlement {
  const id = freshId(world);
  const entitlement: Entitlement = {
    id,
    resourceId: app.id,
    name: `entitlement_${id.slice(0, 8)}`,
    displayName: `Entitlement ${id.slice(0, 8)}`,
    description: 'what the app can grant',
    multiValue: values > 1,
    required: false,
    values: Array.from({ length: values }, (_, index) => ({
      id: freshId(world),
      displayName: `Value ${index + 1}`,
      value: `value_${index + 1}`,
      description: 'an allowed value',
    })),
  };
  world.stores.entitlement.put(entitlement);
  return entitlement;
}

/** The first value of an entitlement; every entitlement here has one. */
export function firstValueOf({ values }: Entitlement): string {
  return values[0]?.id ?? '';
}

/** A bundle that selects the first value of one entitlement. */
export function makeBundle(world: World, entitlement: Entitlement): Bundle {
  const id = freshId(world);
  const selections: readonly Selection[] = [{ entitlementId: entitlement.id, valueIds: [firstValueOf(entitlement)] }];
  const bundle: Bundle = {
    id,
    resourceId: entitlement.resourceId,
    name: `bundle ${id.slice(0, 8)}`,
    description: 'selected values',
    selections,
  };
  world.stores.bundle.put(bundle);
  return bundle;
}

/** A catalog entry for a resource, for all of it unless told. */
export function makeEntry(world: World, resource: Resource, more: Partial<CatalogEntry> = {}): CatalogEntry {
  const access: Access = { kind: 'whole' };
  const entry: CatalogEntry = { id: freshId(world), name: resource.name, resourceId: resource.id, access, ...more };
  world.stores.catalogEntry.put(entry);
  return entry;
}
