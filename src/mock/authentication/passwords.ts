import type { WireResponse } from '../kit/service.ts';
import { Refusal } from './errors.ts';
import { liveTransaction, proceed, transactionWith, userOf } from './flow.ts';
import { neededText, optionalFlag, saveUser, suspend, text, type Kit } from './kit.ts';
import type { Transaction } from './transactions.ts';
import type { Complexity, User } from './users.ts';

interface Ready {
  readonly transaction: Transaction;
  readonly user: User;
}

/** POST /api/v1/authn/credentials/change_password. */
export async function changePassword(kit: Kit): Promise<WireResponse> {
  const [stateToken, oldPassword, newPassword = oldPassword ?? ''] = [
    text(kit, 'stateToken'),
    text(kit, 'oldPassword'),
    text(kit, 'newPassword'),
  ];
  const revoke = optionalFlag(kit, 'revokeSessions');
  if (revoke === undefined && !kit.policy.optional('revokeSessions'))
    throw new Refusal('malformed', ['revokeSessions: The field cannot be left blank']);
  const check = (): Ready => {
    const transaction = transactionWith(kit, stateToken);
    if (!kit.policy.mayChangePassword(transaction)) throw new Refusal('notInThisState');
    const user = userOf(kit, transaction);
    if (oldPassword !== undefined && !kit.policy.oldPasswordMatches(user, oldPassword))
      throw refused(kit, user, newPassword, 'oldPassword: The credentials provided were incorrect.');
    return { transaction, user: checkComplexity(kit, user, newPassword, 'change') };
  };
  const before = check();
  await suspend(kit, before.user, 'change-password.before-write');
  const ready = kit.policy.looksAgain('change-password.before-write') ? check() : before;
  const answer = finish(kit, ready, newPassword, 'change');
  if (kit.policy.revokesSessions(revoke)) revokeSessions(kit, ready.user);
  return answer;
}

/** POST /api/v1/authn/credentials/reset_password: sets the first password of a user created without credentials. */
export async function resetPassword(kit: Kit): Promise<WireResponse> {
  const newPassword = neededText(kit, 'newPassword');
  const check = (): Ready => {
    const transaction = liveTransaction(kit);
    if (transaction.status !== 'PASSWORD_RESET') throw new Refusal('notInThisState');
    return { transaction, user: checkComplexity(kit, userOf(kit, transaction), newPassword, 'reset') };
  };
  await suspend(kit, check().user, 'reset-password.before-write');
  return finish(kit, check(), newPassword, 'reset');
}

function checkComplexity(kit: Kit, user: User, password: string, by: 'change' | 'reset'): User {
  if (kit.policy.meets(password, user.policy.complexity, by)) return user;
  throw refused(kit, user, password, `newPassword: ${demands(user.policy.complexity)}`);
}

function demands({ minLength, minLowerCase, minUpperCase, minNumber, minSymbol }: Complexity): string {
  return `A password needs at least ${minLength} characters, ${minLowerCase} lower case, ${minUpperCase} upper case, ${minNumber} numbers and ${minSymbol} symbols`;
}

function refused(kit: Kit, user: User, password: string, cause: string): Refusal {
  saveUser(kit, { ...user, password: kit.policy.passwordAfter(user, password, false, 'change') });
  return new Refusal('updateFailed', [cause]);
}

function finish(kit: Kit, { transaction, user }: Ready, newPassword: string, by: 'change' | 'reset'): WireResponse {
  const password = kit.policy.passwordAfter(user, newPassword, true, by);
  const changed: User = saveUser(kit, {
    ...user,
    password,
    passwordChanged: kit.policy.passwordChangedAfter(user, kit.surroundings.now()),
  });
  return proceed(kit, { ...transaction, passwordSettled: true }, changed);
}

/** All sessions of the user but that of the user who asks for it. */
function revokeSessions(kit: Kit, user: User): void {
  for (const [id, userId] of kit.store.sessions) {
    if (userId === user.id && kit.policy.isRevoked(id, kit.call.sessionId)) kit.store.sessions.delete(id);
  }
}
