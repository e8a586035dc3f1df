import type { DocumentSpec } from './types.ts';

const cache = new WeakMap<DocumentSpec, ReadonlyMap<string, string>>();

/** Names of fields, parameters and provider-state data that hold secrets, with the kind of each. */
export function secretKinds(spec: DocumentSpec): ReadonlyMap<string, string> {
  const known = cache.get(spec);
  if (known !== undefined) return known;
  const kinds = new Map<string, string>();
  const note = (name: string, kind: string | undefined): void => {
    if (kind !== undefined) kinds.set(name, kind);
  };
  for (const { fields } of spec.resources.resources) for (const { path, secret } of fields) note(lastName(path), secret);
  for (const { parameters = [] } of spec.endpoints.operations) for (const { name, secret } of parameters) note(name, secret);
  for (const { params = {}, data = {} } of [...spec.providerStates.states, ...spec.providerStates.acts]) {
    for (const [name, datum] of [...Object.entries(params), ...Object.entries(data)]) note(name, datum.secret);
  }
  cache.set(spec, kinds);
  return kinds;
}

function lastName(path: string): string {
  return (
    path
      .split('.')
      .at(-1)
      ?.replace(/[[\]{}]/g, '') ?? path
  );
}
