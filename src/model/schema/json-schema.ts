/** A JSON Schema 2020-12 as plain data, with two annotations of ours: `clauses` (whom it speaks for) and `expected` (in words). */
export type JsonSchema = Readonly<Record<string, unknown>>;

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Not 'if' and 'not': what fails inside them is no violation.
const SINGLE = ['items', 'additionalProperties', 'then', 'else', 'contains', 'propertyNames'];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties', 'dependentSchemas'];

/** The same schema with the annotation on it and on every schema inside, so that each violation finds its clauses. */
export function annotated(schema: JsonSchema, annotation: JsonSchema): JsonSchema {
  const inside = (value: unknown): unknown =>
    isSchema(value) ? annotated(value, annotation) : value === false ? annotated({ not: {} }, annotation) : value;
  const entries = Object.entries(schema).map(([key, value]): readonly [string, unknown] => {
    if (SINGLE.includes(key)) return [key, inside(value)];
    if (LISTS.includes(key) && Array.isArray(value)) return [key, value.map(inside)];
    if (MAPS.includes(key) && isSchema(value))
      return [key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inside(one)]))];
    return [key, value];
  });
  return { ...Object.fromEntries(entries), ...annotation };
}

/** Keywords that demand nothing themselves: they hand a value, or its parts, on to other schemas. */
const APPLICATORS = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'items',
  'additionalProperties',
  'prefixItems',
  'allOf',
]);
const BRANCHES = new Set(['if', 'then', 'else']);
const ANNOTATIONS = new Set(['clauses', 'expected', 'title', 'description', 'default', '$comment', '$schema', '$id']);

/** True where a value that reaches the schema has been held against something: a demand on it, or a property that it may not have. */
export function demands(schema: JsonSchema): boolean {
  return (
    Object.keys(schema).some((keyword) => ![APPLICATORS, BRANCHES, ANNOTATIONS].some((some) => some.has(keyword))) ||
    forbidsProperty(schema)
  );
}

/** What is forbidden is seen to be absent wherever it is, even where the object around it is absent too. */
function forbidsProperty({ properties }: JsonSchema): boolean {
  return isSchema(properties) && Object.values(properties).some((one) => isSchema(one) && (isNever(one) || forbidsProperty(one)));
}

function isNever({ not }: JsonSchema): boolean {
  return isSchema(not) && Object.keys(not).length === 0;
}
