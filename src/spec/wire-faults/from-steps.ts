import type { DocumentSpec, Expectation, MachineRow, Step, TransitionRow } from '../types.ts';
import { pointerSegments } from '../pointer.ts';
import { isSchema } from '../schema/json-schema.ts';
import { breaches } from './breach.ts';
import { errorInstead, statusInstead } from './from-tables.ts';
import { selectorName, selectorWords } from './names.ts';
import { statusBeside } from './other-status.ts';
import type { AnswerSelector, Draft, Edit, ViewPath } from './wire-fault.ts';

/** What an expectation is about before its own keys narrow it: the operation, and the state that its transition leads to. */
interface Answers {
  readonly operation?: string;
  readonly state?: { readonly pointer: string; readonly values: readonly string[] };
}

/** Every transition, with what else its answer must show and what its read-back answers. */
export function transitionFaults(spec: DocumentSpec): readonly Draft[] {
  return spec.states.machines.flatMap((machine) => machine.transitions.flatMap((row) => ofTransition(spec, machine, row)));
}

function ofTransition(spec: DocumentSpec, machine: MachineRow, row: TransitionRow): readonly Draft[] {
  const judged = row.trigger.findLast((step) => operationOf(spec, step) !== undefined);
  const answers = judged === undefined ? {} : answersOf(spec, judged);
  const led = { ...answers, ...stateOf(machine, row.to) };
  const before = [row.from].flat().includes(machine.initial) ? [] : beginnings(machine);
  return [
    ...ofTarget(spec, machine, row, answers),
    ...(row.also ?? []).flatMap((also) => ofExpectation(spec, machine, led, also)),
    ...inOrder(spec, before, [...row.trigger, ...(row.readBack ?? [])]),
    ...(row.readBack ?? machine.readBack ?? []).flatMap((step) => ofReadBack(spec, machine, row, step)),
  ];
}

/** What has been sent before any later transition. */
function beginnings({ initial, transitions }: MachineRow): readonly Step[] {
  return transitions.filter(({ from }) => [from].flat().includes(initial)).flatMap(({ trigger }) => trigger.map(withoutExpectations));
}

function withoutExpectations({ expect: _expected, ...step }: Step): Step {
  return step;
}

/** Every step of the probes. */
export function probeFaults(spec: DocumentSpec): readonly Draft[] {
  return spec.probes.probes.flatMap(({ steps }) => inOrder(spec, [], steps));
}

/** The faults of steps that come one after another: of each only those by which no earlier one is led astray, so that it is judged. */
function inOrder(spec: DocumentSpec, before: readonly Step[], steps: readonly Step[]): readonly Draft[] {
  const astray: { readonly outcome: string; readonly path: ViewPath }[] = [];
  const drafts: Draft[] = [];
  for (const step of [...before, ...steps]) {
    const outcome = `${operationOf(spec, step) ?? ''} ${isRefused(step) ? 'refused' : 'served'}`;
    const answers = answersOf(spec, step);
    for (const expectation of step.expect ?? []) {
      const own = ofExpectation(spec, machineOf(spec, answers.operation), answers, expectation);
      drafts.push(
        ...own.filter(({ edits }) => !astray.some((one) => one.outcome === outcome && edits.some((edit) => touches(edit, one.path)))),
      );
      if (decides(expectation))
        astray.push(...own.flatMap(({ edits }) => edits.flatMap((edit) => ('path' in edit ? [{ outcome, path: edit.path }] : []))));
    }
    if (step.expect === undefined) astray.push({ outcome, path: ['status'] }, { outcome, path: ['body', 'status'] });
  }
  return drafts;
}

/** What follows an answer with another outcome than expected is another story. */
function decides({ state, error, status, notState, notStatus, events }: Expectation): boolean {
  return [state, error, status, notState, notStatus, events].some((key) => key !== undefined);
}

function touches(edit: Edit, path: ViewPath): boolean {
  if (!('path' in edit)) return false;
  // Without its body an answer shows neither state nor error.
  if (edit.path.join('/') === 'body' && path[0] !== 'headers') return true;
  const length = Math.min(edit.path.length, path.length);
  return edit.path.slice(0, length).join('/') === path.slice(0, length).join('/');
}

function isRefused({ expect = [] }: Step): boolean {
  return expect.some(
    ({ error, status = [], notStatus = [] }) =>
      error !== undefined || notStatus.includes('2xx') || status.some((entry) => /^[45]/.test(String(entry))),
  );
}

function answersOf(spec: DocumentSpec, step: Step): Answers {
  const operation = operationOf(spec, step);
  return operation === undefined ? {} : { operation };
}

