import type { Pacer } from './pacer.ts';

/** How long something may take, and the profile's key that says so. */
export interface Wait {
  readonly ms: number;
  readonly key: 'budget.timeout' | 'budget.duration';
}

/** As long as anything may take, and no longer than the run. */
export function waitWithin(leftMs: number, timeoutMs: number): Wait {
  return leftMs < timeoutMs ? { ms: Math.ceil(leftMs), key: 'budget.duration' } : { ms: timeoutMs, key: 'budget.timeout' };
}

/** How long each thing may take that is taken down when the budget is over. */
const WINDING_UP_MS = 1_000;

/** For what is no request to the target: what was set up is taken down after the budget as well, but not at length. */
export function waitAround(pacer: Pick<Pacer, 'leftMs'>, timeoutMs: number): Wait {
  return waitWithin(Math.max(pacer.leftMs(), WINDING_UP_MS), timeoutMs);
}
