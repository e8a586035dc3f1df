import { expect, test } from 'vitest';
import { annotated, demands } from './json-schema.ts';
import { createValidator } from './validator.ts';

const CLAUSES = ['authn.a'];

test('every schema that can be violated carries the annotation, and what is forbidden becomes a schema that can', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string' }, b: false, c: true },
    if: { required: ['a'] },
    then: { anyOf: [{ required: ['c'] }] },
    not: { required: ['d'] },
    enum: [{ properties: {} }],
  };
  expect(annotated(schema, { clauses: CLAUSES })).toEqual({
    type: 'object',
    properties: { a: { type: 'string', clauses: CLAUSES }, b: { not: {}, clauses: CLAUSES }, c: true },
    if: { required: ['a'] },
    then: { anyOf: [{ required: ['c'], clauses: CLAUSES }], clauses: CLAUSES },
    not: { required: ['d'] },
    enum: [{ properties: {} }],
    clauses: CLAUSES,
  });
});

test.each([
  [{ type: 'string' }, true],
  [{ properties: { a: { type: 'string' } } }, false],
  [{ items: { required: ['a'] } }, false],
  [{ if: { type: 'string' }, then: { minLength: 1 } }, false],
  [{ properties: { a: { not: {} } } }, true],
  [{ properties: { a: { properties: { b: { not: {} } } } } }, true],
  [{}, false],
])('%j demands something of a value itself: %s', (schema, expected) => {
  expect(demands(schema)).toBe(expected);
});

test.each([
  ['nothing to hold it against', { list: [] }, { seen: [], clauses: [] }],
  ['kept', { list: [{ id: 'x' }] }, { seen: CLAUSES, clauses: [] }],
  ['broken', { list: [{}] }, { seen: CLAUSES, clauses: CLAUSES }],
])('a statement about the members of a list: %s', (_title, value, expected) => {
  const schema = annotated({ properties: { list: { items: { required: ['id'] } } } }, { clauses: CLAUSES });
  const { seen, violations } = createValidator().judge(schema, value);
  expect({ seen, clauses: violations.flatMap(({ clauses }) => clauses) }).toEqual(expected);
});

test.each([
  ['absent with all around it', {}, { seen: CLAUSES, clauses: [] }],
  ['absent', { user: {} }, { seen: CLAUSES, clauses: [] }],
  ['there', { user: { name: 'x' } }, { seen: CLAUSES, clauses: CLAUSES }],
])('a prohibition: what it forbids is %s', (_title, value, expected) => {
  const schema = annotated({ properties: { user: { properties: { name: false } } } }, { clauses: CLAUSES });
  const { seen, violations } = createValidator().judge(schema, value);
  expect({ seen, clauses: violations.flatMap(({ clauses }) => clauses) }).toEqual(expected);
});

test('a schema without clauses is judged too', () => {
  const schema = { properties: { status: { const: 200 } }, if: { required: ['body'] }, then: { required: ['state'] } };
  expect(createValidator().judge(schema, { status: 404 })).toEqual({
    seen: [],
    violations: [{ clauses: [], pointer: '/status', expected: '200', received: 404 }],
  });
  expect(createValidator().judge(schema, { status: 200, body: 1 })).toEqual({
    seen: [],
    violations: [{ clauses: [], pointer: '/state', expected: "must have required property 'state'", received: undefined }],
  });
});
