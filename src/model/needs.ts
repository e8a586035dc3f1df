import type { DocumentSpec, OperationRow, Step } from './types.ts';

/** True for an operation that no request can be made of without a binding. */
export function isOpen({ method, path, open = [] }: OperationRow): boolean {
  return method === undefined || path === undefined || open.length > 0;
}

/** The same document, with its probes, uses and transitions in need of the bindings of all open operations that they call. */
export function withNeeds(spec: DocumentSpec): DocumentSpec {
  const open = new Set(spec.endpoints.operations.filter(isOpen).map(({ id }) => id));
  const needing = <Row extends { readonly needs?: string[] }>(row: Row, steps: readonly Step[]): Row => {
    const called = steps.flatMap(({ call }) => (call !== undefined && open.has(call) ? [call] : []));
    const needs = [...new Set([...called, ...(row.needs ?? [])])];
    return needs.length === 0 ? row : { ...row, needs };
  };
  const { probes, families, states } = spec;
  const uses = families.uses?.map((use) => needing(use, [...(use.prepare ?? []), use.step]));
  const machines = states.machines.map((machine) => ({
    ...machine,
    transitions: machine.transitions.map((row) => needing(row, row.trigger)),
  }));
  return {
    ...spec,
    states: { machines },
    probes: { probes: probes.probes.map((probe) => needing(probe, probe.steps)) },
    families: uses === undefined ? families : { ...families, uses },
  };
}
