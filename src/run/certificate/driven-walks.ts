import type { TraceEvent } from '../../trace/events.ts';

/** Random walks that were driven; those that were driven again count once. */
export function drivenWalks(events: readonly TraceEvent[]): number {
  return new Set(
    events.flatMap((event) => (event.type === 'case' && event.walk !== undefined && event.again === undefined ? [event.walk.id] : [])),
  ).size;
}
