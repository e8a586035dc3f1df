import { expect, test } from 'vitest';
import { isQuoted } from './plain-reading.ts';

test.each([
  ['http://127.0.0.1/grants?principalId=a4Xyz&count=12', false],
  ['http://127.0.0.1/grants?principalId=a4Xyz=C3=A9', true],
  ['p=E4ssword', true],
  ['p\\303\\244ssword', true],
  ['nothing of it', false],
])('%s', (text, quoted) => {
  expect(isQuoted(text)).toBe(quoted);
});
