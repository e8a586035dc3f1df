import { isSchema } from '../schema/json-schema.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import type { Edit, ViewPath } from './wire-fault.ts';

/** Edits that make what stands at a place satisfy a schema; undefined where the keywords do not show a value that does. */
export function fulfil(schema: JsonSchema, path: ViewPath): readonly Edit[] | undefined {
  if ('const' in schema) return [{ do: 'set', path, value: schema['const'] }];
  const { enum: values, anyOf, type, required = [], properties = {} } = schema;
  if (Array.isArray(values)) return [{ do: 'set', path, value: values[0] }];
  if (Array.isArray(anyOf))
    return anyOf
      .filter(isSchema)
      .map((one) => fulfil(one, path))
      .find((edits) => edits !== undefined);
  if (type === 'null') return [{ do: 'set', path, value: null }];
  if (!Array.isArray(required) || !isSchema(properties)) return undefined;
  if (required.length === 0) return Object.keys(schema).length === 0 ? [{ do: 'add', path, value: 'present' }] : undefined;
  const inside = required.map((name: unknown) => {
    const one = properties[String(name)];
    return fulfil(isSchema(one) ? one : {}, [...path, String(name)]);
  });
  return inside.every((edits) => edits !== undefined) ? inside.flat() : undefined;
}
