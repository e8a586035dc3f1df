import { isObject, json } from '../kit/json.ts';
import type { JsonObject, WireResponse } from '../kit/service.ts';
import { current, neededText, optionalText, saveUser, suspend, type RequestContext } from './context.ts';
import { Refusal } from './errors.ts';
import { liveTransaction, moveTo, proceed, userOf } from './flow.ts';
import { factorInQuestion, type Status, type Transaction } from './transactions.ts';
import { comesWithCode, isByTelephone, isPolled, type Factor, type FactorOffer, type User } from './users.ts';
import { describeEnrolled } from './view.ts';

/** POST /api/v1/authn/factors: a question is enrolled at once, a push once it is approved, anything else once its code has come back. */
export async function enroll(context: RequestContext): Promise<WireResponse> {
  const transaction = liveTransaction(context);
  if (!context.policy.mayEnroll(transaction)) throw new Refusal('notInThisState');
  const user = userOf(context, transaction);
  const factorType = neededText(context, 'factorType');
  const provider = optionalText(context, 'provider') ?? 'PLATFORM';
  const offer = context.policy.offered(user).find((open) => open.factorType === factorType && open.provider === provider);
  if (offer === undefined) throw new Refusal('malformed', [`factorType: ${factorType} of ${provider} cannot be enrolled`]);
  const factor = makeFactor(context, offer, user);
  if (factorType === 'question' || comesWithCode(context, offer)) return enrolled(context, transaction, factor);
  if (!isPolled(context, factor)) sendCode(context, user, factor);
  return moveTo(context, { ...transaction, status: 'MFA_ENROLL_ACTIVATE', pending: factor }, transaction);
}

/** POST /api/v1/authn/factors/{factor_id}/lifecycle/activate. */
export async function activateFactor(context: RequestContext): Promise<WireResponse> {
  const transaction = transactionIn(context, ['MFA_ENROLL_ACTIVATE']);
  const { pending } = transaction;
  if (pending === undefined || pending.id !== context.params['factor_id']) throw new Refusal('notFound');
  const { id } = userOf(context, transaction);
  const approved = pending.factorType === 'push' && context.store.approvals.has(id);
  if (!approved && isPolled(context, pending)) return moveTo(context, transaction, transaction);
  if (!approved && !context.policy.codeIsRight(pending.secret, neededText(context, 'passCode'))) throw new Refusal('wrongCode');
  context.store.approvals.delete(id);
  return enrolled(context, transaction, pending);
}

/** The code of a challenge or an activation by telephone, once more. */
export function resend(context: RequestContext): WireResponse {
  const transaction = transactionIn(context, ['MFA_CHALLENGE', 'MFA_ENROLL_ACTIVATE']);
  const user = userOf(context, transaction);
  const factor = factorInQuestion(transaction, user);
  if (factor === undefined || factor.id !== context.params['factor_id']) throw new Refusal('notFound');
  if (!isByTelephone(factor)) throw new Refusal('notInThisState');
  sendCode(context, user, factor);
  return moveTo(context, transaction, transaction);
}

async function enrolled(context: RequestContext, { status }: Transaction, factor: Factor): Promise<WireResponse> {
  const resumed = await suspend(context, userOf(context, liveTransaction(context)), 'enroll.before-write');
  const transaction = transactionIn(context, [status]);
  const before = current(resumed.context, resumed.user);
  if (!context.policy.offered(before).some((open) => open.factorType === factor.factorType && open.provider === factor.provider))
    throw new Refusal('notInThisState');
  const user = saveUser(resumed.context, { ...before, factors: context.policy.factorsAfter(before, factor) });
  return proceed(
    resumed.context,
    { ...transaction, enrolled: transaction.enrolled + 1, verified: true, pending: undefined, factorId: factor.id },
    user,
  );
}

