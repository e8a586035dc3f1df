import type { DocumentSpec, Expectation, MachineRow, Step, TransitionRow } from '../types.ts';
import type { AnswerSelector } from './wire-fault.ts';

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
