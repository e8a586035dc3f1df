import type { DocumentSpec, Expectation, MachineRow } from '../types.ts';
import { pointerSegments } from '../pointer.ts';
import { isSchema } from '../schema/json-schema.ts';
import { breaches } from './breach.ts';
import { errorInstead, statusInstead } from './from-tables.ts';
import { kebab, selectorName, selectorWords } from './names.ts';
import { statusBeside } from './other-status.ts';
import { operationsOf, type Answers } from './step-expectation.ts';
import { narrowed, type AnswerSelector, type Draft, type Edit, type ViewPath } from './wire-fault.ts';
import { defined } from '../defined.ts';

/** The defect of what must differ from answer to answer. */
export const ALWAYS_THE_SAME = 'always-the-same';

/** A state that is shown is shown as another one of the machine. */
export function otherState(machine: MachineRow, values: readonly string[], answers: Answers, clauses: readonly string[]): readonly Draft[] {
  const { statePointer: pointer } = machine;
  const other = machine.states.find(({ name, pseudo }) => pseudo !== true && !values.includes(name))?.name ?? 'NOWHERE';
  if (pointer === undefined) return [];
  const where: AnswerSelector = { ...operationsOf(answers), state: { pointer, values } };
  return [set(where, ['body', ...pointerSegments(pointer)], 'another-state', other, clauses)];
}

/** The refusal by one of these errors bears another name, or comes with another status. */
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

/** Beside an error a state or a status is as good: what is neither is wrong. */
function ofOutcome(
  spec: DocumentSpec,
  machine: MachineRow | undefined,
  answers: Answers,
  { state, error, status }: Omit<Expectation, 'clauses'>,
  clauses: readonly string[],
): readonly Draft[] {
  if (error !== undefined && (state !== undefined || status !== undefined)) {
    const ofErrors = spec.errors.errors.filter(({ name }) => error.includes(name)).map((row) => row.status);
    return statusInstead(operationsOf(answers), statusBeside([...(status ?? ['2xx']), ...ofErrors]), clauses);
  }
  return [
    ...(state === undefined || machine === undefined ? [] : otherState(machine, state, answers, clauses)),
    ...(error === undefined ? [] : ofError(spec, answers, error, clauses)),
    ...(status === undefined ? [] : statusInstead({ ...operationsOf(answers), statuses: status }, statusBeside(status), clauses)),
  ];
}

/** Every single change of an answer that one expectation forbids. */
export function ofExpectation(
  spec: DocumentSpec,
  machine: MachineRow | undefined,
  answers: Answers,
  { clauses, ...expectation }: Expectation,
): readonly Draft[] {
  const { notState = [], notStatus, present = [], absent = [], link = {}, view } = expectation;
  const where = selectorOf(spec, machine, answers, expectation);
  // Without anything that tells the answers apart, the fault would be in all of them.
  if (Object.keys(where).length === 0) return [];
  const at = (pointer: string): ViewPath => ['body', ...pointerSegments(pointer)];
  return [
    ...ofOutcome(spec, machine, answers, expectation, clauses),
    ...(notStatus === undefined ? [] : excludedStatus(answers, notStatus, clauses)),
    ...(machine?.statePointer === undefined ? [] : excludedStates(answers, at(machine.statePointer), notState, clauses)),
    ...present.map((pointer) => edited(where, at(pointer), 'removed', clauses, { do: 'remove', path: at(pointer) })),
    ...absent.map((pointer) => edited(where, at(pointer), 'present', clauses, { do: 'add', path: at(pointer), value: 'present' })),
    ...Object.entries(link).flatMap(([relation, name]) => ofLink(where, relation, name, clauses)),
    ...(isSchema(view) ? ofView(where, view, machine, clauses) : []),
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
    ...defined({ state: narrowed, statuses: status }),
  };
}

/** What may not come comes all the same. */
function excludedStatus(answers: Answers, excluded: readonly (number | string)[], clauses: readonly string[]): readonly Draft[] {
  return excluded.flatMap((entry) => {
    const where: AnswerSelector = { ...operationsOf(answers), statuses: [excluded.includes('2xx') ? '4xx' : '2xx'] };
    const status = typeof entry === 'number' ? entry : entry === '4xx' ? 409 : Number(entry.replace('xx', '00'));
    return statusInstead(where, status, clauses);
  });
}

/** Whatever is asked is done, and leads where it may not. */
function excludedStates(answers: Answers, path: ViewPath, states: readonly string[], clauses: readonly string[]): readonly Draft[] {
  const where = operationsOf(answers);
  return states.map((state) => ({
    ...set(where, path, `as-${kebab(state)}`, state, clauses),
    edits: [
      { do: 'set', path: ['status'], value: 200 },
      { do: 'set', path, value: state },
    ],
  }));
}

/** What must be the same as elsewhere, or hold it, is or holds another; what must differ is the same everywhere. */
function comparisons(
  where: AnswerSelector,
  { same, sameIfPresent, keeps, contains, differs = {} }: Omit<Expectation, 'clauses'>,
  clauses: readonly string[],
): readonly Draft[] {
  const alike = Object.keys({ ...same, ...sameIfPresent, ...keeps, ...contains }).map(pointerSegments);
  return [
    ...alike.map((path) => edited(where, path, 'another', clauses, { do: 'renew', path })),
    ...Object.keys(differs)
      .map(pointerSegments)
      .map((path) => set(where, path, ALWAYS_THE_SAME, 'the-same', clauses)),
  ];
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

function ofView(where: AnswerSelector, view: object, machine: MachineRow | undefined, clauses: readonly string[]): readonly Draft[] {
  const state = ['body', ...pointerSegments(machine?.statePointer ?? '/status')];
  const placed = (path: ViewPath): ViewPath => (path.length === 1 && path[0] === 'state' ? state : path);
  return breaches({ ...view }).map(({ path, defect, edits, view: condition }) => {
    const placedEdits = edits.map((edit) => ('path' in edit ? { ...edit, path: placed(edit.path) } : edit));
    return edited(narrowed(where, condition), placed(path), defect, clauses, ...placedEdits);
  });
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
