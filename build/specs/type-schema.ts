import { isSchema } from '../../src/model/schema/json-schema.ts';
import type { JsonSchema } from '../../src/model/schema/json-schema.ts';

/**
 * What of a schema is a matter of types: kinds, enumerations, members. Conjunctions become one schema; formats, patterns, bounds and
 * conditions go; the clauses become the description.
 */
export function typeSchema(schema: JsonSchema): JsonSchema {
  const clauses = [...new Set(clausesOf(schema))];
  return { ...bareType(schema), ...(clauses.length === 0 ? {} : { description: clauses.join(', ') }) };
}

function bareType(schema: JsonSchema): JsonSchema {
  const parts = partsOf(schema);
  const first = (keyword: string): unknown => parts.map((part) => part[keyword]).find((value) => value !== undefined);
  const members = parts.flatMap(({ properties }) => (isSchema(properties) ? Object.entries(properties) : []));
  const items = parts.map((part) => part['items']).filter(isSchema);
  const values = parts.map((part) => part['additionalProperties']).filter(isSchema);
  const alternatives = first('anyOf') ?? first('oneOf');
  const kinds = Array.isArray(alternatives) ? alternatives.filter(isSchema).map(bareType) : [];
  const simple = ['type', 'enum', 'const'].flatMap((keyword) => (first(keyword) === undefined ? [] : [[keyword, first(keyword)] as const]));
  return {
    ...Object.fromEntries(simple),
    ...(kinds.length === 0 || simple.length > 0 ? {} : { anyOf: [...new Map(kinds.map((kind) => [JSON.stringify(kind), kind])).values()] }),
    ...(members.length === 0 ? {} : { type: 'object', properties: Object.fromEntries(grouped(members)) }),
    ...(items.length === 0 ? {} : { type: 'array', items: typeSchema({ allOf: items }) }),
    ...(values.length === 0 ? {} : { type: 'object', additionalProperties: typeSchema({ allOf: values }) }),
  };
}

/** A schema and all that its conjunctions add. */
function partsOf(schema: JsonSchema): readonly JsonSchema[] {
  const { allOf } = schema;
  return [schema, ...(Array.isArray(allOf) ? allOf.filter(isSchema).flatMap(partsOf) : [])];
}

/** Members by name; one that several parts speak of is what all of them say, and one that must not be there is left out. */
function grouped(members: readonly (readonly [string, unknown])[]): readonly (readonly [string, JsonSchema])[] {
  const byName = new Map<string, JsonSchema[]>();
  for (const [name, schema] of members) if (isSchema(schema)) byName.set(name, [...(byName.get(name) ?? []), schema]);
  return [...byName]
    .filter(([, schemas]) => !schemas.flatMap(partsOf).some(({ not }) => isSchema(not) && Object.keys(not).length === 0))
    .map(([name, schemas]) => [name, typeSchema({ allOf: schemas })]);
}

/** Of the schema itself and its conjunctions, not of its members. */
function clausesOf(schema: JsonSchema): readonly string[] {
  return partsOf(schema).flatMap(({ clauses }) => (Array.isArray(clauses) ? clauses.filter((clause) => typeof clause === 'string') : []));
}
