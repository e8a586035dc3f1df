import { compile } from 'json-schema-to-typescript';
import { META_SCHEMAS, readSchema } from '../../src/model/meta-schemas.ts';
import type { JsonSchema } from '../../src/model/schema/json-schema.ts';
import { bundleSchemas } from './bundle-schemas.ts';

/** TypeScript types of all spec files, profiles, traces, control messages and reports, from specs/meta. */
export async function specFileTypes(): Promise<string> {
  const schemas = META_SCHEMAS.toSorted().map((name): readonly [string, JsonSchema] => [name, readSchema(name)]);
  return compile({ ...bundleSchemas(new Map(schemas)), title: 'Everything' }, 'Everything', {
    additionalProperties: false,
    bannerComment: '/* Generated from specs/meta by npm run generate. Do not edit. */',
    enableConstEnums: false,
    ignoreMinAndMaxItems: true,
    unknownAny: true,
    style: { singleQuote: true, printWidth: 120 },
  });
}
