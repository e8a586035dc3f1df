/** A JSON Schema 2020-12 as plain data, with two annotations of ours: `clauses` (whom it speaks for) and `expected` (in words). */
export type JsonSchema = Readonly<Record<string, unknown>>;

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const SINGLE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties', 'dependentSchemas'];

/** The same schema with the annotation on it and on every schema inside, so that each violation finds its clauses. */
export function annotated(schema: JsonSchema, annotation: JsonSchema): JsonSchema {
  const inside = (value: unknown): unknown => (isSchema(value) ? annotated(value, annotation) : value === false ? annotated({ not: {} }, annotation) : value);
  const entries = Object.entries(schema).map(([key, value]): readonly [string, unknown] => {
    if (SINGLE.includes(key)) return [key, inside(value)];
    if (LISTS.includes(key) && Array.isArray(value)) return [key, value.map(inside)];
    if (MAPS.includes(key) && isSchema(value)) return [key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inside(one)]))];
    return [key, value];
  });
  return { ...Object.fromEntries(entries), ...annotation };
}
