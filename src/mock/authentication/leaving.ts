import { json } from '../kit/json.ts';
import type { WireResponse } from '../kit/service.ts';
import { current, neededText, suspend, type RequestContext } from './context.ts';
import { Refusal } from './errors.ts';
import { beginTransaction, liveTransaction, moveTo, proceed, userOf } from './flow.ts';

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

/** POST /api/v1/sessions: exchanges a session token, once, for a session. */
export async function createSession(context: RequestContext): Promise<WireResponse> {
  const token = context.policy.tokenMeant(neededText(context, 'sessionToken'), [...context.store.sessionTokens.keys()]);
  const issued = context.store.sessionTokens.get(token);
  const user = issued === undefined ? undefined : context.store.users.get(issued.userId);
  if (issued === undefined || user === undefined || !context.policy.sessionTokenLives(issued.expiresAt, context.now()))
    throw new Refusal('authenticationFailed');
  context.store.sessionTokens.delete(token);
  const resumed = await suspend(context, user, 'session.before-write');
  const id = `102${context.id(22)}`;
  context.store.sessions.set(id, resumed.user.id);
  const cookie = `sid=${id}`;
  return json(
    200,
    { id, cookie, userId: resumed.user.id, status: 'ACTIVE', active: true },
    { 'set-cookie': `${cookie}; Path=/; HttpOnly` },
  );
}

/** GET /api/v1/sessions/{session_id}: a session that is alive. */
export function getSession(context: RequestContext): WireResponse {
  const id = context.params['session_id'] ?? '';
  const revoked = context.store.revoked.get(id);
  const returned = revoked !== undefined && context.policy.returns(revoked.at, context.now()) ? revoked.userId : undefined;
  const userId = context.store.sessions.get(id) ?? returned;
  if (userId === undefined) throw new Refusal('notFound');
  return json(200, { id, userId, status: 'ACTIVE', active: true });
}
