import { json } from '../kit/json.ts';
import type { WireResponse } from '../kit/service.ts';
import { Refusal } from './errors.ts';
import { beginTransaction, liveTransaction, moveTo, proceed, userOf } from './flow.ts';
import { current, neededText, suspend, type Kit } from './kit.ts';

/** POST /api/v1/authn/skip: leaves the warning, or the enrollment of further factors, for later. */
export async function skip(kit: Kit): Promise<WireResponse> {
  const first = liveTransaction(kit);
  if (!kit.policy.maySkip(first)) throw new Refusal('notInThisState');
  const turn = await suspend(kit, userOf(kit, first), 'skip.before-write');
  const transaction = liveTransaction(kit);
  if (!kit.policy.maySkip(transaction)) throw new Refusal('notInThisState');
  return proceed(
    turn.kit,
    { ...transaction, passwordSettled: true, enrollmentEnded: transaction.status === 'MFA_ENROLL' },
    current(turn.kit, turn.user),
  );
}

/** POST /api/v1/authn/cancel: ends the transaction. */
export function cancel(kit: Kit): WireResponse {
  const transaction = liveTransaction(kit);
  kit.store.transactions.delete(transaction.stateToken);
  return json(200, {});
}

/** POST /api/v1/authn/previous: from a challenge or an activation back to the list of factors. */
export function previous(kit: Kit): WireResponse {
  const transaction = liveTransaction(kit);
  if (transaction.status === 'MFA_CHALLENGE')
    return moveTo(kit, { ...transaction, status: 'MFA_REQUIRED', factorId: undefined }, transaction);
  if (transaction.status === 'MFA_ENROLL_ACTIVATE')
    return moveTo(kit, { ...transaction, status: 'MFA_ENROLL', pending: undefined }, transaction);
  throw new Refusal('notInThisState');
}

/** POST /api/v1/authn/recovery/unlock: the same answer whether or not there is such a user. */
export function unlock(kit: Kit): WireResponse {
  neededText(kit, 'username');
  const transaction = beginTransaction(kit, { status: 'RECOVERY_CHALLENGE', recoveryFactor: neededText(kit, 'factorType') });
  return moveTo(kit, transaction, transaction);
}
