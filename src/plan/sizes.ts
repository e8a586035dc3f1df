import fc from 'fast-check';
import type { Amount, DocumentSpec, SizeRow } from '../model/types.ts';
import { ownSeed } from './seeded-random.ts';

/** The numbers of one case that walks through a list. */
export interface Size {
  /** how many objects the list has */
  readonly objects: number;
  /** page size that is asked for, and another one for a later call */
  readonly count?: number;
  readonly later?: number;
}

/** Page size where a document names no limit: all objects on one page. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Objects that a page holds, where as many as may be are on it. */
export function pageSize({ limits }: DocumentSpec, { count }: Pick<Size, 'count'>): number {
  return Math.min(count ?? UNLIMITED, limits.pageLimit?.maximum ?? UNLIMITED);
}

/** Pages of a list that is walked to its end; an empty list has one too. */
export function pagesOf(spec: DocumentSpec, size: Size): number {
  return Math.max(1, Math.ceil(size.objects / pageSize(spec, size)));
}

/** The numbers of a row, those that are not fixed drawn by the seed for the case of this id. */
export function drawSize(spec: DocumentSpec, row: SizeRow, seed: number, id: string): Size {
  const [size] = fc.sample(sizes(spec, row), { seed: ownSeed(seed, id), numRuns: 1 });
  if (size === undefined) throw new TypeError(`no size of ${id} was drawn`);
  return size;
}

/** All sizes that a row stands for. */
export function sizes(spec: DocumentSpec, { objects, count, later }: SizeRow): fc.Arbitrary<Size> {
  const given = fc.record({
    ...(count === undefined ? {} : { count: numbers(count) }),
    ...(later === undefined ? {} : { later: numbers(later) }),
  });
  return given.chain((rest) => objectsIn(objects, pageSize(spec, rest)).map((all) => ({ objects: all, ...rest })));
}

function objectsIn(objects: SizeRow['objects'], size: number): fc.Arbitrary<number> {
  if (typeof objects === 'number' || !('pages' in objects)) return numbers(objects);
  const beyond = objects.beyond === undefined ? fc.integer({ min: 1 - size, max: 0 }) : fc.constant(objects.beyond);
  return fc.tuple(numbers(objects.pages), beyond).map(([pages, more]) => pages * size + more);
}

function numbers(amount: Amount): fc.Arbitrary<number> {
  return typeof amount === 'number' ? fc.constant(amount) : fc.integer({ min: amount.from, max: amount.to });
}
