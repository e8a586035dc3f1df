import type { Finding } from '../judge/finding.ts';
import type { Spot } from '../plan/walk-cuts.ts';
import type { TraceEvent } from '../trace/events.ts';
import { drivenWith } from '../report/preceding-steps.ts';

/** Where in its walk a failure showed: by the intents that the trace has up to the exchange that decides. */
export function positionOf(events: readonly TraceEvent[], finding: Finding): Spot {
  const decided = finding.exchanges.at(-1) ?? Infinity;
  const shown = events.find((event) => event.type === 'exchange' && event.seq === decided);
  const owner = shown?.type === 'exchange' ? shown.case : (finding.case ?? '');
  const together = [...drivenWith(events, owner)].toSorted((one, other) => ordinal(one) - ordinal(other));
  const intents = events.filter((event) => event.type === 'intent').filter((event) => event.case === owner && event.exchange <= decided);
  const last = intents.at(-1);
  // What prepares a transition comes before the step that is meant to take it.
  const isAhead = shown?.type === 'exchange' && last !== undefined && shown.place.row !== `transition:${last.transition}`;
  const at = shown?.type === 'exchange' ? shown.place.at : undefined;
  return { at, sequence: Math.max(0, together.indexOf(owner)), moves: Math.max(1, intents.length + (isAhead ? 1 : 0)) };
}

/** Cases of a walk are numbered from 1. */
function ordinal(id: string): number {
  return Number(id.split('/').at(-1));
}
