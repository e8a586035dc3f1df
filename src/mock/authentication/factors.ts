import { isObject, json } from '../kit/json.ts';
import type { Data, WireResponse } from '../kit/service.ts';
import { Refusal } from './errors.ts';
import { comesWithCode, isByTelephone, isPolled } from './factor-kinds.ts';
import { describeEnrolled } from './factor-view.ts';
import { liveTransaction, moveTo, proceed, userOf } from './flow.ts';
import { current, neededText, optionalText, saveUser, suspend, type Kit } from './kit.ts';
import { factorInQuestion, type Status, type Transaction } from './transactions.ts';
import type { Factor, FactorOffer, User } from './users.ts';

/** POST /api/v1/authn/factors: a question is enrolled at once, a push once it is approved, anything else once its code has come back. */
export async function enroll(kit: Kit): Promise<WireResponse> {
  const transaction = liveTransaction(kit);
  if (!kit.policy.mayEnroll(transaction)) throw new Refusal('notInThisState');
  const user = userOf(kit, transaction);
  const factorType = neededText(kit, 'factorType');
  const provider = optionalText(kit, 'provider') ?? 'PLATFORM';
  const offer = kit.policy.offered(user).find((open) => open.factorType === factorType && open.provider === provider);
  if (offer === undefined) throw new Refusal('malformed', [`factorType: ${factorType} of ${provider} cannot be enrolled`]);
  const factor = makeFactor(kit, offer, user);
  if (factorType === 'question' || comesWithCode(kit, offer)) return enrolled(kit, transaction, factor);
  if (!isPolled(kit, factor)) sendCode(kit, user, factor);
  return moveTo(kit, { ...transaction, status: 'MFA_ENROLL_ACTIVATE', pending: factor }, transaction);
}

/** POST /api/v1/authn/factors/{factor_id}/lifecycle/activate. */
export async function activateFactor(kit: Kit): Promise<WireResponse> {
  const transaction = transactionIn(kit, ['MFA_ENROLL_ACTIVATE']);
  const { pending } = transaction;
  if (pending === undefined || pending.id !== kit.params['factor_id']) throw new Refusal('notFound');
  const { id } = userOf(kit, transaction);
  const approved = pending.factorType === 'push' && kit.store.approvals.has(id);
  if (!approved && isPolled(kit, pending)) return moveTo(kit, transaction, transaction);
  if (!approved && !kit.policy.codeIsRight(pending.secret, neededText(kit, 'passCode'))) throw new Refusal('wrongCode');
  kit.store.approvals.delete(id);
  return enrolled(kit, transaction, pending);
}

/** POST /api/v1/authn/factors/{factor_id}/resend: the code of a challenge or an activation by telephone, once more. */
export function resend(kit: Kit): WireResponse {
  const transaction = transactionIn(kit, ['MFA_CHALLENGE', 'MFA_ENROLL_ACTIVATE']);
  const user = userOf(kit, transaction);
  const factor = factorInQuestion(transaction, user);
  if (factor === undefined || factor.id !== kit.params['factor_id']) throw new Refusal('notFound');
  if (!isByTelephone(factor)) throw new Refusal('notInThisState');
  sendCode(kit, user, factor);
  return moveTo(kit, transaction, transaction);
}

async function enrolled(kit: Kit, { status }: Transaction, factor: Factor): Promise<WireResponse> {
  const turn = await suspend(kit, userOf(kit, liveTransaction(kit)), 'enroll.before-write');
  const transaction = transactionIn(kit, [status]);
  const before = current(turn.kit, turn.user);
  if (!kit.policy.offered(before).some((open) => open.factorType === factor.factorType && open.provider === factor.provider))
    throw new Refusal('notInThisState');
  const user = saveUser(turn.kit, { ...before, factors: kit.policy.factorsAfter(before, factor) });
  return proceed(
    turn.kit,
    { ...transaction, enrolled: transaction.enrolled + 1, verified: true, pending: undefined, factorId: factor.id },
    user,
  );
}

