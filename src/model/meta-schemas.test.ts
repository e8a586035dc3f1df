import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { answerSchemas } from '../export/json-schemas.ts';
import { loadSpecs } from './load.ts';
import { META_SCHEMAS, readSchema } from './meta-schemas.ts';

const ajv = new Ajv2020();

/** What is wrong with a schema, by the schema of schemas. */
function mistakesOf(schema: object): readonly string[] {
  return ajv.validateSchema(schema) === true
    ? []
    : (ajv.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
}

test('what is no schema is found', () => {
  expect(mistakesOf({ type: 'text' }).slice(0, 1)).toEqual(['/type must be equal to one of the allowed values']);
});

test('every file of specs/meta is a schema: whoever uses one takes that for granted', () => {
  expect(META_SCHEMAS.map((name) => [name, mistakesOf(readSchema(name))])).toEqual(META_SCHEMAS.map((name) => [name, []]));
});

test('so is what answers are held against', () => {
  const schemas = Object.values(loadSpecs().documents).flatMap(answerSchemas);
  expect(schemas.length).toBeGreaterThan(100);
  expect(schemas.flatMap(({ file, schema }) => mistakesOf(schema).map((mistake) => `${file} ${mistake}`))).toEqual([]);
});
