import { successClauses } from '../declarable.ts';
import type { DocumentSpec, FieldRow, ResourceRow, ResponseRule, MachineRow, Step, TransitionRow } from '../types.ts';
import {
  brokenFaults,
  echoFaults,
  errorFaults,
  headerFaults,
  linkFaults,
  responseFaults,
  successFaults,
  statusInstead,
} from './from-tables.ts';
import { draftName, draftWords, selectorName, kebab, selectorWords } from './names.ts';
import { narrowed, type Draft, type ViewPath, type WireFault, type AnswerSelector } from './wire-fault.ts';
import { stepExpectationOf, machineOf, askedBy, wayTo, operationOf } from './step-expectation.ts';
import { ofExpectation, otherState } from './from-expectation.ts';
import { inOrder } from './in-order.ts';
import { segmentsOf } from '../field-path.ts';
import { rulesOf } from '../schema/response-schema.ts';
import { breaches, type Breach } from './breach.ts';
import { defined } from '../defined.ts';

/**
 * Every defect of single answers that the statements of a document forbid, from its spec files alone. Statements that forbid the same
 * defect of the same answers share one fault.
 */
export function wireFaults(spec: DocumentSpec): readonly WireFault[] {
  const drafts = [
    ...headerFaults(spec),
    ...errorFaults(spec),
    ...linkFaults(spec),
    ...echoFaults(spec),
    ...fieldFaults(spec),
    ...ruleFaults(spec),
    ...responseFaults(spec),
    ...successFaults(spec),
    ...brokenFaults(spec),
    ...transitionFaults(spec),
    ...probeFaults(spec),
    ...improperFaults(spec),
  ];
  const judged = judgedClauses(spec);
  const known = alternativesIn(spec);
  const told = drafts.map((draft) => withAlternatives(known, { ...draft, clauses: draft.clauses.filter((id) => judged.has(id)) }));
  return [...merged(told)].flatMap(([name, draft]) => {
    const [clause, ...alsoBreaks] = draft.clauses;
    if (clause === undefined) return [];
    const { where, edits } = draft;
    return [
      { id: `wire-${spec.document.idPrefix}.${name}`, document: spec.name, clause, alsoBreaks, about: draftWords(draft), where, edits },
    ];
  });
}

/** A field that goes by several names is one field, whichever of them a rule speaks of; links of several names are several links. */
function withAlternatives(known: ReadonlyMap<string, string>, draft: Draft): Draft {
  const named = (path: ViewPath): ViewPath => path.map((segment) => known.get(segment) ?? segment);
  return {
    ...draft,
    ...(draft.path === undefined ? {} : { path: named(draft.path) }),
    edits: draft.edits.map((edit) => ('path' in edit ? { ...edit, path: named(edit.path) } : edit)),
  };
}

/** Each name of a field that goes by several, with all of them. */
function alternativesIn({ resources: { resources } }: DocumentSpec): ReadonlyMap<string, string> {
  const groups = resources.flatMap(({ fields }) => fields.flatMap(({ path }) => namesOfOne(path)));
  return new Map(groups.toReversed().flatMap((group) => group.split('|').map((name) => [name, group])));
}

function namesOfOne(path: string): readonly string[] {
  const segments = path.split('.').map((segment) => segment.replace(/[[\]{}]/g, ''));
  return segments.filter((segment, index) => segment.includes('|') && segments[index - 1] !== '_links');
}

/** What no run can judge, or what only a profile could promise and none can, has no fault. */
function judgedClauses(spec: DocumentSpec): ReadonlySet<string> {
  const judged = spec.clauses.filter(
    ({ status, filledBy = [] }) =>
      status === 'testable' ||
      status === 'reference-only' ||
      filledBy.some((name) => name.startsWith('declares/') || name.startsWith('observed/')),
  );
  return new Set([...judged.map(({ id }) => id), ...successClauses(spec).keys()]);
}

function merged(drafts: readonly Draft[]): ReadonlyMap<string, Draft> {
  const known = new Map<string, Draft>();
  for (const draft of drafts) {
    const name = nameBeside(known, draft);
    const same = known.get(name);
    known.set(name, { ...draft, ...same, clauses: [...new Set([...(same?.clauses ?? []), ...draft.clauses])] });
  }
  return known;
}

