import type { CatalogueEntry } from './types.ts';

/** One request to an http source, and what it answers, as bodies; values are made up. */
export interface CatalogueExample {
  readonly request: Readonly<Record<string, unknown>>;
  readonly response: Readonly<Record<string, unknown>>;
}

/** How a state is set up by Pact's convention. */
export function stateExample({ name, params = {}, data = {} }: CatalogueEntry): CatalogueExample {
  return { request: { state: name, params: sampleOf(params), action: 'setup' }, response: sampleOf(data) };
}

/** How an act is done. */
export function actExample({ name, params = {}, data = {} }: CatalogueEntry): CatalogueExample {
  return { request: { act: name, params: sampleOf(params) }, response: sampleOf(data) };
}

function sampleOf(rows: NonNullable<CatalogueEntry['params']>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(rows).map(([name, { schema }]) => [name, sampleValue(name, schema)]));
}

/** A value made up for a name that has this schema. */
export function sampleValue(name: string, schema: object, ordinal = 1): unknown {
  if ('default' in schema) return schema.default;
  if ('enum' in schema && Array.isArray(schema.enum)) return schema.enum[0];
  const type = 'type' in schema ? schema.type : undefined;
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'array') {
    const items = 'items' in schema && typeof schema.items === 'object' ? { ...schema.items } : {};
    const length = 'minItems' in schema && typeof schema.minItems === 'number' ? schema.minItems : 1;
    return Array.from({ length }, (_, index) => sampleValue(name, items, index + 1));
  }
  if (type === 'object') return {};
  return `${name}-${ordinal}`;
}
