import type { CaseEvent, ExchangeEvent, IntentEvent, RequestMessage, ResponseMessage, TraceEvent } from './events.ts';

/** What a test tells of an exchange; the rest is an answered GET at the place of a probe's first step. */
export interface SampleExchange extends Partial<Omit<ExchangeEvent, 'type' | 'request' | 'response' | 'place'>> {
  readonly row?: string;
  readonly at?: string;
  readonly request?: Partial<RequestMessage>;
  /** undefined, told as such: no answer came */
  readonly response?: Partial<ResponseMessage> | undefined;
}

/** An exchange of a trace; `sampleCase` gives it number and case. */
export function sampleExchange(about: SampleExchange = {}): ExchangeEvent {
  const { row = 'probe:look', at = 'steps/0', request, response, ...rest } = about;
  const silent = 'response' in about && response === undefined;
  return {
    type: 'exchange',
    seq: 0,
    case: '',
    purpose: 'probe',
    document: 'authentication',
    sentAt: 0,
    durationMs: 1,
    ...rest,
    place: { row, at },
    request: { method: 'GET', url: 'https://doors.example.test/api/doors/1', headers: {}, ...request },
    ...(silent ? {} : { response: { status: 200, headers: {}, ...response } }),
  };
}

/** An intent that the next exchange takes a transition; `sampleCase` says which exchange that is. */
export function sampleIntent(machine: string, transition: string, from: string): IntentEvent {
  return { type: 'intent', case: '', machine, transition, from, exchange: 0 };
}

/** The events of one case: each of this case, exchanges numbered from `first`, intents pointing to the next exchange. */
export function sampleCase(
  about: Partial<CaseEvent> & { readonly first?: number },
  ...events: readonly TraceEvent[]
): readonly TraceEvent[] {
  const { first = 1, ...rest } = about;
  const id = rest.case ?? 'probe/look';
  const rows = [...new Set(events.flatMap((event) => ('place' in event ? [event.place.row] : [])))];
  let seq = first;
  const numbered = events.map((event): TraceEvent => {
    if (!('case' in event)) return event;
    if (event.type === 'intent') return { ...event, case: id, exchange: seq };
    return event.type === 'exchange' ? { ...event, case: id, seq: seq++ } : { ...event, case: id };
  });
  return [{ type: 'case', case: id, document: 'authentication', kind: 'probe', title: id, rows, ...rest }, ...numbered];
}

/** The same trace with one exchange's answer changed: what a faulty target would have said. */
export function withResponse(
  events: readonly TraceEvent[],
  seq: number,
  change: (response: ResponseMessage) => ResponseMessage,
): readonly TraceEvent[] {
  if (!events.some((event) => event.type === 'exchange' && event.seq === seq)) throw new RangeError(`no exchange ${seq} to change`);
  return events.map((event) =>
    event.type === 'exchange' && event.seq === seq && event.response !== undefined ? { ...event, response: change(event.response) } : event,
  );
}
