import type { DocumentSpec, MachineRow, Step, TransitionRow } from '../types.ts';
import { askedBy, wayTo } from './step-expectation.ts';
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
 * another one, which breaks as much wherever the document says that it is reached.
 */
function ofPromises(spec: DocumentSpec, machine: MachineRow): readonly Draft[] {
  const declared = machine.transitions.filter(({ to }) => typeof to === 'object' && 'declared' in to);
  const states = machine.states.filter(({ pseudo }) => pseudo !== true);
  const done = declared.flatMap((row) => {
    const operation = operationsIn(spec, row.trigger).findLast((one) => !isSafe(spec, one));
    return operation === undefined ? [] : statusInstead({ operations: [operation] }, 500, row.clauses);
  });
  const read = [
    ...new Set(
      operationsIn(
        spec,
        declared.flatMap(({ trigger }) => trigger),
      ),
    ),
  ].filter((one) => isSafe(spec, one));
  const shown = read.flatMap((operation) =>
    states.flatMap(({ name }) => {
      const reaching = machine.transitions.filter(
        ({ to, trigger, readBack = [] }) => to === name && operationsIn(spec, [...trigger, ...readBack]).includes(operation),
      );
      const promising = declared.filter(({ trigger }) => operationsIn(spec, trigger).includes(operation));
      return otherState(
        machine,
        [name],
        { operation },
        [...reaching, ...promising].flatMap((row) => row.clauses),
      );
    }),
  );
  return [...done, ...shown];
}

function operationsIn(spec: DocumentSpec, steps: readonly Step[]): readonly string[] {
  return steps.flatMap((step) => operationOf(spec, step) ?? []);
}

function isSafe({ endpoints: { operations } }: DocumentSpec, operation: string): boolean {
  return operations.some(({ id, safe }) => id === operation && safe === true);
}