/** What a step calls; a link that it follows says so by its relation, unless that is one of several. */
function operationOf({ endpoints: { links = [] } }: DocumentSpec, { call, follow, walk }: Step): string | undefined {
  const relation = (follow ?? walk)?.split('/').at(-1);
  return call ?? links.find(({ name }) => name === relation)?.operation;
}

/** The machine whose state an operation's answer shows. */
function machineOf(spec: DocumentSpec, operation: string | undefined): MachineRow | undefined {
  const row = spec.endpoints.operations.find(({ id }) => id === operation);
  const resources = (row?.responses ?? []).map(({ resource }) => resource);
  return spec.states.machines.find(({ resource, statePointer }) => statePointer !== undefined && resources.includes(resource));
}

function stateOf({ statePointer }: MachineRow, to: TransitionRow['to']): Pick<Answers, 'state'> {
  return typeof to === 'string' && statePointer !== undefined ? { state: { pointer: statePointer, values: [to] } } : {};
}

/** The answer shows another target than the transition's; a machine without a state field shows it by not refusing. */
function ofTarget(spec: DocumentSpec, machine: MachineRow, { to, from, clauses }: TransitionRow, answers: Answers): readonly Draft[] {
  const { operation } = answers;
  if (operation === undefined) return [];
  const operations = [operation];
  if (typeof to === 'string' && machine.statePointer !== undefined)
    return otherState(machine, [to], answers, [...clauses, ...promised(spec, machine, operation)]);
  if (typeof to === 'string') return statusInstead({ operations, statuses: ['2xx'] }, 409, clauses);
  if ('refused' in to) return ofError(spec, answers, [to.refused], clauses);
  if ('gone' in to) return statusInstead({ operations, statuses: [to.gone] }, statusBeside([to.gone]), clauses);
  // Only a profile says what comes, and none can mean this. Without a state field it is judged by what stands beside the row.
  return machine.statePointer === undefined && ![from].flat().includes(machine.initial) ? [] : statusInstead({ operations }, 500, clauses);
}

/** Where a state is shown as another, a profile's promise to get there is broken as well. */
function promised(spec: DocumentSpec, { transitions }: MachineRow, operation: string): readonly string[] {
  return transitions
    .filter(
      ({ to, trigger }) => typeof to === 'object' && 'declared' in to && trigger.some((step) => operationOf(spec, step) === operation),
    )
    .flatMap(({ clauses }) => clauses);
}

/** Asked again, the target names another state. */
function ofReadBack(spec: DocumentSpec, machine: MachineRow, { to, clauses }: TransitionRow, step: Step): readonly Draft[] {
  const answers = answersOf(spec, step);
  if (answers.operation === undefined || (step.expect ?? []).length > 0 || typeof to !== 'string') return [];
  return otherState(machine, [to], answers, clauses);
}

function otherState(machine: MachineRow, values: readonly string[], answers: Answers, clauses: readonly string[]): readonly Draft[] {
  const { statePointer: pointer } = machine;
  const other = machine.states.find(({ name, pseudo }) => pseudo !== true && !values.includes(name))?.name ?? 'NOWHERE';
  if (pointer === undefined) return [];
  const where: AnswerSelector = { ...operationsOf(answers), state: { pointer, values } };
  return [set(where, ['body', ...pointerSegments(pointer)], 'another-state', other, clauses)];
}

function ofError(spec: DocumentSpec, answers: Answers, names: readonly string[], clauses: readonly string[]): readonly Draft[] {
  const rows = spec.errors.errors.filter(({ name }) => names.includes(name));
  const named = rows.filter(({ named: own }) => own !== false);
  const unnamed = rows.filter(({ named: own }) => own === false).map(({ status }) => status);
  return [
    ...(named.length === 0
      ? []
      : errorInstead(
          { ...operationsOf(answers), errors: named.map(({ name }) => name) },
          named.map(({ status }) => status),
          clauses,
        )),
    ...(unnamed.length === 0 ? [] : statusInstead({ ...operationsOf(answers), statuses: unnamed }, statusBeside(unnamed), clauses)),
  ];
}

