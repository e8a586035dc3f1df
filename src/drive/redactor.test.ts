import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadSpecs } from '../model/load.ts';
import { createVocabulary } from '../model/vocabulary.ts';
import type { SecretEvent } from '../trace/events.ts';
import { vocabularyWith } from './transport-fixtures.ts';
import { createRedactor, type Redactor } from './redactor.ts';
import { cases, draw } from '../../test/support/draw.ts';

const VOCABULARY = vocabularyWith({ key: 'doorKey', stateToken: 'stateToken' });

function redactor(): Redactor & { readonly records: readonly SecretEvent[] } {
  const records: SecretEvent[] = [];
  return { ...createRedactor(VOCABULARY, (event) => void records.push(event)), records };
}

/** Secrets of all scripts; none that its own pseudonym would hold, and none that is hardly more than escapes and accents. */
const secret = fc
  .oneof(
    fc.string({ minLength: 6, maxLength: 40 }),
    fc.string({ unit: 'grapheme', minLength: 6, maxLength: 20 }),
    fc.stringMatching(/^[A-Za-z0-9+/_-]{6,42}$/),
  )
  .filter((value) => value.replaceAll(/%[0-9a-f]{2}|[\\&]|\p{M}/giu, '').length >= 6 && !'~doorkey-1~'.includes(value.toLowerCase()));
const surroundings = fc.string({ unit: fc.constantFrom(...'xyz .:/?"{}[]'.split('')), maxLength: 9 });

/** The characters of an encoding in base64 that only the secret decides, whatever stands before and after it. */
function inner(encoded: string, before: number, secretBytes: number): string {
  return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + secretBytes) * 8) / 6));
}

const bytes = (text: string): number => Buffer.byteLength(text);

type Encoding = (secret: string, before: string, after: string) => { readonly text: string; readonly hidden: string };
const around =
  (encode: (secret: string) => string): Encoding =>
  (value, before, after) => ({ text: `${before}${encode(value)}${after}`, hidden: encode(value) });
const base64 =
  (alphabet: 'base64' | 'base64url'): Encoding =>
  (value, before, after) => {
    const text = Buffer.from(`${before}${value}${after}`).toString(alphabet);
    return { text, hidden: inner(text, bytes(before), bytes(value)) };
  };

const ENCODINGS: Readonly<Record<string, Encoding>> = {
  raw: around((value) => value),
  'JSON-escaped': around((value) => JSON.stringify(value).slice(1, -1)),
  'JSON-escaped to ASCII': around((value) =>
    JSON.stringify(value)
      .slice(1, -1)
      .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ),
  'JSON-escaped twice': around((value) => JSON.stringify(JSON.stringify(value).slice(1, -1)).slice(1, -1)),
  'HTML-escaped': around((value) =>
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
  ),
  'percent-encoded': around(encodeURIComponent),
  'percent-encoded with lower-case digits': around((value) => encodeURIComponent(value).replace(/%../g, (code) => code.toLowerCase())),
  'percent-encoded as a whole': around((value) => Buffer.from(value).toString('hex').toUpperCase().replace(/../g, '%$&')),
  'form-encoded': around((value) => new URLSearchParams({ '': value }).toString().slice(1)),
  'base64 at any alignment': base64('base64'),
  'base64url at any alignment': base64('base64url'),
  'base64 alone': around((value) => Buffer.from(value).toString('base64')),
  hexadecimal: around((value) => Buffer.from(value).toString('hex')),
  'hexadecimal in capitals': around((value) => Buffer.from(value).toString('hex').toUpperCase()),
};

