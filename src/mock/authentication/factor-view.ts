import { present } from '../kit/json.ts';
import type { JsonObject } from '../kit/service.ts';
import type { RequestContext } from './context.ts';
import { linkPath, type LinkName } from './links.ts';
import type { Policy } from './policy.ts';
import { factorInQuestion, type Transaction } from './transactions.ts';
import type { Factor, FactorOffer, User } from './users.ts';

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
  const byItself =
    context.choices.challengedFactor === 'by-itself' && ['MFA_CHALLENGE', 'MFA_ENROLL_ACTIVATE'].includes(transaction.status);
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
    _links: { verify: link(context, 'verify', linkPath('verify', { factor_id: factor.id })) },
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
    _links: present({
      questions: offer.factorType === 'question' ? link(context, 'questions', linkPath('questions', { user_id: user.id })) : undefined,
      enroll: link(context, 'enroll', linkPath('enroll', {})),
    }),
  };
}

function describeKind({ policy }: RequestContext, { factorType, provider }: FactorOffer): JsonObject {
  return { factorType: policy.factorType(factorType), provider: policy.vendor(provider), vendorName: policy.vendor(provider) };
}

function link({ policy, call }: RequestContext, name: LinkName, path: string): JsonObject {
  return { href: policy.href(name, call.origin, path), hints: { allow: policy.methods(name) } };
}
