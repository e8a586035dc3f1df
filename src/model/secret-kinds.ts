import type { DocumentSpec } from './types.ts';
import { oncePer } from './once-per.ts';

/** Names of fields, parameters and provider-state data that hold secrets, with the kind of each. */
export const secretKinds = oncePer((spec: DocumentSpec): ReadonlyMap<string, string> => {
  const kinds = new Map<string, string>();
  const note = (name: string, kind: string | undefined): void => {
    if (kind !== undefined) kinds.set(name, kind);
  };
  for (const { fields } of spec.resources.resources) for (const { path, secret } of fields) note(lastName(path), secret);
  for (const { parameters = [] } of spec.endpoints.operations) for (const { name, secret } of parameters) note(name, secret);
  for (const { params = {}, data = {} } of [...spec.providerStates.states, ...spec.providerStates.acts]) {
    for (const [name, datum] of [...Object.entries(params), ...Object.entries(data)]) note(name, datum.secret);
  }
  return kinds;
});

function lastName(path: string): string {
  return (
    path
      .split('.')
      .at(-1)
      ?.replace(/[[\]{}]/g, '') ?? path
  );
}
