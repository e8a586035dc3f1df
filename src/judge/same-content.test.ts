import { expect, test } from 'vitest';
import type { FieldRow } from '../model/types.ts';
import { sampleSpec } from '../profile/profile-fixtures.ts';
import { holdsContent, sameContent, writtenPart } from './same-content.ts';

const field = (path: string): FieldRow => ({ path, schema: {}, clauses: ['authn.doors.shown'] });
const spec = sampleSpec({ resources: [{ name: 'House', about: 'a house', fields: [field('doors[].id'), field('doors[].keys')] }] });

test.each<[string, unknown, unknown, boolean]>([
  ['members in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
  ['another member', { a: 1 }, { a: 1, b: 2 }, false],
  ['elements in another order', ['x', 'y'], ['y', 'x'], true],
  ['an element more of the same', ['x'], ['x', 'x'], false],
  ['elements with another undocumented member', [{ id: 1, seen: 'now' }], [{ id: 1, seen: 'then' }], true],
  ['elements with another documented member', [{ id: 1, seen: 'now' }], [{ id: 2, seen: 'now' }], false],
  ['lists in elements in another order', [{ id: 1, keys: ['x', 'y'] }], [{ id: 1, keys: ['y', 'x'] }], true],
  ['members of elements with another undocumented member', [{ keys: { id: 1, seen: 'now' } }], [{ keys: { id: 1, seen: 'then' } }], true],
  ['elements without a documented member', [{ seen: 'now' }], [{ seen: 'then' }], false],
  ['a text like a number', '1', 1, false],
  ['nothing', undefined, null, false],
])('%s', (_what, one, other, wanted) => {
  expect(sameContent(spec, one, other)).toBe(wanted);
});

test.each<[string, unknown, unknown, boolean]>([
  ['a member that was added', { a: 1, version: 1 }, { a: 1 }, true],
  ['a member that was added within', { a: { b: 1, seen: true } }, { a: { b: 1 } }, true],
  ['a member that is gone', { a: 1 }, { a: 1, b: 2 }, false],
  ['a member of another value', { a: 2 }, { a: 1 }, false],
  ['elements in another order, with more in each', [{ n: 2, x: 1 }, { n: 1 }], [{ n: 1 }, { n: 2 }], true],
  ['an element more', ['x', 'y'], ['x'], false],
  ['an element twice', ['x', 'x'], ['x', 'y'], false],
  ['a text like a number', '1', 1, false],
  ['nothing', undefined, {}, false],
])('what was there is held: %s', (_what, found, wanted, holds) => {
  expect(holdsContent(spec, found, wanted)).toBe(holds);
});

test('of an object that the deployment has added to, what somebody wrote is told apart', () => {
  const isWritten = (value: unknown): boolean => value === 'all' || value === 3;
  expect(writtenPart({ who: 'all', lastRead: 17, rule: { limit: 3, at: 9 }, list: ['all', 'b'], seen: [1] }, isWritten)).toEqual({
    who: 'all',
    rule: { limit: 3 },
    list: ['all', 'b'],
  });
  expect(writtenPart({ lastRead: 17 }, isWritten)).toBeUndefined();
});
