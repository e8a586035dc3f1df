import { oncePer } from '../model/once-per.ts';
import { lengthOf } from '../profile/duration.ts';
import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';
import type { Evidence } from './evidence.ts';

/** Clocks of two machines, and what passes between a response and the next message of the clock. */
const SKEW_MS = 60_000;

/**
 * What time it was for the target when it answered, by the Date of its response, in milliseconds; NaN where that does not tell. A proxy may
 * write a Date of its own: it tells nothing where the clock that was turned says otherwise.
 */
export function targetDate(evidence: Evidence, exchange: ExchangeEvent): number {
  return isForeignDate(evidence, exchange) ? Number.NaN : dateOf(exchange.response);
}

/** True where the Date of a response fits no turn of the clock around it: a proxy has written it, or the clock is that of something else. */
export function isForeignDate(evidence: Evidence, { seq }: ExchangeEvent): boolean {
  return foreignDates(evidence).has(seq);
}

/** The Date of a response, whoever wrote it. */
export function dateOf(response: ExchangeEvent['response']): number {
  return Date.parse(String(response?.headers['date'] ?? ''));
}

/** Where the target's clock stood after it was turned and before, and when that was here. */
interface Turn {
  readonly to: number;
  readonly from: number;
  readonly at: number;
}

/** Exchanges whose Date fits neither the last turn of the clock before them nor the next one. */
const foreignDates = oncePer(({ events }: Evidence): ReadonlySet<number> => {
  const foreign = new Set<number>();
  let last: Turn | undefined;
  let since: ExchangeEvent[] = [];
  let at = 0;
  const settle = (next: Turn | undefined): void => {
    for (const exchange of since) if (!fits(exchange, last, next)) foreign.add(exchange.seq);
    since = [];
  };
  for (const event of events) {
    if (event.type === 'exchange') {
      since.push(event);
      at = endOf(event);
    }
    if (event.type !== 'clock') continue;
    const turn = turnOf(event, at);
    settle(turn);
    last = turn;
  }
  settle(undefined);
  return foreign;
});

function turnOf({ now, advance }: Extract<TraceEvent, { type: 'clock' }>, at: number): Turn {
  const to = Date.parse(now);
  return { to, from: to - lengthOf(advance), at };
}

function endOf({ sentAt, durationMs }: ExchangeEvent): number {
  return sentAt + durationMs;
}

/** The clock may stand still between two turns, or go on. */
function fits(exchange: ExchangeEvent, last: Turn | undefined, next: Turn | undefined): boolean {
  const date = dateOf(exchange.response);
  const isWithin = (stood: number, passed: number): boolean => {
    const [from, to] = [Math.min(stood, stood + passed), Math.max(stood, stood + passed)];
    return date >= from - SKEW_MS && date <= to + SKEW_MS;
  };
  if (Number.isNaN(date) || (last === undefined && next === undefined)) return true;
  const end = endOf(exchange);
  return (last !== undefined && isWithin(last.to, end - last.at)) || (next !== undefined && isWithin(next.from, end - next.at));
}
