import { expect, test } from 'vitest';
import { defined } from './defined.ts';

test('what is undefined is absent; null and the like stay, in order', () => {
  const members: { readonly a?: number; readonly b: string | undefined; readonly c: null } = { b: undefined, c: null };
  const { a } = members;
  const kept: { readonly a?: number; readonly b?: string; readonly c: null; readonly d: number } = defined({ ...members, a, d: 0 });
  expect(Object.entries(kept)).toEqual([
    ['c', null],
    ['d', 0],
  ]);
});
