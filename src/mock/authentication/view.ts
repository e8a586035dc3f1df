import { defined } from '../../model/defined.ts';
import { json } from '../kit/json.ts';
import type { JsonObject, WireResponse } from '../kit/service.ts';
import type { RequestContext } from './context.ts';
import { linkPath, type LinkName } from './links.ts';
import type { Policy } from './policy.ts';
import { factorInQuestion, type App, type Status, type Transaction } from './transactions.ts';
import { isByTelephone, isPolled, type Factor, type FactorOffer, type User } from './users.ts';

/** The authentication transaction object of document 2, section Resources. */
export function showTransaction(context: RequestContext, transaction: Transaction, sessionToken?: string): WireResponse {
  const { policy, store, call } = context;
  const { status, userId } = transaction;
  const user = userId === undefined ? undefined : store.users.get(userId);
  const nextLink = policy.nextLink(transaction);
  const shown = policy.relations(transaction).map((name) => [name, link(context, transaction, name)] as const);
  const inQuestion = user === undefined || !waiting.includes(status) ? undefined : factorInQuestion(transaction, user);
  const polled = inQuestion !== undefined && isPolled(context, inQuestion);
  const links = defined({
    next: nextLink === undefined ? undefined : { ...link(context, transaction, nextLink), ...(polled ? { name: 'poll' } : {}) },
    ...Object.fromEntries(shown),
    resend: inQuestion === undefined ? undefined : resendLinks(context, transaction, inQuestion),
  });
  const embedded = defined({
    user: user !== undefined && policy.showsUser(transaction) ? describeUser(context, user) : undefined,
    ...describeFactors(context, transaction, user),
    policy: user === undefined ? undefined : describePolicy(context, transaction, user),
    ...(transaction.app !== undefined && policy.showsTarget(transaction)
      ? describeTarget(policy.targetOf(transaction.app), call.origin)
      : {}),
  });
  return json(
    200,
    defined({
      stateToken: policy.showsStateToken(transaction) ? transaction.stateToken : undefined,
      type: policy.type(transaction),
      expiresAt: policy.showsExpiry(transaction) ? policy.expiresAt(transaction, transaction.expiresAt) : undefined,
      status,
      recoveryType: policy.recoveryType(transaction),
      factorType: transaction.recoveryFactor,
      factorResult: polled ? 'WAITING' : status === 'MFA_CHALLENGE' ? 'CHALLENGE' : undefined,
      sessionToken: policy.showsSessionToken(transaction) ? sessionToken : undefined,
      _embedded: Object.keys(embedded).length > 0 ? embedded : undefined,
      _links: Object.keys(links).length > 0 ? links : undefined,
    }),
  );
}

/** Statuses that wait for what happens on a device, or for what it tells the user. */
const waiting: readonly Status[] = ['MFA_CHALLENGE', 'MFA_ENROLL_ACTIVATE'];

function resendLinks(context: RequestContext, transaction: Transaction, factor: Factor): readonly JsonObject[] | undefined {
  if (context.choices.resendLink === 'absent' || !isByTelephone(factor)) return undefined;
  const name = transaction.status === 'MFA_CHALLENGE' ? 'resend' : 'resendActivation';
  return [{ ...link(context, transaction, name), name: factor.factorType }];
}

function link(context: RequestContext, { stateToken, factorId, pending }: Transaction, name: LinkName): JsonObject {
  const query = name === 'original' ? `?stateToken=${stateToken}` : '';
  return { name: context.policy.linkName(name), ...namelessLink(context, name, pending?.id ?? factorId, query) };
}

function describeUser({ policy }: RequestContext, user: User): JsonObject {
  return { id: user.id, passwordChanged: policy.timestamp(user.passwordChanged), profile: policy.profile(user) };
}

function describePolicy(context: RequestContext, transaction: Transaction, user: User): JsonObject | undefined {
  const { policy, now } = context;
  const complexity = policy.complexity(transaction, user.policy.complexity);
  const expireDays = policy.expireDays(transaction, user, now());
  const shown = defined({
    complexity,
    expiration: expireDays === undefined ? undefined : { passwordExpireDays: expireDays },
    ...(policy.showsRememberDevice(transaction) ? rememberDevice(context, user) : {}),
  });
  return Object.keys(shown).length > 0 ? shown : undefined;
}

