import type { DocumentSpec, TransitionRow } from '../model/types.ts';
import { operationOf } from '../profile/answer.ts';
import { declaration } from '../profile/profile.ts';
import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';
import type { CaseEvidence } from './evidence.ts';
import type { JudgeInput } from './finding.ts';
import type { Outcome } from './outcome.ts';
import type { JudgedStep } from './steps.ts';

/**
 * What a step's answer comes to, unless the limit made the case wait before it and its transition leads from or to a state that the
 * deployment leaves by itself: whoever asks late may find a later state.
 */
export function unlessStaleRead(
  input: JudgeInput,
  entry: CaseEvidence,
  judged: JudgedStep,
  exchange: ExchangeEvent,
  outcome: Outcome,
): Outcome {
  if (!('ok' in outcome) || outcome.ok || !passes(input, judged) || !hasWaited(input, entry, exchange)) return outcome;
  const { expected, received } = outcome;
  return {
    unreadable: `expected ${expected}; received ${received}, after the rate limit made the case wait: what goes on by itself may have gone on`,
    blame: 'config',
  };
}

/**
 * True where a case that goes on beside this one has let something happen, and the step leads from or to a state that the deployment leaves
 * by itself: background work may have moved on whatever was due.
 */
export function hasMovedOn(input: JudgeInput, { case: begins }: CaseEvidence, judged: JudgedStep, exchange: ExchangeEvent): boolean {
  const { events } = input.evidence;
  if (begins.kind !== 'walk' || !passes(input, judged)) return false;
  const since = events.slice(events.indexOf(begins), events.indexOf(exchange));
  return since.some((event) => (event.type === 'act' && event.case !== begins.case) || event.type === 'clock');
}

function passes({ spec, profile }: JudgeInput, { row }: JudgedStep): boolean {
  for (const { transitions } of spec.states.machines) {
    const own = transitions.find(({ id }) => `transition:${id}` === row);
    if (own === undefined) continue;
    const passing = transitions.filter((one) => happensByItself(spec, one)).flatMap(({ from }) => from);
    const to = typeof own.to === 'object' && 'declared' in own.to ? (declaration(profile, spec.name, own.to.declared)?.to ?? []) : own.to;
    return [own.from, to].flat().some((state) => typeof state === 'string' && passing.includes(state));
  }
  return false;
}

/** Nobody calls for it: all that happens may happen unasked as well, and is only looked at. */
function happensByItself(spec: DocumentSpec, { trigger }: TransitionRow): boolean {
  return trigger.every(({ act, call }) =>
    act === undefined
      ? operationOf(spec, call)?.safe === true
      : spec.providerStates.acts.some(({ name, byItself }) => name === act && byItself === true),
  );
}

/** Whoever waited, the time has passed for all. */
function hasWaited({ evidence: { events } }: JudgeInput, { case: begins }: CaseEvidence, exchange: ExchangeEvent): boolean {
  return events.slice(events.indexOf(begins), events.indexOf(exchange)).some(isWait);
}

function isWait(event: TraceEvent): boolean {
  return event.type === 'exchange' ? event.response?.status === 429 : event.type === 'clock' && event.waits === true;
}
