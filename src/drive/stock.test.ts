import { describe, expect, test } from 'vitest';
import { createStock, weightOfSecret, weightOnRecord, type Stock } from './stock.ts';
import type { HttpResponse } from './transport.ts';

const MEGABYTE = 1024 * 1024;

const stock = (answers = 0): Stock => createStock((name) => name === 'token', { answers, secrets: 0 });
const answer = (body: unknown, headers: HttpResponse['headers'] = {}): HttpResponse => {
  const text = JSON.stringify(body);
  return { status: 200, headers, text, bytes: text.length };
};
const detailOf = (one: Stock, response: HttpResponse): string | undefined => one.admit(response).failure?.detail;

test('an answer is admitted with what its text was read as', () => {
  expect(stock().admit(answer({ token: 'abc' }))).toEqual({
    response: { ...answer({ token: 'abc' }), body: { token: 'abc' } },
    failure: undefined,
  });
});

test('an answer with more secrets than can be hidden is not admitted', () => {
  const secrets = (count: number, length: number): HttpResponse =>
    answer(Array.from({ length: count }, () => ({ token: 't'.repeat(length) })));
  const excess = 'more than 1000 secrets, or 65536 characters of them';
  expect(
    [secrets(1_000, 8), secrets(1_001, 8), secrets(1, 65_537), answer({}, { 'set-cookie': ['c'.repeat(65_537)] })].map((response) =>
      detailOf(stock(), response),
    ),
  ).toEqual([undefined, excess, excess, excess]);
  expect(stock().admit(secrets(1_001, 8)).failure).toMatchObject({ kind: 'too-large', kept: { status: 200, bytes: 21_022 } });
});

test('answers are stored until they take what memory allows; small ones are stored beyond it', () => {
  const one = stock(26 * MEGABYTE);
  const large = answer('x'.repeat(4 * MEGABYTE));
  const excess = 'more than a run stores: its answers take 33554432 bytes already, or their secrets 67108864';
  expect([detailOf(one, large), detailOf(one, large), detailOf(one, answer({}))]).toEqual([undefined, excess, undefined]);
});

test('values count more than their text', () => {
  const one = stock(30 * MEGABYTE);
  expect(detailOf(one, answer(Array.from({ length: 90_000 }, () => 0)))).toContain('more than a run stores');
});

test('an answer with more that looks like secrets than can be hidden is not admitted', () => {
  const words = (count: number): HttpResponse => answer(Array.from({ length: count }, (_, index) => `a1B2c3D4e5F6g7H8i9J0k1L2${index}`));
  expect([words(5_000), words(5_001)].map((response) => detailOf(stock(), response))).toEqual([
    undefined,
    'more than 5000 words that look drawn at random, as secrets do',
  ]);
});

test('what was learned from answers counts', () => {
  const one = stock();
  one.learn(12_000);
  expect(detailOf(one, answer('x'.repeat(MEGABYTE)))).toContain('more than a run stores');
});

test('secrets and answers have room of their own: many of the ones leave the others theirs', () => {
  const one = stock(20 * MEGABYTE);
  one.learn(7_000);
  expect(detailOf(one, answer('x'.repeat(MEGABYTE)))).toBeUndefined();
});

test('an answer that is longer where it is written counts as it is written', () => {
  const one = stock(26 * MEGABYTE);
  const short = answer('x'.repeat(MEGABYTE));
  one.write(short, 'x'.repeat(7 * MEGABYTE));
  expect(detailOf(one, short)).toContain('more than a run stores');
});

test('a small answer with a long token is stored, however many came before', () => {
  const one = createStock(() => true, weightOnRecord([{ type: 'secret', name: '~token-1~', kind: 'token', length: 1e9, characters: [] }]));
  expect(detailOf(one, answer({ token: 'abcdefgh'.repeat(200) }))).toBeUndefined();
});

describe('where the secrets of a run take what memory allows', () => {
  const full = (): Stock => {
    const one = stock();
    one.learn(12_000);
    return one;
  };
  const tokens = (count: number): HttpResponse => answer(Array.from({ length: count }, (_, index) => ({ token: `t${index}` })));
  const words = (count: number): HttpResponse => answer(Array.from({ length: count }, (_, index) => `a1B2c3D4e5F6g7H8i9J0k1L2${index}`));

  test('a small answer with few is stored, and one with many is not', () => {
    const excess = expect.stringContaining('more than a run stores');
    expect([tokens(4), tokens(5), words(4), words(5)].map((one) => detailOf(full(), one))).toEqual([undefined, excess, undefined, excess]);
  });

  test('nothing is kept of what is not stored but how long it was, and what it was', () => {
    const kept = { status: 200, headers: { 'set-cookie': 'a=b' }, text: '{"token":', bytes: 9, sha256: 'f' };
    const failure = { kind: 'too-large', detail: 'too long', kept } as const;
    const bare = { ...failure, kept: { status: 200, headers: {}, bytes: 9, sha256: 'f' } };
    expect([stock().tell(failure), full().tell(failure)]).toEqual([failure, bare]);
    expect(full().admit(tokens(50)).failure?.kept).toEqual({
      status: 200,
      headers: {},
      bytes: expect.any(Number),
      sha256: expect.any(String),
    });
  });
});

test('of a long token no more than its beginning weighs much, as no more of it is looked for', () => {
  expect(weightOfSecret(4_000) - weightOfSecret(1_000)).toBe(3_000);
});
