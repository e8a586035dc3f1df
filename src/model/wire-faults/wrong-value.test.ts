import { expect, test } from 'vitest';
import { loadSpecs } from '../load.ts';
import { createValidator } from '../schema/validator.ts';
import { wrongValues } from './breach.ts';

test.each([
  [{ type: 'string' }, { 'of-another-type': 7 }],
  [{ type: 'boolean' }, { 'of-another-type': 'text' }],
  [{ type: ['string', 'null'] }, { 'of-another-type': 7 }],
  [{ enum: ['A', 'B'] }, { 'another-value': 'SOMETHING_ELSE' }],
  [{ const: '3' }, { 'another-value': '4' }],
  [{ enum: [1, 5] }, { 'another-value': 6 }],
  [{ const: true }, { 'another-value': false }],
  [
    { type: 'string', minLength: 1 },
    { 'of-another-type': 7, empty: '' },
  ],
  [
    { type: 'string', format: 'utc-milliseconds' },
    { 'of-another-type': 7, 'in-another-form': '2031-01-01T00:00:00Z' },
  ],
  [
    { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'number' }] },
    { 'of-another-type': { of: 'another type' }, 'in-another-form': '1 January 2031' },
  ],
  [{ anyOf: [{ type: 'string', format: 'date-time' }, { type: 'string' }] }, { 'of-another-type': 7 }],
  [{}, {}],
])('%j', (schema, expected) => {
  expect(Object.fromEntries(wrongValues(schema).map(({ defect, value }) => [defect, value]))).toEqual(expected);
});

test('no field of the documents permits a value that is told to be wrong for it', () => {
  const rows = Object.values(loadSpecs().documents).flatMap(({ resources }) => resources.resources.flatMap(({ fields }) => fields));
  const permitted = rows.flatMap(({ path, schema }) =>
    wrongValues(schema)
      .filter(({ value }) => createValidator().judge(schema, value).violations.length === 0)
      .map(({ defect }) => `${path} ${defect}`),
  );
  expect(rows.flatMap(({ schema }) => wrongValues(schema)).length).toBeGreaterThan(100);
  expect(permitted).toEqual([]);
});
