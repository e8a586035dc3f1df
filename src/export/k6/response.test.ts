import { expect, test } from 'vitest';
import { errorIn, header } from './response.js';

test('a header is found whatever the case of its name', () => {
  expect([header({ headers: { 'X-Limit': '1' } }, 'x-limit'), header({ headers: { 'X-Limit': '1' } }, 'x-limits')]).toEqual([
    '1',
    undefined,
  ]);
});

test('the name of an error stands where the pointer says, and nowhere else', () => {
  const body = JSON.stringify({ code: 'locked', errors: [{ code: 7 }] });
  const errorAt = (status: number, pointer: string[], text: string | null = body) => errorIn({ status, body: text }, pointer);
  expect([
    errorAt(423, ['code']),
    errorAt(423, ['errorCode|code']),
    errorAt(423, ['errors', '0', 'code']),
    errorAt(423, ['code', 'deeper']),
    errorAt(423, []),
    errorAt(200, ['code']),
    errorAt(502, ['code'], '<html>'),
    errorAt(502, ['code'], null),
  ]).toEqual(['locked', 'locked', undefined, undefined, undefined, undefined, undefined, undefined]);
});