/** POST /api/v1/authn/factors/{factor_id}/verify: the code or answer, or the beginning of a challenge. */
export async function verify(context: RequestContext): Promise<WireResponse> {
  const transaction = transactionIn(context, ['MFA_REQUIRED', 'MFA_CHALLENGE']);
  const user = userOf(context, transaction);
  const factors = [...context.store.users.values()].flatMap((one) => one.factors);
  const factor = context.policy.factorNamed(factors, context.params['factor_id'] ?? '', user);
  if (factor === undefined || !context.policy.ownsFactor(user, factor.id)) throw new Refusal('notFound');
  const code = optionalText(context, 'passCode') ?? optionalText(context, 'answer');
  if (code === undefined && !isApproved(context, transaction, factor, user)) return challenge(context, transaction, factor, user);
  if (code !== undefined && (factor.factorType === 'push' || !context.policy.codeIsRight(factor.secret, code)))
    throw new Refusal('wrongCode');
  const resumed = await suspend(context, user, 'verify.before-write');
  const still = transactionIn(context, ['MFA_REQUIRED', 'MFA_CHALLENGE']);
  context.store.approvals.delete(user.id);
  return proceed(resumed.context, { ...still, verified: true, factorId: factor.id }, current(resumed.context, resumed.user));
}

function isApproved(context: RequestContext, { status }: Transaction, { factorType }: Factor, { id }: User): boolean {
  return factorType === 'push' && status === 'MFA_CHALLENGE' && context.store.approvals.has(id);
}

function challenge(context: RequestContext, transaction: Transaction, factor: Factor, user: User): WireResponse {
  if (factor.factorType !== 'push' && !isByTelephone(factor)) throw new Refusal('malformed', ['passCode: The field cannot be left blank']);
  if (isByTelephone(factor)) sendCode(context, user, factor);
  return moveTo(context, { ...transaction, status: 'MFA_CHALLENGE', factorId: factor.id }, transaction);
}

function sendCode(context: RequestContext, { login }: User, { factorType, secret }: Factor): void {
  context.emit('factor-code', login, { factorType, passCode: secret });
}

/** GET /api/v1/users/{user_id}/factors/questions: the same for everybody, so that it tells nothing of a user. */
export function listQuestions(): WireResponse {
  return json(200, [
    { question: 'first_concert', questionText: 'Which was the first concert that you went to?' },
    { question: 'street_of_childhood', questionText: 'In which street did you grow up?' },
  ]);
}

/** GET /api/v1/users/{user_id}/factors: for trusted applications, outside of any transaction. */
export function listUserFactors(context: RequestContext): WireResponse {
  if (!context.policy.listsFactors(context.call.trusted)) throw new Refusal('deadToken');
  const user = context.store.users.get(context.params['user_id'] ?? '');
  if (user === undefined) throw new Refusal('notFound');
  return json(
    200,
    user.factors.map((factor) => ({ ...describeEnrolled(context, factor, true), status: 'ACTIVE' })),
  );
}

function transactionIn(context: RequestContext, statuses: readonly Status[]): Transaction {
  const transaction = liveTransaction(context);
  if (!statuses.includes(transaction.status)) throw new Refusal('notInThisState');
  return transaction;
}

function makeFactor(context: RequestContext, { factorType, provider }: FactorOffer, user: User): Factor {
  const id = `fac${context.id(17)}`;
  const given = isObject(context.body['profile']) ? context.body['profile'] : {};
  switch (factorType) {
    case 'question':
      return { id, factorType, provider, profile: { question: textOf(given, 'question') }, secret: textOf(given, 'answer') };
    case 'sms':
    case 'call':
      return { id, factorType, provider, profile: { phoneNumber: textOf(given, 'phoneNumber') }, secret: context.id(6) };
    case 'push':
      return { id, factorType, provider, profile: pushProfile(user.login), secret: context.id(6) };
    case 'token':
    case 'token:software:totp':
    case 'token:hardware': {
      const secret = comesWithCode(context, { factorType, provider }) ? neededText(context, 'passCode') : context.id(6);
      return { id, factorType, provider, profile: { credentialId: user.login }, secret };
    }
  }
}

/** Profile of the service's own push factor once its device is known. */
export function pushProfile(credentialId: string): JsonObject {
  const keys = [{ kty: 'PKIX', use: 'sig', kid: 'default', x5c: ['bm90IGEgY2VydGlmaWNhdGU='] }];
  return { credentialId, deviceType: 'SmartPhone', name: 'Pocket', platform: 'ANDROID', version: '21', keys };
}

function textOf(profile: JsonObject, name: string): string {
  const value = profile[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new Refusal('malformed', [`profile.${name}: The field cannot be left blank`]);
}
