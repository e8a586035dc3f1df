import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasRepeatedMembers, jsonExcess, parsedJson } from './json-text.ts';

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
])('100 levels of %s are read, 101 and 1,000,000 are more than is read', (_what, make) => {
  expect([100, 101, 1_000_000].map((levels) => parsedJson(make(levels)) !== undefined)).toEqual([true, false, false]);
  expect([100, 101].map((levels) => jsonExcess(make(levels)))).toEqual([undefined, 'JSON that is nested deeper than 100 levels']);
});

test.each([
  ['numbers', (count: number): string => `[${'0,'.repeat(count - 2)}0]`],
  ['empty objects', (count: number): string => `[${'{},'.repeat((count - 2) / 2)}0]`],
])('an array of %s with 100,000 values is read, a longer one is not', (_what, make) => {
  expect([100_000, 100_002].map((count) => jsonExcess(make(count)))).toEqual([undefined, 'JSON of more than 100000 values']);
  expect([100_000, 100_002].map((count) => parsedJson(make(count)) !== undefined)).toEqual([true, false]);
});

test('text that is neither an object nor an array is no JSON in excess', () => {
  expect([`<p>${nested(1_000)}`, JSON.stringify(nested(200_000)), ''].map(jsonExcess)).toEqual([undefined, undefined, undefined]);
});

test('brackets inside strings are no levels, whatever is escaped there', () => {
  const texts = ['['.repeat(5_000), `\\"${'{'.repeat(5_000)}`, '\\', '"]]"'];
  expect(parsedJson(JSON.stringify(texts))).toEqual(texts);
});

test('many things beside each other are not deep', () => {
  const flat = `[${Array.from({ length: 5_000 }, () => '{"a":[]}').join(',')}]`;
  expect(parsedJson(flat)).toHaveLength(5_000);
});

test('members of one name are seen, and no other JSON is taken for them', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      expect(hasRepeatedMembers(text, JSON.parse(text))).toBe(false);
    }),
  );
  const texts = ['{"a":1,"a":1}', '[{"b":{"a":":","a":":"}}]', '{"a":"\\":","a":2}', '{"a:":1,"b":{"a:":1}}'];
  expect(texts.map((text) => hasRepeatedMembers(text, JSON.parse(text)))).toEqual([true, true, true, false]);
});

test.each([
  ['{"id":9007199254740993}', { id: '9007199254740993' }],
  ['[-9007199254740993, 9007199254740992, 12345678901234567000]', ['-9007199254740993', 9007199254740992, 12345678901234567000]],
  ['{"text":"9007199254740993","of":0.12345678901234567890,"e":1e20}', { text: '9007199254740993', of: 0.12345678901234568, e: 1e20 }],
  ['[true,false,9007199254740993]', [true, false, '9007199254740993']],
])('an integer that no number holds is read as its digits: %s', (text, value) => {
  expect(parsedJson(text)).toEqual(value);
});
