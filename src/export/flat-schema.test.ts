import { expect, test } from 'vitest';
import { flatSchema } from './flat-schema.ts';

test('members of a conjunction become one schema: properties, required names, types and bounds of both', () => {
  const schema = {
    allOf: [
      { type: ['string', 'object'], required: ['id'], properties: { id: { type: 'string', minLength: 1 } }, 'x-clauses': ['a'] },
      { type: 'object', required: ['name'], properties: { id: { minLength: 4 }, name: {} }, 'x-clauses': ['b'] },
    ],
  };
  expect(flatSchema(schema)).toEqual({
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'string', minLength: 4 }, name: {} },
    'x-clauses': ['a', 'b'],
  });
});

test('a condition on the type alone becomes what it demands of that type', () => {
  expect(flatSchema({ if: { type: 'array' }, then: { type: 'array', maxItems: 100 } })).toEqual({ maxItems: 100 });
  const ofAny = { if: { type: 'array' }, then: { const: 1 } };
  expect(flatSchema(ofAny)).toEqual(ofAny);
});

test.each([
  [{ enum: ['a'] }, { enum: ['b'] }],
  [{ pattern: '^a' }, { pattern: 'b$' }],
  [{ properties: { a: {} } }, { additionalProperties: false }],
  [{ const: 'a' }, { enum: ['b'] }],
  [
    { if: { required: ['a'] }, then: {} },
    { if: { required: ['b'] }, then: {} },
  ],
])('%j and %j stay a conjunction, which one schema cannot say', (one, other) => {
  expect(flatSchema({ allOf: [one, other] })).toEqual({ ...one, allOf: [other] });
});

test('a reference stays a member beside the others', () => {
  const others = { $ref: '#/components/schemas/A' };
  expect(flatSchema({ allOf: [others, { required: ['a'] }, { required: ['b'] }] })).toEqual({
    allOf: [others, { required: ['a'] }, { required: ['b'] }],
  });
});
