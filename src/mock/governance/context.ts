import { get, type Operation as KitOperation, type RequestContext as KitContext, type ServiceContext } from '../kit/define-service.ts';
import { json } from '../kit/json.ts';
import type { Choices } from './choices.ts';
import { Refusal } from './errors.ts';
import type { Kind, Kinds } from './model.ts';
import type { Policy } from './policy.ts';
import type { Store, Stores } from './store.ts';

export type Context = ServiceContext<Store, Choices, Policy>;
export type RequestContext = KitContext<Store, Choices, Policy>;
type Operation = KitOperation<RequestContext>;
export type Operations = Readonly<Record<string, Operation>>;

/** A path parameter by name; the router has matched it. */
export function pathId({ params }: RequestContext, name: string): string {
  return params[name] ?? '';
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

/** The object of this kind that the path names, by a parameter that is called after the kind. */
export function pathItem<K extends Kind>(context: RequestContext, kind: K): Kinds[K] {
  return find(context, kind, pathId(context, kind));
}

/** An operation that shows the object of this kind that its path names. */
export function show<K extends Kind>(path: string, kind: K, view: (item: Kinds[K], context: RequestContext) => unknown): Operation {
  return get(path, (context) => json(200, view(pathItem(context, kind), context)));
}

/** An operation that lists something. */
export function list(path: string, viewsOf: (context: RequestContext) => readonly unknown[]): Operation {
  return get(path, (context) => json(200, { data: viewsOf(context) }));
}

/** Refuses the operation where the status of `what` is none of those that it needs. */
export function demandStatus({ policy, operation }: RequestContext, what: string, status: string, needed: readonly string[]): void {
  if (!policy.permits(operation, status, needed))
    throw new Refusal('E0000195', [`${what} is ${status}; this needs ${needed.join(' or ')}`]);
}

/**
 * Reads an object to change it, as with a database behind: read, wait, read again. What was read first only proves that
 * the object was there; the change is made on what stands there after the wait.
 */
export async function itemToChange<K extends Kind>(context: RequestContext, kind: K): Promise<Kinds[K]> {
  const id = pathId(context, kind);
  const before = find(context, kind, id);
  await context.pause(`governance.${context.operation}`);
  const after = context.policy.readAgain(kind, before, seek(context, kind, id));
  if (after === undefined) throw notFound(context, kind, id);
  return after;
}
