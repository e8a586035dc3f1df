import { expect, test } from 'vitest';
import { drawnBy } from './draw.ts';

const TABLE = Array.from({ length: 60 }, (_, index) => `${index % 3 === 0 ? 'a' : 'b'}${index}`);
const kindOf = (one: string): string => one.slice(0, 1);

test('so many are drawn, the same by the same seed, in their order', () => {
  const drawn = drawnBy(7, 9, TABLE);
  expect([drawn.length, drawnBy(7, 9, TABLE)]).toEqual([9, drawn]);
  expect(drawn).toEqual(TABLE.filter((one) => drawn.includes(one)));
});

test('each kind is drawn, however few are', () => {
  expect(new Set(drawnBy(7, 1, [...TABLE, 'c'], kindOf).map(kindOf))).toEqual(new Set(['a', 'b', 'c']));
});

test('another seed draws others, and over many seeds every case is drawn', () => {
  const drawn = TABLE.map((_, seed) => drawnBy(seed, 9, TABLE));
  expect(new Set(drawn.map(String)).size).toBe(TABLE.length);
  expect(new Set(drawn.flat())).toEqual(new Set(TABLE));
});
