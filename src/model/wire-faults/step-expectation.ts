import type { DocumentSpec, Expectation, MachineRow, Step, TransitionRow } from '../types.ts';
import { machineOf, operationOf } from './step-answers.ts';
import type { Answers } from './step-answers.ts';

/** A step, and everything that is expected of its answer, in the order in which it is asked. */
export interface StepExpectation {
  readonly step: Step;
  /** undefined where nothing says which operation answers */
  readonly answers: Answers;
  /** whose state the answer shows */
  readonly machine: MachineRow | undefined;
  readonly expect: readonly Expectation[];
}

/** A step of a probe. */
export function stepExpectationOf(spec: DocumentSpec, step: Step): StepExpectation {
  const operation = operationOf(spec, step);
  return {
    step,
    answers: operation === undefined ? {} : { operation },
    machine: machineOf(spec, operation),
    expect: step.expect ?? [],
  };
}

/** The steps of a transition and of its read-back: the last request of the trigger shows whether it was taken. */
export function askedBy(spec: DocumentSpec, machine: MachineRow, row: TransitionRow): readonly StepExpectation[] {
  const { trigger, to, clauses, also = [] } = row;
  const judged = trigger.findLast(({ call, follow, walk }) => call !== undefined || follow !== undefined || walk !== undefined);
  const state = typeof to === 'string' && machine.statePointer !== undefined ? [to] : undefined;
  const shown = state === undefined ? [] : [{ clauses, state }];
  const steps = trigger.map((step): StepExpectation => {
    const asked = stepExpectationOf(spec, step);
    if (step !== judged) return asked;
    const led = state === undefined ? {} : { state: { pointer: machine.statePointer ?? '', values: state } };
    return { ...asked, machine, answers: { ...asked.answers, ...led }, expect: [...targetOf(machine, row), ...asked.expect, ...also] };
  });
  const questions = (row.readBack ?? (typeof to === 'string' ? machine.readBack : []) ?? []).map((step): StepExpectation => {
    const asked = stepExpectationOf(spec, step);
    return asked.expect.length > 0 ? asked : { ...asked, machine, expect: shown };
  });
  return [...steps, ...questions];
}

/** What a target demands; a machine without a state field shows it by not refusing. */
function targetOf({ statePointer }: MachineRow, { to, clauses }: TransitionRow): readonly Expectation[] {
  if (typeof to === 'string') return [statePointer === undefined ? { clauses, notStatus: ['4xx', '5xx'] } : { clauses, state: [to] }];
  if ('refused' in to) return [{ clauses, error: [to.refused] }];
  return 'gone' in to ? [{ clauses, status: [to.gone] }] : [];
}

/** The shortest way of shown targets to a state; undefined where the document shows none. */
export function wayTo({ initial, transitions }: MachineRow, state: string): readonly TransitionRow[] | undefined {
  const ways = new Map<string, readonly TransitionRow[]>([[initial, []]]);
  for (const [from, way] of ways) {
    if (from === state) return way;
    for (const row of transitions)
      if (typeof row.to === 'string' && [row.from].flat().includes(from) && !ways.has(row.to)) ways.set(row.to, [...way, row]);
  }
  return undefined;
}
