import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OperationRow } from '../model/types.ts';
import { UnaddressableValue, UnboundOperation, planRequest } from './request.ts';

const parameter = (name: string, place: 'path' | 'query' | 'header' | 'body') => ({ name, in: place, schema: {}, clauses: [] });
const operation: OperationRow = {
  id: 'listThings',
  clauses: [],
  method: 'POST',
  path: '/teams/{team}/things',
  parameters: [parameter('team', 'path'), parameter('count', 'query'), parameter('X-Trace', 'header'), parameter('filter', 'body')],
  responses: [],
};
const open: OperationRow = { id: 'makeThing', clauses: [], open: ['method', 'path'], parameters: [], responses: [] };

test('each argument goes where the document says; what no row places goes into the body', () => {
  expect(
    planRequest(operation, undefined, { team: 'a', count: 3, 'X-Trace': 't', filter: { name: 'x' }, surplus: true, absent: undefined }),
  ).toEqual({
    method: 'POST',
    path: '/teams/a/things?count=3',
    headers: { 'X-Trace': 't' },
    body: { json: { filter: { name: 'x' }, surplus: true } },
  });
});

test('a read has no body', () => {
  expect(planRequest({ ...operation, method: 'GET' }, undefined, { team: 'a', filter: 'x' }).body).toBeUndefined();
});

test('what the document leaves open comes from the binding, templates filled', () => {
  const binding = {
    method: 'PUT',
    path: '/v1/{kind}/make?dry=true',
    query: { tag: '$tag', fixed: 'yes', gone: '$gone' },
    headers: { 'If-Match': '$version' },
    contentType: 'application/merge-patch+json',
    body: { thing: { name: '$name', note: '$note', labels: ['$name', 'b', '$note'] } },
  } as const;
  expect(planRequest(open, { ...binding, body: { ...binding.body } }, { kind: 'door', tag: 't', version: 4, name: 'n' })).toEqual({
    method: 'PUT',
    path: '/v1/door/make?dry=true&tag=t&fixed=yes',
    headers: { 'If-Match': '4', 'content-type': 'application/merge-patch+json' },
    body: { json: { thing: { name: 'n', labels: ['n', 'b'] } } },
  });
});

test('a field of the object that an argument names takes its place, and the name where nobody has told of it', () => {
  const binding = { method: 'PUT', path: '/things/{team}/{thing.id}', query: { of: '$thing.id' }, body: { for: '$thing.id' } } as const;
  const planned = (thing: string): unknown =>
    planRequest(open, binding, { team: 'a', thing }, (parameter, value, field) =>
      parameter === 'thing' && value === 'known' && field === 'id' ? 'T/1' : undefined,
    );
  const request = (path: string, id: string): unknown => ({
    method: 'PUT',
    path: `${path}?of=${encodeURIComponent(id)}`,
    headers: {},
    body: { json: { for: id } },
  });
  expect([planned('known'), planned('other')]).toEqual([request('/things/a/T%2F1', 'T/1'), request('/things/a/other', 'other')]);
});

test('an operation without method or path, or without a value for its path, says what is missing', () => {
  expect(() => planRequest(open, undefined, {})).toThrow(
    new UnboundOperation('operation makeThing needs bindings.makeThing with method and path'),
  );
  expect(() => planRequest(open, { method: 'GET' }, {})).toThrow(UnboundOperation);
  expect(() => planRequest(operation, undefined, {})).toThrow(new UnboundOperation('operation listThings needs a value for team'));
});

test('a path argument is one segment and is read back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (team) => {
      // Dot segments are the one thing that a path cannot carry (RFC 3986, section 5.2.4).
      fc.pre(!['.', '..'].includes(team));
      const { pathname, search } = new URL(planRequest(operation, undefined, { team }).path, 'https://x.test');
      expect([pathname.split('/').length, decodeURIComponent(pathname.split('/')[2] ?? ''), search]).toEqual([4, team, '']);
    }),
  );
});

