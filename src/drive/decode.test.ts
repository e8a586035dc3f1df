import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeBody, Undecodable } from './decode.ts';
import { longerThan, TooLarge } from './too-large.ts';

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
])('a body %s', (_how, encoding, body) => {
  expect(decodeBody(body, encoding, 100).toString()).toBe(PLAIN.toString());
});

test('an empty body needs no decoding', () => {
  expect(decodeBody(Buffer.alloc(0), 'gzip', 100)).toEqual(Buffer.alloc(0));
});

test('what unpacks to more than the budget allows is not unpacked', () => {
  expect(() => decodeBody(gzipSync(Buffer.alloc(1_000)), 'gzip', 100)).toThrow(new TooLarge(longerThan(100)));
  expect(() => decodeBody(gzipSync(deflateSync(Buffer.alloc(1_000))), ['deflate', 'gzip'], 100)).toThrow(new TooLarge(longerThan(100)));
});

test('what is packed more often than anybody packs is not unpacked', () => {
  const packed = Array.from({ length: 5 }).reduce<Buffer>((body) => gzipSync(body), PLAIN);
  const often = (times: number): string => Array.from({ length: times }, () => 'gzip').join(', ');
  expect(decodeBody(packed, often(5), 1_000).toString()).toBe(PLAIN.toString());
  expect(() => decodeBody(gzipSync(packed), often(6), 1_000)).toThrow(Undecodable);
});

test.each([
  ['something else', 'gzip', PLAIN],
  ['in a way that nobody knows', 'zip', PLAIN],
])('a body packed %s is said to be so', (_how, encoding, body) => {
  expect(() => decodeBody(body, encoding, 100)).toThrow(Undecodable);
});
