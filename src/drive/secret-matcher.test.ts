import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SHORTEST_SECRET } from './encoded-readings.ts';
import { createSecretMatcher } from './secret-matcher.ts';
import { CUT } from '../trace/pseudonym.ts';
import { cases } from '../../test/support/draw.ts';

const letters = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom('x', 'y'), minLength, maxLength });

/** What is enough of a secret: all of it, from either end, or where it is cut a half of it at least. */
function enough(secret: string): readonly string[] {
  const half = Math.max(8, Math.ceil(secret.length / 2));
  const cut = Array.from({ length: Math.max(0, secret.length - half) }, (_, at) => at + 1);
  const reversed = Array.from(secret).toReversed().join('');
  return [secret, reversed, ...cut.flatMap((left) => [secret.slice(left), secret.slice(0, -left)])];
}

test('every secret is found wherever it stands, and nothing else is changed', () => {
  fc.assert(
    fc.property(fc.array(letters(SHORTEST_SECRET, 20), { minLength: 1, maxLength: 5 }), letters(0, 40), (secrets, text) => {
      const matcher = createSecretMatcher();
      for (const secret of secrets) matcher.add(secret, '');
      const covered = [...text].map((_character, at) =>
        secrets.flatMap(enough).some((part) => [...part].some((_one, before) => at >= before && text.startsWith(part, at - before))),
      );
      const left = [...text].filter((_character, at) => covered[at] !== true).join('');
      expect(matcher.replaceIn(text).replaceAll(CUT, '')).toBe(left);
    }),
    { numRuns: cases(1_000, 300) },
  );
});

test('the end of a secret goes whole where another one, written from its end, overlaps with it', () => {
  const matcher = createSecretMatcher();
  for (const secret of ['xxxyxy', 'xxyxyxxxxx']) matcher.add(secret, '');
  expect(matcher.replaceIn('xyxyxxxxx')).toBe(CUT);
});

test('each secret has its own name, the first that it was given', () => {
  const matcher = createSecretMatcher();
  matcher.add('canary-1', '<one>');
  matcher.add('canary-10', '<ten>');
  matcher.add('canary-1', '<again>');
  expect(matcher.replaceIn('canary-10, canary-1, canary-')).toBe('<ten>, <one>, canary-');
});

test('without secrets a text is itself', () => {
  expect([createSecretMatcher().replaceIn(''), createSecretMatcher().replaceIn('anything')]).toEqual(['', 'anything']);
});

/** Ways to write a character, each of which may be applied to what another has written. */
const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
const bytes = (text: string): readonly number[] => [...Buffer.from(text)];
const each = (write: (unit: number) => string) => (text: string) =>
  Array.from({ length: text.length }, (_, at) => write(text.charCodeAt(at))).join('');