test('several values of a query argument are several fields', () => {
  expect(planRequest(operation, undefined, { team: 'a', count: [1, '2'] }).path).toBe('/teams/a/things?count=1&count=2');
});

test('a query argument is read back as it was, beside the ones of the path', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (count) => {
      const bound = { path: '/teams/{team}/things?all=true' };
      const { searchParams } = new URL(planRequest(operation, bound, { team: 'a', count }).path, 'https://x.test');
      expect([...searchParams]).toEqual([
        ['all', 'true'],
        ['count', count],
      ]);
    }),
  );
});

test('where the document leaves the request open, the one that a binding shows is all of it', () => {
  const search: OperationRow = { ...operation, open: ['request'] };
  const args = { team: 'a', count: 3, 'X-Trace': 't', filter: 'x' };
  expect([
    planRequest(search, { body: { at: { most: '$count' } } }, args),
    planRequest(search, { query: { n: '$count' } }, { ...args, surplus: 1 }),
    planRequest(search, { query: { n: '$count' }, headers: { 'X-Filter': 'is={filter}', 'X-Gone': 'is={gone}' } }, args),
    planRequest(search, { body: {} }, { team: 'a' }),
    planRequest(search, undefined, { team: 'a' }),
    planRequest(search, undefined, args),
  ]).toEqual([
    { method: 'POST', path: '/teams/a/things', headers: {}, body: { json: { at: { most: 3 } } } },
    { method: 'POST', path: '/teams/a/things?n=3', headers: {}, body: { json: { surplus: 1 } } },
    { method: 'POST', path: '/teams/a/things?n=3', headers: { 'X-Filter': 'is=x' }, body: undefined },
    { method: 'POST', path: '/teams/a/things', headers: {}, body: { json: {} } },
    { method: 'POST', path: '/teams/a/things', headers: {}, body: undefined },
    { method: 'POST', path: '/teams/a/things?count=3', headers: { 'X-Trace': 't' }, body: { json: { filter: 'x' } } },
  ]);
});

test('what a template places is not placed a second time by its row', () => {
  expect(planRequest(operation, { headers: { Count: '$count' } }, { team: 'a', count: 3 })).toEqual({
    method: 'POST',
    path: '/teams/a/things',
    headers: { Count: '3' },
    body: { json: {} },
  });
});

test('a form is filled from the template', () => {
  const binding = {
    method: 'POST',
    path: '/',
    contentType: 'application/x-www-form-urlencoded',
    body: { who: '$who', n: '$n', gone: '$gone' },
  } as const;
  expect(planRequest(open, { ...binding, body: { ...binding.body } }, { who: 'a & b', n: 3 })).toEqual({
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: { text: 'who=a+%26+b&n=3', contentType: 'application/x-www-form-urlencoded' },
  });
});

test.each(['.', '..', '\ud800', 'a\udc00b', 'x'.repeat(70_000)])(
  'an identifier that an address cannot hold as it is stops the request: %#',
  (team) => {
    expect(() => planRequest(operation, undefined, { team })).toThrow(UnaddressableValue);
  },
);

test('a text of several values is left out where none of them is given, and not sent with a part of them', () => {
  const query = { of: 'team eq "{team}" and kind eq "{kind}"' };
  const search: OperationRow = { ...open, method: 'GET', path: '/things' };
  expect(planRequest(search, { query }, {}).path).toBe('/things');
  expect(planRequest(search, { query }, { team: 'a', kind: 'b' }).path).toContain('of=team+eq+%22a%22+and+kind+eq+%22b%22');
  expect(() => planRequest(search, { query }, { team: 'a' })).toThrow(
    "operation makeThing needs a value for kind, which 'of' of its binding shows beside others",
  );
  // What is left out on purpose is not missing.
  expect(planRequest(search, { query }, { team: 'a', kind: undefined }).path).toBe('/things');
});
