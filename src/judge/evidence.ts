import type { DocumentName, DocumentSpec } from '../model/types.ts';
import { operationOf, viewAnswer, type AnswerView } from '../profile/answer.ts';
import type { PublicProfile } from '../profile/profile.ts';
import type { BlockedEvent, CaseEvent, EmittedEvent, ExchangeEvent, IntentEvent, StateEvent, TraceEvent } from '../trace/events.ts';

/** The events of one case, in order. */
export interface CaseEvidence {
  readonly case: CaseEvent;
  readonly events: readonly TraceEvent[];
}

/** A trace, indexed for judging. */
export interface Evidence {
  readonly events: readonly TraceEvent[];
  readonly cases: readonly CaseEvidence[];
}

export function indexTrace(events: readonly TraceEvent[]): Evidence {
  const cases = new Map<string, { case: CaseEvent; events: TraceEvent[] }>();
  for (const event of events) {
    if (event.type === 'case') cases.set(event.case, { case: event, events: [] });
    else if ('case' in event) cases.get(event.case)?.events.push(event);
  }
  return { events, cases: [...cases.values()] };
}

/** All exchanges with one document's service, in the order in which they were sent. */
export function exchangesWith({ events }: Evidence, document: DocumentName): readonly ExchangeEvent[] {
  return events.filter((event) => event.type === 'exchange').filter((event) => event.document === document);
}

export function casesOf({ cases }: Evidence, document: DocumentName): readonly CaseEvidence[] {
  return cases.filter((entry) => entry.case.document === document);
}

export function exchangesIn({ events }: CaseEvidence): readonly ExchangeEvent[] {
  return events.filter((event) => event.type === 'exchange');
}

export function intentsIn({ events }: CaseEvidence): readonly IntentEvent[] {
  return events.filter((event) => event.type === 'intent');
}

export function statesIn({ events }: CaseEvidence): readonly StateEvent[] {
  return events.filter((event) => event.type === 'state');
}

export function blocksIn({ events }: CaseEvidence): readonly BlockedEvent[] {
  return events.filter((event) => event.type === 'blocked');
}

export function emittedIn({ events }: CaseEvidence): readonly EmittedEvent[] {
  return events.filter((event) => event.type === 'emitted');
}

/** The row of what others have recorded: no step of the specs has sent it. */
export const RECORDED_ROW = 'traffic';

export function isRecorded({ place }: ExchangeEvent): boolean {
  return place.row === RECORDED_ROW;
}

type OneEmitted = EmittedEvent['events'][number];

/** Emitted events: those about something of the case, and those about something that the case has nothing of. */
export interface Emitted {
  readonly own: readonly Pick<OneEmitted, 'kind' | 'about'>[];
  readonly others: readonly Pick<OneEmitted, 'kind'>[];
}

/**
 * Tells the events of a case from what goes on beside it, such as a job that an earlier case has left: an event that says what it is about
 * is the case's own where that stands in its provider states or exchanges.
 */
export function emittedOf({ events: evidence }: CaseEvidence, { events }: EmittedEvent): Emitted {
  const known = evidence.filter(({ type }) => type !== 'emitted');
  return { own: events.filter((event) => isAbout(event, known)), others: events.filter((event) => !isAbout(event, known)) };
}

/** True where what an event says that it is about stands somewhere in a value; one that does not say may be about anything. */
export function isAbout({ about }: Pick<OneEmitted, 'about'>, value: unknown): boolean {
  return about === undefined || JSON.stringify(value).includes(JSON.stringify(about).slice(1, -1));
}

/** An exchange's answer as the specs speak of it; undefined where none came. */
export function viewOf(spec: DocumentSpec, profile: PublicProfile, exchange: ExchangeEvent, machineId?: string): AnswerView | undefined {
  if (exchange.response === undefined) return undefined;
  const machine = spec.states.machines.find(({ id }) => id === machineId);
  return viewAnswer(spec, profile, operationOf(spec, exchange.operation), exchange.response, ...(machine === undefined ? [] : [machine]));
}
