import type { WireResponse } from '../kit/service.ts';
import { Refusal } from './errors.ts';
import { beginTransaction, moveTo, proceed, userOf } from './flow.ts';
import { current, neededText, optionalText, saveUser, suspend, text, type RequestContext } from './context.ts';
import { beginStepUp, stepUpTransaction } from './step-up.ts';
import type { User } from './users.ts';

/** POST /api/v1/authn: primary authentication, activation, step-up; with a live state token alone, the transaction as it is. */
export async function authenticate(context: RequestContext): Promise<WireResponse> {
  const username = optionalText(context, 'username');
  const token = optionalText(context, 'token');
  const stateToken = optionalText(context, 'stateToken');
  if (username !== undefined || optionalText(context, 'password') !== undefined) {
    return signIn(context, neededText(context, 'username'), text(context, 'password'));
  }
  if (token !== undefined) return activate(context, token);
  if (stateToken !== undefined) return beginStepUp(context, stateToken);
  if (context.policy.startsForNobody()) return startForNobody(context);
  throw new Refusal('malformed', ['either username and password, or token, or stateToken is expected']);
}

function startForNobody(context: RequestContext): WireResponse {
  const transaction = beginTransaction(context, {});
  return moveTo(context, transaction, transaction);
}

async function signIn(first: RequestContext, username: string, password: string | undefined): Promise<WireResponse> {
  const found = [...first.store.users.values()].find((user) => first.policy.answersTo(user, username));
  if (found === undefined) throw new Refusal(first.policy.signInError(false, isStepUp(first)));
  const checked = await suspend(first, found, 'sign-in.before-check');
  const { context } = checked;
  const { policy, call } = context;
  const user = current(context, checked.user);
  const toApp = optionalText(context, 'audience') !== undefined;
  const right = password === undefined || policy.passwordMatches(user, password, toApp);
  if (policy.isLockedOut(user, toApp, isStepUp(context))) return lockedOut(context, user, right);
  if (!right || policy.denies(user.policy, policy.clientIp(call, user.policy), toApp)) throw refused(context, user);
  const resumed = await suspend(context, user, 'sign-in.before-write');
  const signedIn = current(resumed.context, resumed.user);
  const transaction = stepUpTransaction(resumed.context) ?? beginTransaction(resumed.context, {});
  const inSession = transaction.inSession && transaction.userId === signedIn.id;
  return proceed(resumed.context, { ...transaction, userId: signedIn.id, inSession, start: resumed.context.call }, signedIn);
}

/** A locked-out user learns of it only where the password policy shows lockout failures. */
function lockedOut(context: RequestContext, user: User, right: boolean): WireResponse {
  const { policy, choices } = context;
  if (!policy.showsLockout(user) || (!right && choices.lockedOutWithWrongPassword === 'refused')) throw refused(context, user);
  const transaction = stepUpTransaction(context) ?? beginTransaction(context, {});
  return moveTo(context, { ...transaction, status: 'LOCKED_OUT', userId: user.id }, transaction);
}

function refused(context: RequestContext, user: User): Refusal {
  const { fingerprint } = context.call;
  if (fingerprint !== undefined && context.policy.tiesFingerprint('refused'))
    saveUser(context, { ...user, fingerprints: [...user.fingerprints, fingerprint] });
  return new Refusal(context.policy.signInError(true, isStepUp(context)), context.policy.signInCauses(user));
}

function isStepUp({ body }: RequestContext): boolean {
  return body['stateToken'] !== undefined;
}

/** POST /api/v1/authn with an activation token: takes the place of user name and password. */
async function activate(context: RequestContext, token: string): Promise<WireResponse> {
  const { policy, now, call, store } = context;
  const activation = store.activations.get(policy.tokenMeant(token, [...store.activations.keys()]));
  const lives = activation !== undefined && policy.activationLives(activation.expiresAt, now());
  if (!lives || !policy.takesActivation(call.trusted)) throw refusedActivation(context, activation !== undefined);
  const begun = beginTransaction(context, { userId: activation.userId, activation: true });
  const resumed = await suspend(context, userOf(context, begun), 'activation.user-read');
  const user = current(resumed.context, resumed.user);
  return proceed(resumed.context, { ...begun, userId: user.id, passwordSettled: user.password !== undefined }, user);
}

function refusedActivation({ policy, store }: RequestContext, issued: boolean): Refusal {
  return new Refusal(policy.activationError(issued), policy.activationCauses([...store.activations.values()].at(-1)?.userId));
}
