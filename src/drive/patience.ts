import { setTimeout as sleep } from 'node:timers/promises';
import type { RateLimitHeaderRow } from '../spec/types.ts';
import type { Exchanged } from '../target/exchanger.ts';

export interface Patience {
  /** true where the 429 is what was asked for */
  readonly expectsLimit: boolean;
  /** rate-limit headers: the document's own, or where it names none those of the others */
  readonly headers: readonly RateLimitHeaderRow[];
  /** turns the target's clock by an ISO 8601 duration; false where it cannot be turned */
  readonly turnClock: (duration: string) => Promise<boolean>;
  readonly signal: AbortSignal;
}

/** A real wait of more than a minute is not worth it: the 429 is then the answer. */
const LONGEST_WAIT_S = 60;
const LONGEST_TURN_S = 86_400;
const TRIES = 3;

/** Sends again after a 429 that the step did not ask for, once the documented headers say so; every refusal stays in the trace. */
export async function waitOut(patience: Patience, send: () => Promise<Exchanged>): Promise<Exchanged> {
  let exchanged = await send();
  for (let again = 0; again < TRIES && limited(exchanged) && !patience.expectsLimit && !patience.signal.aborted; again++) {
    const seconds = Math.ceil(waitSeconds(patience.headers, exchanged, Date.now() / 1000, again > 0));
    // A target that names a moment years away is not waited for, on a clock that can be turned either.
    if (seconds > LONGEST_TURN_S) return exchanged;
    if (!(await patience.turnClock(`PT${seconds}S`))) {
      if (seconds > LONGEST_WAIT_S) return exchanged;
      await sleepUnlessAborted(seconds * 1000, patience.signal);
    }
    exchanged = await send();
  }
  return exchanged;
}

/** An interruption ends the wait; what comes next sees the signal itself. */
async function sleepUnlessAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await Promise.race([
    sleep(milliseconds, undefined, { ref: false }),
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
  ]);
}

function limited({ response }: Exchanged): boolean {
  return response?.status === 429;
}

/** Seconds until the earliest moment that a rate-limit header names, by the target's own Date where it has one. */
function waitSeconds(rows: readonly RateLimitHeaderRow[], { response }: Exchanged, now: number, inVain: boolean): number {
  const headers = response?.headers ?? {};
  const date = Date.parse(String(headers['date'] ?? ''));
  const today = Number.isNaN(date) ? now : date / 1000;
  const named = rows
    .filter(({ role }) => role === 'reset' || role === 'retry-at')
    .map(({ name }) => Number(headers[name.toLowerCase()]))
    .filter((value) => Number.isFinite(value) && value > 0);
  // Where the earliest moment was too early (others may wait for it too), the latest one is taken.
  const until = inVain && named.length > 0 ? Math.max(...named) : Math.min(...named);
  // One more second: timestamps are whole, and some round them down.
  return Number.isFinite(until) ? Math.max(0, until - today) + 1 : 1;
}
