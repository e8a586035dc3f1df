import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundedValue, brief, excerpt, jsonExcerpt } from './excerpt.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** An object in an object, so many deep. */
function nested(depth: number, innermost: unknown): unknown {
  return JSON.parse(`${'{"a":'.repeat(depth)}${JSON.stringify(innermost)}${'}'.repeat(depth)}`);
}

test('a text that is too long ends with its length and digest, and never with half a character', () => {
  expect([excerpt('short', 5), excerpt('longer', 4), excerpt('ab😀', 3), brief('longer', 4)]).toEqual([
    'short',
    `long … (6 characters, SHA-256 ${digest('longer')})`,
    `ab … (4 characters, SHA-256 ${digest('ab😀')})`,
    'lon…',
  ]);
});

test('the JSON of a value that fits is what JSON.stringify writes, compact or indented', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const flat: unknown = JSON.parse(JSON.stringify(value));
      expect(jsonExcerpt(flat, 1_000_000)).toBe(JSON.stringify(flat));
      expect(jsonExcerpt(flat, 1_000_000, 2)).toBe(JSON.stringify(flat, undefined, 2));
    }),
  );
});

test('the JSON of one that does not fit is cut, with the length and digest of the whole, however deep it is', () => {
  const value = nested(100_000, 'x');
  const whole = `${'{"a":'.repeat(100_000)}"x"${'}'.repeat(100_000)}`;
  const rest = ` … (${whole.length.toLocaleString('en-US')} characters, SHA-256 ${digest(whole)})`;
  expect(jsonExcerpt(value, 20)).toBe(`${whole.slice(0, 20)}${rest}`);
  expect(jsonExcerpt(value, 20, 2)).toBe(`{\n  "a": {\n    "a": {${rest}`.replace(/(?<=^[\s\S]{20})[\s\S]*?(?= …)/, ''));
});

test('indentation adds nothing to the size of what is cut: 4 MB nested 500 deep', () => {
  const text = jsonExcerpt(
    nested(
      500,
      Array.from({ length: 500_000 }, () => 1_234_567),
    ),
    3_000,
    2,
  );
  expect(text.length).toBeLessThan(3_100);
});

test('a value stays as it is unless it is large or deep; then a text says what it was', () => {
  const small = { a: [1, 'two', null] };
  expect([boundedValue(small, 100) === small, boundedValue('x'.repeat(9), 9), boundedValue(nested(40, 1), 1_000)]).toEqual([
    true,
    'x'.repeat(9),
    `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
  ]);
  expect(String(boundedValue([small, small], 10))).toMatch(/^\[\{"a":\[1,"… |^\[\{"a":\[1," … \(43 characters, SHA-256 /);
});
