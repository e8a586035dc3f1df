import { isSchema } from './schema/json-schema.ts';
import { createValidator } from './schema/validator.ts';
import type { CatalogueEntry, DocumentSpec, Specs } from './types.ts';

type StateData = Readonly<Record<string, unknown>>;

/** The provider states and acts of all documents, by name; a name belongs to one document only. */
export interface Catalogue {
  readonly states: ReadonlyMap<string, CatalogueEntry>;
  readonly acts: ReadonlyMap<string, CatalogueEntry>;
}

export function catalogueOf({ documents }: Pick<Specs, 'documents'>): Catalogue {
  const files = Object.values(documents).map(({ providerStates }) => providerStates);
  const byName = (entries: readonly CatalogueEntry[]): Catalogue['states'] => new Map(entries.map((entry) => [entry.name, entry]));
  return { states: byName(files.flatMap(({ states }) => states)), acts: byName(files.flatMap(({ acts }) => acts)) };
}

export function stateNamed({ providerStates }: DocumentSpec, name: string): CatalogueEntry | undefined {
  return providerStates.states.find((entry) => entry.name === name);
}

/** Parameters with the catalogue's defaults for those that are left out. */
export function withDefaults({ params = {} }: CatalogueEntry, given: StateData): StateData {
  const defaults = Object.entries(params).flatMap(([name, { schema }]) => ('default' in schema ? [[name, schema.default] as const] : []));
  return { ...Object.fromEntries(defaults), ...given };
}

/** One datum of a provider state that is not as the catalogue says. */
export interface Shortcoming {
  readonly name: string;
  readonly expected: string;
  readonly found: 'nothing' | 'something else' | 'a name that the catalogue does not have';
}

/** What a state's data, or the parameters of a state, lack of what the catalogue says; values themselves are not told: some are secret. */
export function shortcomings(
  described: CatalogueEntry['data'],
  data: StateData,
  strangers: 'welcome' | 'unwelcome',
): readonly Shortcoming[] {
  const rows = Object.entries(described ?? {});
  const known = rows.map(([name]) => name);
  const wrong = rows.flatMap(([name, { about, schema, required }]): Shortcoming[] => {
    const value = data[name];
    const expected = `${typeOf(schema)} (${about})`;
    if (value === undefined) return required === true ? [{ name, expected, found: 'nothing' }] : [];
    const fits = !isSchema(schema) || createValidator().judge(schema, value).violations.length === 0;
    return fits ? [] : [{ name, expected, found: 'something else' }];
  });
  if (strangers === 'welcome') return wrong;
  const strange = Object.keys(data).filter((name) => !known.includes(name));
  return [
    ...wrong,
    ...strange.map((name): Shortcoming => ({
      name,
      expected: `one of ${known.join(', ') || 'no names at all'}`,
      found: 'a name that the catalogue does not have',
    })),
  ];
}

/** 'string', 'one of a, b', …: the short form of a datum's schema. */
export function typeOf(schema: object): string {
  if ('enum' in schema && Array.isArray(schema.enum)) return `one of ${schema.enum.join(', ')}`;
  return 'type' in schema && typeof schema.type === 'string' ? schema.type : 'any value';
}

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
