import type { CaseEvent, ExchangeEvent, TraceEvent } from '../trace/events.ts';

/** Where something shows: the exchanges, the deciding one last, or the case where none does. */
export interface FindingPlace {
  readonly exchanges: readonly number[];
  readonly case?: string;
}

/** What was driven in one walk, or in one case alone, in the order of the trace. */
interface Together {
  readonly cases: ReadonlySet<string>;
  readonly events: readonly TraceEvent[];
  readonly exchanges: readonly ExchangeEvent[];
  /** of the exchanges, ascending: callers that are at it together answer in any order */
  readonly order: readonly number[];
}

/** All exchanges that led to what a finding shows: of its case, and of those that were driven with it in one walk. */
export function precedingSteps(events: readonly TraceEvent[], finding: FindingPlace): readonly ExchangeEvent[] {
  const { shown, together } = placeOf(events, finding);
  // What an act failed to bring about shows in no exchange: all of its case led there.
  return together.exchanges.filter((exchange) => shown === undefined || exchange.seq <= shown.seq);
}

/** How many these are, and the case of the last one, without collecting them. */
export function lengthOf(
  events: readonly TraceEvent[],
  finding: FindingPlace,
): { readonly length: number; readonly owner: string | undefined } {
  const { shown, together } = placeOf(events, finding);
  const { exchanges, order } = together;
  if (shown === undefined) return { length: exchanges.length, owner: exchanges.at(-1)?.case };
  return { length: countUpTo(order, shown.seq), owner: exchanges.findLast(({ seq }) => seq <= shown.seq)?.case };
}

/** Everything on record of the cases that led to what a finding shows, whether before it or after. */
export function eventsAround(events: readonly TraceEvent[], finding: FindingPlace): Pick<Together, 'cases' | 'events'> {
  return placeOf(events, finding).together;
}

/** The cases of the same walk, or the case alone. */
export function drivenWith(events: readonly TraceEvent[], owner: string | undefined): ReadonlySet<string> {
  return togetherWith(indexOf(events), owner).cases;
}

/** Requests of a case and of all that was driven with it. */
export function requestsWith(events: readonly TraceEvent[], owner: string | undefined): number {
  return togetherWith(indexOf(events), owner).exchanges.length;
}

/** What the trace says of a case, where it is one. */
export function caseOf(events: readonly TraceEvent[], id: string): CaseEvent | undefined {
  return indexOf(events).cases.get(id);
}

/** A trace by exchange, case and walk: what belongs to a finding is looked up, however many findings and events there are. */
interface Index {
  readonly size: number;
  readonly exchanges: ReadonlyMap<number, ExchangeEvent>;
  readonly cases: ReadonlyMap<string, CaseEvent>;
  readonly walks: ReadonlyMap<string, readonly string[]>;
  /** positions in the trace */
  readonly byCase: ReadonlyMap<string, readonly number[]>;
  readonly events: readonly TraceEvent[];
  readonly groups: Map<string, Together>;
}

const INDEXES = new WeakMap<readonly TraceEvent[], Index>();

/** Made once for a trace, and again where it has grown. */
function indexOf(events: readonly TraceEvent[]): Index {
  const known = INDEXES.get(events);
  if (known?.size === events.length) return known;
  const exchanges = new Map<number, ExchangeEvent>();
  const cases = new Map<string, CaseEvent>();
  const walks = new Map<string, string[]>();
  const byCase = new Map<string, number[]>();
  events.forEach((event, position) => {
    if (!('case' in event) || event.case === undefined) return;
    if (event.type === 'exchange' && !exchanges.has(event.seq)) exchanges.set(event.seq, event);
    if (event.type === 'case') {
      if (!cases.has(event.case)) cases.set(event.case, event);
      if (event.walk !== undefined) push(walks, event.walk.id, event.case);
    }
    push(byCase, event.case, position);
  });
  const index = { size: events.length, exchanges, cases, walks, byCase, events, groups: new Map<string, Together>() };
  INDEXES.set(events, index);
  return index;
}

function placeOf(
  events: readonly TraceEvent[],
  finding: FindingPlace,
): { readonly shown: ExchangeEvent | undefined; readonly together: Together } {
  const index = indexOf(events);
  const shown = index.exchanges.get(finding.exchanges.at(-1) ?? Number.NaN);
  return { shown, together: togetherWith(index, shown?.case ?? finding.case) };
}

const NOTHING: Together = { cases: new Set(), events: [], exchanges: [], order: [] };

function togetherWith(index: Index, owner: string | undefined): Together {
  if (owner === undefined) return NOTHING;
  const known = index.groups.get(owner);
  if (known !== undefined) return known;
  const walk = index.cases.get(owner)?.walk?.id;
  const cases = new Set([owner, ...(walk === undefined ? [] : (index.walks.get(walk) ?? []))]);
  const positions = [...cases].flatMap((id) => index.byCase.get(id) ?? []);
  const events = (cases.size === 1 ? positions : positions.toSorted((a, b) => a - b)).flatMap((at) => index.events.slice(at, at + 1));
  const exchanges = events.filter((event) => event.type === 'exchange');
  const group = { cases, events, exchanges, order: exchanges.map(({ seq }) => seq).toSorted((a, b) => a - b) };
  for (const id of cases) index.groups.set(id, group);
  return group;
}

function countUpTo(order: readonly number[], seq: number): number {
  let [from, to] = [0, order.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((order[middle] ?? 0) <= seq) from = middle + 1;
    else to = middle;
  }
  return from;
}

function push<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [value]);
  else known.push(value);
}