describe('a learned secret does not leave', () => {
  test.each(Object.entries(ENCODINGS))('%s', (_name, encode) => {
    fc.assert(
      fc.property(secret, surroundings, surroundings, (value, before, after) => {
        const { learn, redact, redactText, redactHeader } = redactor();
        learn('doorKey', value);
        const { text, hidden } = encode(value, before, after);
        const left = [
          redactText(text),
          redact({ deep: [text] }).deep[0],
          redactHeader('X-Any', text),
          Object.keys(redact({ [text]: 1 }))[0],
        ];
        expect(left.filter((one) => one === undefined || one.includes(hidden))).toEqual([]);
      }),
      { numRuns: cases(300, 100) },
    );
  });

  test('in the payload of a JWT', () => {
    fc.assert(
      fc.property(secret, surroundings, (value, before) => {
        const { learn, redactText } = redactor();
        learn('doorKey', value);
        const part = (claims: object): string => Buffer.from(JSON.stringify(claims)).toString('base64url');
        const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ jti: before, of: value })}.c2lnbmF0dXJl`;
        const left = redactText(`Bearer ${token}`)
          .split(/[^\w-]+/)
          .map((run) => Buffer.from(run, 'base64url').toString());
        expect(left.filter((text) => text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1)))).toEqual([]);
      }),
    );
  });

  test('among other secrets, one inside another', () => {
    fc.assert(
      fc.property(secret, secret, secret, (one, two, three) => {
        const { learn, redactText } = redactor();
        const all = [one, two, `${one}${three}`];
        for (const value of all) learn('doorKey', value);
        // A pseudonym may spell out a secret by chance; nothing else may.
        const left = redactText(`${two} ${one}${three} ${one} ${three}`).replace(/~doorKey-\d~/g, '~~');
        expect(all.filter((value) => left.includes(value) && !'~doorKey-123~'.includes(value))).toEqual([]);
      }),
    );
  });
});

test('the number of a session that is counted up is no secret, so that other numbers stay what they are', () => {
  const { redact, known } = redactor();
  const body = { sessionId: '101', other: { sessionId: 102 }, url: 'https://x.test/sessions/101', count: 101, total: 102 };
  expect([redact(body), known()]).toEqual([body, 0]);
});

test('a learned secret does not leave as a number', () => {
  const { learn, redact } = redactor();
  learn('doorKey', '123456');
  expect(redact({ code: 123456 })).not.toEqual({ code: 123456 });
});

test('a learned secret does not leave as a name that ends like those of secrets', () => {
  const { learn, redact } = redactor();
  learn('doorKey', 'x/Aa+a9:');
  const encoded = Buffer.from('x/Aa+a9:x').toString('base64');
  expect(encoded).toMatch(/OTp4$/);
  expect(redact({ [encoded]: 1, 'x/Aa+a9: password': 2, stateToken: 3 })).toEqual({
    '~doorKey-1~4': 1,
    '~doorKey-1~ password': 2,
    stateToken: 3,
  });
});

test('a learned secret does not leave as a name, though it is a word of HTTP', () => {
  const { learn, redact } = redactor();
  learn('doorKey', 'length');
  expect(redact({ length: 1, stateToken: { length: 'x' } })).toEqual({ '~doorKey-1~': 1, stateToken: { '~doorKey-1~': '~stateToken-1~' } });
});

test.each(['dG\\xde^', 'u(V\\xff', 'ኽ🈘\\ruc', '𝐀𝐁𝐂'])('%s is hidden however few characters are left of it when it is read', (value) => {
  const { learn, redactText } = redactor();
  learn('doorKey', value);
  expect([value, JSON.stringify(value), encodeURIComponent(value)].map((text) => redactText(`x ${text}`)).join('')).not.toMatch(
    /xde|xff|ruc|𝐀|%F0/,
  );
});

test('a known secret is hidden whole behind the name of a parameter', () => {
  const { learn, redactText } = redactor();
  learn('doorKey', 'one;two#three&four');
  expect(redactText('?stateToken=one;two#three&four&b=1')).toBe('?stateToken=~doorKey-1~&b=1');
});

test('a secret that is no well-formed text is learned like any other', () => {
  expect(redactor().learn('doorKey', 'half a \ud800 pair')).toBe('~doorKey-1~');
});

test('a secret in front of the field that tells of it is hidden too', () => {
  expect(redactor().redact({ href: 'https://x.test/00canary-token/next', deep: [{ stateToken: '00canary-token' }] })).toEqual({
    href: 'https://x.test/~stateToken-1~/next',
    deep: [{ stateToken: '~stateToken-1~' }],
  });
});

test('what is redacted stays as it is when it is redacted again', () => {
  fc.assert(
    fc.property(fc.jsonValue(), secret, (value, known) => {
      // Of a number its ordinal is left, which is a number like any other.
      fc.pre(!JSON.stringify(value).includes('"key"'));
      const { redact } = redactor();
      const once = redact({ key: known, text: `?stateToken=${known}&more=${known}`, value });
      expect(redact(once)).toEqual(once);
    }),
  );
});

/** The form of a JSON value: types, lengths, numbers of keys. */
function form(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(form);
  if (typeof value === 'object' && value !== null) return Object.values(value).map(form);
  if (typeof value === 'number') return Number.isInteger(value) ? 'whole number' : 'number';
  return typeof value === 'string' ? 'text' : value;
}

test('redaction keeps the form of any JSON value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), secret, (value, known) => {
      const { learn, redact } = redactor();
      learn('doorKey', known);
      const body = { key: known, [known]: [value], rest: value };
      expect(form(redact(body))).toEqual(form(body));
    }),
  );
});

test('what holds no secret is left as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!/key|stateToken|=|\./.test(JSON.stringify(value)));
      expect(redactor().redact(value)).toEqual(value);
    }),
  );
});

test('equal secrets get equal pseudonyms wherever they stand, different ones different', () => {
  fc.assert(
    fc.property(secret, secret, (one, other) => {
      fc.pre(one !== other);
      const { redact, redactHeader, learn, records } = redactor();
      const name = redact({ key: one }).key;
      const second = learn('doorKey', other);
      expect([name, second]).toEqual(['~doorKey-1~', '~doorKey-2~']);
      expect([
        redact({ stateToken: one }),
        redact([{ key: one }]),
        learn('stateToken', one),
        redactHeader('Authorization', `Bearer ${one}`),
      ]).toEqual([{ stateToken: name }, [{ key: name }], name, `Bearer ${name}`]);
      expect(records.map((record) => record.name)).toEqual([name, second]);
    }),
  );
});

test('form and length of a secret are on record, its value is not', () => {
  const { learn, records } = redactor();
  learn('doorKey', 'aB3-_');
  learn('doorKey', 'ABC def');
  expect(records).toEqual([
    { type: 'secret', name: '~doorKey-1~', kind: 'doorKey', length: 5, characters: ['lower', 'upper', 'digit', '-', '_'] },
    { type: 'secret', name: '~doorKey-2~', kind: 'doorKey', length: 7, characters: ['lower', 'upper', 'other'] },
  ]);
});

test('a short secret is hidden where it stands in its own place, and does not spoil other words', () => {
  const { redact } = redactor();
  expect(redact({ key: 'the', text: 'the other' })).toEqual({ key: '~doorKey-1~', text: 'the other' });
});

test('an empty secret is none', () => {
  const { redact, redactHeader, records } = redactor();
  expect([redact({ key: '' }), redactHeader('Authorization', ''), records]).toEqual([{ key: '' }, '', []]);
});

test.each([
  ['Authorization', 'Bearer abc', 'Bearer ~authorization-1~'],
  ['authorization', 'abcdef', '~authorization-1~'],
  ['Proxy-Authorization', 'Basic abc', '~proxy-authorization-1~'],
  ['Cookie', 'sid=1', '~cookie-1~'],
  ['Set-Cookie', 'sid=1; Path=/', '~set-cookie-1~'],
  ['Set-Cookie', 'stateToken=; Max-Age=0', 'stateToken=; Max-Age=0'],
  ['Set-Cookie', 'sid=""; Path=/', 'sid=""; Path=/'],
  ['X-API-Key', 'abc', '~x-api-key-1~'],
  ['Accept', 'application/json', 'application/json'],
])('header %s: %s', (name, value, wanted) => {
  expect(redactor().redactHeader(name, value)).toBe(wanted);
});

test('a secret parameter of a URL or form is learned by its name', () => {
  const { redactText, records } = redactor();
  expect(redactText('https://x.test/a?b=1&stateToken=00ab%2Fcd&key=k#key=z')).toBe(
    'https://x.test/a?b=1&stateToken=~stateToken-1~&key=~doorKey-1~#key=~doorKey-2~',
  );
  expect(redactText('stateToken=00ab%2Fcd')).toBe('stateToken=~stateToken-1~');
  expect(redactText('see 00ab/cd')).toBe('see ~stateToken-1~');
  expect(records.map(({ length }) => length)).toEqual([7, 1, 1]);
});

test('a text of one long word is read through once', () => {
  const text = 'x'.repeat(1_000_000);
  expect(redactor().redactText(text)).toBe(text);
});

test('a pseudonym in a URL is no new secret', () => {
  const { redactText, records } = redactor();
  const once = redactText('https://x.test/?stateToken=00abcdef');
  expect([redactText(once), records.length]).toEqual([once, 1]);
});

test('a secret too short to be looked for anywhere is hidden where it is a whole value, under whatever name', () => {
  const { learn, redact, redactText } = redactor();
  const name = learn('passCode', '4711');
  expect(redact({ geheim: '4711', list: ['4711'], about: 'room 4711 of 14711', a: 'x' })).toEqual({
    geheim: name,
    list: [name],
    about: 'room 4711 of 14711',
    a: 'x',
  });
  expect(redactText('pin=4711&room=47110')).toBe(`pin=${name}&room=47110`);
});

test('a cookie costs no more than its length, whatever stands in it', () => {
  expect(redactor().redactHeader('set-cookie', 'a'.repeat(250_000))).toBe('~set-cookie-1~');
});

describe('under the name of a secret', () => {
  test('a number keeps its type and equality, not its value', () => {
    const { redact } = redactor();
    expect(redact({ key: 123_456, passCode: [123_456, -8_123_456, 0.512], other: 123_456, few: 7 })).toEqual({
      key: 1,
      passCode: [1, -2, 3.5],
      other: 1,
      few: 7,
    });
  });

  test('an array and an object keep their structure, and nothing else', () => {
    const { redact } = redactor();
    expect(redact({ client_secret: ['one-of-many', { deep: 'two-of-many', isSet: true, none: null, '': '' }] })).toEqual({
      client_secret: ['~secret-1~', { '~secret-2~': '~secret-3~', '~secret-4~': true, '~secret-5~': null, '~secret-6~': '' }],
    });
  });

  test.each(['state_token', 'STATETOKEN', 'access_token', 'client-secret', 'apiKey', 'x.auth.token'])('%s', (name) => {
    expect(JSON.stringify(redactor().redact({ [name]: 'short one', text: 'it is short one.' }))).not.toContain('short one');
  });
});

test.each([
  ['https://x.test/cb?code=4711ab&x=1', 'https://x.test/cb?code=~code-1~&x=1'],
  ['https://x.test/cb#access_token=4711ab&id_token=me', 'https://x.test/cb#access_token=~token-1~&id_token=~token-2~'],
  ['https://ada:geheim@x.test/', 'https://~userinfo-1~@x.test/'],
  ['said: {"access_token":"4711ab","a":"b"}', 'said: {"access_token":"~token-1~","a":"b"}'],
  ['{\\"client_secret\\": \\"4711ab\\"}', '{\\"client_secret\\": \\"~secret-1~\\"}'],
])('%s', (text, wanted) => {
  expect(redactor().redactText(text)).toBe(wanted);
});

test.each(['X-Auth-Token', 'X-CSRF-Token', 'X-Client-Secret', 'Cookie'])('header %s is hidden as a whole', (name) => {
  expect(redactor().redactHeader(name, 'a b c')).toMatch(/^~[\w-]+-1~$/);
});

test('a token in a field that nobody knows is one by its looks; an identifier in a field that a document shows is none', () => {
  const { redact } = { ...createRedactor({ ...VOCABULARY, isIdentifier: (name) => name === 'id' }, () => undefined) };
  const token = '00lMJySRYNz3u_rKQrsLvLrzxiARgivP8FB_1gpmVb';
  const id = 'idxMJySRYNz3u9rKQrsLvLrzx';
  expect(redact({ something: token, text: `it is ${token}!`, id, href: `https://x.test/${id}?a=${token}` })).toEqual({
    something: '~token-1~',
    text: 'it is ~token-1~!',
    id,
    href: `https://x.test/${id}?a=~token-1~`,
  });
});

