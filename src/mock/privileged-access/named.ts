import { json } from '../kit/json.ts';
import type { JsonObject, Surroundings, WireResponse } from '../kit/service.ts';
import { membersIn } from './bodies.ts';
import type { TeamContext } from './context.ts';
import { Refusal } from './errors.ts';
import type { Listed, ResourceStore } from './resource-store.ts';
import type { Resources, ResourceStores, ResourceType } from './store.ts';

function storeOf<Type extends ResourceType>(stores: ResourceStores, type: Type): ResourceStores[Type] {
  return stores[type];
}

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

/** Makes a resource, and shows it. Throws Refusal `resource_already_exists` for a name that is in use, and `quota_exceeded` (Errors, Limits). */
export async function create<Type extends ResourceType>(
  context: TeamContext,
  type: Type,
  name: string,
  view: (item: Resources[Type]) => JsonObject,
  build: (listed: Listed) => Resources[Type],
): Promise<WireResponse> {
  const { policy, team, store } = context;
  const items = storeOf(team, type);
  const isTaken = (): boolean => policy.isTaken(items, name);
  const isOver = (): boolean => policy.isOverQuota(team, type, store);
  const early = { isTaken: isTaken(), isOver: isOver() };
  await context.pause(`create in ${type}`);
  if (policy.atWrite('name', early.isTaken, isTaken))
    throw new Refusal('resource_already_exists', `'${name}' exists. Choose another name.`, 'name');
  if (policy.atWrite('quota', early.isOver, isOver)) throw new Refusal('quota_exceeded', `The team has as many ${type} as it may have.`);
  return json(201, view(items.add(build(nextListed(context, items, name)))));
}

/** The resource that a path parameter addresses by name or id. Throws Refusal `resource_does_not_exist`, also for a deleted one. */
export function named<Type extends ResourceType>(context: TeamContext, type: Type, parameter: string): Resources[Type] {
  const name = context.params[parameter] ?? '';
  const item = context.policy.lookUp(storeOf(context.team, type), name);
  if (item === undefined) throw new Refusal('resource_does_not_exist', `There is no '${name}'.`, parameter);
  return item;
}

/**
 * Changes a resource, as with a database behind: waits, and reads it again in the same breath as it writes. Throws Refusal
 * `resource_does_not_exist` for one that was deleted in the meantime.
 */
export async function change<Type extends ResourceType>(
  context: TeamContext,
  type: Type,
  item: Resources[Type],
  changed: (again: Resources[Type]) => Resources[Type],
): Promise<void> {
  const items = storeOf(context.team, type);
  await context.pause('change a resource');
  const again = context.policy.readAgain(item, items.withId(item.id) ?? item);
  if (!isLive(again)) throw new Refusal('resource_does_not_exist', `There is no '${item.name}' any more.`);
  items.replace(changed(again));
}

/** Throws Refusal where a resource is to be given a name that another one has. */
export function demandFree(context: TeamContext, type: ResourceType, item: Listed, name: string): void {
  if (name !== item.name && context.policy.isTaken(context.team[type], name))
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
