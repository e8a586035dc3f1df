import { isSchema, type JsonSchema } from '../model/schema/json-schema.ts';

/** Keywords that speak of values of one type only, and let all others pass. */
const OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  string: ['pattern', 'format', 'minLength', 'maxLength'],
  array: ['items', 'minItems', 'maxItems', 'contains', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties', 'propertyNames', 'minProperties', 'maxProperties'],
};

const OPEN = ['properties', 'additionalProperties'];
const LEAST = ['minLength', 'minItems', 'minProperties', 'minimum', 'exclusiveMinimum'];
const MOST = ['maxLength', 'maxItems', 'maxProperties', 'maximum', 'exclusiveMaximum'];

/**
 * The same schema with the members of its conjunction in one, as far as one schema can say it: generators of code and of examples read
 * objects, not conjunctions. Its parts are taken as flat.
 */
export function flatSchema(schema: JsonSchema): JsonSchema {
  const { allOf: members = [], ...own } = withoutTypeGuard(schema);
  const left: JsonSchema[] = [];
  let whole: JsonSchema = own;
  for (const member of Array.isArray(members) ? members.filter(isSchema) : []) {
    const { allOf: inner = [], ...plain } = member;
    const both = '$ref' in member && Object.keys(whole).length > 0 ? undefined : mergedSchema(whole, plain);
    if (both === undefined) left.push(member);
    else {
      whole = both;
      if (Array.isArray(inner)) left.push(...inner.filter(isSchema));
    }
  }
  const different = [...new Map(left.map((member) => [JSON.stringify(member), member])).values()];
  if (different.length === 0) return whole;
  // A reference says nothing beside others that every tool reads: all of them are members.
  const { $ref, ...others } = whole;
  return $ref === undefined
    ? { ...others, allOf: different }
    : { allOf: [{ $ref }, ...(Object.keys(others).length === 0 ? [] : [others]), ...different] };
}

/** `if` a type, `then` keywords that speak of this type alone, are these keywords. */
function withoutTypeGuard(schema: JsonSchema): JsonSchema {
  const { if: condition, then: consequence, ...others } = schema;
  if (!isSchema(condition) || !isSchema(consequence) || 'else' in schema) return schema;
  const { type, ...further } = condition;
  if (typeof type !== 'string' || Object.keys(further).length > 0) return schema;
  const { type: own = type, ...demands } = consequence;
  const plain = ['description', 'x-clauses', ...(OF_TYPE[type] ?? [])];
  if (own !== type || Object.keys(demands).some((keyword) => !plain.includes(keyword))) return schema;
  return mergedSchema(others, demands) ?? schema;
}

/** What accepts what both accept; undefined where one schema without a conjunction cannot say it. */
export function mergedSchema(one: JsonSchema, other: JsonSchema): JsonSchema | undefined {
  if (Object.keys(one).length === 0) return other;
  if (Object.keys(other).length === 0) return one;
  if ('$ref' in one || '$ref' in other) return undefined;
  // What is additional to the properties of one is not additional to the properties of both.
  if (
    [one, other].every((schema) => OPEN.some((keyword) => keyword in schema)) &&
    ('additionalProperties' in one || 'additionalProperties' in other)
  )
    return undefined;
  const whole: Record<string, unknown> = { ...one };
  for (const [keyword, value] of Object.entries(other)) {
    const both = keyword in one ? mergedKeyword(keyword, one[keyword], value) : value;
    if (both === undefined) return undefined;
    whole[keyword] = both;
  }
  const { enum: values, const: constant } = whole;
  if (constant !== undefined && Array.isArray(values)) {
    if (!values.includes(constant)) return undefined;
    delete whole['enum'];
  }
  return whole;
}

/** Undefined where the two contradict each other, or are only both true side by side. */
function mergedKeyword(keyword: string, one: unknown, other: unknown): unknown {
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  if (keyword === 'description') return `${String(one)}; ${String(other)}`;
  if (keyword === 'type') return mergedTypes([one].flat(), [other].flat());
  if (LEAST.includes(keyword)) return Math.max(Number(one), Number(other));
  if (MOST.includes(keyword)) return Math.min(Number(one), Number(other));
  if (Array.isArray(one) && Array.isArray(other)) {
    if (keyword === 'required' || keyword.startsWith('x-')) return [...new Set<unknown>([...one, ...other])];
    const shared = keyword === 'enum' ? one.filter((value) => other.includes(value)) : [];
    return shared.length === 0 ? undefined : shared;
  }
  if (!isSchema(one) || !isSchema(other)) return undefined;
  if (keyword === 'items') return bothOf(one, other);
  if (keyword !== 'properties') return undefined;
  const shared = Object.entries(other).map(([name, schema]) => [name, name in one ? bothOf(one[name], schema) : schema]);
  return { ...one, ...Object.fromEntries(shared) };
}

function mergedTypes(one: readonly unknown[], other: readonly unknown[]): unknown {
  const shared = one.filter((type) => other.includes(type));
  return shared.length > 1 ? shared : shared[0];
}

/** Of a part, a conjunction is as good as one schema: what holds it stays flat. */
function bothOf(one: unknown, other: unknown): unknown {
  if (one === false || other === false) return false;
  if (!isSchema(one)) return other;
  return isSchema(other) ? flatSchema({ allOf: [one, other] }) : one;
}
