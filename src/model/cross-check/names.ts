import type { DocumentSpec } from '../types.ts';

export type Names = ReadonlySet<string>;

/** Everything in a document's spec that other rows refer to by name. */
export interface DefinedNames {
  readonly features: Names;
  readonly operations: Names;
  readonly resources: Names;
  readonly errors: Names;
  readonly callers: Names;
  readonly links: Names;
  readonly events: Names;
  /** values of all machines */
  readonly states: Names;
  /** parameter names by operation id */
  readonly parameters: ReadonlyMap<string, Names>;
  /** names of params and of data by provider state or act */
  readonly params: ReadonlyMap<string, Names>;
  readonly data: ReadonlyMap<string, Names>;
  readonly providerStates: Names;
  readonly acts: Names;
}

export function definedNames({
  features,
  endpoints,
  resources,
  errors,
  authentication,
  states,
  providerStates,
}: DocumentSpec): DefinedNames {
  const entries = [...providerStates.states, ...providerStates.acts];
  return {
    features: new Set(features.map(({ id }) => id)),
    operations: new Set(endpoints.operations.map(({ id }) => id)),
    resources: new Set(resources.resources.map(({ name }) => name)),
    errors: new Set(errors.errors.map(({ name }) => name)),
    callers: new Set((authentication.callers ?? []).map(({ name }) => name)),
    links: new Set((endpoints.links ?? []).map(({ name }) => name)),
    events: new Set((providerStates.events ?? []).map(({ kind }) => kind)),
    states: new Set(states.machines.flatMap((machine) => machine.states.map(({ name }) => name))),
    parameters: new Map(endpoints.operations.map(({ id, parameters = [] }) => [id, new Set(parameters.map(({ name }) => name))])),
    params: new Map(entries.map(({ name, params = {} }) => [name, new Set(Object.keys(params))])),
    data: new Map(entries.map(({ name, data = {} }) => [name, new Set(Object.keys(data))])),
    providerStates: new Set(providerStates.states.map(({ name }) => name)),
    acts: new Set(providerStates.acts.map(({ name }) => name)),
  };
}
