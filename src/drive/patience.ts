import { setTimeout as sleep } from 'node:timers/promises';
import type { Step } from '../spec/types.ts';
import type { Providers } from '../target/providers.ts';
import type { Exchanged } from './exchanger.ts';

export interface Patience {
  readonly providers: Providers;
  readonly signal: AbortSignal;
}

const LONGEST_WAIT_S = 60;
const TRIES = 2;

/**
 * Sends again after a 429 that the step did not ask for, once the documented headers say so; every refusal stays in the
 * trace. A wait of more than a minute is not worth it: the 429 is then the answer.
 */
export async function waitOut(patience: Patience, step: Step, send: () => Promise<Exchanged>): Promise<Exchanged> {
  let exchanged = await send();
  for (let again = 0; again < TRIES && limited(exchanged) && !expectsLimit(step); again++) {
    const seconds = waitSeconds(exchanged, Date.now() / 1000);
    if (seconds > LONGEST_WAIT_S) return exchanged;
    if (patience.providers.advance !== undefined) await patience.providers.advance(`PT${Math.ceil(seconds)}S`);
    else await sleep(seconds * 1000, undefined, { signal: patience.signal }).catch(() => undefined);
    if (patience.signal.aborted) return exchanged;
    exchanged = await send();
  }
  return exchanged;
}

function limited({ response }: Exchanged): boolean {
  return response?.status === 429;
}

function expectsLimit({ expect = [], observe }: Step): boolean {
  return observe !== undefined || expect.some(({ status = [], error = [] }) => status.includes(429) || error.some((name) => /too_many|E0000047/.test(name)));
}

/** Seconds until the earliest time that a rate-limit header names, by the target's own Date where it has one. */
function waitSeconds({ response }: Exchanged, now: number): number {
  const headers = response?.headers ?? {};
  const date = Date.parse(String(headers['date'] ?? ''));
  const today = Number.isNaN(date) ? now : date / 1000;
  const named = ['x-ratelimit-retry-at', 'x-ratelimit-reset', 'x-rate-limit-reset']
    .map((name) => Number(headers[name]))
    .filter((value) => Number.isFinite(value) && value > 0);
  const until = Math.min(...named);
  return Number.isFinite(until) ? Math.max(0, until - today) + 1 : 1;
}
