import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsedJson } from './json-text.ts';

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const objects = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

test('a JSON text is what JSON.parse makes of it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      expect(parsedJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test.each(['', 'no JSON', '{"a":', '"unended', '[1,]'])('%j is none', (text) => {
  expect(parsedJson(text)).toBeUndefined();
});

test.each([
  ['lists', nested],
  ['objects', objects],
])('1,000 levels of %s are read, 1,001 and 100,000 are beyond reason', (_what, make) => {
  expect([1_000, 1_001, 100_000].map((levels) => parsedJson(make(levels)) !== undefined)).toEqual([true, false, false]);
});

test('brackets inside strings are no levels, whatever is escaped there', () => {
  const texts = ['['.repeat(5_000), `\\"${'{'.repeat(5_000)}`, '\\', '"]]"'];
  expect(parsedJson(JSON.stringify(texts))).toEqual(texts);
});

test('many things beside each other are not deep', () => {
  const flat = `[${Array.from({ length: 5_000 }, () => '{"a":[]}').join(',')}]`;
  expect(parsedJson(flat)).toHaveLength(5_000);
});
