import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { AnySchemaObject, ValidateFunction } from 'ajv/dist/2020.js';
import { COMPILING } from './compiling.ts';
import { SPECS_FOLDER } from './specs-folder.ts';

export const META_SCHEMAS = [
  'document',
  'clauses',
  'resources',
  'endpoints',
  'errors',
  'states',
  'probes',
  'provider-states',
  'statements',
  'profile',
  'public-profile',
  'accounts',
  'trace',
  'load-row',
  'control-plane',
  'report',
  'run-lock',
  'requirements',
  'certificate',
  'statement',
  'errata',
  'waivers',
  'diff',
  'history',
  'differential',
] as const;
export type MetaSchemaName = (typeof META_SCHEMAS)[number];

let ajv: Ajv2020 | undefined;
let first: Ajv2020 | undefined;

/** The compiled meta schema of a kind of file (specs/meta); each is compiled once, when it is first asked for. */
export function metaValidator<T>(name: MetaSchemaName): ValidateFunction<T> {
  ajv ??= loadSchemas({ allErrors: true });
  return compiled<T>(ajv, name);
}

/** The same, content with the first error: what others have written may hold millions. `definition` is one of the schema's own. */
export function firstErrorValidator<T>(name: MetaSchemaName, definition?: string): ValidateFunction<T> {
  first ??= loadSchemas({ allErrors: false });
  return compiled<T>(first, name, definition);
}

function compiled<T>(schemas: Ajv2020, name: MetaSchemaName, definition?: string): ValidateFunction<T> {
  const validate = schemas.getSchema<T>(`${name}.schema.json${definition === undefined ? '' : `#/$defs/${definition}`}`);
  if (validate === undefined) throw new TypeError(`specs/meta/${name}.schema.json is not there`);
  return validate;
}

function loadSchemas({ allErrors }: { readonly allErrors: boolean }): Ajv2020 {
  const loaded = new Ajv2020({
    ...COMPILING,
    allErrors,
    strict: true,
    allowUnionTypes: true,
    strictTypes: false,
    strictRequired: false,
    verbose: true,
  });
  for (const name of META_SCHEMAS) loaded.addSchema(readSchema(name), `${name}.schema.json`);
  return loaded;
}

export function readSchema(name: MetaSchemaName): AnySchemaObject {
  const schema: AnySchemaObject = JSON.parse(readFileSync(join(SPECS_FOLDER, 'meta', `${name}.schema.json`), 'utf8'));
  return schema;
}
