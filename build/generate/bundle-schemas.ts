import { isSchema } from '../../src/model/schema/json-schema.ts';
import type { JsonSchema } from '../../src/model/schema/json-schema.ts';

/**
 * Several JSON Schemas (by name) as one, whose definitions are theirs: `clauses` for the schema of that name, `clauses__clause`
 * for a definition in it. So what two files share becomes one type.
 */
export function bundleSchemas(schemas: ReadonlyMap<string, JsonSchema>): JsonSchema {
  const definitions = [...schemas].flatMap(([name, schema]): readonly (readonly [string, unknown])[] => {
    const { $defs } = schema;
    const own = Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$defs'));
    return [
      ...Object.entries(isSchema($defs) ? $defs : {}).map(
        ([inner, value]) => [definitionName(name, inner), withLocalReferences(value, name)] as const,
      ),
      // A schema that is mere definitions is no type itself.
      ...('type' in own || 'oneOf' in own ? [[definitionName(name), withLocalReferences(own, name)] as const] : []),
    ];
  });
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(definitions.map(([name]) => [name, { $ref: `#/$defs/${name}` }])),
    $defs: Object.fromEntries(definitions),
  };
}

function definitionName(schema: string, inner?: string): string {
  const name = schema.replaceAll('-', '_');
  return inner === undefined ? name : `${name}__${inner}`;
}

/** `other.schema.json#/$defs/thing` and `#/$defs/thing` become references into the bundle. */
function withLocalReferences(value: unknown, schema: string): unknown {
  if (Array.isArray(value)) return value.map((one) => withLocalReferences(one, schema));
  if (!isSchema(value)) return value;
  const { $ref, ...rest } = value;
  const own = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, withLocalReferences(one, schema)]));
  if (typeof $ref !== 'string') return own;
  const reference = { $ref: localReference($ref, schema) };
  // A definition that is referred to with a description of its own would become a type of its own.
  return Object.keys(own).length === 0 ? reference : { ...own, allOf: [reference] };
}

function localReference(reference: string, schema: string): string {
  const [file = '', fragment = ''] = reference.split('#');
  const inner = /^\/\$defs\/(.+)$/.exec(fragment)?.[1];
  return `#/$defs/${definitionName(file === '' ? schema : file.replace('.schema.json', ''), inner)}`;
}
