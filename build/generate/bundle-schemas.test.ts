import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { bundleSchemas } from './bundle-schemas.ts';

test('definitions of all schemas stand side by side, and references lead to them', () => {
  const schemas = {
    'spec-rows': {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'array',
      items: { $ref: '#/$defs/row' },
      $defs: { row: { $ref: 'ids.schema.json#/$defs/id' } },
    },
    ids: { $defs: { id: { type: 'string' } } },
    all: { oneOf: [{ $ref: 'spec-rows.schema.json', description: 'every row' }] },
  };
  expect(bundleSchemas(new Map(Object.entries(schemas)))).toEqual({
    type: 'object',
    additionalProperties: false,
    properties: {
      spec_rows__row: { $ref: '#/$defs/spec_rows__row' },
      spec_rows: { $ref: '#/$defs/spec_rows' },
      ids__id: { $ref: '#/$defs/ids__id' },
      all: { $ref: '#/$defs/all' },
    },
    $defs: {
      spec_rows__row: { $ref: '#/$defs/ids__id' },
      spec_rows: { type: 'array', items: { $ref: '#/$defs/spec_rows__row' } },
      ids__id: { type: 'string' },
      all: { oneOf: [{ description: 'every row', allOf: [{ $ref: '#/$defs/spec_rows' }] }] },
    },
  });
});

test('a definition is one generated type', () => {
  const types = readFileSync(`${PACKAGE_ROOT}src/model/generated/spec-files.ts`, 'utf8');
  expect(types.match(/^export (?:interface|type) \w+[a-z]\d\b/gm)).toBeNull();
});
