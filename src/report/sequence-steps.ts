import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';
import { drivenWith } from './leading-to.ts';
import type { Shown } from './leading-to.ts';

/** One step of what led to a finding, in the order in which it was done. */
export type SequenceStep = { readonly caller: string | undefined } & (
  | { readonly kind: 'given' | 'act' | 'clock'; readonly words: string }
  | { readonly kind: 'exchange'; readonly purpose: string; readonly exchange: ExchangeEvent }
);

/** What was done up to what a finding shows; `caller` tells several apart that were at it together. */
export function sequenceSteps(events: readonly TraceEvent[], { exchanges, case: own }: Shown): readonly SequenceStep[] {
  const last = exchanges.at(-1);
  const shown = events.find((event) => event.type === 'exchange' && event.seq === last);
  const together = drivenWith(events, shown?.type === 'exchange' ? shown.case : own);
  const steps: SequenceStep[] = [];
  for (const event of events) {
    if (!('case' in event) || event.case === undefined || !together.has(event.case)) continue;
    const step = stepOf(event, together.size > 1 ? callerOf(event.case) : undefined);
    if (step !== undefined) steps.push(step);
    if (event.type === 'exchange' && event.seq === last) break;
  }
  return steps;
}

function stepOf(event: TraceEvent, caller: string | undefined): SequenceStep | undefined {
  if (event.type === 'state') return { kind: 'given', caller, words: event.state };
  if (event.type === 'act') return { kind: 'act', caller, words: event.act };
  if (event.type === 'clock') return { kind: 'clock', caller, words: `goes on by ${event.advance}` };
  return event.type === 'exchange' ? { kind: 'exchange', caller, purpose: purposeOf(event), exchange: event } : undefined;
}

/** The transition that is taken or tried, what an operation does not foresee, or the operation alone. */
function purposeOf({ place: { row, at }, operation }: ExchangeEvent): string {
  if (at === 'credential') return 'credential';
  if (at.startsWith('readBack/')) return 'read back';
  const [kind, name = ''] = row.split(/:(.*)/s);
  if (kind === 'transition') return name;
  if (kind === 'stray') return `${name}, not allowed in ${at.replace(/\/\d+$/, '')}`;
  const called = operation ?? at.replace('steps/', 'step ');
  return kind === 'negative' && !at.startsWith('prepare/') ? `${called}: ${at}` : called;
}

/** Cases of a walk are numbered from 1, its callers are A, B, C. */
function callerOf(id: string): string {
  return `caller ${String.fromCodePoint(64 + Number(id.split('/').at(-1)))}`;
}

/** Path and query of a request. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
