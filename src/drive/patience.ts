import type { RateLimitHeaderRow } from '../spec/types.ts';
import type { Exchanged } from '../target/exchanger.ts';
import type { Timer } from '../target/timer.ts';

export interface Patience {
  /** true where the 429 is what was asked for */
  readonly expectsLimit: boolean;
  /** rate-limit headers: the document's own, or where it names none those of the others */
  readonly headers: readonly RateLimitHeaderRow[];
  /** turns the target's clock by an ISO 8601 duration; false where it cannot be turned */
  readonly turnClock: (duration: string) => Promise<boolean>;
  readonly timer: Timer;
  /** milliseconds that are left of the profile's budget.duration */
  readonly leftMs: () => number;
  readonly signal: AbortSignal;
}

/** A longer wait is not worth it, nor is one beyond the end of the run: the 429 is then the answer. */
const LONGEST_WAIT_S = 120;
const LONGEST_TURN_S = 86_400;
const TRIES = 3;

/** Sends again after a 429 that the step did not ask for, once the documented headers say so; every refusal stays in the trace. */
export async function waitOut(patience: Patience, send: () => Promise<Exchanged>): Promise<Exchanged> {
  let exchanged = await send();
  for (let again = 0; again < TRIES && limited(exchanged) && !patience.expectsLimit && !patience.signal.aborted; again++) {
    const seconds = Math.ceil(waitSeconds(patience.headers, exchanged, patience.timer.now() / 1000, again > 0));
    // A target that names a moment years away is not waited for, on a clock that can be turned either.
    if (seconds > LONGEST_TURN_S) return exchanged;
    if (!(await patience.turnClock(`PT${seconds}S`))) {
      if (seconds > LONGEST_WAIT_S || seconds * 1000 >= patience.leftMs()) return exchanged;
      await patience.timer.sleep(seconds * 1000, patience.signal);
      if (patience.signal.aborted) return exchanged;
    }
    exchanged = await send();
  }
  return exchanged;
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
