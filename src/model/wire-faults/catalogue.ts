import { successClauses } from '../success-clauses.ts';
import type { DocumentSpec } from '../types.ts';
import { fieldFaults, ruleFaults } from './from-schemas.ts';
import { echoFaults, errorFaults, headerFaults, linkFaults, responseFaults, successFaults } from './from-tables.ts';
import { transitionFaults } from './from-transitions.ts';
import { draftName, draftWords, selectorName } from './names.ts';
import type { Draft, ViewPath, WireFault, AnswerSelector } from './wire-fault.ts';
import { stepExpectationOf } from './step-expectation.ts';
import { ofExpectation } from './from-expectation.ts';
import { inOrder } from './in-order.ts';
import { machineOf } from './step-answers.ts';

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
    ...transitionFaults(spec),
    ...probeFaults(spec),
    ...improperFaults(spec),
  ];
  const judged = drafts.map((draft) => ({ ...draft, clauses: draft.clauses.filter((clause) => isJudged(spec, clause)) }));
  return [...merged(judged.map((draft) => withAlternatives(spec, draft)))].flatMap(([name, draft]) => {
    const [clause, ...alsoBreaks] = draft.clauses;
    if (clause === undefined) return [];
    const { where, edits } = draft;
    return [
      { id: `wire-${spec.document.idPrefix}.${name}`, document: spec.name, clause, alsoBreaks, about: draftWords(draft), where, edits },
    ];
  });
}

/** A field that goes by several names is one field, whichever of them a rule speaks of; links of several names are several links. */
function withAlternatives({ resources: { resources } }: DocumentSpec, draft: Draft): Draft {
  const paths = resources.flatMap(({ fields }) => fields.flatMap(({ path }) => namesOfOne(path)));
  const groups = new Set(paths);
  const known = (segment: string): string => [...groups].find((group) => group.split('|').includes(segment)) ?? segment;
  const named = (path: ViewPath): ViewPath => path.map(known);
  return {
    ...draft,
    ...(draft.path === undefined ? {} : { path: named(draft.path) }),
    edits: draft.edits.map((edit) => ('path' in edit ? { ...edit, path: named(edit.path) } : edit)),
  };
}

/** What no run can judge, or what only a profile could promise and none can, has no fault. */
function isJudged(spec: DocumentSpec, id: string): boolean {
  const clause = spec.clauses.find((row) => row.id === id);
  return (
    clause?.status === 'testable' ||
    clause?.status === 'reference-only' ||
    clause?.filledBy?.some((name) => name.startsWith('declares/') || name.startsWith('observed/')) === true ||
    successClauses(spec).has(id)
  );
}

function namesOfOne(path: string): readonly string[] {
  const segments = path.split('.').map((segment) => segment.replace(/[[\]{}]/g, ''));
  return segments.filter((segment, index) => segment.includes('|') && segments[index - 1] !== '_links');
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
