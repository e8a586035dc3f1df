import { expect, test } from 'vitest';
import { createCaseScope, nearMiss } from './case-scope.ts';

const CHANGES = [
  'otherCase',
  'lastCharacter',
  'firstCharacter',
  'shortened',
  'lengthened',
  'veryLast',
  'oneMore',
  'spaceBefore',
  'spaceAfter',
];

function changed(secret: string): readonly (string | undefined)[] {
  return CHANGES.map((change) => nearMiss(change, secret));
}

test('a near miss differs in one thing', () => {
  expect(changed('Secret-1')).toEqual([
    'sECRET-1',
    'Secret-V',
    'yecret-1',
    'Secret-',
    'Secret-1Q7',
    'Secret-l',
    'Secret-1k',
    ' Secret-1',
    'Secret-1 ',
  ]);
  expect(nearMiss('reversed', 'Secret-1')).toBeUndefined();
});

test('an empty credential is no secret that is left out elsewhere', () => {
  expect(nearMiss('empty', 'Secret-1')).toBe('');
  const learned: string[] = [];
  const scope = createCaseScope(1, { id: 'probe/x' }, { user: { password: 'Secret-1' } }, (_name, value) => learned.push(String(value)));
  expect([scope.lookup(['near', 'empty', 'user', 'password']), scope.lookup(['near', 'shortened', 'user', 'password'])]).toEqual([
    '',
    'Secret-',
  ]);
  expect(learned).toEqual(['Secret-']);
});

test('a text without case gets another last character instead of the other case', () => {
  expect([nearMiss('otherCase', '314159'), nearMiss('otherCase', '5f1e-00aa'), nearMiss('otherCase', '#!')]).toEqual([
    '31415d',
    '5f1e-00a6',
    '#x',
  ]);
});

test('another character changes bits of Base64 that count, and its padding is no character that may be left out', () => {
  // The last character of 32 bytes in Base64 stands for four bits: its two last ones are ignored.
  const token = Buffer.from(Array.from({ length: 32 }, (_none, index) => index * 7)).toString('base64url');
  const bytes = (text: string | undefined): string => Buffer.from(text ?? '', 'base64').toString('hex');
  expect(changed(token).slice(1, 6).map(bytes)).not.toContain(bytes(token));
  expect([nearMiss('shortened', 'QUI='), nearMiss('lastCharacter', 'QUI='), nearMiss('veryLast', 'QUI=')]).toEqual(['QU', 'QUo=', 'QUIx']);
});

test('of letters and digits another one is a letter or a digit', () => {
  for (const secret of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'.split('')) {
    const others = ['lastCharacter', 'veryLast'].map((change) => nearMiss(change, `token${secret}`));
    expect(others).toEqual([expect.stringMatching(/^token[A-Za-z\d]$/), expect.stringMatching(/^token[A-Za-z\d]$/)]);
    expect(new Set([`token${secret}`, ...others]).size).toBe(3);
  }
});