/** What readers take for the same character. */
const SPELT: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'in the other case': (text) => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase()),
  decomposed: (text) => text.normalize('NFD'),
  'behind what nobody sees': (text) => `\u00ad\u200b\u2060\u{e0001}${text}`,
};
const WRITTEN: Readonly<Record<string, (text: string) => string>> = {
  percent: (text) =>
    bytes(text)
      .map((byte) => `%${hex(byte, 2)}`)
      .join(''),
  'percent in capitals': (text) =>
    bytes(text)
      .map((byte) => `%${hex(byte, 2).toUpperCase()}`)
      .join(''),
  'decimal entities': (text) => [...text].map((one) => `&#${one.codePointAt(0) ?? 0};`).join(''),
  'hexadecimal entities': (text) => [...text].map((one) => `&#x${hex(one.codePointAt(0) ?? 0, 4)};`).join(''),
  'escapes of JSON': each((unit) => `\\u${hex(unit, 4)}`),
  'escapes of JavaScript by code points': (text) => [...text].map((one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`).join(''),
  'octal escapes': each((unit) => (unit < 0o400 ? `\\${unit.toString(8).padStart(3, '0')}` : String.fromCharCode(unit))),
  'short octal escapes': each((unit) => (unit < 0o400 ? `\\${unit.toString(8)}` : String.fromCharCode(unit))),
  'percent signs before units': each((unit) => `%u${hex(unit, 4)}`),
  'a backslash in front': (text) => (/^["'/]$/.test(text) ? `\\${text}` : text),
  'named entities': (text) =>
    text.replaceAll(
      /[&<>"'+/=@]/g,
      (one) =>
        ({
          '&': '&amp;',
          '<': '&lt;',
          '>': '&gt;',
          '"': '&quot;',
          "'": '&apos;',
          '+': '&plus;',
          '/': '&sol;',
          '=': '&equals;',
          '@': '&commat;',
        })[one] ?? one,
    ),
};

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const MARKS = ['+', '/', '=', '_', '@', '<', '>', '"', "'", '.', ' ', '-', 'é', 'ß', '語', '\u0085', '\u00a0', '\u200d'];
const secret = fc.string({ unit: fc.constantFrom(...LETTERS.split(''), ...MARKS), minLength: 11, maxLength: 24 });
const ways = fc.array(
  fc.tuple(fc.constantFrom(...Object.values(SPELT)), fc.array(fc.constantFrom(...Object.values(WRITTEN)), { maxLength: 3 })),
  {
    minLength: 24,
    maxLength: 24,
  },
);
const around = fc.string({ unit: fc.constantFrom(...'xyz .:/?"{}[]%&\\#;=2u<>'.split('')), maxLength: 12 });

test('a secret is found in every composition of encodings, another one for each character, wherever it stands', () => {
  fc.assert(
    fc.property(secret, ways, around, around, (value, how, before, after) => {
      const matcher = createSecretMatcher();
      matcher.add(value, '\u0001');
      const written = [...value].map((one, at) => {
        const [spell, encodings] = how[at] ?? [String, []];
        return encodings.reduce((text, encode) => encode(text), spell(one));
      });
      expect(matcher.replaceIn(`${before}${written.join('')}${after}`)).toContain('\u0001');
      expect(matcher.replaceIn(`${before}${written.join('')}${after}`)).not.toContain(written.join(''));
    }),
    { numRuns: cases(500, 150) },
  );
});

test.each(['base64', 'base64url', 'hex'] as const)('a secret is found in %s, at each alignment, and once more inside', (encoding) => {
  fc.assert(
    fc.property(secret, around, around, (value, before, after) => {
      const matcher = createSecretMatcher();
      matcher.add(value, '\u0001');
      const once = Buffer.from(before + value + after).toString(encoding);
      const inside = [once, Buffer.from(`x${once}`).toString('base64'), Buffer.from(encodeURIComponent(value)).toString(encoding)];
      expect(inside.map((text) => matcher.replaceIn(text)).filter((text) => !text.includes('\u0001'))).toEqual([]);
    }),
  );
});

test('a secret is found in binary digits', () => {
  const matcher = createSecretMatcher();
  matcher.add('canary-of-the-door', '.');
  const binary = (digits: number): string =>
    [...Buffer.from('canary-of-the-door')].map((byte) => byte.toString(2).padStart(digits, '0')).join(' ');
  expect([binary(8), binary(7)].map((text) => matcher.replaceIn(text))).toEqual(['.', '.']);
});

test('a text without the secret stays as it is, encoded or not', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'xyz .:/?"{}[]%&\\#;=2u<>41é+'.split('')), maxLength: 200 }), (text) => {
      const matcher = createSecretMatcher();
      matcher.add('canary-of-the-door', '.');
      expect(matcher.replaceIn(text)).toBe(text);
    }),
  );
});

/** The work of learning all and looking through one text after each. */
function workOf(secrets: readonly string[], text: string): number {
  const matcher = createSecretMatcher();
  for (const value of secrets) {
    matcher.add(value, '.');
    matcher.replaceIn(text);
  }
  return matcher.work();
}

test('to learn secrets that begin alike is no more work than to learn others', () => {
  const tokens = (prefix: string): readonly string[] =>
    Array.from({ length: 4_000 }, (_, index) => prefix + ((index * 2_654_435_761) % 2 ** 32).toString(36).padStart(7, 'q').repeat(2));
  const alike = tokens('q'.repeat(28));
  const others = alike.map((token, index) => ((index * 40_503) % 65_536).toString(36).padStart(28, 'z') + token.slice(28));
  expect(workOf(alike, alike[0] ?? '') / workOf(others, others[0] ?? '')).toBeLessThan(1.5);
});

test('a text that comes again after each of many secrets is not read again', () => {
  const text = 'http://127.0.0.1:8080/v1/teams/some-team/resource_groups?offset=1';
  const learned = (readings: number): number => {
    const matcher = createSecretMatcher();
    for (let index = 0; index < 300; index++) {
      matcher.add(((index * 2_654_435_761) % 2 ** 32).toString(36).repeat(4), '.');
      for (let again = 0; again < readings; again++) matcher.replaceIn(text);
    }
    return matcher.work();
  };
  expect(learned(10) - learned(0)).toBeLessThan(text.length * 20);
});

test.each([
  ['one letter', (length: number) => 'q'.repeat(length)],
  ['the beginning of a secret', (length: number) => 'qqqqqqqqqz'.repeat(length / 10)],
  ['percent signs', (length: number) => '%25'.repeat(length / 3)],
  ['escapes that wait for one another', (length: number) => `${'%3'.repeat(length / 2)}1`],
  ['ampersands', (length: number) => '&#x'.repeat(length / 3)],
  ['backslashes', (length: number) => '\\'.repeat(length)],
])('to look through twice as much of %s is twice the work', (_name, text) => {
  const work = (length: number): number => workOf(['q'.repeat(40), `${'q'.repeat(30)}x`, `${'q'.repeat(9)}y`], text(length));
  expect(work(120_000) / work(60_000)).toBeLessThan(2.2);
});

const CODES = Array.from({ length: 2_000 }, (_, index) => String(100_000 + ((index * 48_271) % 900_000)));
const chancePlaces = fc.tuple(fc.constantFrom(...CODES), fc.uuid(), fc.nat({ max: 29 }));

test('a UUID stays whole beside short numbers, one of which it holds by chance', () => {
  const matcher = createSecretMatcher();
  for (const code of CODES) matcher.add(code, '<code>');
  fc.assert(
    fc.property(chancePlaces, ([code, uuid, place]) => {
      const groups = uuid.replaceAll('-', '');
      const digits = groups.slice(0, place) + code + groups.slice(place + code.length);
      const holding = digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-').slice(0, 36);
      expect([uuid, holding, `/v1/users/${holding}?x=1`].map((text) => matcher.replaceIn(text))).toEqual([
        uuid,
        holding,
        `/v1/users/${holding}?x=1`,
      ]);
    }),
    { numRuns: cases(2_000, 500) },
  );
});

test.each([
  'code 209820.',
  'code209820',
  '"passCode":"209820"',
  'otp_209820_',
  '%0a209820',
  '\\u000a209820',
  'f\\n209820',
  '%32%30%39820',
  'ab%32098200',
  '209 820',
  '028902',
  `x${Buffer.from('9209820a').toString('base64')}`,
  Buffer.from('9209820a').toString('hex'),
  '&#50;09820',
])('a short number is found in %s', (text) => {
  const matcher = createSecretMatcher();
  matcher.add('209820', '<code>');
  expect(matcher.replaceIn(text)).toContain('<code>');
});
