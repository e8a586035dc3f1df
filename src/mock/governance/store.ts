import type { Assignment, Kind, Kinds } from './model.ts';

/** Something that was deleted: as it was then, and when (milliseconds since the epoch). */
export interface Grave<Item> {
  readonly item: Item;
  readonly deletedAt: number;
}

/** The objects of one kind, by id, in order of creation. */
interface Shelf<Item> {
  get(id: string): Item | undefined;
  /** adds the item, or puts it in the place of the one with its id */
  put(item: Item): void;
  /** takes the item away; what is not there is left alone */
  bury(id: string, now: number): void;
  grave(id: string): Grave<Item> | undefined;
  all(): readonly Item[];
  clear(): void;
}

function createShelf<Item extends { readonly id: string }>(): Shelf<Item> {
  const live = new Map<string, Item>();
  const graves = new Map<string, Grave<Item>>();
  return {
    get: (id) => live.get(id),
    put(item) {
      live.set(item.id, item);
    },
    bury(id, now) {
      const item = live.get(id);
      if (item === undefined) return;
      live.delete(id);
      graves.set(id, { item, deletedAt: now });
    },
    grave: (id) => graves.get(id),
    all: () => [...live.values()],
    clear() {
      live.clear();
      graves.clear();
    },
  };
}

export type Shelves = { readonly [K in Kind]: Shelf<Kinds[K]> };

/** An empty store. */
export function createShelves(): Shelves {
  return {
    user: createShelf(),
    group: createShelf(),
    resource: createShelf(),
    entitlement: createShelf(),
    bundle: createShelf(),
    collection: createShelf(),
    assignment: createShelf(),
    grant: createShelf(),
    campaign: createShelf(),
    review: createShelf(),
    catalogEntry: createShelf(),
    requestCondition: createShelf(),
    request: createShelf(),
    requestType: createShelf(),
    requestV1: createShelf(),
  };
}

export const jobs = ['collection-assignment', 'campaign', 'grant', 'revocation'] as const;

/** The kinds of background job that can be made to fail. */
export type Job = (typeof jobs)[number];

/** What the background jobs have to do beyond what the objects' own states say. */
export interface Backlog {
  /** assignments that were taken back and whose grants are still to be dealt with */
  removals: readonly Assignment[];
  /** how many of the next jobs of a kind fail */
  readonly failures: Map<Job, number>;
  /** when they last ran by themselves; milliseconds since the epoch */
  ranAt: number;
}

export function createBacklog(now: number): Backlog {
  return { removals: [], failures: new Map(), ranAt: now };
}
