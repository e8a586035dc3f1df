import { expect, test } from 'vitest';
import { createShelf, type Listed } from './shelf.ts';

const item = (seq: number, name: string, deletedAt?: number): Listed => ({ id: `id-${seq}`, seq, name, deletedAt });

test('a deleted item keeps its place and its id, and frees its name', () => {
  const shelf = createShelf<Listed>();
  shelf.add(item(0, 'a'));
  shelf.replace(item(0, 'a', 5));
  shelf.add(item(1, 'a'));
  expect({ all: shelf.all, live: shelf.live, named: shelf.named('a'), old: shelf.withId('id-0'), next: shelf.nextSeq() }).toEqual({
    all: [item(0, 'a', 5), item(1, 'a')],
    live: 1,
    named: item(1, 'a'),
    old: item(0, 'a', 5),
    next: 2,
  });
});

test('a renamed item is found under its new name only', () => {
  const shelf = createShelf<Listed>();
  shelf.add(item(0, 'a'));
  shelf.replace(item(0, 'b'));
  expect([shelf.named('a'), shelf.named('b'), shelf.live]).toEqual([undefined, item(0, 'b'), 1]);
});
