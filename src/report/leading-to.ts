import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';

/** Where something shows: the exchanges, the deciding one last, or the case where none does. */
export interface Shown {
  readonly exchanges: readonly number[];
  readonly case?: string;
}

/** All exchanges that led to what a finding shows: of its case, and of those that were driven with it in one walk. */
export function leadingTo(events: readonly TraceEvent[], finding: Shown): readonly ExchangeEvent[] {
  const all = events.filter((event) => event.type === 'exchange');
  const shown = all.find(({ seq }) => seq === finding.exchanges.at(-1));
  const owner = shown?.case ?? finding.case;
  const together = drivenWith(events, owner);
  // What an act failed to bring about shows in no exchange: all of its case led there.
  return all.filter((exchange) => together.has(exchange.case) && (shown === undefined || exchange.seq <= shown.seq));
}

/** The cases of the same walk, or the case alone. */
export function drivenWith(events: readonly TraceEvent[], owner: string | undefined): ReadonlySet<string> {
  const cases = events.filter((event) => event.type === 'case');
  const walk = cases.find((event) => event.case === owner)?.walk?.id;
  const together = walk === undefined ? [] : cases.filter((event) => event.walk?.id === walk).map((event) => event.case);
  return new Set(owner === undefined ? together : [owner, ...together]);
}
