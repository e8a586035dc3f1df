import { deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { longerThan, TooLarge } from '../drive/too-large.ts';
import type { LoadAnswer } from './engine/load-answer.ts';
import { unpacked } from './unpacked.ts';

const TEXT = '{"list":[]}';
const answer = (body: Buffer, ...headers: readonly string[]): LoadAnswer => ({
  sent: { request: 0, dueAt: 0, sentAt: 0 },
  receivedAt: 1,
  head: { statusCode: 200, headers: ['Content-Type', 'application/json', ...headers] },
  body,
  bytes: body.length,
});

test('an answer that is not packed is left as it is', () => {
  const plain = answer(Buffer.from(TEXT), 'Content-Length', 'gzip');
  expect(unpacked(plain, 1000)).toBe(plain);
});

test.each([
  ['gzip', answer(gzipSync(TEXT), 'CONTENT-ENCODING', 'gzip')],
  ['twice, in two fields', answer(gzipSync(deflateSync(TEXT)), 'content-encoding', 'deflate', 'Content-Encoding', 'gzip')],
])('a packed answer is unpacked: %s', (_how, packed) => {
  expect(unpacked(packed, 1000).body.toString()).toBe(TEXT);
});

test('what is longer than permitted is not unpacked', () => {
  expect(() => unpacked(answer(gzipSync(Buffer.alloc(2000)), 'content-encoding', 'gzip'), 1000)).toThrow(new TooLarge(longerThan(1000)));
});
