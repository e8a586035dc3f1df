import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageAt, type Page, type Position } from './pages.ts';
import type { Listed } from './resource-store.ts';

const live = (item: Listed): boolean => item.deletedAt === undefined;
const seqs = (page: Page<Listed>): readonly number[] => page.items.map(({ seq }) => seq);

/** Lists in which some items are deleted, and page sizes. */
const lists = fc
  .array(fc.boolean(), { maxLength: 60 })
  .map((kept) => kept.map((isKept, seq): Listed => ({ id: `id-${seq}`, seq, name: `name-${seq}`, deletedAt: isKept ? undefined : 1 })));
const sizes = fc.integer({ min: 1, max: 20 });

function walk(list: readonly Listed[], size: number): readonly Page<Listed>[] {
  const pages: Page<Listed>[] = [];
  let position: Position = { from: 0 };
  for (;;) {
    const page: Page<Listed> = pageAt(list, position, size, live);
    pages.push(page);
    if (page.isLast) return pages;
    position = { from: page.end };
  }
}

test('a walk shows everything that is live once, in order, on full pages but for the last', () => {
  fc.assert(
    fc.property(lists, sizes, (list, size) => {
      const pages = walk(list, size);
      const expected = list.filter(live).map(({ seq }) => seq);
      expect(pages.flatMap(seqs)).toEqual(expected);
      expect(pages.map((page) => page.items.length)).toEqual(
        pages.map((_page, index) => (index < pages.length - 1 ? size : expected.length - size * index)),
      );
    }),
  );
});

test('what lies before a page is the page before it, and only the first has nothing before', () => {
  fc.assert(
    fc.property(lists, sizes, (list, size) => {
      const pages = walk(list, size);
      const before = pages.slice(1).map((page) => seqs(pageAt(list, { before: page.start }, size, live)));
      expect(before).toEqual(pages.slice(0, -1).map(seqs));
      expect(pages.map(({ isFirst }) => isFirst)).toEqual(pages.map((_page, index) => index === 0));
    }),
  );
});

test('a page whose place has been emptied meanwhile keeps the place', () => {
  const list: readonly Listed[] = [
    { id: 'a', seq: 0, name: 'a' },
    { id: 'b', seq: 1, name: 'b', deletedAt: 1 },
  ];
  expect(pageAt(list, { from: 1 }, 1, live)).toEqual({ items: [], start: 1, end: 1, isFirst: false, isLast: true });
});

test('a page costs what it shows, wherever it stands and however long the list is', () => {
  const reads = (length: number, position: Position): number => {
    let count = 0;
    const list = new Proxy(
      Array.from({ length }, (_one, seq): Listed => ({ id: `${seq}`, seq, name: `${seq}` })),
      {
        get(target, property, receiver) {
          if (typeof property === 'string' && /^\d+$/.test(property)) count += 1;
          return Reflect.get(target, property, receiver);
        },
      },
    );
    pageAt(list, position, 100, live);
    return count;
  };
  expect([reads(1000, { from: 500 }), reads(10_000, { from: 9000 }), reads(10_000, { before: 9000 })]).toEqual([102, 102, 102]);
});