function ofExpectation(
  spec: DocumentSpec,
  machine: MachineRow | undefined,
  answers: Answers,
  { clauses, ...expectation }: Expectation,
): readonly Draft[] {
  const { state, notState = [], error, status, notStatus, present = [], absent = [], link = {}, view } = expectation;
  const where = selectorOf(spec, machine, answers, expectation);
  // Without anything that tells the answers apart, the fault would be in all of them.
  if (Object.keys(where).length === 0) return [];
  const at = (pointer: string): ViewPath => ['body', ...pointerSegments(pointer)];
  return [
    ...(state === undefined || machine === undefined ? [] : otherState(machine, state, answers, clauses)),
    ...(error === undefined ? [] : ofError(spec, answers, error, clauses)),
    ...(status === undefined ? [] : statusInstead({ ...operationsOf(answers), statuses: status }, statusBeside(status), clauses)),
    ...(notStatus === undefined ? [] : excludedStatus(answers, notStatus, clauses)),
    ...(machine?.statePointer === undefined ? [] : excludedStates(answers, at(machine.statePointer), notState, clauses)),
    ...present.map((pointer) => edited(where, at(pointer), 'removed', clauses, { do: 'remove', path: at(pointer) })),
    ...absent.map((pointer) => edited(where, at(pointer), 'present', clauses, { do: 'add', path: at(pointer), value: 'present' })),
    ...Object.entries(link).flatMap(([relation, name]) => ofLink(where, relation, name, clauses)),
    ...(isSchema(view) ? ofView(where, view, clauses) : []),
    ...comparisons(where, expectation, clauses),
  ];
}

function selectorOf(
  spec: DocumentSpec,
  machine: MachineRow | undefined,
  answers: Answers,
  { state, error, status }: Omit<Expectation, 'clauses'>,
): AnswerSelector {
  const pointer = machine?.statePointer;
  const narrowed = state === undefined || pointer === undefined ? answers.state : { pointer, values: state };
  const named = spec.errors.errors.some(({ name, named: own }) => error?.includes(name) === true && own !== false);
  if (error !== undefined)
    return { ...operationsOf(answers), ...(named && state === undefined && status === undefined ? { errors: error } : {}) };
  return {
    ...operationsOf(answers),
    ...(narrowed === undefined ? {} : { state: narrowed }),
    ...(status === undefined ? {} : { statuses: status }),
  };
}

function operationsOf({ operation }: Answers): AnswerSelector {
  return operation === undefined ? {} : { operations: [operation] };
}

/** What may not come comes all the same. */
function excludedStatus(answers: Answers, excluded: readonly (number | string)[], clauses: readonly string[]): readonly Draft[] {
  const [first = '4xx'] = excluded;
  const status = typeof first === 'number' ? first : first === '4xx' ? 409 : Number(first.replace('xx', '00'));
  return statusInstead({ ...operationsOf(answers), statuses: [first === '2xx' ? '4xx' : '2xx'] }, status, clauses);
}

/** Whatever is asked is done, and leads where it may not. */
function excludedStates(answers: Answers, path: ViewPath, states: readonly string[], clauses: readonly string[]): readonly Draft[] {
  const where = operationsOf(answers);
  return states.map((state) => ({
    ...set(where, path, `as-${state.toLowerCase()}`, state, clauses),
    edits: [
      { do: 'set', path: ['status'], value: 200 },
      { do: 'set', path, value: state },
    ],
  }));
}

/** What must be the same as elsewhere, or hold it, is or holds another. */
function comparisons(
  where: AnswerSelector,
  { same, sameIfPresent, contains }: Omit<Expectation, 'clauses'>,
  clauses: readonly string[],
): readonly Draft[] {
  return Object.keys({ ...same, ...sameIfPresent, ...contains }).map((pointer) => {
    const path = pointerSegments(pointer);
    return edited(where, path, 'another', clauses, { do: 'renew', path });
  });
}

const ELSEWHERE = 'https://elsewhere.test/another/path';

function ofLink(where: AnswerSelector, relation: string, name: string | boolean, clauses: readonly string[]): readonly Draft[] {
  const path = ['body', ...(relation.startsWith('/') ? pointerSegments(relation) : ['_links', relation])];
  if (name === false) return [edited(where, path, 'present', clauses, { do: 'add', path, value: { href: ELSEWHERE } })];
  const href = [...path, 'href'];
  return [
    edited(where, path, 'removed', clauses, { do: 'remove', path }),
    edited(where, href, 'elsewhere', clauses, { do: 'set', path: href, value: ELSEWHERE }),
  ];
}

function ofView(where: AnswerSelector, view: object, clauses: readonly string[]): readonly Draft[] {
  return breaches({ ...view }).map(({ path, defect, edits, view: condition }) => ({
    ...edited(where, path, defect, clauses),
    where: condition === undefined ? where : { ...where, view: condition },
    edits,
  }));
}

function set(where: AnswerSelector, path: ViewPath, defect: string, value: unknown, clauses: readonly string[]): Draft {
  return edited(where, path, defect, clauses, { do: 'set', path, value });
}

function edited(where: AnswerSelector, path: ViewPath, defect: string, clauses: readonly string[], ...edits: readonly Edit[]): Draft {
  return {
    what: selectorName(where),
    path,
    defect,
    clauses,
    about: selectorWords(where),
    where,
    edits,
  };
}
