import type { Assignment, Kind, Kinds } from './model.ts';

/** Something that was deleted: as it was then, and when (milliseconds since the epoch). */
export interface Tombstone<Item> {
  readonly item: Item;
  readonly deletedAt: number;
}

/** The objects of one kind, by id, in order of creation. */
type KindStore<Item extends { readonly id: string }> = ReturnType<typeof createKindStore<Item>>;

function createKindStore<Item extends { readonly id: string }>() {
  const live = new Map<string, Item>();
  const tombstones = new Map<string, Tombstone<Item>>();
  return {
    get: (id: string) => live.get(id),
    /** adds the item, or puts it in the place of the one with its id */
    put(item: Item) {
      live.set(item.id, item);
      return item;
    },
    /** takes the item away; what is not there is left alone */
    remove(id: string, now: number) {
      const item = live.get(id);
      if (item !== undefined && live.delete(id)) tombstones.set(id, { item, deletedAt: now });
    },
    tombstone: (id: string) => tombstones.get(id),
    all: (): readonly Item[] => [...live.values()],
  };
}

export type Stores = { readonly [K in Kind]: KindStore<Kinds[K]> };

export const jobs = ['collection-assignment', 'campaign', 'grant', 'revocation'] as const;

/** The kinds of background job that can be made to fail. */
export type Job = (typeof jobs)[number];

/** What the background jobs have to do beyond what the objects' own states say. */
interface JobQueue {
  /** assignments that were taken back and whose grants are still to be dealt with */
  removals: readonly Assignment[];
  /** how many of the next jobs of a kind fail */
  readonly failures: Map<Job, number>;
  /** when they last ran by themselves; milliseconds since the epoch */
  ranAt: number;
}

/** All that the service remembers. */
export type Store = Stores & {
  readonly jobQueue: JobQueue;
  /** the user to whom the callers' token belongs */
  callerId: string;
};

export function createStore(now: number): Store {
  return {
    user: createKindStore(),
    group: createKindStore(),
    resource: createKindStore(),
    entitlement: createKindStore(),
    bundle: createKindStore(),
    collection: createKindStore(),
    assignment: createKindStore(),
    grant: createKindStore(),
    campaign: createKindStore(),
    review: createKindStore(),
    catalogEntry: createKindStore(),
    requestCondition: createKindStore(),
    request: createKindStore(),
    requestType: createKindStore(),
    requestV1: createKindStore(),
    jobQueue: { removals: [], failures: new Map(), ranAt: now },
    callerId: '',
  };
}
