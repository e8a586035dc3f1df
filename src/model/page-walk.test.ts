import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostPages, PageWalk } from './page-walk.ts';
import type { PaginationLaw } from './types.ts';

const LAW: PaginationLaw = { operation: 'listDoors', list: '/doors', id: '/id', position: 'offset', clauses: {} };

const pageOf = (ids: readonly number[]): unknown => ({ doors: ids.map((id) => ({ id })) });

/** Of the pages, how many are read until the walk goes round; undefined where it does not. */
function readUntilRound(pages: readonly unknown[]): number | undefined {
  const walk = new PageWalk(LAW);
  const at = pages.findIndex((page) => walk.add(page).goesRound);
  return at < 0 ? undefined : at + 1;
}

test('a walk that shows each object once does not go round, however short and empty its pages are', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3), { maxLength: 60 }), (lengths) => {
      const starts = lengths.map((_length, index) => lengths.slice(0, index).reduce((sum, length) => sum + length, 0));
      const pages = lengths.map((length, index) => pageOf(Array.from({ length }, (_one, place) => (starts[index] ?? 0) + place)));
      expect(readUntilRound(pages)).toBeUndefined();
    }),
  );
});

test('a walk goes round once ten pages more than had anything new have shown nothing new, whatever else is empty', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(20), (count, empty) => {
      const first = Array.from({ length: count }, (_one, id) => pageOf([id]));
      const again = Array.from({ length: 40 }, (_one, index) => pageOf([index % count]));
      expect(readUntilRound([...first, ...Array.from({ length: empty }, () => pageOf([])), ...again])).toBe(2 * count + empty + 10);
    }),
  );
});

test.each([
  ['objects that do not say who they are', { doors: [{}, { name: 'x' }] }],
  ['no list', { doors: null }],
  ['no body', undefined],
])('%s are no objects of an earlier page', (_what, page) => {
  expect(readUntilRound(Array.from({ length: 50 }, () => page))).toBeUndefined();
});

test('one new object after many known ones begins anew', () => {
  const known = Array.from({ length: 10 }, () => pageOf([1]));
  expect(readUntilRound([pageOf([1]), ...known, pageOf([1, 2]), ...known, pageOf([2])])).toBeUndefined();
});

test('as many pages as a list of so many objects can have', () => {
  expect([0, 100].map(mostPages)).toEqual([10, 210]);
});
