import { expect, test } from 'vitest';
import { anyOf, openSchema } from './dialect.ts';

test('what is open is said of objects alone', () => {
  const text = { type: 'string', anyOf: [{ minLength: 1 }, { const: '' }] };
  const schema = { properties: { href: text, both: { type: ['object', 'null'] } } };
  expect(openSchema(schema)).toEqual({
    properties: { href: text, both: { type: ['object', 'null'], additionalProperties: true } },
    additionalProperties: true,
  });
});

test('alternatives in alternatives are alternatives, each once', () => {
  const [a, b] = [{ required: ['a'] }, { required: ['b'] }];
  expect(anyOf([{ anyOf: [a, b] }, b, { type: 'object', anyOf: [a, b] }])).toEqual({ anyOf: [a, b, { type: 'object', anyOf: [a, b] }] });
});

test('an alternative that demands all of another, and more, is left out', () => {
  const [a, b, c] = [{ required: ['a'] }, { required: ['b'] }, { required: ['c'] }];
  expect([anyOf([{ allOf: [a, b] }, a]), anyOf([{ allOf: [a, b] }, { allOf: [a, b, c] }, { allOf: [a, c] }]), anyOf([a, {}])]).toEqual([
    a,
    { anyOf: [{ allOf: [a, b] }, { allOf: [a, c] }] },
    {},
  ]);
});
