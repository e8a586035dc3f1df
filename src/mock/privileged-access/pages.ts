import type { Listed } from './resource-store.ts';

/** Where a page stands: at and after a place in the list, or the last ones before it. Places are `seq` numbers. */
export type Position = { readonly from: number } | { readonly before: number };

/** What a page's Link header says: where a neighbouring page stands, and the `count` that its URL carries. */
export interface PageLink {
  readonly rel: 'next' | 'prev';
  readonly position: Position;
  readonly count: string | undefined;
}

/** What a list was asked for. */
export interface ListRequest {
  readonly position: Position;
  readonly size: number;
  /** the `count` of this call, as it was written */
  readonly count: string | undefined;
  /** the credential that asks */
  readonly reader: string;
}

/** One page: its items, the places where it begins and where the rest begins, and whether anything lies beyond. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly start: number;
  readonly end: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/**
 * The page of so many accepted items at a position. The list's index is its `seq`, so that a page costs what it shows,
 * wherever it stands and however long the list is.
 */
export function pageAt<Item extends Listed>(
  list: readonly Item[],
  position: Position,
  size: number,
  accepts: (item: Item) => boolean,
): Page<Item> {
  const forwards = 'from' in position;
  const edge = forwards ? position.from : position.before;
  const found = forwards ? [...take(list, edge, 1, size, accepts)] : [...take(list, edge - 1, -1, size, accepts)].toReversed();
  const start = found[0]?.seq ?? edge;
  const end = found.length === 0 ? edge : (found.at(-1)?.seq ?? edge) + 1;
  return { items: found, start, end, isFirst: !some(list, start - 1, -1, accepts), isLast: !some(list, end, 1, accepts) };
}

function* take<Item>(list: readonly Item[], start: number, step: 1 | -1, size: number, accepts: (item: Item) => boolean): Generator<Item> {
  let left = size;
  for (let index = start; left > 0; index += step) {
    const item = list[index];
    if (item === undefined) return;
    if (!accepts(item)) continue;
    left -= 1;
    yield item;
  }
}

function some<Item>(list: readonly Item[], start: number, step: 1 | -1, accepts: (item: Item) => boolean): boolean {
  return [...take(list, start, step, 1, accepts)].length > 0;
}