/** POST /api/v1/authn/factors/{factor_id}/verify: the code or answer, or the beginning of a challenge. */
export async function verify(kit: Kit): Promise<WireResponse> {
  const transaction = transactionIn(kit, ['MFA_REQUIRED', 'MFA_CHALLENGE']);
  const user = userOf(kit, transaction);
  const factorId = kit.params['factor_id'] ?? '';
  const factor = [...kit.store.users.values()].flatMap(({ factors }) => factors).find(({ id }) => id === factorId);
  if (factor === undefined || !kit.policy.ownsFactor(user, factorId)) throw new Refusal('notFound');
  const code = optionalText(kit, 'passCode') ?? optionalText(kit, 'answer');
  if (code === undefined && !isApproved(kit, transaction, factor, user)) return challenge(kit, transaction, factor, user);
  if (code !== undefined && (factor.factorType === 'push' || !kit.policy.codeIsRight(factor.secret, code))) throw new Refusal('wrongCode');
  const turn = await suspend(kit, user, 'verify.before-write');
  const still = transactionIn(kit, ['MFA_REQUIRED', 'MFA_CHALLENGE']);
  kit.store.approvals.delete(user.id);
  return proceed(turn.kit, { ...still, verified: true, factorId }, current(turn.kit, turn.user));
}

function isApproved(kit: Kit, { status }: Transaction, { factorType }: Factor, { id }: User): boolean {
  return factorType === 'push' && status === 'MFA_CHALLENGE' && kit.store.approvals.has(id);
}

function challenge(kit: Kit, transaction: Transaction, factor: Factor, user: User): WireResponse {
  if (factor.factorType !== 'push' && !isByTelephone(factor)) throw new Refusal('malformed', ['passCode: The field cannot be left blank']);
  if (isByTelephone(factor)) sendCode(kit, user, factor);
  return moveTo(kit, { ...transaction, status: 'MFA_CHALLENGE', factorId: factor.id }, transaction);
}

function sendCode(kit: Kit, { login }: User, { factorType, secret }: Factor): void {
  kit.surroundings.emit('factor-code', login, { factorType, passCode: secret });
}

/** GET /api/v1/users/{user_id}/factors/questions: the same for everybody, so that it tells nothing of a user. */
export function listQuestions(): WireResponse {
  return json(200, [
    { question: 'first_concert', questionText: 'Which was the first concert that you went to?' },
    { question: 'street_of_childhood', questionText: 'In which street did you grow up?' },
  ]);
}

/** GET /api/v1/users/{user_id}/factors: for trusted applications, outside of any transaction. */
export function listUserFactors(kit: Kit): WireResponse {
  if (!kit.call.trusted) throw new Refusal('deadToken');
  const user = kit.store.users.get(kit.params['user_id'] ?? '');
  if (user === undefined) throw new Refusal('notFound');
  return json(
    200,
    user.factors.map((factor) => ({ ...describeEnrolled(kit, factor, true), status: 'ACTIVE' })),
  );
}

function transactionIn(kit: Kit, statuses: readonly Status[]): Transaction {
  const transaction = liveTransaction(kit);
  if (!statuses.includes(transaction.status)) throw new Refusal('notInThisState');
  return transaction;
}

function makeFactor(kit: Kit, { factorType, provider }: FactorOffer, user: User): Factor {
  const id = `fac${kit.surroundings.id(17)}`;
  const given = isObject(kit.body['profile']) ? kit.body['profile'] : {};
  switch (factorType) {
    case 'question':
      return { id, factorType, provider, profile: { question: textOf(given, 'question') }, secret: textOf(given, 'answer') };
    case 'sms':
    case 'call':
      return { id, factorType, provider, profile: { phoneNumber: textOf(given, 'phoneNumber') }, secret: kit.surroundings.id(6) };
    case 'push':
      return { id, factorType, provider, profile: pushProfile(user.login), secret: kit.surroundings.id(6) };
    case 'token':
    case 'token:software:totp':
    case 'token:hardware': {
      const secret = comesWithCode(kit, { factorType, provider }) ? neededText(kit, 'passCode') : kit.surroundings.id(6);
      return { id, factorType, provider, profile: { credentialId: user.login }, secret };
    }
  }
}

/** Profile of the service's own push factor once its device is known. */
export function pushProfile(credentialId: string): Data {
  const keys = [{ kty: 'PKIX', use: 'sig', kid: 'default', x5c: ['bm90IGEgY2VydGlmaWNhdGU='] }];
  return { credentialId, deviceType: 'SmartPhone', name: 'Pocket', platform: 'ANDROID', version: '21', keys };
}

function textOf(profile: Data, name: string): string {
  const value = profile[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new Refusal('malformed', [`profile.${name}: The field cannot be left blank`]);
}
