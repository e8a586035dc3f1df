import { expect, test } from 'vitest';
import type { Alteration } from '../model/types.ts';
import { bodyText } from './negative-data.ts';

test.each<[string, Alteration | undefined, unknown, string]>([
  ['nothing', undefined, { a: 1 }, '{"a":1}'],
  ['members', { members: { b: [2] } }, { a: 1 }, '{"a":1,"b":[2]}'],
  ['members, of a list', { members: { b: 2 } }, [{ a: 1 }], '[{"a":1}]'],
  ['white space', { padding: 3 }, { a: 'x' }, '{   "a":"x"}'],
  ['its last character', { unfinished: true }, { a: 'x' }, '{"a":"x"'],
])('%s is altered', (_what, alteration, json, text) => {
  expect(bodyText(json, alteration)).toBe(text);
});
