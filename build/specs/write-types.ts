import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import { nameOfText } from '../../src/model/compiled-validators.ts';
import { resourceSchema } from '../../src/model/schema/field-schema.ts';
import type { JsonSchema } from '../../src/model/schema/json-schema.ts';
import { SPECS_FOLDER } from '../../src/model/specs-folder.ts';
import type { DocumentSpec, OperationRow } from '../../src/model/types.ts';
import { typeSchema } from './type-schema.ts';

/** What `import type … from 'assay/types'` gives. */
export const TYPES_FOLDER = join(SPECS_FOLDER, '..', 'dist', 'types');

/**
 * Writes the types of the bodies that each document shows: a namespace for each document, with its resources by name and `Responses`, the
 * bodies by operation and status. Nothing where they stand there already.
 */
export async function writeTypes(documents: readonly DocumentSpec[]): Promise<void> {
  const schemas = documents.map((spec) => [spec.name, schemaOf(spec)] as const);
  const key = nameOfText(JSON.stringify(schemas) + readFileSync(fileURLToPath(import.meta.url), 'utf8'));
  const keyFile = join(TYPES_FOLDER, 'key');
  if (existsSync(keyFile) && readFileSync(keyFile, 'utf8') === key) return;
  rmSync(TYPES_FOLDER, { recursive: true, force: true });
  mkdirSync(TYPES_FOLDER, { recursive: true });
  for (const [name, schema] of schemas) writeFileSync(join(TYPES_FOLDER, `${name}.d.ts`), await typesOf(schema));
  const index = schemas.map(([name]) => `export type * as ${namespaceOf(name)} from './${name}.js';\n`);
  writeFileSync(join(TYPES_FOLDER, 'index.d.ts'), index.join(''));
  writeFileSync(keyFile, key);
}

function schemaOf(spec: DocumentSpec): JsonSchema {
  const resources = spec.resources.resources.map((row) => [row.name, { title: row.name, ...typeSchema(resourceSchema(row)) }] as const);
  const names = new Set(resources.map(([name]) => name));
  return {
    title: 'Responses',
    description: 'The bodies of responses by operation and status; success where the document shows no status.',
    type: 'object',
    properties: Object.fromEntries(spec.endpoints.operations.map((operation) => [operation.id, bodiesOf(operation, names)])),
    required: spec.endpoints.operations.map(({ id }) => id),
    $defs: Object.fromEntries(resources),
  };
}

/** Errors have one body, whatever was asked. */
function bodiesOf({ responses }: OperationRow, known: ReadonlySet<string>): JsonSchema {
  const bodies = responses.map(({ status, error, resource }): readonly [string, JsonSchema] => {
    const name = error === undefined ? resource : 'Error';
    return [String(status ?? 'success'), name !== undefined && known.has(name) ? { $ref: `#/$defs/${name}` } : {}];
  });
  return { type: 'object', properties: Object.fromEntries(bodies), required: [...new Set(bodies.map(([status]) => status))] };
}

async function typesOf(schema: JsonSchema): Promise<string> {
  return compile({ ...schema }, 'Responses', {
    additionalProperties: false,
    bannerComment: '/* Made from the specs by the build. */',
    style: { singleQuote: true, printWidth: 120 },
    ignoreMinAndMaxItems: true,
    unknownAny: true,
    unreachableDefinitions: true,
  });
}

function namespaceOf(document: string): string {
  return document.replaceAll(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
