import { declarable } from '../declarable.ts';
import { isStatusOf } from '../status-class.ts';
import type { DocumentSpec, Expectation } from '../types.ts';
import { operationsOf, type StepExpectation } from './step-expectation.ts';
import { ALWAYS_THE_SAME, ofExpectation } from './from-expectation.ts';
import { statusInstead } from './from-tables.ts';
import { draftName } from './names.ts';
import type { Draft, Edit } from './wire-fault.ts';

/** What has been asked before the steps that are looked at; `counted` where that is all of it. */
export interface Before {
  readonly steps: readonly StepExpectation[];
  readonly counted: boolean;
}

/** A change by which an answer leads the steps after it astray. */
interface Deciding {
  readonly operation: string | undefined;
  readonly refused: boolean;
  readonly edit: Edit;
}

/**
 * The faults of steps that come one after another. One that would lead an earlier step astray, or that one shows already, is in the
 * answers from the step's own on as well, counted by operation, so that the step is judged by itself. Where nobody can count, there is none.
 */
export function inOrder(
  spec: DocumentSpec,
  own: readonly StepExpectation[],
  before: Before = { steps: [], counted: true },
): readonly Draft[] {
  const astray: Deciding[] = [];
  const drafts: Draft[] = [];
  const observed = new Set<string>();
  const answered = new Map<string, number>();
  for (const asked of [...before.steps, ...own]) {
    const { step, answers } = asked;
    const refused = isRefused(asked);
    const count = before.counted ? (answered.get(answers.operation ?? '') ?? 0) : NaN;
    const earlier = { astray: [...astray], names: new Set(drafts.map(draftName)) };
    asked.expect.forEach((expectation, index) => {
      const possible = ofExpectation(spec, asked.machine, answers, expectation);
      for (const draft of possible.filter((one) => !isDecided(spec, one, asked, index))) {
        const late = earlier.astray.some((one) => leads(one, draft, asked, refused));
        if (!late) drafts.push(draft);
        if (count > 0 && (late || earlier.names.has(draftName(draft))) && !isConstant(draft))
          drafts.push({ ...draft, where: { ...draft.where, from: count + 1 } });
      }
      if (decides(expectation))
        astray.push(...possible.flatMap(({ edits }) => edits.map((edit) => ({ operation: answers.operation, refused, edit }))));
    });
    if (asked.expect.length === 0) astray.push(...PREPARING.map((edit) => ({ operation: answers.operation, refused, edit })));
    if (step.observe !== undefined && !observed.has(step.observe)) drafts.push(...promises(spec, asked, count));
    if (step.observe !== undefined) observed.add(step.observe);
    if (step.provide !== undefined) answered.clear();
    if (answers.operation !== undefined) answered.set(answers.operation, count + (step.walk === undefined ? (step.times ?? 1) : NaN));
    if (before.steps.includes(asked)) drafts.length = 0;
  }
  return drafts;
}

/** What a step without expectations must not be: refused, or in another state than it says. */
const PREPARING: readonly Edit[] = [
  { do: 'remove', path: ['status'] },
  { do: 'remove', path: ['body', 'status'] },
];

/** Whether the change is part of the draft, so that its step would not be judged. */
function leads({ operation, refused, edit }: Deciding, { edits }: Draft, { answers }: StepExpectation, isRefusal: boolean): boolean {
  return operation === answers.operation && refused === isRefusal && edits.some((one) => touches(one, edit));
}

/** Whether an expectation of the same answer that is asked first forbids the draft too: the one that is meant is not judged then. */
function isDecided(spec: DocumentSpec, { edits }: Draft, { expect, machine, answers }: StepExpectation, index: number): boolean {
  return expect
    .slice(0, index)
    .filter(decides)
    .some((first) => {
      const [edit] = edits;
      if (edits.length === 1 && edit?.do === 'set' && edit.path.join() === 'status') return !permitsStatus(first, Number(edit.value));
      const forbidden = ofExpectation(spec, machine, answers, first).flatMap((draft) => draft.edits);
      return edits.some((one) => forbidden.some((other) => touches(one, other)));
    });
}

/** What is the same in all answers differs from none of them only where it begins with the first. */
function isConstant({ defect }: Draft): boolean {
  return defect === ALWAYS_THE_SAME;
}

/** What follows an answer with another outcome than expected is another story. */
function decides({ state, error, status, notState, notStatus, events }: Expectation): boolean {
  return [state, error, status, notState, notStatus, events].some((key) => key !== undefined);
}

/** Whether an edit makes a change that the other one makes too. */
function touches(edit: Edit, other: Edit): boolean {
  if (!('path' in edit) || !('path' in other)) return false;
  // What is renewed keeps its shape.
  if (edit.do === 'renew' && other.do !== 'renew') return false;
  // Without its body an answer shows neither state nor error.
  if (edit.path.join('/') === 'body' && other.path[0] !== 'headers') return true;
  const length = Math.min(edit.path.length, other.path.length);
  return edit.path.slice(0, length).join('/') === other.path.slice(0, length).join('/');
}

/** Whether nothing but refusals is expected. */
function isRefused({ expect }: StepExpectation): boolean {
  return expect.some(
    ({ error, status, state, notStatus = [] }) =>
      (error !== undefined && status === undefined && state === undefined) ||
      notStatus.includes('2xx') ||
      (status !== undefined && status.every((entry) => /^[45]/.test(String(entry)))),
  );
}

/** Where only a profile says what comes: an answer that none can have meant. */
function promises(spec: DocumentSpec, { step: { observe }, answers }: StepExpectation, count: number): readonly Draft[] {
  if (observe === undefined || !declarable(spec).has(observe) || answers.operation === undefined || Number.isNaN(count)) return [];
  const fills = (fill: string): boolean => fill === `declares/${observe}` || fill === `observed/${observe}`;
  const clauses = spec.clauses.filter(({ filledBy = [] }) => filledBy.some(fills)).map(({ id }) => id);
  const where = operationsOf(answers);
  return statusInstead(count === 0 ? where : { ...where, from: count + 1 }, 500, clauses);
}

/** Whether an expectation permits an answer with this status, whatever else it shows. */
function permitsStatus({ state, error, status, notStatus = [] }: Expectation, answered: number): boolean {
  if (isStatusOf(notStatus, answered)) return false;
  if (status !== undefined) return isStatusOf(status, answered);
  // A state is shown by what is no refusal, an error by its own status only.
  return error === undefined && (state === undefined || answered < 400);
}
