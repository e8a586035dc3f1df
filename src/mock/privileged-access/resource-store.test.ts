import { expect, test } from 'vitest';
import { createResourceStore, type Listed } from './resource-store.ts';

const item = (seq: number, name: string, deletedAt?: number): Listed => ({ id: `id-${seq}`, seq, name, deletedAt });

test('a deleted item keeps its place and its id, and frees its name', () => {
  const items = createResourceStore<Listed>();
  items.add(item(0, 'a'));
  items.replace(item(0, 'a', 5));
  items.add(item(1, 'a'));
  expect({ all: items.all, live: items.live, named: items.named('a'), old: items.withId('id-0'), next: items.nextSeq() }).toEqual({
    all: [item(0, 'a', 5), item(1, 'a')],
    live: 1,
    named: item(1, 'a'),
    old: item(0, 'a', 5),
    next: 2,
  });
});

test('a renamed item is found under its new name only', () => {
  const items = createResourceStore<Listed>();
  items.add(item(0, 'a'));
  items.replace(item(0, 'b'));
  expect([items.named('a'), items.named('b'), items.live]).toEqual([undefined, item(0, 'b'), 1]);
});
