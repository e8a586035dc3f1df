import { declarable } from '../model/declarable.ts';
import type { Declaration, DocumentSpec } from '../model/types.ts';
import type { Demand } from './expectation.ts';
import { errorNamePointer, operationOf, type AnswerView } from '../profile/answer.ts';
import { GONE } from '../profile/check-declaration.ts';
import { declaration } from '../profile/profile.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { exchangesIn, viewOf, type CaseEvidence } from './evidence.ts';
import type { JudgeInput, Check, Observation } from './finding.ts';
import { describeAnswer, PERMITTED, violation, type Outcome } from './outcome.ts';
import type { JudgedStep } from './steps.ts';

/** Where the document does not say what comes: what was seen, and how it stands to what the profile declares. */
export interface Undocumented {
  readonly observation: Observation | undefined;
  /** undefined where nothing is declared */
  readonly promise: { readonly check: Check; readonly outcome: Outcome } | undefined;
}

/** @param meets judges an answer by an expectation, as for documented ones */
export function judgeUndocumented(
  input: JudgeInput,
  entry: CaseEvidence,
  judged: JudgedStep,
  exchange: ExchangeEvent,
  view: AnswerView,
  meets: (demand: Demand, view: AnswerView) => Outcome,
): Undocumented | undefined {
  const topic = topicOf(judged);
  if (topic === undefined) return undefined;
  const [about] = clausesAbout(input.spec, judged, topic);
  const [check] = declaredCheck(input.spec, judged);
  const promise = declaration(input.profile, input.spec.name, topic);
  return {
    observation: about === undefined ? undefined : { about: topic, clause: about, value: describeAnswer(view) },
    promise:
      check === undefined || promise === undefined
        ? undefined
        : { check, outcome: promised(input, entry, judged, exchange, view, promise, meets) },
  };
}

/** The check by which a profile's promise about this step is judged; none where no profile can promise anything. */
export function declaredCheck(spec: DocumentSpec, judged: JudgedStep): readonly Check[] {
  const topic = topicOf(judged);
  if (topic === undefined || !declarable(spec).has(topic)) return [];
  return [{ id: `declared/${topic}`, clauses: clausesAbout(spec, judged, topic) }];
}

function clausesAbout(spec: DocumentSpec, { transition }: JudgedStep, topic: string): readonly string[] {
  return transition?.clauses ?? fillableBy(spec, topic);
}

function topicOf({ transition, step }: JudgedStep): string | undefined {
  const to = transition?.to;
  return typeof to === 'object' && 'declared' in to ? to.declared : step.observe;
}

function promised(
  input: JudgeInput,
  entry: CaseEvidence,
  judged: JudgedStep,
  exchange: ExchangeEvent,
  view: AnswerView,
  promise: Declaration,
  meets: (demand: Demand, view: AnswerView) => Outcome,
): Outcome {
  const states = promise.to === undefined ? [] : typeof promise.to === 'string' ? [promise.to] : promise.to;
  const target = states.length === 0 ? PERMITTED : stateReached(judged, view, states, meets);
  if (!('ok' in target) || !target.ok) return target;
  // A refusal is what the call itself was answered with, not the read that follows it.
  const caused = viewOf(input.spec, input.profile, causeOf(input, entry, exchange)) ?? view;
  const readable = errorNamePointer(input.spec, input.profile) !== undefined;
  if (promise.refused !== undefined && !readable && caused.status >= 400)
    return { unreadable: 'errorName is not bound: the profile does not say where an error body holds its name', blame: 'config' };
  if (promise.refused !== undefined && caused.error !== promise.refused)
    return violation(`error ${promise.refused}`, describeAnswer(caused));
  // What is said to lead somewhere does not break down.
  const outcome: Demand = states.length === 0 ? {} : { notStatus: ['5xx'] };
  return meets(
    {
      ...(promise.status === undefined ? outcome : { status: promise.status }),
      ...(promise.view === undefined ? {} : { view: promise.view }),
    },
    caused,
  );
}

function stateReached(
  { machine }: JudgedStep,
  view: AnswerView,
  states: readonly string[],
  meets: (demand: Demand, view: AnswerView) => Outcome,
): Outcome {
  const gone = states.includes(GONE);
  if (gone && view.status === 404) return PERMITTED;
  if (gone && states.length === 1) return violation('status 404: it is gone', describeAnswer(view));
  // Where states are no field there is nothing to compare; the row's other expectations show them.
  return machine !== undefined && machine.statePointer === undefined
    ? meets({ notStatus: ['4xx', '5xx'] }, view)
    : meets({ state: [...states] }, view);
}

/** The last exchange of the row that was no mere reading; the deciding one where all are. */
function causeOf({ spec }: JudgeInput, entry: CaseEvidence, exchange: ExchangeEvent): ExchangeEvent {
  const own = exchangesIn(entry).filter(
    ({ place, seq }) => place.row === exchange.place.row && place.at.startsWith('trigger/') && seq <= exchange.seq,
  );
  return own.findLast(({ operation }) => operationOf(spec, operation)?.safe !== true) ?? exchange;
}

/** The clauses that a declaration of this name fills. */
export function fillableBy(spec: DocumentSpec, topic: string): readonly string[] {
  return spec.clauses
    .filter(({ filledBy = [] }) => filledBy.some((name) => name === `declares/${topic}` || name === `observed/${topic}`))
    .map(({ id }) => id);
}
