import fc from 'fast-check';
import { expect, test } from 'vitest';
import { credential, hide, redacted } from './secrets.js';

const name = (kind: string, value: string): string => `~${kind}-${value.length}~`;

test('secret fields have pseudonyms in the copy, wherever they stand, and are known from then on', () => {
  const known: [string, string][] = [];
  const secrets = { kinds: { stateToken: 'state-token', secret: 'shared-secret' }, name, known };
  const body = { stateToken: 'abc', list: [{ secret: 'abcd', other: null }], secret: { stateToken: '' }, count: 2 };
  expect([redacted(body, secrets), known]).toEqual([
    { stateToken: '~state-token-3~', list: [{ secret: '~shared-secret-4~', other: null }], secret: { stateToken: '' }, count: 2 },
    [
      ['abc', '~state-token-3~'],
      ['abcd', '~shared-secret-4~'],
    ],
  ]);
});

test('what is no object has no secret fields', () => {
  const known: [string, string][] = [];
  expect([undefined, null, 'text', 7, []].map((value) => redacted(value, { kinds: { text: 'kind' }, name, known }))).toEqual([
    undefined,
    null,
    'text',
    7,
    [],
  ]);
  expect(known).toEqual([]);
});

test('a secret that is known is in no text, neither itself nor as an address or JSON writes it', () => {
  const secret = fc.string({ unit: 'binary-ascii', minLength: 6, maxLength: 20 }).filter((text) => !/^\d+$|~/.test(text));
  fc.assert(
    fc.property(secret, fc.string(), (value, between) => {
      const forms = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)];
      const hidden = hide(forms.join(between), [[value, '~~']]);
      expect(forms.filter((form) => hidden.includes(form))).toEqual([]);
    }),
  );
});

test('what is short or a number could be anything, and is left', () => {
  expect(
    hide('12345 is no 123456789', [
      ['12345', '~a~'],
      ['123456789', '~b~'],
    ]),
  ).toBe('12345 is no 123456789');
});

test('of a credential that is sent the scheme alone is told', () => {
  const headers = { authorization: 'SSWS abc', 'Proxy-Authorization': 'abcd', Cookie: 'sid=1', 'X-Api-Key': 'key', accept: 'text/plain' };
  expect(Object.entries(headers).map(([field, value]) => credential(field, value, name))).toEqual([
    'SSWS ~authorization-3~',
    '~proxy-authorization-4~',
    '~cookie-5~',
    '~x-api-key-3~',
    'text/plain',
  ]);
});
