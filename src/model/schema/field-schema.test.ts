import { expect, test } from 'vitest';
import type { FieldRow } from '../types.ts';
import { resourceSchema } from './field-schema.ts';
import { createValidator } from './validator.ts';

const row = (path: string, schema: object, clause: string): FieldRow => ({ path, schema, clauses: [clause] });

test('a path becomes properties, items and values, each row with its clauses', () => {
  const fields = [
    row('list', { type: 'array' }, 'pam.list'),
    row('list[].roles[]', { type: 'string' }, 'pam.role'),
    row('limits{}.max', { type: 'integer' }, 'pam.max'),
  ];
  expect(resourceSchema({ name: 'Page', fields })).toEqual({
    properties: {
      list: {
        allOf: [{ type: 'array', clauses: ['pam.list'] }],
        items: { properties: { roles: { items: { allOf: [{ type: 'string', clauses: ['pam.role'] }] } } } },
      },
      limits: { additionalProperties: { properties: { max: { allOf: [{ type: 'integer', clauses: ['pam.max'] }] } } } },
    },
  });
});

test('alternative names are held to the same schema', () => {
  const schema = resourceSchema({ name: 'Transaction', fields: [row('factor|factors[].id', { type: 'string' }, 'authn.id')] });
  const pointers = (value: unknown): readonly string[] =>
    createValidator()
      .judge(schema, value)
      .violations.map(({ pointer }) => pointer);
  expect([pointers({ factors: [{ id: 1 }] }), pointers({ factor: [{ id: 'one' }] })]).toEqual([['/factors/0/id'], []]);
  // `[]` belongs to the last alternative it follows, and so to both.
  expect(pointers({ factor: [{ id: 1 }] })).toEqual(['/factor/0/id']);
});

test('what the document does not name may be there, and what it names may be absent', () => {
  const schema = resourceSchema({ name: 'Group', fields: [row('name', { type: 'string' }, 'pam.name')] });
  expect([{}, { other: 1 }, { name: 'staff', other: null }].map((value) => createValidator().judge(schema, value))).toEqual([
    { seen: [], violations: [] },
    { seen: [], violations: [] },
    { seen: ['pam.name'], violations: [] },
  ]);
});
