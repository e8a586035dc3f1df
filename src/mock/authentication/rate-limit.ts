import type { Allowance, Limiter } from '../kit/limiter.ts';
import type { WireResponse } from '../kit/service.ts';
import type { Call } from './call.ts';
import { Refusal } from './errors.ts';
import type { Policy } from './policy.ts';
import type { Store } from './store.ts';

interface Limits {
  readonly limiter: Limiter;
  readonly store: Store;
  readonly policy: Policy;
  readonly now: number;
}

/**
 * Answers within the rate limit of the caller: of the trusted application, or of the address that a public one calls
 * from. The headers are those of document 2, section Errors.
 */
export async function withinRateLimit(
  limits: Limits,
  call: Call,
  respond: (refusal?: Refusal) => Promise<WireResponse>,
): Promise<WireResponse> {
  const { limiter, store, policy, now } = limits;
  const key = call.trusted ? 'trusted' : `public ${call.address}`;
  const counted = policy.countsRequest(store.inFlight);
  const taken = counted ? limiter.admit(key, now) : undefined;
  const allowance = taken === undefined ? asLastTold(store, key) : usedUp(admitted(taken, limits, key), store, policy, call, now);
  if (taken !== undefined) store.allowances.set(key, allowance);
  store.inFlight += 1;
  try {
    const response = await respond(allowance.allowed ? undefined : new Refusal('tooManyRequests'));
    return { ...response, headers: { ...response.headers, ...policy.limitHeaders(allowance, !allowance.allowed, now) } };
  } finally {
    store.inFlight -= 1;
    if (taken?.allowed === true) limiter.release(key);
  }
}

const free: Allowance = { allowed: true, limit: 1, remaining: 1, resetAt: 0, retryAt: 0 };

/** A request that is not counted changes nothing of what was told last. */
function asLastTold({ allowances }: Store, key: string): Allowance {
  return { ...(allowances.get(key) ?? free), allowed: true };
}

/** What the limiter admits passes; what it refuses does not. */
function admitted(taken: Allowance, { store, policy, now }: Limits, key: string): Allowance {
  const allowed = policy.admits(taken.allowed, store.refusedUntil.get(key) ?? 0, now);
  if (!taken.allowed) store.refusedUntil.set(key, taken.resetAt * 1000);
  return { ...taken, allowed };
}

/** A public application's limit may have been used up by others. */
function usedUp(allowance: Allowance, store: Store, policy: Policy, call: Call, now: number): Allowance {
  if (call.trusted || !policy.limitHolds(store.usedUpUntil, now)) return allowance;
  const resetAt = Math.ceil(store.usedUpUntil / 1000);
  const isLeft = store.leftUntilThen > 0;
  if (isLeft) store.leftUntilThen -= 1;
  return { ...allowance, allowed: isLeft && allowance.allowed, remaining: store.leftUntilThen, resetAt, retryAt: resetAt };
}
