import { json } from '../kit/json.ts';
import type { WireResponse } from '../kit/service.ts';
import { Refusal } from './errors.ts';
import { beginTransaction, liveTransaction, moveTo, proceed, userOf } from './flow.ts';
import { current, neededText, suspend, type RequestContext } from './context.ts';

/** POST /api/v1/authn/skip: leaves the warning, or the enrollment of further factors, for later. */
export async function skip(context: RequestContext): Promise<WireResponse> {
  const first = liveTransaction(context);
  if (!context.policy.maySkip(first)) throw new Refusal('notInThisState');
  const resumed = await suspend(context, userOf(context, first), 'skip.before-write');
  const transaction = liveTransaction(context);
  if (!context.policy.maySkip(transaction)) throw new Refusal('notInThisState');
  return proceed(
    resumed.context,
    { ...transaction, passwordSettled: true, enrollmentEnded: transaction.status === 'MFA_ENROLL' },
    current(resumed.context, resumed.user),
  );
}

/** POST /api/v1/authn/cancel: ends the transaction. */
export function cancel(context: RequestContext): WireResponse {
  const transaction = liveTransaction(context);
  context.store.transactions.delete(transaction.stateToken);
  return json(200, {});
}

/** POST /api/v1/authn/previous: from a challenge or an activation back to the list of factors. */
export function previous(context: RequestContext): WireResponse {
  const transaction = liveTransaction(context);
  if (transaction.status === 'MFA_CHALLENGE')
    return moveTo(context, { ...transaction, status: 'MFA_REQUIRED', factorId: undefined }, transaction);
  if (transaction.status === 'MFA_ENROLL_ACTIVATE')
    return moveTo(context, { ...transaction, status: 'MFA_ENROLL', pending: undefined }, transaction);
  throw new Refusal('notInThisState');
}

/** POST /api/v1/authn/recovery/unlock: the same answer whether or not there is such a user. */
export function unlock(context: RequestContext): WireResponse {
  neededText(context, 'username');
  const transaction = beginTransaction(context, { status: 'RECOVERY_CHALLENGE', recoveryFactor: neededText(context, 'factorType') });
  return moveTo(context, transaction, transaction);
}
