import type { Assignment, Kind, Kinds } from './model.ts';

/** Something that was deleted: as it was then, and when (milliseconds since the epoch). */
export interface Tombstone<Item> {
  readonly item: Item;
  readonly deletedAt: number;
}

/** The objects of one kind, by id, in order of creation. */
interface Store<Item> {
  get(id: string): Item | undefined;
  /** adds the item, or puts it in the place of the one with its id */
  put(item: Item): void;
  /** takes the item away; what is not there is left alone */
  remove(id: string, now: number): void;
  tombstone(id: string): Tombstone<Item> | undefined;
  all(): readonly Item[];
  clear(): void;
}

function createStore<Item extends { readonly id: string }>(): Store<Item> {
  const live = new Map<string, Item>();
  const tombstones = new Map<string, Tombstone<Item>>();
  return {
    get: (id) => live.get(id),
    put(item) {
      live.set(item.id, item);
    },
    remove(id, now) {
      const item = live.get(id);
      if (item === undefined) return;
      live.delete(id);
      tombstones.set(id, { item, deletedAt: now });
    },
    tombstone: (id) => tombstones.get(id),
    all: () => [...live.values()],
    clear() {
      live.clear();
      tombstones.clear();
    },
  };
}

export type Stores = { readonly [K in Kind]: Store<Kinds[K]> };

/** An empty store. */
export function createStores(): Stores {
  return {
    user: createStore(),
    group: createStore(),
    resource: createStore(),
    entitlement: createStore(),
    bundle: createStore(),
    collection: createStore(),
    assignment: createStore(),
    grant: createStore(),
    campaign: createStore(),
    review: createStore(),
    catalogEntry: createStore(),
    requestCondition: createStore(),
    request: createStore(),
    requestType: createStore(),
    requestV1: createStore(),
  };
}

export const jobs = ['collection-assignment', 'campaign', 'grant', 'revocation'] as const;

/** The kinds of background job that can be made to fail. */
export type Job = (typeof jobs)[number];

/** What the background jobs have to do beyond what the objects' own states say. */
export interface JobQueue {
  /** assignments that were taken back and whose grants are still to be dealt with */
  removals: readonly Assignment[];
  /** how many of the next jobs of a kind fail */
  readonly failures: Map<Job, number>;
  /** when they last ran by themselves; milliseconds since the epoch */
  ranAt: number;
}

export function createJobQueue(now: number): JobQueue {
  return { removals: [], failures: new Map(), ranAt: now };
}
