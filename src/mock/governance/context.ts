import type { Operation as KitOperation, RequestContext as KitContext, ServiceContext } from '../kit/define-service.ts';
import { isObject } from '../kit/json.ts';
import { membersOf } from '../kit/members.ts';
import type { JsonObject } from '../kit/service.ts';
import type { Choices } from './choices.ts';
import { Refusal } from './errors.ts';
import type { Kind, Kinds } from './model.ts';
import type { Policy } from './policy.ts';
import type { Store, Stores } from './store.ts';

export type Context = ServiceContext<Store, Choices, Policy>;
export type RequestContext = KitContext<Store, Choices, Policy>;
export type Operations = Readonly<Record<string, KitOperation<RequestContext>>>;

/** A path parameter by name; the router has matched it. */
export function pathId({ params }: RequestContext, name: string): string {
  return params[name] ?? '';
}

/** A query parameter that has to be there. */
export function neededQuery({ query }: RequestContext, name: string): string {
  const value = query.get(name);
  if (value === null) throw new Refusal('E0000001', [`${name}: a query parameter of this name is needed`]);
  return value;
}

/** The object, if it is there; a deleted one is there as long as the policy does not call it gone. */
function seek<K extends Kind>({ store, policy, operation, now }: RequestContext, kind: K, id: string): Kinds[K] | undefined {
  const stores: Stores = store;
  const tombstone = stores[kind].tombstone(id);
  const live = stores[kind].get(id);
  if (live !== undefined || tombstone === undefined) return live;
  return policy.isGone({ kind, ...tombstone, operation, now: now() }) ? undefined : tombstone.item;
}

function notFound({ policy }: Context, kind: Kind, id: string): Refusal {
  return new Refusal('E0000007', [`${kind} ${id}`], { status: policy.notFoundStatus(kind) });
}

/** The object, or the refusal that says it cannot be found. */
export function find<K extends Kind>(context: RequestContext, kind: K, id: string): Kinds[K] {
  const item = seek(context, kind, id);
  if (item === undefined) throw notFound(context, kind, id);
  return item;
}

/** The same by a path parameter. */
export function pathItem<K extends Kind>(context: RequestContext, kind: K, param: string): Kinds[K] {
  return find(context, kind, pathId(context, param));
}

/**
 * Reads an object to change it, as with a database behind: read, wait, read again. What was read first only proves that
 * the object was there; the change is made on what stands there after the wait.
 */
export async function itemToChange<K extends Kind>(context: RequestContext, kind: K, param: string): Promise<Kinds[K]> {
  const id = pathId(context, param);
  const before = find(context, kind, id);
  await context.pause(`governance.${context.operation}`);
  const after = context.policy.readAgain(kind, before, seek(context, kind, id));
  if (after === undefined) throw notFound(context, kind, id);
  return after;
}

/** Reads the body's members with `read`. Refuses with one cause for each member that is missing or of another type. */
export function readMembers<Result>({ body }: RequestContext, read: (members: BodyMembers) => Result): Result {
  if (!isObject(body)) throw new Refusal('E0000001', ['the body: a JSON object is needed']);
  const causes: string[] = [];
  const result = read(bodyMembers(body, causes));
  if (causes.length > 0) throw new Refusal('E0000001', causes);
  return result;
}

type BodyMembers = ReturnType<typeof bodyMembers>;

/** What does not fit is remembered; something else stands in its place until all is refused together. */
function bodyMembers(body: JsonObject, causes: string[]) {
  const members = membersOf(body, (name, expected) => void causes.push(`${name}: ${expected} is needed`));
  return {
    text: (name: string) => members.filledText(name) ?? '',
    optionalText: (name: string) => (body[name] === null ? undefined : members.text(name)),
    group: (name: string) => members.neededObject(name) ?? {},
    optionalGroup: members.object,
    raw: members.value,
  };
}

/** The body as a list of objects, where the operation takes several. Refuses anything else, and an empty list. */
export function readList({ body }: RequestContext): readonly JsonObject[] {
  if (!Array.isArray(body) || body.length === 0 || !body.every(isObject))
    throw new Refusal('E0000001', ['the body: an array of at least one object is needed']);
  return body;
}

/** The entries that are objects, of a JSON array or of a lone object. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return [value].flat().filter(isObject);
}

/** The ids that a settings group of the form {type, ids} names. */
export function idsIn({ ids }: JsonObject): readonly string[] {
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}
