import { expect, test } from 'vitest';
import { newSampler } from './sample.ts';

const sample = newSampler({ Thing: { properties: { status: { type: 'string' }, due: { type: 'string', format: 'date-time' } } } });
const thing = { $ref: '#/components/schemas/Thing' };

test('a sample meets the demand and the conditions that it brings', () => {
  const onlyWhenDone = {
    if: { properties: { status: { const: 'DONE' } } },
    then: { required: ['by'], properties: { by: { enum: [null, 'ann'] } } },
  };
  const noDue = { if: { required: ['by'] }, then: { not: { required: ['due'] } } };
  expect(sample({ allOf: [thing, onlyWhenDone, noDue] }, { properties: { status: { const: 'DONE' } } })).toEqual({
    status: 'DONE',
    by: 'ann',
  });
});

test('a sample without conditions has each property, and each element that a list needs', () => {
  expect(sample(thing, {})).toEqual({ status: 'status-1', due: '2026-01-01T00:00:00.000Z' });
  expect(sample({ type: 'array', minItems: 2, items: { type: 'integer' }, contains: { const: 7 } }, {})).toEqual([7, 1]);
});

test('there is no sample of what nothing can meet', () => {
  expect(sample({ allOf: [thing, { not: {} }] }, {})).toBe(undefined);
});
