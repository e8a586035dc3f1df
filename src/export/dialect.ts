import { isSchema, type JsonSchema } from '../model/schema/json-schema.ts';
import { OWN_FORMATS } from '../model/schema/validator.ts';
import { flatSchema } from './flat-schema.ts';

// Where a schema holds schemas.
const ONE = ['items', 'additionalProperties', 'if', 'then', 'else', 'contains', 'propertyNames', 'not'];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs'];

/**
 * The same schema for tools that know nothing of ours: formats of our own become patterns, annotations are marked as extensions, and what
 * linters take for a slip is written out; flat, as far as one schema can say it.
 */
export function plainSchema(schema: JsonSchema): JsonSchema {
  return flatSchema(withDefined(translated(schema)));
}

/** Each property that is required is named among the properties too, with nothing said of it. */
function withDefined(schema: JsonSchema): JsonSchema {
  const { required, properties = {} } = schema;
  if (!Array.isArray(required) || !isSchema(properties)) return schema;
  const missing = required.filter((name: unknown) => typeof name === 'string' && !(name in properties));
  if (missing.length === 0) return schema;
  return { ...schema, properties: { ...properties, ...Object.fromEntries(missing.map((name: unknown) => [name, {}])) } };
}

function translated(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): (readonly [string, unknown])[] => {
      if (key === 'clauses') return [['x-clauses', value]];
      if (key === 'expected') return [['description', value]];
      const pattern = key === 'format' ? ownFormats.get(String(value)) : undefined;
      if (pattern !== undefined) return [['pattern', pattern]];
      if (ONE.includes(key)) return [[key, plainValue(value)]];
      if (LISTS.includes(key) && Array.isArray(value)) return [[key, value.map(plainValue)]];
      if (MAPS.includes(key) && isSchema(value))
        return [[key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainValue(one)]))]];
      return [[key, value]];
    }),
  );
}

const ownFormats = new Map(Object.entries(OWN_FORMATS).map(([name, { source }]) => [name, source]));

function plainValue(value: unknown): unknown {
  return isSchema(value) ? plainSchema(value) : value === true ? {} : value;
}

const OF_OBJECTS = ['properties', 'allOf', 'anyOf', 'if'];

/** The same schema with what is open written out: tools such as Redocly Respect and Specmatic take an object for closed that does not say so. */
export function openSchema(schema: JsonSchema): JsonSchema {
  const open = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (ONE.includes(key) && isSchema(value)) return [key, openSchema(value)];
      if (LISTS.includes(key) && Array.isArray(value)) return [key, value.map(openValue)];
      if (MAPS.includes(key) && isSchema(value))
        return [key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, openValue(one)]))];
      return [key, value];
    }),
  );
  const { type } = schema;
  const isObject = type === undefined ? OF_OBJECTS.some((keyword) => keyword in schema) : [type].flat().includes('object');
  return {
    ...open,
    ...(isObject && !('additionalProperties' in schema) ? { additionalProperties: true } : {}),
    ...([type].flat().includes('array') && !('items' in schema) ? { items: {} } : {}),
  };
}

function openValue(value: unknown): unknown {
  return isSchema(value) ? openSchema(value) : value;
}

/** The schema of a whole that holds another at a JSON pointer; `required` demands every member on the way. */
export function schemaAt(segments: readonly string[], schema: JsonSchema, required = false): JsonSchema {
  const [head, ...rest] = segments;
  if (head === undefined) return schema;
  const inner = schemaAt(rest, schema, required);
  // Generators know no place in a list: of an element behind the first, nothing is said.
  if (/^\d+$/.test(head))
    return { type: 'array', ...(Number(head) === 0 ? { items: inner } : {}), ...(required ? { minItems: Number(head) + 1 } : {}) };
  return { ...(required ? { required: [head] } : {}), properties: { [head]: inner } };
}

/** All of these at once, without a conjunction around a single one. */
export function allOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [only, ...more] = schemas;
  return more.length === 0 ? (only ?? {}) : { allOf: schemas };
}

/** Any of these, without those that permit no more than another. */
export function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const members = schemas.flatMap((schema) =>
    Array.isArray(schema['anyOf']) && Object.keys(schema).length === 1 ? schema['anyOf'] : schema,
  );
  const different = [...new Map(members.map((schema): [string, JsonSchema] => [JSON.stringify(schema), schema])).values()];
  // Each member by what it demands: one that demands all of another, and more, permits nothing that the other does not.
  const demands = different.map((schema) => new Set(demandsOf(schema)));
  const weakest = different.filter((_, index) => {
    const own = demands[index] ?? new Set();
    return !demands.some((other) => other !== own && [...other].every((demand) => own.has(demand)));
  });
  const [only, ...more] = weakest;
  return more.length === 0 ? (only ?? {}) : { anyOf: weakest };
}

/** The members of a conjunction, and what stands beside them, as texts. */
function demandsOf({ allOf: members = [], ...own }: JsonSchema): readonly string[] {
  const all: readonly unknown[] = Array.isArray(members) ? members : [];
  return [...all, ...(Object.keys(own).length === 0 ? [] : [own])].map((member) => JSON.stringify(member));
}
