import type { Data, Surroundings, WireResponse } from '../kit/service.ts';
import type { Choices } from './choices.ts';
import { Refusal } from './errors.ts';
import type { Kind, Kinds } from './model.ts';
import type { Policy } from './policy.ts';
import type { JobQueue, Stores } from './store.ts';

/** Everything that an operation, an act or a job works on. */
export interface World {
  readonly stores: Stores;
  readonly jobQueue: JobQueue;
  readonly choices: Choices;
  readonly policy: Policy;
  readonly surroundings: Surroundings;
  /** the user to whom the callers' token belongs */
  readonly callerId: string;
}

/** One request, taken apart. `body` is the JSON value that was sent, undefined where there was none. */
export interface Call {
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

type Handler = (world: World, call: Call) => WireResponse | Promise<WireResponse>;

/** An operation of the service: its name, and what answers it. */
export interface Operation {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly run: Handler;
}

/** The answer of what removes something. */
export const noContent: WireResponse = { status: 204, headers: {}, body: '' };

/** A path parameter by name; the router has matched it. */
export function pathId(call: Call, name: string): string {
  return call.params[name] ?? '';
}

/** The object, if it is there; a deleted one is there as long as the policy does not call it gone. */
function seek<K extends Kind>(world: World, kind: K, id: string, operation: string): Kinds[K] | undefined {
  const store = world.stores[kind];
  const live = store.get(id);
  if (live !== undefined) return live;
  const tombstone = store.tombstone(id);
  if (tombstone === undefined) return undefined;
  const gone = world.policy.isGone({ kind, ...tombstone, operation, now: world.surroundings.now() });
  return gone ? undefined : tombstone.item;
}

/** The object, or the refusal that says it cannot be found. */
export function find<K extends Kind>(world: World, kind: K, id: string, operation: string): Kinds[K] {
  const item = seek(world, kind, id, operation);
  if (item === undefined) throw new Refusal('E0000007', [`${kind} ${id}`], world.policy.notFoundStatus(kind));
  return item;
}

/**
 * Reads an object to change it, as with a database behind: read, wait, read again. What was read first only proves that
 * the object was there; the change is made on what stands there after the wait.
 */
export async function findToChange<K extends Kind>(world: World, kind: K, id: string, operation: string): Promise<Kinds[K]> {
  const before = find(world, kind, id, operation);
  await world.surroundings.pause(`governance.${operation}`);
  const after = world.policy.readAgain(kind, before, seek(world, kind, id, operation));
  if (after === undefined) throw new Refusal('E0000007', [`${kind} ${id}`], world.policy.notFoundStatus(kind));
  return after;
}

/** A fresh identifier of the length that this deployment uses everywhere. */
export function freshId(world: World): string {
  return world.surroundings.id(20);
}

/** The entries that are objects, of a JSON array or of a lone object. */
export function objectsIn(value: unknown): readonly Data[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((entry): entry is Data => typeof entry === 'object' && entry !== null && !Array.isArray(entry));
}
