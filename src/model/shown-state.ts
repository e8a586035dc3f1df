import type { DocumentSpec, MachineRow, OperationRow } from './types.ts';

/** The machine whose state an operation's answer shows; the first where there are several. */
export function machineShownBy(spec: DocumentSpec, operation: OperationRow | undefined): MachineRow | undefined {
  const resources = (operation?.responses ?? []).map(({ resource }) => resource);
  return spec.states.machines.find(({ resource, statePointer }) => statePointer !== undefined && resources.includes(resource));
}

/** True of a state that the document does not list: it does not show such a response. */
export function isUnlistedState(spec: DocumentSpec, operation: OperationRow | undefined, state: string | undefined): boolean {
  const states = machineShownBy(spec, operation)?.states;
  return state !== undefined && states !== undefined && !states.some(({ name }) => name === state);
}
