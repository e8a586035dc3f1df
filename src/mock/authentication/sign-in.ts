import type { WireResponse } from '../kit/service.ts';
import { activate } from './activation.ts';
import { Refusal } from './errors.ts';
import { beginTransaction, moveTo, proceed } from './flow.ts';
import { current, neededText, optionalText, saveUser, suspend, text, type Kit } from './kit.ts';
import { beginStepUp, stepUpTransaction } from './step-up.ts';
import type { User } from './users.ts';

/** POST /api/v1/authn: primary authentication, activation, step-up; with a live state token alone, the transaction as it is. */
export async function authenticate(kit: Kit): Promise<WireResponse> {
  const username = optionalText(kit, 'username');
  const token = optionalText(kit, 'token');
  const stateToken = optionalText(kit, 'stateToken');
  if (username !== undefined || optionalText(kit, 'password') !== undefined) {
    return signIn(kit, neededText(kit, 'username'), text(kit, 'password'));
  }
  if (token !== undefined) return activate(kit, token);
  if (stateToken !== undefined) return beginStepUp(kit, stateToken);
  if (kit.policy.startsForNobody()) return startForNobody(kit);
  throw new Refusal('malformed', ['either username and password, or token, or stateToken is expected']);
}

function startForNobody(kit: Kit): WireResponse {
  const transaction = beginTransaction(kit, {});
  return moveTo(kit, transaction, transaction);
}

async function signIn(first: Kit, username: string, password: string | undefined): Promise<WireResponse> {
  const found = [...first.store.users.values()].find((user) => first.policy.answersTo(user, username));
  if (found === undefined) throw new Refusal(first.policy.signInError(false, isStepUp(first)));
  const checked = await suspend(first, found, 'sign-in.before-check');
  const { kit } = checked;
  const { policy, call } = kit;
  const user = current(kit, checked.user);
  const right = password === undefined || policy.passwordMatches(user, password);
  if (user.locked) return lockedOut(kit, user, right);
  if (!right || policy.denies(user.policy, policy.clientIp(call, user.policy))) throw refused(kit, user);
  const turn = await suspend(kit, user, 'sign-in.before-write');
  const signedIn = current(turn.kit, turn.user);
  const transaction = stepUpTransaction(turn.kit) ?? beginTransaction(turn.kit, {});
  const inSession = transaction.inSession && transaction.userId === signedIn.id;
  return proceed(turn.kit, { ...transaction, userId: signedIn.id, inSession, start: turn.kit.call }, signedIn);
}

/** A locked-out user learns of it only where the password policy shows lockout failures. */
function lockedOut(kit: Kit, user: User, right: boolean): WireResponse {
  const { policy, choices } = kit;
  if (!policy.showsLockout(user) || (!right && choices.lockedOutWithWrongPassword === 'refused')) throw refused(kit, user);
  const transaction = beginTransaction(kit, { status: 'LOCKED_OUT', userId: user.id });
  return moveTo(kit, transaction, transaction);
}

function refused(kit: Kit, user: User): Refusal {
  const { fingerprint } = kit.call;
  if (fingerprint !== undefined && kit.policy.tiesFingerprint('refused'))
    saveUser(kit, { ...user, fingerprints: [...user.fingerprints, fingerprint] });
  return new Refusal(kit.policy.signInError(true, isStepUp(kit)), kit.policy.signInCauses(user));
}

function isStepUp({ body }: Kit): boolean {
  return body['stateToken'] !== undefined;
}
