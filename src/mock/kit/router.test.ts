import { expect, test } from 'vitest';
import { createRouter, splitTarget } from './router.ts';

const find = createRouter([
  { method: 'GET', path: '/things/{id}', handler: 'read' },
  { method: 'DELETE', path: '/things/{id}', handler: 'delete' },
  { method: 'GET', path: '/things/all', handler: 'shadowed' },
  { method: 'GET', path: '/', handler: 'root' },
]);

test.each([
  ['GET', '/things/a%20b', { kind: 'found', handler: 'read', params: { id: 'a b' } }],
  ['GET', '/things/all', { kind: 'found', handler: 'read', params: { id: 'all' } }],
  ['GET', '/', { kind: 'found', handler: 'root', params: {} }],
  ['PUT', '/things/1', { kind: 'method-not-allowed', allow: ['GET', 'DELETE'] }],
  ['GET', '/things', { kind: 'not-found' }],
  ['GET', '/things/', { kind: 'not-found' }],
  ['GET', '/things/1/2', { kind: 'not-found' }],
  ['GET', '/things/%', { kind: 'not-found' }],
  ['GET', '', { kind: 'not-found' }],
])('%s %s', (method, path, match) => {
  expect(find(method, path)).toEqual(match);
});

test('a target is split at its first question mark', () => {
  const { path, query } = splitTarget('/a?b=c?d&e=%26');
  expect({ path, query: [...query] }).toEqual({
    path: '/a',
    query: [
      ['b', 'c?d'],
      ['e', '&'],
    ],
  });
});