test.each([
  ['a byte order mark', (text: string) => `\ufeff${text}`],
  ['more text behind it', (text: string) => `${text} and more`],
  ['one byte less', (text: string) => text.slice(0, -1)],
  ['a comma too many', (text: string) => text.replace('{', '{,')],
])('of JSON with %s the form is left', (_what, mangled) => {
  const tokens = Array.from({ length: 64 }, (_, index) => `t${index * 7_919}`);
  const text = mangled(JSON.stringify({ stateToken: tokens[0], unknown: tokens.slice(1), status: 'x' }));
  const left = redactor().withhold(text);
  expect(tokens.filter((token) => left.includes(token))).toEqual([]);
  expect(left.replaceAll(/[^{}[\]]/g, '')).toBe(text.replaceAll(/[^{}[\]]/g, ''));
});

describe('an object under the name of a secret', () => {
  const specs = Object.values(loadSpecs().documents);

  test('is structure where the profile says so, and a secret elsewhere', () => {
    const bound = { values: new Set(['signatures']), structure: new Set(['ticket']), said: [] };
    const own = createRedactor(createVocabulary(specs, bound), () => undefined);
    expect(own.redact({ ticket: { whom: 'user 17', fields: ['why'] }, signatures: [{ word: 'approve' }] })).toEqual({
      ticket: { whom: 'user 17', fields: ['why'] },
      signatures: [{ word: 'approve' }],
    });
    expect(own.redact({ ticket: 'the way in', passcode: { whom: 'somebody' } })).toEqual({
      ticket: '~ticket-1~',
      passcode: { '~passcode-1~': '~passcode-2~' },
    });
  });

  test('leaves identifiers alone that stand in the trace already: judges compare them', () => {
    const own = createRedactor(createVocabulary(specs), () => undefined);
    own.redact({ requesterId: 'user 17', resourceId: 4711 });
    expect(own.redact({ passcode: { user: ['user 17', 4711] } })).toEqual({ passcode: { user: ['user 17', 4711] } });
    expect(own.redact({ requesterId: 'user 17', resourceId: 4711 })).toEqual({ requesterId: 'user 17', resourceId: 4711 });
  });
});