/** The name of the same defect of the same answers; where another one has it, the first that is free. */
function nameBeside(known: ReadonlyMap<string, Draft>, draft: Draft, ordinal = 1): string {
  const name = ordinal === 1 ? draftName(draft) : `${draftName(draft)}-${ordinal}`;
  const holder = known.get(name);
  return holder === undefined || isSame(holder, draft) ? name : nameBeside(known, draft, ordinal + 1);
}

function isSame(one: Draft, other: Draft): boolean {
  return JSON.stringify([one.where, one.edits]) === JSON.stringify([other.where, other.edits]);
}

/** Every step of the probes. */
function probeFaults(spec: DocumentSpec): readonly Draft[] {
  return spec.probes.probes.flatMap(({ steps }) =>
    inOrder(
      spec,
      steps.map((step) => stepExpectationOf(spec, step)),
    ),
  );
}

/** Every answer that an operation must not give to values that it does not foresee. */
function improperFaults(spec: DocumentSpec): readonly Draft[] {
  return spec.endpoints.operations.flatMap(({ id, improper = [] }) =>
    improper.flatMap(({ expect }) => ofExpectation(spec, machineOf(spec, id), { operation: id }, expect).map(asServed)),
  );
}

/** What is demanded of an answer that serves such a value: one that refused it serves it, and is not like that. */
function asServed(draft: Draft): Draft {
  if (draft.where.statuses?.join() !== '2xx' || draft.path?.[0] !== 'body') return draft;
  const where: AnswerSelector = { ...draft.where, statuses: ['4xx'] };
  return { ...draft, what: selectorName(where), where, edits: [{ do: 'set', path: ['status'], value: 200 }, ...draft.edits] };
}

/** Every field row of the resources: in each answer that holds the resource, the field is not what the row says, or not there. */
function fieldFaults(spec: DocumentSpec): readonly Draft[] {
  return spec.resources.resources.flatMap((resource) => resource.fields.flatMap((row) => ofField(spec, resource, row)));
}

function ofField(spec: DocumentSpec, { name }: ResourceRow, { path, schema, clauses, shown }: FieldRow): readonly Draft[] {
  const where = answersHolding(spec, name);
  if (where === undefined) return [];
  const place = ['body', ...segmentsOf(path)];
  const never: readonly Breach[] =
    shown === undefined ? [] : [{ path: place, defect: 'never-shown', edits: [{ do: 'remove', path: place }] }];
  return [...breaches(schema, place), ...never].map((breach) => draft(kebab(name), breach, where, clauses, name));
}

/** The answers whose body is a resource: those of the operations that say so; errors are the body of every refusal. */
function answersHolding(spec: DocumentSpec, resource: string): AnswerSelector | undefined {
  if (resource === 'Error') return { statuses: ['4xx', '5xx'] };
  const operations = spec.endpoints.operations.filter(({ responses }) => responses.some((row) => row.resource === resource));
  return operations.length === 0 ? undefined : { operations: operations.map(({ id }) => id), statuses: ['2xx'] };
}

/** Every rule over answers, under whatever heading it stands. */
function ruleFaults(spec: DocumentSpec): readonly Draft[] {
  return rulesOf(spec).flatMap((rule) => {
    const where = answersUnder(spec, rule);
    return breaches(rule.schema).map((breach) => draft(ruleName(rule.id), breach, where, rule.clauses, selectorWords(where)));
  });
}

/** Rule ids of some documents begin with what the fault's id says already. */
function ruleName(id: string): string {
  return kebab(id.replace(/^(?:pam|authn|gov)\.(?:rules\.)?/, ''));
}

/** Callers are not told apart: what must not be shown to one must not be shown to him, whoever else is shown it. */
function answersUnder(spec: DocumentSpec, { when = {} }: ResponseRule): AnswerSelector {
  const { operation, status, state, view } = when;
  const pointer = spec.states.machines.find(({ statePointer }) => statePointer !== undefined)?.statePointer;
  return {
    ...defined({ operations: operation, statuses: status }),
    ...(state === undefined || pointer === undefined ? {} : { state: { pointer, values: state } }),
    ...defined({ view }),
  };
}

function draft(
  what: string,
  { path, defect, edits, view }: Breach,
  where: AnswerSelector,
  clauses: readonly string[],
  about: string,
): Draft {
  return { what, path, defect, clauses, about, where: narrowed(where, view), edits };
}

/** Every transition, with what else its answer must show and what its read-back answers. */
function transitionFaults(spec: DocumentSpec): readonly Draft[] {
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
