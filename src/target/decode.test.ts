import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeBody, decodeBodyNow, Undecodable } from './decode.ts';
import { TooLarge } from './too-large.ts';

const PLAIN = Buffer.from('{"status":"SUCCESS"}');

test.each([
  ['as it is', undefined, PLAIN],
  ['named as it is', 'identity', PLAIN],
  ['in gzip', 'gzip', gzipSync(PLAIN)],
  ['in gzip, by its old name', 'X-GZip', gzipSync(PLAIN)],
  ['deflated', 'deflate', deflateSync(PLAIN)],
  ['in brotli', 'br', brotliCompressSync(PLAIN)],
  ['packed twice', 'deflate, gzip', gzipSync(deflateSync(PLAIN))],
  ['packed twice, in two fields', ['deflate', 'gzip'], gzipSync(deflateSync(PLAIN))],
])('a body %s', async (_how, encoding, body) => {
  const decoded = [await decodeBody(body, encoding, 100), decodeBodyNow(body, encoding, 100)];
  expect(decoded.map(String)).toEqual([PLAIN.toString(), PLAIN.toString()]);
});

test('an empty body needs no decoding', async () => {
  expect(await decodeBody(Buffer.alloc(0), 'gzip', 100)).toEqual(Buffer.alloc(0));
});

test('what unpacks to more than the budget allows is not unpacked', async () => {
  await expect(decodeBody(gzipSync(Buffer.alloc(1_000)), 'gzip', 100)).rejects.toThrow(new TooLarge(100));
  expect(() => decodeBodyNow(gzipSync(Buffer.alloc(1_000)), 'gzip', 100)).toThrow(new TooLarge(100));
});

test.each([
  ['something else', 'gzip', PLAIN],
  ['in a way that nobody knows', 'zip', PLAIN],
])('a body packed %s is said to be so', async (_how, encoding, body) => {
  await expect(decodeBody(body, encoding, 100)).rejects.toThrow(Undecodable);
  expect(() => decodeBodyNow(body, encoding, 100)).toThrow(Undecodable);
});
