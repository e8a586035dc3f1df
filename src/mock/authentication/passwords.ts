import type { WireResponse } from '../kit/service.ts';
import { Refusal } from './errors.ts';
import { liveTransaction, proceed, transactionWith, userOf } from './flow.ts';
import { neededText, optionalFlag, saveUser, suspend, text, type RequestContext } from './context.ts';
import type { Transaction } from './transactions.ts';
import type { Complexity, User } from './users.ts';

interface Ready {
  readonly transaction: Transaction;
  readonly user: User;
}

/** POST /api/v1/authn/credentials/change_password. */
export async function changePassword(context: RequestContext): Promise<WireResponse> {
  const [stateToken, oldPassword, newPassword = oldPassword ?? ''] = [
    text(context, 'stateToken'),
    text(context, 'oldPassword'),
    text(context, 'newPassword'),
  ];
  const revoke = optionalFlag(context, 'revokeSessions');
  if (revoke === undefined && !context.policy.optional('revokeSessions'))
    throw new Refusal('malformed', ['revokeSessions: The field cannot be left blank']);
  const check = (): Ready => {
    const transaction = transactionWith(context, stateToken);
    if (!context.policy.mayChangePassword(transaction)) throw notHere(context, transaction, newPassword, 'change');
    const user = userOf(context, transaction);
    if (oldPassword !== undefined && !context.policy.oldPasswordMatches(user, oldPassword))
      throw refused(context, user, newPassword, 'oldPassword: The credentials provided were incorrect.');
    return { transaction, user: checkComplexity(context, user, newPassword, 'change') };
  };
  const before = check();
  await suspend(context, before.user, 'change-password.before-write');
  const ready = context.policy.looksAgain('change-password.before-write') ? check() : before;
  const answer = finish(context, ready, newPassword, 'change');
  if (context.policy.revokesSessions(revoke, ready.transaction)) revokeSessions(context, ready.user);
  return answer;
}

/** POST /api/v1/authn/credentials/reset_password: sets the first password of a user created without credentials. */
export async function resetPassword(context: RequestContext): Promise<WireResponse> {
  const newPassword = neededText(context, 'newPassword');
  const check = (): Ready => {
    const transaction = liveTransaction(context);
    if (!context.policy.maySetFirstPassword(transaction)) throw notHere(context, transaction, newPassword, 'reset');
    return { transaction, user: checkComplexity(context, userOf(context, transaction), newPassword, 'reset') };
  };
  await suspend(context, check().user, 'reset-password.before-write');
  return finish(context, check(), newPassword, 'reset');
}

function notHere(context: RequestContext, transaction: Transaction, newPassword: string, by: 'change' | 'reset'): Refusal {
  if (context.policy.writesWhereRefused(transaction, by)) saveUser(context, { ...userOf(context, transaction), password: newPassword });
  return new Refusal('notInThisState');
}

function checkComplexity(context: RequestContext, user: User, password: string, by: 'change' | 'reset'): User {
  if (context.policy.meets(password, user.policy.complexity, by)) return user;
  throw refused(context, user, password, `newPassword: ${demands(user.policy.complexity)}`);
}

function demands({ minLength, minLowerCase, minUpperCase, minNumber, minSymbol }: Complexity): string {
  return `A password needs at least ${minLength} characters, ${minLowerCase} lower case, ${minUpperCase} upper case, ${minNumber} numbers and ${minSymbol} symbols`;
}

function refused(context: RequestContext, user: User, password: string, cause: string): Refusal {
  saveUser(context, { ...user, password: context.policy.passwordAfter(user, password, false, 'change') });
  if (context.policy.revokesWhenRefused()) revokeSessions(context, user);
  return new Refusal('updateFailed', [cause]);
}

function finish(context: RequestContext, { transaction, user }: Ready, newPassword: string, by: 'change' | 'reset'): WireResponse {
  const password = context.policy.passwordAfter(user, newPassword, true, by);
  const changed: User = saveUser(context, {
    ...user,
    password,
    passwordChanged: context.policy.passwordChangedAfter(user, context.now()),
  });
  return proceed(context, { ...transaction, passwordSettled: true }, changed);
}

/** All sessions of the user but that of the user who asks for it. */
function revokeSessions(context: RequestContext, user: User): void {
  for (const [id, userId] of context.store.sessions) {
    if (userId !== user.id || !context.policy.isRevoked(id, context.call.sessionId)) continue;
    context.store.sessions.delete(id);
    context.store.revoked.set(id, { userId, at: context.now() });
  }
}
