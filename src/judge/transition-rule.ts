import type { Expectation, MachineRow, TransitionRow } from '../model/types.ts';
import type { AnswerView } from '../profile/answer.ts';
import { declaration } from '../profile/profile.ts';
import type { IntentEvent } from '../trace/events.ts';
import type { JudgeInput } from './finding.ts';
import { describeAnswer, expectState, PERMITTED, violation, type Outcome } from './outcome.ts';
import { before } from '../model/text-end.ts';

/**
 * What a documented transition demands of the answer; nothing where the document does not show the target. Where states are
 * no field, the answer must not be a refusal, and what else shows the state stands beside the row.
 */
export function transitionExpectation(
  { to, clauses }: TransitionRow,
  { statePointer }: Pick<MachineRow, 'statePointer'>,
): readonly Expectation[] {
  if (typeof to === 'string') return statePointer === undefined ? [{ clauses, notStatus: ['4xx', '5xx'] }] : [{ clauses, state: [to] }];
  if ('refused' in to) return [{ clauses, error: [to.refused] }];
  if ('gone' in to) return [{ clauses, status: [to.gone] }];
  return [];
}

/** The state that the target names when it is asked again; undefined where nobody says which it should be. */
export function readBackOutcome(input: JudgeInput, intent: IntentEvent, view: AnswerView): Outcome | undefined {
  const machine = input.spec.states.machines.find(({ id }) => id === intent.machine);
  const row = machine?.transitions.find(({ id }) => id === before(intent.transition, '@'));
  const state = row === undefined ? undefined : stateAfter(input, row);
  if (machine?.statePointer === undefined || state === undefined) return undefined;
  if (view.status === 429 || view.status >= 500)
    return { unreadable: `the read-back was answered with ${describeAnswer(view)}`, blame: 'target' };
  const gone = machine.states.some(({ name, pseudo }) => name === state && pseudo === true);
  if (gone) return view.status === 404 ? PERMITTED : violation('status 404: it is gone', describeAnswer(view));
  return expectState(view, [state]);
}

function stateAfter({ profile, spec }: JudgeInput, { to }: TransitionRow): string | undefined {
  if (typeof to === 'string') return to;
  if (!('declared' in to)) return undefined;
  const promised = declaration(profile, spec.name, to.declared)?.to;
  return typeof promised === 'string' ? promised : undefined;
}
