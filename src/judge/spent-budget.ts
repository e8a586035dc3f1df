import type { Blame } from '../model/types.ts';
import type { BlockedEvent, ExchangeEvent, TraceEvent } from '../trace/events.ts';

/** Who has used the time of a run up, and with what. */
export interface Spender {
  readonly blame: Blame;
  readonly why: string;
}

/** An answer of this size is no part of what a document shows. */
const LARGE_BYTES = 262_144;
/** Failures that came of what the target sent. */
const SENT: ReadonlySet<string> = new Set(['too-large', 'undecodable', 'not-sendable']);

/**
 * Who has spent most of the time without giving an answer for it. Undefined where a target that answers as it should would have needed the
 * time as well: then the budget was too small.
 */
export function spenderOfTime(events: readonly TraceEvent[]): Spender | undefined {
  const all = events.filter((event) => event.type === 'exchange').toSorted((one, other) => one.sentAt - other.sentAt);
  const driven = all.filter(({ purpose }) => purpose !== 'preflight');
  const exchanges = driven.length === 0 ? all : driven;
  const [first] = exchanges;
  if (first === undefined) return undefined;
  const end = Math.max(...exchanges.map(({ sentAt, durationMs }) => sentAt + durationMs));
  const wasted = { target: 0, network: 0 };
  for (const [index, exchange] of exchanges.entries()) {
    const blame = wastedBy(exchange);
    if (blame !== undefined) wasted[blame] += (exchanges[index + 1]?.sentAt ?? end) - exchange.sentAt;
  }
  const wholeMs = end - first.sentAt;
  if (wholeMs === 0 || wasted.target + wasted.network < wholeMs / 2) return undefined;
  const [blame, what] =
    wasted.target > wasted.network
      ? (['target', 'answers that are large or cannot be read'] as const)
      : (['network', 'requests without an answer'] as const);
  return { blame, why: `${what} took ${inSeconds(wasted[blame])} of ${inSeconds(wholeMs)}` };
}

function wastedBy({ failure, response }: ExchangeEvent): 'target' | 'network' | undefined {
  if (failure !== undefined) return SENT.has(failure.kind) ? 'target' : failure.kind === 'interrupted' ? undefined : 'network';
  return (response?.bytes ?? 0) > LARGE_BYTES ? 'target' : undefined;
}

function inSeconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

/** The same events; what the end of the time kept from being sent is blamed on whoever has spent it. */
export function withSpender(events: readonly TraceEvent[]): readonly TraceEvent[] {
  if (!events.some(isOverTime)) return events;
  const spender = spenderOfTime(events);
  if (spender === undefined) return events;
  return events.map((event) =>
    isOverTime(event) ? { ...event, because: `${event.because}: ${spender.why}`, blame: spender.blame } : event,
  );
}

function isOverTime(event: TraceEvent): event is BlockedEvent {
  return event.type === 'blocked' && event.key === 'budget.duration';
}
