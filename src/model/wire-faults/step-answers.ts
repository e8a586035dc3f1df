import type { DocumentSpec, MachineRow, Step } from '../types.ts';
import type { AnswerSelector } from './wire-fault.ts';

/** What an expectation is about before its own keys narrow it: the operation, and the state that its transition leads to. */
export interface Answers {
  readonly operation?: string;
  readonly state?: { readonly pointer: string; readonly values: readonly string[] };
}

/**
 * What a step calls. A link that it follows says so by its relation, or where that is one of several by the arguments that go
 * along; undefined where neither does.
 */
export function operationOf(spec: DocumentSpec, { call, follow, walk, with: args = {} }: Step): string | undefined {
  if (call !== undefined) return call;
  const { links = [], operations } = spec.endpoints;
  const relation = (follow ?? walk)?.split('/').at(-1);
  if (relation === undefined) return undefined;
  const named = links.find(({ name }) => name === relation)?.operation;
  if (named !== undefined || Object.keys(args).length === 0) return named;
  const takers = operations.filter(({ id, parameters = [] }) => {
    const names = parameters.map(({ name }) => name);
    return links.some(({ operation }) => operation === id) && Object.keys(args).every((name) => names.includes(name));
  });
  return takers.length === 1 ? takers[0]?.id : undefined;
}

/** The machine whose state an operation's answer shows. */
export function machineOf(spec: DocumentSpec, operation: string | undefined): MachineRow | undefined {
  const row = spec.endpoints.operations.find(({ id }) => id === operation);
  const resources = (row?.responses ?? []).map(({ resource }) => resource);
  return spec.states.machines.find(({ resource, statePointer }) => statePointer !== undefined && resources.includes(resource));
}

export function operationsOf({ operation }: Answers): AnswerSelector {
  return operation === undefined ? {} : { operations: [operation] };
}