function rememberDevice({ policy }: RequestContext, { factors }: User): JsonObject {
  const push = factors.filter(({ factorType }) => factorType === 'push');
  return {
    allowRememberDevice: true,
    rememberDeviceLifetimeInMinutes: 1440,
    rememberDeviceByDefault: false,
    factorsPolicyInfo: Object.fromEntries(push.map((factor) => [policy.policyKey(factor), { autoPushEnabled: true }])),
  };
}

function describeTarget({ id, name, label, protocol }: App, origin: string): JsonObject {
  return {
    target: {
      type: 'APP',
      name,
      label,
      _links: { logo: { name: 'medium', href: `${origin}/assets/logos/${name}.png`, type: 'image/png' } },
    },
    authentication: { protocol, issuer: { id, name: label, uri: `urn:${name}:${id}` } },
  };
}

/** The factors that a transaction's state lists, under the chosen key; empty where it lists none. */
export function describeFactors(context: RequestContext, transaction: Transaction, user: User | undefined): JsonObject {
  if (user === undefined) return {};
  const known = transaction.verified || transaction.inSession;
  const factors = list(context.policy, transaction, user).map((factor) => {
    if (!('id' in factor)) return describeOffer(context, factor, user);
    return factor === transaction.pending ? describePending(context, factor) : describeEnrolled(context, factor, known);
  });
  const [only] = factors;
  if (only === undefined) return {};
  const byItself = context.choices.challengedFactor === 'by-itself' && waiting.includes(transaction.status);
  return byItself ? { factor: only } : { [context.choices.factorsKey]: factors };
}

function list(policy: Policy, transaction: Transaction, user: User): readonly (Factor | FactorOffer)[] {
  if (transaction.status === 'MFA_REQUIRED') return policy.listed(user);
  if (transaction.status === 'MFA_ENROLL') return policy.offered(user);
  const inQuestion = factorInQuestion(transaction, user);
  return inQuestion === undefined ? [] : [inQuestion];
}

/** An enrolled factor; `known` once its user has proven more than a password. */
export function describeEnrolled(context: RequestContext, factor: Factor, known: boolean): JsonObject {
  return {
    id: factor.id,
    ...describeKind(context, factor),
    profile: describeProfile(context, factor, known),
    _links: { verify: namelessLink(context, 'verify', factor.id) },
  };
}

/** A factor whose enrollment waits to be activated: there is nothing to verify yet. */
function describePending(context: RequestContext, factor: Factor): JsonObject {
  return { id: factor.id, ...describeKind(context, factor), profile: describeProfile(context, factor, false) };
}

function describeProfile({ policy }: RequestContext, { factorType, provider, profile }: Factor, known: boolean): JsonObject {
  if (factorType === 'push' && provider === 'PLATFORM') return policy.pushProfile(profile, known);
  const { phoneNumber } = profile;
  return typeof phoneNumber === 'string' ? { ...profile, phoneNumber: policy.phoneNumber(phoneNumber) } : profile;
}

function describeOffer(context: RequestContext, offer: FactorOffer, user: User): JsonObject {
  return {
    ...describeKind(context, offer),
    status: context.policy.enrollmentStatus(),
    enrollment: 'OPTIONAL',
    _links: defined({
      questions: offer.factorType === 'question' ? namelessLink(context, 'questions', user.id) : undefined,
      enroll: namelessLink(context, 'enroll'),
    }),
  };
}

function describeKind({ policy }: RequestContext, { factorType, provider }: FactorOffer): JsonObject {
  return { factorType: policy.factorType(factorType), provider: policy.vendor(provider), vendorName: policy.vendor(provider) };
}

/** As those of a factor are, which have no name; the id is the one in its path. */
function namelessLink({ policy, call }: RequestContext, name: LinkName, id = '', query = ''): JsonObject {
  return { href: policy.href(name, call.origin, `${linkPath(name, id)}${query}`), hints: { allow: policy.methods(name) } };
}
