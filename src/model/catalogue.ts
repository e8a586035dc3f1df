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
