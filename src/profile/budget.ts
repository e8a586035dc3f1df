import type { Limits } from './profile.ts';

/** What a run has spent so far; times in milliseconds on the harness's clock. */
export interface Spending {
  readonly startedAt: number;
  readonly requests: number;
  /** when the pace permits the next request */
  readonly nextAt: number;
}

/** The profile's key that holds up what is left, and how to say so. */
export interface UsedUp {
  readonly key: 'budget.requests' | 'budget.duration';
  readonly why: string;
}

export type Turn = { readonly at: number; readonly spending: Spending } | { readonly usedUp: UsedUp };

/** @param requests sent already, such as by the preflight */
export function openAccount(startedAt: number, requests = 0): Spending {
  return { startedAt, requests, nextAt: startedAt };
}

/** When the next request may be sent, evenly paced, and the account after it; or what is used up. */
export function nextTurn(limits: Limits, spending: Spending, now: number): Turn {
  const at = Math.max(now, spending.nextAt);
  const over = usedUp(limits, spending, at);
  if (over !== undefined) return { usedUp: over };
  return { at, spending: { ...spending, requests: spending.requests + 1, nextAt: at + 1000 / limits.perSecond } };
}

/** What of the budget is used up at this moment; undefined while another request may be sent. */
export function usedUp({ requests, durationMs }: Limits, spending: Spending, now: number): UsedUp | undefined {
  if (spending.requests >= requests) return { key: 'budget.requests', why: `budget.requests (${requests}) is used up` };
  if (now - spending.startedAt < durationMs) return undefined;
  return { key: 'budget.duration', why: `budget.duration (${durationMs / 1000} s) is over` };
}

/** What one of several parts may spend that are driven at the same time: its share of the requests, and of the pace. */
export function shareOf(limits: Limits, share: number, parts: number): Limits {
  return { ...limits, requests: Math.ceil(limits.requests * share), perSecond: limits.perSecond / parts };
}

/** How many requests the budget permits in all, and the key that sets the bound. */
export function affordable({ requests, perSecond, durationMs }: Limits): { readonly requests: number; readonly key: UsedUp['key'] } {
  const inTime = Math.ceil((durationMs / 1000) * perSecond);
  return inTime < requests ? { requests: inTime, key: 'budget.duration' } : { requests, key: 'budget.requests' };
}
