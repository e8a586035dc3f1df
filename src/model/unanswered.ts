import type { LoadEvent } from './types.ts';

/** What tells how much of a load had no answer. */
export interface Served {
  readonly accounts: Pick<LoadEvent['accounts'], 'sent' | 'timedOut' | 'lost' | 'unservedMs'> & {
    readonly lostBy: Readonly<Record<string, number | undefined>>;
  };
  readonly connections: number;
  readonly durationMs: number;
}

/** Requests whose answer was not waited for, though it need not have been late: the load was over. They say nothing. */
export const NOT_AWAITED = 'not awaited';

/** Requests that the target, or the way to it, left without an answer. */
export function unansweredOf({ timedOut, lost, lostBy }: Served['accounts']): number {
  return timedOut + lost - (lostBy[NOT_AWAITED] ?? 0);
}

/**
 * Share of a load that had no answer, 0 to 1: of its requests, or of the time of its connections, whichever is more. A target that falls
 * silent leaves few requests without an answer where each connection waits for its own, and all of the time.
 */
export function unansweredShare({ accounts, connections, durationMs }: Served): number {
  const ofRequests = accounts.sent === 0 ? 0 : unansweredOf(accounts) / accounts.sent;
  return Math.max(ofRequests, unservedShare({ accounts, connections, durationMs }));
}

/** Share of the time of all connections in which they waited for answers that never came, or for a connection. */
export function unservedShare({ accounts: { unservedMs = 0 }, connections, durationMs }: Served): number {
  const wholeMs = connections * durationMs;
  return wholeMs === 0 ? 0 : Math.min(1, unservedMs / wholeMs);
}
