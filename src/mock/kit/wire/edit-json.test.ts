import { expect, test } from 'vitest';
import { editJson, relink, type PlacedEdit } from './edit-json.ts';

const set: PlacedEdit = { do: 'set', path: [], value: 'X' };
const add: PlacedEdit = { do: 'add', path: [], value: 'X' };
const remove: PlacedEdit = { do: 'remove', path: [] };
const resize = (length: number): PlacedEdit => ({ do: 'resize', path: [], length });

test.each<readonly [value: unknown, path: string, edit: PlacedEdit, expected: unknown]>([
  [{ a: { b: 1 } }, 'a/b', set, { a: { b: 'X' } }],
  [{ a: {} }, 'a/b', set, { a: { b: 'X' } }],
  [{}, 'a/b', set, {}],
  [{ a: 1 }, 'a/b', set, { a: 1 }],
  [{ a: 1, c: 2 }, 'a|b', set, { a: 'X', c: 2 }],
  [{ c: 2 }, 'a|b', set, { c: 2 }],
  [{ a: 1, b: 2 }, 'a|b', set, { a: 'X', b: 'X' }],
  [[{ a: 1 }, {}], '*/a', remove, [{}, {}]],
  [{ x: { a: 1 }, y: { a: 2 } }, '*/a', set, { x: { a: 'X' }, y: { a: 'X' } }],
  [{ list: ['p', 'q', 'r'] }, 'list/1', remove, { list: ['p', 'r'] }],
  [{ list: ['p'] }, 'list/3', set, { list: ['p'] }],
  [{ a: 1 }, 'a', add, { a: 1 }],
  [{}, 'a/b', add, { a: { b: 'X' } }],
  [undefined, 'a', add, { a: 'X' }],
  [{ list: [1] }, 'list', resize(3), { list: [1, 1, 1] }],
  [{ list: [1, 2] }, 'list', resize(1), { list: [1] }],
  [{ list: [] }, 'list', resize(1), { list: [{}] }],
  [{ list: 'none' }, 'list', resize(1), { list: 'none' }],
  [{ list: [], of: ['p'] }, '*', { do: 'renew', path: [] }, { list: ['another-0'], of: ['another-0'] }],
  [{ keys: { p: 1, q: 2 } }, 'keys', { do: 'rename', path: [], name: 'sms' }, { keys: { sms: 1, 'sms-2': 2 } }],
  [{ a: 1 }, '', remove, undefined],
])('%j at %s', (value, path, edit, expected) => {
  const before = JSON.stringify(value);
  expect(editJson(value, path === '' ? [] : path.split('/'), edit)).toEqual(expected);
  expect(JSON.stringify(value)).toBe(before);
});

test('links by relation and by name, wherever they are', () => {
  const body = {
    _links: { next: { name: 'unlock', href: 'a' }, cancel: { href: 'b', hints: { allow: ['POST'] } } },
    _embedded: { factors: [{ _links: { unlock: { href: 'c' } } }] },
  };
  expect(relink(body, { do: 'relink', link: 'unlock', member: '/href', value: 'X' })).toEqual({
    _links: { next: { name: 'unlock', href: 'X' }, cancel: { href: 'b', hints: { allow: ['POST'] } } },
    _embedded: { factors: [{ _links: { unlock: { href: 'X' } } }] },
  });
  expect(relink(body._links, { do: 'relink', link: 'cancel', member: '/hints/allow', value: ['TRACE'] })).toEqual(body._links);
  expect(relink({ _links: body._links }, { do: 'relink', link: 'cancel', member: '/hints/allow', value: ['TRACE'] })).toEqual({
    _links: { ...body._links, cancel: { href: 'b', hints: { allow: ['TRACE'] } } },
  });
});
