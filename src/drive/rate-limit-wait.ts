import type { RateLimitHeaderRow } from '../model/types.ts';
import type { Exchanged } from './exchanger.ts';
import type { Timer } from './timer.ts';

export interface RateLimitWait {
  /** true where the 429 is what was asked for */
  readonly expectsLimit: boolean;
  /** rate-limit headers: the document's own, or where it names none those of the others */
  readonly headers: readonly RateLimitHeaderRow[];
  /** turns the target's clock by an ISO 8601 duration; false where it cannot be turned */
  readonly turnClock: (duration: string) => Promise<boolean>;
  /** what time it is by the clock that can be turned, in milliseconds; undefined where there is none */
  readonly targetTime: () => Promise<number | undefined>;
  /** true where the profile does not permit to use the limit up */
  readonly sparing: boolean;
  /** the answer that the same service gave last */
  readonly latest: () => Exchanged['response'];
  readonly timer: Timer;
  /** milliseconds that are left of the profile's budget.duration */
  readonly leftMs: () => number;
  readonly signal: AbortSignal;
}

/** A longer wait is not worth it, nor is one beyond the end of the run: the 429 is then the answer. */
const LONGEST_WAIT_S = 120;
const LONGEST_TURN_S = 86_400;
const TRIES = 3;

/**
 * Sends again after a 429 that the step did not ask for, once the documented headers say so; every refusal stays in the trace. Where
 * the limit may not be used up, a request that the last answer leaves no allowance for waits for it first.
 */
export async function waitOut(wait: RateLimitWait, send: () => Promise<Exchanged>): Promise<Exchanged> {
  const before = wait.sparing ? wait.latest() : undefined;
  if (before !== undefined && nothingLeft(wait, before) && !wait.expectsLimit) await pause(wait, before, false);
  let exchanged = await send();
  for (let again = 0; again < TRIES && exchanged.response?.status === 429 && !wait.expectsLimit; again++) {
    if (!(await pause(wait, exchanged.response, again > 0)) || wait.signal.aborted) return exchanged;
    exchanged = await send();
  }
  return exchanged;
}

type Answered = NonNullable<Exchanged['response']>;

/** Lets the time pass that the answer names, on the target's clock where it can be turned; false where that is too long. */
async function pause(wait: RateLimitWait, answer: Answered, inVain: boolean): Promise<boolean> {
  if (wait.signal.aborted) return false;
  const date = Date.parse(String(answer.headers['date'] ?? ''));
  const clocks = [Number.isNaN(date) ? wait.timer.now() : date, await wait.targetTime()].filter((clock) => clock !== undefined);
  const seconds = Math.ceil(waitSeconds(wait.headers, answer, clocks, inVain));
  // A target that names a moment years away is not waited for, on a clock that can be turned either.
  if (seconds > LONGEST_TURN_S) return false;
  if (await wait.turnClock(`PT${seconds}S`)) return true;
  if (seconds > LONGEST_WAIT_S || seconds * 1000 >= wait.leftMs()) return false;
  await wait.timer.sleep(seconds * 1000, wait.signal);
  return true;
}

function nothingLeft({ headers: rows }: RateLimitWait, { headers }: Answered): boolean {
  return rows.some(({ role, name }) => role === 'remaining' && headers[name.toLowerCase()] === '0');
}

/** Seconds until the earliest moment that a rate-limit header names, by the clock that it is nearest to: a proxy may write another Date. */
function waitSeconds(rows: readonly RateLimitHeaderRow[], { headers }: Answered, clocks: readonly number[], inVain: boolean): number {
  const named = rows
    .filter(({ role }) => role === 'reset' || role === 'retry-at')
    .map(({ name }) => Number(headers[name.toLowerCase()]))
    .filter((value) => Number.isFinite(value) && value > 0);
  // Where the earliest moment was too early (others may wait for it too), the latest one is taken.
  const until = inVain && named.length > 0 ? Math.max(...named) : Math.min(...named);
  // One more second: timestamps are whole, and some round them down.
  const lengths = clocks.filter(Number.isFinite).map((now) => until - now / 1000);
  const [nearest = 0] = lengths.toSorted((one, other) => Math.abs(one) - Math.abs(other));
  return Number.isFinite(until) ? Math.max(0, nearest) + 1 : 1;
}