test('what one phase of a run has learned does not leave in the next', () => {
  const vocabulary = createVocabulary([]);
  const first = createRedactor(vocabulary, () => undefined);
  const name = first.learn('password', 'Zq1tnxXioj8ffbg');
  const events: SecretEvent[] = [];
  const second = createRedactor(vocabulary, (event) => events.push(event), 'again-', first);
  expect(second.redactHeader('location', '/Zq1tnxXioj8ffbg?q=Zq1tnxXioj8ffbg')).toBe(`/${name}?q=${name}`);
  expect([second.learn('password', 'Zq1tnxXioj8ffbg'), second.learn('password', 'another one'), events.length]).toEqual([
    name,
    '~again-password-1~',
    1,
  ]);
});

describe('what begins or ends like a secret', () => {
  const shown = {
    ...VOCABULARY,
    isShown: (name: string) => name === 'name' || name === 'userId',
    isIdentifier: (name: string) => name === 'userId',
  };
  const own = (): Redactor => createRedactor(shown, () => undefined);

  test('is a part of it, and told from the whole', () => {
    const { learn, redactText } = own();
    learn('doorKey', 'Aa1tnxXioj8ffbg');
    expect(['Aa1tnxXioj8f', 'tnxXioj8ffbg', 'it is Aa1tnxXi.', 'Aa1tnxX', 'Aa1tnxXioj8ffbg'].map(redactText)).toEqual([
      '~doorKey-1~..',
      '..~doorKey-1~',
      'it is ~doorKey-1~...',
      'Aa1tnxX',
      '~doorKey-1~',
    ]);
  });

  test('stays as it is where the trace has shown it before: judges compare it', () => {
    const { redact, learn } = own();
    const before = { userId: 'user-000000017', name: 'a long ünusual name' };
    expect(redact(before)).toEqual(before);
    learn('doorKey', 'user-000000017-pw');
    learn('doorKey', 'another ünusual name');
    const after = { ...before, href: 'https://x.test/user-000000017/factors' };
    expect(redact(after)).toEqual(after);
    expect(redact({ name: 'some other ünusual name', userId: 'user-000000018' })).toEqual({
      name: 'some ..~doorKey-2~',
      userId: '~doorKey-1~..8',
    });
  });

  test('is no part of it in an identifier that the same counter or the same moment gave', () => {
    const { redact, learn } = own();
    learn('doorKey', '655f1c0ea1b2c3d4e5000017');
    const same = { userId: '655f1c0ea1b2c3d4e5000018', href: 'https://x.test/users/655f1c0ea1b2c3d4e5000018/factors' };
    expect(redact(same)).toEqual(same);
    const cut = { userId: '655f1c0ea1b2c3d4e5', note: '655f1c0ea1b2c3d4e5000019' };
    expect(redact(cut)).toEqual({ userId: '~doorKey-1~..', note: '~doorKey-1~..9' });
    expect(redact({ userId: '655f1c0ea1b2c3d4xxxxxxxx' })).toEqual({ userId: '~doorKey-1~..xxxxxxxx' });
  });

  test('is no part of it where few hexadecimal digits are alike: identifiers have them by chance', () => {
    const { redact, learn, redactText } = own();
    learn('doorKey', 'a1b2c3d4e5f6');
    const ids = [{ userId: 'D4E5F6AA-0000-4000-8000-00000000ABCD' }, { userId: 'C3D4E5F6-0000-4000-8000-00000000ABCD' }];
    expect(ids.map((one) => redact(one))).toEqual(ids);
    expect(['no. d4e5f6', 'no. c3d4e5f6'].map(redactText)).toEqual(['no. d4e5f6', 'no. ..~doorKey-1~']);
    expect(redact({ userId: 'a1b2c3d4e5f6' })).toEqual({ userId: '~doorKey-1~' });
  });

  test('is no part of it in another number: serial numbers and moments begin alike', () => {
    const { learn, redactText } = own();
    learn('doorKey', '00000000012344');
    const others = ['00000000012345', 'tekija00000000012399', '00000000-0000-0000-0000-000000012345', '/rows/00000000054321?x=1'];
    expect(others.map(redactText)).toEqual(others);
    expect(['00000000012', 'no. 00000000012344'].map(redactText)).toEqual(['~doorKey-1~..', 'no. ~doorKey-1~']);
  });

  test('is no part of it where words go on otherwise, or in the name of another secret', () => {
    const { learn, redactText } = own();
    learn('doorKey', 'answer L3UEghFT');
    learn('doorKey', 'doorKey-1~xyz');
    expect(redactText('an earlier answer lacks it')).toBe('an earlier answer lacks it');
    expect(redactText('~doorKey-1~')).toBe('~doorKey-1~');
  });
});

