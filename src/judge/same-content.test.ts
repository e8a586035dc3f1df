import { expect, test } from 'vitest';
import type { FieldRow } from '../model/types.ts';
import { sampleSpec } from '../profile/profile-fixtures.ts';
import { sameContent } from './same-content.ts';

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
