import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linearPattern, PatternError } from './linear-pattern.ts';
import { strictAjv } from './validator.ts';

const PATTERNS = ['^([a-c]+ ?)*$', String.raw`^\d{2}-[\w-]+$`, '^(?:ab|a)*c?$', String.raw`^\/api\/[^/]+$`, String.raw`\u0061|é`];

test.each(PATTERNS)('%s says of each text what the pattern of JavaScript says', (pattern) => {
  const [ours, theirs] = [linearPattern(pattern), new RegExp(pattern, 'u')];
  fc.assert(
    fc.property(fc.oneof(fc.stringMatching(theirs), fc.string({ unit: fc.constantFrom(...'abc 12-/apié') })), (text) => {
      expect(ours.test(text)).toBe(theirs.test(text));
    }),
  );
});

test('a text that such a pattern could be tried on for years is answered', () => {
  expect(linearPattern('^([a-z]+ ?)*$').test(`${'a'.repeat(1_000_000)}!`)).toBe(false);
});

test('schemas that are compiled in a run are matched so, each pattern by itself', () => {
  const fits = strictAjv().compile({ properties: { a: { type: 'string', pattern: '^(a+)+$' }, b: { type: 'string', pattern: '^b$' } } });
  expect([fits({ a: `${'a'.repeat(100_000)}!` }), fits({ a: 'aa', b: 'b' }), fits({ a: 'aa', b: 'a' })]).toEqual([false, true, false]);
});

test.each(['^(?=a)b', String.raw`(a)\1`, '('])('%s is refused', (pattern) => {
  expect(() => linearPattern(pattern)).toThrow(PatternError);
});