test('a text that names or holds more secrets than can be hidden is withheld, and few of them are learned', () => {
  const one = redactor();
  const naming = Array.from({ length: 50_000 }, (_, index) => `token=a${index}b`).join('&');
  one.learn('password', 'geheim-123');
  const shown = one.redact({ naming, holding: 'geheim-123'.repeat(50_000), other: 'as it is' });
  expect(shown).toEqual({ naming: '…', holding: '…', other: 'as it is' });
  expect(one.known()).toBeLessThan(6_000);
});

test('a word of the documents stays, though a target calls a token like it', () => {
  const vocabulary = createVocabulary(Object.values(loadSpecs().documents));
  const { redact } = createRedactor(vocabulary, () => undefined);
  const { stateToken, status, note } = redact({ stateToken: 'SUCCESS', status: 'SUCCESS', note: 'SUCCESS' });
  expect([stateToken, status, note]).toEqual(['~state-token-1~', 'SUCCESS', 'SUCCESS']);
});

test.each(
  draw(1, [
    ['letters', 'x'],
    ['escapes', String.raw`a\n`],
  ]),
)('in an answer of 6 MiB that is one word of %s, a secret is hidden', (_what, unit) => {
  const { learn, redactText } = redactor();
  const pseudonym = learn('doorKey', 'k3Yx0fTheDoor');
  const hidden = redactText(`{"doorKey": "${unit.repeat((6 * 1024 * 1024) / unit.length)}", "about": "k3Yx0fTheDoor"}`);
  expect(hidden).toContain(pseudonym);
  expect(hidden).not.toContain('k3Yx0fTheDoor');
});

