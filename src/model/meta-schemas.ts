import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ajv2020, AnySchemaObject, CodeOptions, ValidateFunction } from 'ajv/dist/2020.js';
import { loadAjv, COMPILING } from './ajv.ts';
import { compiledValidators, nameOfText } from './compiled-validators.ts';
import { SPECS_FOLDER } from './specs-folder.ts';

export const META_SCHEMAS = [
  'document',
  'load',
  'families',
  'refusals',
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
  'fixtures',
  'faults',
  'trace',
  'load-row',
  'har',
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

/** Whether a validator goes on after the first error. */
export type Thoroughness = 'all' | 'first';

const found = {};
const ajvs = new Map<Thoroughness, Ajv2020>();

/** The validator of a kind of file (specs/meta): as the build has compiled it, or compiled once, when it is first asked for. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the schema that is named vouches for T
export function metaValidator<T>(name: MetaSchemaName): ValidateFunction<T> {
  return validatorOf<T>('all', name);
}

/** The same, content with the first error: what others have written may hold millions. `definition` is one of the schema's own. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the schema that is named vouches for T
export function firstErrorValidator<T>(name: MetaSchemaName, definition?: string): ValidateFunction<T> {
  return validatorOf<T>('first', name, definition);
}

function validatorOf<T>(thoroughness: Thoroughness, name: MetaSchemaName, definition = ''): ValidateFunction<T> {
  const key = `${thoroughness} ${name} ${definition}`;
  if (!Object.hasOwn(found, key)) {
    const compiled = compiledValidators(compiledName(thoroughness, name))[definition === '' ? WHOLE : definition];
    Reflect.set(found, key, compiled ?? compiledNow(thoroughness, name, definition));
  }
  const validate: ValidateFunction<T> = Reflect.get(found, key);
  return validate;
}

/** Under which name the build writes the validator of a whole schema; those of its definitions go by their own. */
export const WHOLE = 'whole schema';

/** In which file the build writes the validators of a schema. */
export function compiledName(thoroughness: Thoroughness, name: MetaSchemaName): string {
  return `${name}-${thoroughness}-${nameOfText(textWithReferences(name, new Set()))}`;
}

/** The text of a schema, and those that it refers to. */
function textWithReferences(name: string, known: Set<string>): string {
  if (known.has(name)) return '';
  known.add(name);
  const text = readFileSync(schemaFile(name), 'utf8');
  const others = [...text.matchAll(/"\$ref": "([\w-]+)\.schema\.json/g)].map(([, other = '']) => textWithReferences(other, known));
  return [text, ...others].join('');
}

function compiledNow(thoroughness: Thoroughness, name: MetaSchemaName, definition: string): ValidateFunction {
  const ajv = ajvs.get(thoroughness) ?? ajvOfMetaSchemas(thoroughness, COMPILING.code);
  ajvs.set(thoroughness, ajv);
  const validate = ajv.getSchema(`${name}.schema.json${definition === '' ? '' : `#/$defs/${definition}`}`);
  if (validate === undefined) throw new TypeError(`specs/meta/${name}.schema.json is not there`);
  return validate;
}

/** All meta schemas, none of them compiled yet. */
export function ajvOfMetaSchemas(thoroughness: Thoroughness, code: CodeOptions): Ajv2020 {
  const loaded = new (loadAjv().Ajv2020)({
    ...COMPILING,
    code,
    allErrors: thoroughness === 'all',
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
  const schema: AnySchemaObject = JSON.parse(readFileSync(schemaFile(name), 'utf8'));
  return schema;
}

function schemaFile(name: string): string {
  return join(SPECS_FOLDER, 'meta', `${name}.schema.json`);
}
