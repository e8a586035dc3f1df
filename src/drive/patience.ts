import { setTimeout as sleep } from 'node:timers/promises';
import type { RateLimitHeaderRow, Step } from '../spec/types.ts';
import type { Exchanged } from './exchanger.ts';

export interface Patience {
  /** the document's rate-limit headers */
  readonly headers: readonly RateLimitHeaderRow[];
  /** turns the target's clock by an ISO 8601 duration; false where it cannot be turned */
  readonly turnClock: (duration: string) => Promise<boolean>;
  readonly signal: AbortSignal;
}

/** A real wait of more than a minute is not worth it: the 429 is then the answer. */
const LONGEST_WAIT_S = 60;
const LONGEST_TURN_S = 86_400;
const TRIES = 2;

/** Sends again after a 429 that the step did not ask for, once the documented headers say so; every refusal stays in the trace. */
export async function waitOut(patience: Patience, step: Step, send: () => Promise<Exchanged>): Promise<Exchanged> {
  let exchanged = await send();
  for (let again = 0; again < TRIES && limited(exchanged) && !expectsLimit(step) && !patience.signal.aborted; again++) {
    const seconds = Math.ceil(waitSeconds(patience.headers, exchanged, Date.now() / 1000));
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

function expectsLimit({ expect = [], observe }: Step): boolean {
  return (
    observe !== undefined ||
    expect.some(({ status = [], error = [] }) => status.includes(429) || error.some((name) => /too_many|E0000047/.test(name)))
  );
}

/** Seconds until the earliest moment that a rate-limit header names, by the target's own Date where it has one. */
function waitSeconds(rows: readonly RateLimitHeaderRow[], { response }: Exchanged, now: number): number {
  const headers = response?.headers ?? {};
  const date = Date.parse(String(headers['date'] ?? ''));
  const today = Number.isNaN(date) ? now : date / 1000;
  const named = rows
    .filter(({ role }) => role === 'reset' || role === 'retry-at')
    .map(({ name }) => Number(headers[name.toLowerCase()]))
    .filter((value) => Number.isFinite(value) && value > 0);
  const until = Math.min(...named);
  // One more second: timestamps are whole, and some round them down.
  return Number.isFinite(until) ? Math.max(0, until - today) + 1 : 1;
}
