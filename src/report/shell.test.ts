import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LINE_FEED_PRELUDE, shellComment, shellWord } from './shell.ts';

/** What a shell hands to a command for these words. */
function throughShell(words: readonly string[], env: Readonly<Record<string, string>> = {}): readonly string[] {
  const script = `${LINE_FEED_PRELUDE}\nprintf '%s\\0' ${words.join(' ')}`;
  const output = execFileSync('sh', ['-c', script], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  });
  return output.split('\0').slice(0, -1);
}

const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', ''));

test('any text comes out of the shell as it went in', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), (texts) => {
      expect(throughShell(texts.map((value) => shellWord(value)))).toEqual(texts);
    }),
    { numRuns: 60 },
  );
});

test('what the shell itself treats specially stays text', () => {
  const texts = ["it's", '$(id)', '`id`', '"', '\\', '!', '*', '~', '-n', '\n', 'a\n', '\r\n\t\u001b[31m\u0085', '', ' ', "''"];
  expect(throughShell(texts.map((value) => shellWord(value)))).toEqual(texts);
});

test('a word stands on one line without control characters', () => {
  fc.assert(fc.property(text, (value) => !/\p{Cc}/u.test(shellWord(value))));
});

test('expressions expand between texts, whatever the variable holds', () => {
  fc.assert(
    fc.property(text, text, text, (before, secret, after) => {
      expect(throughShell([shellWord(before, { expression: '${SECRET}' }, after)], { SECRET: secret })).toEqual([before + secret + after]);
    }),
    { numRuns: 40 },
  );
});

test('NUL, which a shell cannot pass, is dropped', () => {
  expect(throughShell([shellWord('a\0b')])).toEqual(['ab']);
});

test('a comment never ends early', () => {
  expect(shellComment('two\nlines\r\u2028rm -rf x')).toBe('# two lines rm -rf x');
});
