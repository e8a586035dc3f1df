import { expect, test } from 'vitest';
import { fieldAt, segmentsOf, valuesAt } from './field-path.ts';

const BODY = {
  owner: { name: 'a' },
  doors: [{ key: { id: 1 } }, { key: { id: 2 } }, {}],
  rooms: { x: { size: 3 }, y: { size: null } },
  none: null,
};

test.each<[string, readonly unknown[]]>([
  ['owner.name', ['a']],
  ['keeper|owner.name', ['a']],
  ['doors[].key.id', [1, 2]],
  ['doors', [BODY.doors]],
  ['rooms{}.size', [3, null]],
  ['none', [null]],
  ['none.name', []],
  ['owner[].name', []],
  ['away', []],
])('the values at %s', (path, values) => {
  expect(valuesAt(BODY, path.split('.'))).toEqual(values);
});

test.each([
  ['id', 'id'],
  ['owner/id', 'owner.id'],
  ['items/0/owner/id', 'items[].owner.id'],
  ['items/12', 'items[]'],
])('the pointer %s leads to the field %s', (pointer, field) => {
  expect(fieldAt(pointer)).toBe(field);
});

test('a path as the segments of a place in the view', () => {
  expect(segmentsOf('list[].a|b{}.id')).toEqual(['list', '*', 'a|b', '*', 'id']);
});
