import type { DocumentSpec, MachineRow, Step, TransitionRow } from '../types.ts';
import { askedBy, wayTo } from './asked.ts';
import { otherState } from './from-expectation.ts';
import { statusInstead } from './from-tables.ts';
import { inOrder } from './in-order.ts';
import { operationOf } from './step-answers.ts';
import type { Draft } from './wire-fault.ts';

/** Every transition, with what else its answer must show and what its read-back answers. */
export function transitionFaults(spec: DocumentSpec): readonly Draft[] {
  return spec.states.machines.flatMap((machine) => [
    ...machine.transitions.flatMap((row) => ofTransition(spec, machine, row)),
    ...ofPromises(spec, machine),
  ]);
}

function ofTransition(spec: DocumentSpec, machine: MachineRow, row: TransitionRow): readonly Draft[] {
  const own = askedBy(spec, machine, row);
  const [way] = [row.from].flat().flatMap((from) => {
    const rows = wayTo(machine, from);
    return rows === undefined ? [] : [rows];
  });
  if (way !== undefined) return inOrder(spec, own, { steps: way.flatMap((one) => askedBy(spec, machine, one)), counted: true });
  const beginnings = machine.transitions.filter(({ from }) => [from].flat().includes(machine.initial));
  return inOrder(spec, own, { steps: beginnings.flatMap((one) => askedBy(spec, machine, one)), counted: false });
}

/**
 * Where only a profile says what follows: what is done is answered by a breakdown, and any state that is read afterwards is shown as
 * another one.
 */
function ofPromises(spec: DocumentSpec, machine: MachineRow): readonly Draft[] {
  const declared = machine.transitions.filter(({ to }) => typeof to === 'object' && 'declared' in to);
  const states = machine.states.filter(({ pseudo }) => pseudo !== true);
  return operationsIn(spec, declared).flatMap((operation) => {
    const clauses = declared
      .filter(({ trigger }) => trigger.some((step) => operationOf(spec, step) === operation))
      .flatMap((row) => row.clauses);
    if (!isSafe(spec, operation)) return statusInstead({ operations: [operation] }, 500, clauses);
    return states.flatMap(({ name }) => otherState(machine, [name], { operation }, clauses));
  });
}

function operationsIn(spec: DocumentSpec, rows: readonly TransitionRow[]): readonly string[] {
  const steps: readonly Step[] = rows.flatMap(({ trigger }) => trigger);
  return [...new Set(steps.flatMap((step) => operationOf(spec, step) ?? []))];
}

function isSafe({ endpoints: { operations } }: DocumentSpec, operation: string): boolean {
  return operations.some(({ id, safe }) => id === operation && safe === true);
}
