import type { JsonObject, Surroundings } from '../kit/service.ts';
import { membersIn } from './bodies.ts';
import type { TeamContext } from './context.ts';
import { Refusal } from './errors.ts';
import type { Listed, ResourceStore } from './resource-store.ts';
import type { ResourceType } from './store.ts';

/** Identity of something new in a list. */
export function nextListed(context: Pick<Surroundings, 'id'>, items: ResourceStore<Listed>, name: string): Listed {
  return { id: uuidFrom(context.id(32)), seq: items.nextSeq(), name };
}

const longestName = 255;

/** The member `name` of a body. Throws Refusal `invalid_request`. */
export function nameOf(body: JsonObject): string {
  const name = membersIn(body).filledText('name');
  if (name.length > longestName) throw new Refusal('invalid_request', `name must have at most ${longestName} characters.`, 'name');
  return name;
}

/** Makes a resource. Throws Refusal `resource_already_exists` for a name that is in use, and `quota_exceeded` (Errors, Limits). */
export async function create<Item extends Listed>(
  context: TeamContext,
  type: ResourceType,
  items: ResourceStore<Item>,
  name: string,
  build: (listed: Listed) => Item,
): Promise<Item> {
  const { policy, team, store } = context;
  const isTaken = (): boolean => policy.isTaken(items, name);
  const isOver = (): boolean => policy.isOverQuota(team, type, store);
  const early = { isTaken: isTaken(), isOver: isOver() };
  await context.pause(`create in ${type}`);
  if (policy.atWrite('name', early.isTaken, isTaken))
    throw new Refusal('resource_already_exists', `'${name}' exists. Choose another name.`, 'name');
  if (policy.atWrite('quota', early.isOver, isOver)) throw new Refusal('quota_exceeded', `The team has as many ${type} as it may have.`);
  return items.add(build(nextListed(context, items, name)));
}

/** The resource that a path parameter addresses by name or id. Throws Refusal `resource_does_not_exist`, also for a deleted one. */
export function named<Item extends Listed>(context: TeamContext, items: ResourceStore<Item>, parameter: string): Item {
  const name = context.params[parameter] ?? '';
  const item = context.policy.lookUp(items, name);
  if (item === undefined) throw new Refusal('resource_does_not_exist', `There is no '${name}'.`, parameter);
  return item;
}

/**
 * Changes a resource, as with a database behind: waits, and reads it again in the same breath as it writes. Throws Refusal
 * `resource_does_not_exist` for one that was deleted in the meantime.
 */
export async function change<Item extends Listed>(
  context: TeamContext,
  items: ResourceStore<Item>,
  item: Item,
  changed: (again: Item) => Item,
): Promise<void> {
  await context.pause('change a resource');
  const again = context.policy.readAgain(item, items.withId(item.id) ?? item);
  if (!isLive(again)) throw new Refusal('resource_does_not_exist', `There is no '${item.name}' any more.`);
  items.replace(changed(again));
}

/** Throws Refusal where a resource is to be given a name that another one has. */
export function demandFree(context: TeamContext, items: ResourceStore<Listed>, item: Listed, name: string): void {
  if (name !== item.name && context.policy.isTaken(items, name))
    throw new Refusal('resource_already_exists', `'${name}' exists. Choose another name.`, 'name');
}

/** Whether something is not deleted. */
export function isLive(item: Listed): boolean {
  return item.deletedAt === undefined;
}

/** A UUID of version 4 (RFC 9562 section 5.4) from 32 characters of any source. */
export function uuidFrom(characters: string): string {
  let text = '';
  for (let at = 0; at < characters.length; at++) {
    if (at === 8 || at === 12 || at === 16 || at === 20) text += '-';
    const digit = characters.charCodeAt(at) % 16;
    text += at === 12 ? '4' : at === 16 ? '89ab'.charAt(digit % 4) : digit.toString(16);
  }
  return text;
}
