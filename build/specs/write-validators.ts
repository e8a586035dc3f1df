import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { _ } from 'ajv/dist/2020.js';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { nameOfText, VALIDATORS_FOLDER } from '../../src/model/compiled-validators.ts';
import { ajvOfMetaSchemas, compiledName, readSchema, WHOLE } from '../../src/model/meta-schemas.ts';
import type { MetaSchemaName, Thoroughness } from '../../src/model/meta-schemas.ts';
import { bodySchema, rulesOf, ruleSchema } from '../../src/model/schema/response-schema.ts';
import { isSchema } from '../../src/model/schema/json-schema.ts';
import type { JsonSchema } from '../../src/model/schema/json-schema.ts';
import { ANSWERS, partsOf, strictAjv } from '../../src/model/schema/validator.ts';
import type { DocumentSpec } from '../../src/model/types.ts';

/** What commands read and write. Spec files are in the bundle: only those that a user names are held against their schemas. */
export const READ_OR_WRITTEN: readonly (readonly [Thoroughness, MetaSchemaName])[] = [
  ['all', 'accounts'],
  ['all', 'errata'],
  ['all', 'load-row'],
  ['all', 'profile'],
  ['all', 'report'],
  ['all', 'requirements'],
  ['all', 'waivers'],
  ['first', 'certificate'],
  ['first', 'history'],
  ['first', 'public-profile'],
  ['first', 'report'],
  ['first', 'run-lock'],
  ['first', 'statement'],
  ['first', 'trace'],
];

/**
 * Writes ajv's code of the package's own schemas, so that no command compiles them: those of files, and those of answers. Nothing where it
 * stands there already.
 */
export function writeValidators(documents: readonly DocumentSpec[]): void {
  const parts = answerParts(documents);
  const key = nameOfText([...READ_OR_WRITTEN.map((one) => compiledName(...one)), ...parts.keys(), ...COMPILERS.map(textOf)].join('\n'));
  const keyFile = join(VALIDATORS_FOLDER, 'key');
  if (existsSync(keyFile) && readFileSync(keyFile, 'utf8') === key) return;
  rmSync(VALIDATORS_FOLDER, { recursive: true, force: true });
  mkdirSync(VALIDATORS_FOLDER, { recursive: true });
  for (const [thoroughness, name] of READ_OR_WRITTEN) write(compiledName(thoroughness, name), metaCode(thoroughness, name));
  write(ANSWERS, answerCode(parts));
  writeFileSync(keyFile, key);
}

/** What makes the code. */
const COMPILERS = [
  import.meta.resolve('./write-validators.js'),
  import.meta.resolve('../../src/model/meta-schemas.js'),
  import.meta.resolve('../../src/model/schema/validator.js'),
  import.meta.resolve('../../src/model/schema/json-schema.js'),
  import.meta.resolve('../../src/model/ajv.js'),
  pathToFileURL(createRequire(import.meta.url).resolve('ajv/package.json')).href,
];

function textOf(url: string): string {
  return readFileSync(new URL(url), 'utf8');
}

const AS_SOURCE = { source: true, formats: _`formats` } as const;

function metaCode(thoroughness: Thoroughness, name: MetaSchemaName): string {
  const ajv = ajvOfMetaSchemas(thoroughness, AS_SOURCE);
  const definitions = Object.keys(readSchema(name)['$defs'] ?? {});
  return codeOf(ajv, {
    [WHOLE]: `${name}.schema.json`,
    ...Object.fromEntries(definitions.map((definition) => [definition, `${name}.schema.json#/$defs/${definition}`])),
  });
}

/** Every part of a schema that responses, or the data of provider states, are held against, by name. */
export function answerParts(documents: readonly DocumentSpec[]): ReadonlyMap<string, JsonSchema> {
  const parts = documents
    .flatMap((spec): readonly JsonSchema[] => [
      ...spec.resources.resources.map(bodySchema),
      ...rulesOf(spec).map(ruleSchema),
      ...viewsIn(spec),
      ...dataIn(spec),
    ])
    .flatMap(partsOf);
  return new Map(parts.map((part) => [nameOfText(JSON.stringify(part)), part]));
}

/** What expectations demand of a response as a whole. */
function viewsIn(value: unknown): readonly JsonSchema[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => (key === 'view' && isSchema(one) ? [one] : viewsIn(one)));
}

function dataIn({ providerStates: { states, acts } }: DocumentSpec): readonly JsonSchema[] {
  const rows = [...states, ...acts].flatMap(({ data = {}, params = {} }) => [...Object.values(data), ...Object.values(params)]);
  return rows.map(({ schema }): unknown => schema).filter(isSchema);
}

function answerCode(parts: ReadonlyMap<string, JsonSchema>): string {
  const ajv = strictAjv(AS_SOURCE);
  for (const [name, part] of parts) ajv.addSchema(part, name);
  return codeOf(ajv, Object.fromEntries([...parts.keys()].map((name) => [name, name])));
}

/** @param names the names of the validators, with the keys of their schemas */
function codeOf(ajv: Ajv2020, names: Readonly<Record<string, string>>): string {
  return standalone.default(ajv, { ...names });
}

function write(name: string, code: string): void {
  const text = `'use strict';\nmodule.exports = (formats) => {\nconst module = { exports: {} }, exports = module.exports;\n${code}\nreturn exports;\n};\n`;
  writeFileSync(join(VALIDATORS_FOLDER, `${name}.cjs`), text);
}
