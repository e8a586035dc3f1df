import { expect, test } from 'vitest';
import type { Binding, OperationRow } from '../model/types.ts';
import { argumentReader } from './read-argument.ts';

const parameter = (name: string, place: 'path' | 'query' | 'body'): NonNullable<OperationRow['parameters']>[number] => ({
  name,
  in: place,
  schema: {},
  clauses: [],
});
const OPERATION: OperationRow = {
  id: 'openDoor',
  clauses: [],
  path: '/doors/{id}',
  parameters: [parameter('id', 'path'), parameter('floor', 'query'), parameter('key', 'body')],
  responses: [],
};
const REQUEST = { url: 'https://doors.example.test/api/doors/d%201?floor=2&level=3', body: { key: 'k1', with: [{ key: 'k2' }] } };

test.each<[string, string, Binding | undefined, unknown]>([
  ['in the path', 'id', undefined, 'd 1'],
  ['in the path that the profile shows', 'room', { path: '/api/doors/{room}' }, 'd 1'],
  ['in the query', 'floor', undefined, '2'],
  ['in the query, under a name that the profile shows', 'floor', { query: { level: '$floor' } }, '3'],
  ['in the body', 'key', undefined, 'k1'],
  ['in the body, where the profile shows it', 'key', { body: { with: [{ key: '$key' }] } }, 'k2'],
  ['in the body, where it was left out', 'key', { body: { without: '$key' } }, undefined],
  ['as a part of a text only', 'key', { body: { key: 'the {key}' } }, undefined],
  ['nowhere', 'colour', undefined, undefined],
])('a parameter stands %s', (_where, name, binding, value) => {
  expect(argumentReader(OPERATION, binding, name)(REQUEST)).toEqual(value);
});

test('a request that lacks it says nothing', () => {
  const empty = { url: 'https://doors.example.test/else' };
  expect(['id', 'floor', 'key'].map((name) => argumentReader(OPERATION, undefined, name)(empty))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
