import { expect, test } from 'vitest';
import type { Binding, OperationRow } from '../model/types.ts';
import { overrulings } from './check-binding.ts';

const shown: OperationRow = {
  id: 'openDoor',
  clauses: [],
  method: 'POST',
  path: '/doors/{id}/open',
  parameters: [
    { name: 'id', in: 'path', schema: {}, clauses: [] },
    { name: 'key', in: 'body', schema: {}, clauses: [] },
    { name: 'turns', in: 'body', schema: {}, clauses: [] },
  ],
  responses: [
    { status: 403, error: 'wrong_key', clauses: [] },
    { status: 200, clauses: [] },
  ],
};
const mistakesOf = (operation: OperationRow, binding: Binding): readonly string[] =>
  overrulings(operation, binding).map(({ key, message }) => `${key}: ${message}`);

test('nothing that a document shows can be bound', () => {
  expect(mistakesOf(shown, { method: 'PUT', path: '/doors/{id}', success: 201, body: { key: '$turns' }, response: { id: '/0' } })).toEqual([
    'method: the document says POST: remove this key',
    'path: the document says /doors/{id}/open: remove this key',
    'success: the document says 200: remove this key',
    'body: the document says where these stand: expected key: $key, turns: $turns at the top of the body',
    'response: the document shows the answer: remove this key',
  ]);
});

test('everything that it leaves open can', () => {
  const open: OperationRow = { ...shown, open: ['path', 'request', 'response', 'success'] };
  expect(mistakesOf(open, { path: '/x', success: [201], body: {}, response: { id: '/0' }, headers: { A: 'b' }, query: {} })).toEqual([]);
});

test('constants may stand beside documented parameters, headers and queries beside all of them', () => {
  expect(mistakesOf(shown, { body: { key: '$key', turns: '$turns', hand: 'left' }, headers: { A: 'b' }, query: { c: 'd' } })).toEqual([]);
  expect([{}, { key: '$key' }, { lock: { key: '$key', turns: '$turns' } }].map((body) => mistakesOf(shown, { body }).length)).toEqual([
    1, 1, 1,
  ]);
});

test.each([
  ['/base/v9/doors/{door}/open', []],
  ['/doors/{id}/open?all=true', []],
  ['/base/doors/{id}', ['path: the document says /doors/{id}/open: expected a path that ends in it, found /base/doors/{id}']],
])('where the base path is open, %s', (path, wanted) => {
  expect(mistakesOf({ ...shown, open: ['base-path'] }, { path })).toEqual(wanted);
});

test('a status that no document shows is nobody’s', () => {
  expect(mistakesOf({ ...shown, responses: [{ clauses: [] }] }, { success: 204 })).toEqual([]);
});
