import type { Admission } from '../kit/define-service.ts';
import type { Allowance, Limiter } from '../kit/limiter.ts';
import type { RequestContext } from './context.ts';
import type { Store } from './store.ts';

/** Counts a request within the limit of its caller: of the trusted application, or of the address that a public one calls from. */
export function limit(context: RequestContext, limiter: Limiter): Admission {
  const { store, policy, call, now } = context;
  const key = call.trusted ? 'trusted' : `public ${call.address}`;
  const taken = policy.countsRequest(store.inFlight) ? limiter.admit(key, now()) : undefined;
  const allowance = taken === undefined ? asLastTold(store, key) : usedUp(admitted(taken, context, key), context);
  if (taken !== undefined) store.allowances.set(key, allowance);
  store.inFlight += 1;
  return {
    allowance,
    release() {
      store.inFlight -= 1;
      if (taken?.allowed === true) limiter.release(key);
    },
  };
}

const free: Allowance = { allowed: true, limit: 1, remaining: 1, resetAt: 0, retryAt: 0 };

/** A request that is not counted changes nothing of what was told last. */
function asLastTold({ allowances }: Store, key: string): Allowance {
  return { ...(allowances.get(key) ?? free), allowed: true };
}

/** What the limiter admits passes; what it refuses does not. */
function admitted(taken: Allowance, { store, policy, now }: RequestContext, key: string): Allowance {
  const allowed = policy.admits(taken.allowed, store.refusedUntil.get(key) ?? 0, now());
  if (!taken.allowed) store.refusedUntil.set(key, taken.resetAt * 1000);
  return { ...taken, allowed };
}

/** A public application's limit may have been used up by others. */
function usedUp(allowance: Allowance, { store, policy, call, now }: RequestContext): Allowance {
  if (call.trusted || !policy.limitHolds(store.usedUpUntil, now())) return allowance;
  const resetAt = Math.ceil(store.usedUpUntil / 1000);
  const isLeft = store.leftUntilThen > 0;
  if (isLeft) store.leftUntilThen -= 1;
  return { ...allowance, allowed: isLeft && allowance.allowed, remaining: store.leftUntilThen, resetAt, retryAt: resetAt };
}