describe('a secret that the documents write out', () => {
  const services = ['http://127.0.0.1:19081', 'https://id.example.test/base'];
  const vocabulary = createVocabulary(Object.values(loadSpecs().documents), { values: new Set(), structure: new Set(), said: services });

  test.each([
    ['password', 'http://127.0.0.1:19081/api/v1/authn/credentials/change_password'],
    ['stateToken', 'the stateToken is missing'],
    ['authenticate', 'authentication failed'],
    ['application/json', 'application/json'],
    ['127.0.0.1:19081', 'http://127.0.0.1:19081/x'],
    ['http://127.0.0.1:19081', 'http://127.0.0.1:19081/api/v1/authn'],
    ['http%3A%2F%2F127.0.0.1%3A19081%2F', 'http://127.0.0.1:19081/api/v1/authn'],
    ['http://127.0.0.1:19081/app/home', 'http://127.0.0.1:19081/api/v1/authn'],
  ])('%s stands where it must, and leaves %s as it is', (value, text) => {
    const { learn, redactText, redact } = createRedactor(vocabulary, () => undefined);
    expect(redact({ password: value })).toEqual({ password: learn('password', value) });
    expect([redactText(text), redact({ hint: text })]).toEqual([text, { hint: text }]);
  });

  test('is no address with a secret behind its origin', () => {
    const { learn, redactText } = createRedactor(vocabulary, () => undefined);
    const name = learn('cookie', 'https://id.example.test/base/k3J9xQ7mZ2');
    expect(redactText('to /base/k3J9xQ7mZ2, and https://id.example.test/base/k3J9xQ7mZ2')).toBe(
      `to ${name}, and https://id.example.test${name}`,
    );
  });
});
