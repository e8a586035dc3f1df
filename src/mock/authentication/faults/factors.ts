import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';
import { openOffers } from '../users.ts';

/** Defects in what is shown of factors, and in their enrollment and verification. */
export const factorFaults: readonly Fault<Rules>[] = [
  {
    id: 'authn-phone-number-unmasked',
    clause: 'authn.resources.factor.phone-masked',
    difficulty: 'response',
    about: 'the telephone number of a factor is shown whole',
    change: () => ({ phoneNumber: (number) => number }),
  },
  {
    id: 'authn-push-profile-too-early',
    clause: 'authn.resources.factor.push-empty',
    difficulty: 'response',
    about: "the profile of the service's own push factor is shown before the factor has been verified",
    change: () => ({ pushProfile: (profile) => profile }),
  },
  {
    id: 'authn-push-profile-stays-empty',
    clause: 'authn.resources.factor.push-populated',
    difficulty: 'sequence',
    about: "the profile of the service's own push factor stays empty after the factor has been verified",
    change: () => ({ pushProfile: () => ({}) }),
  },
  {
    id: 'authn-vendor-in-lower-case',
    clause: 'authn.resources.factor.provider',
    alsoBreaks: ['authn.resources.factor.vendor-name', 'authn.resources.factor.provider-own'],
    difficulty: 'response',
    about: 'vendor names are in lower case',
    change: () => ({ vendor: (provider) => provider.toLowerCase() }),
  },
  {
    id: 'authn-own-factors-renamed',
    clause: 'authn.resources.factor.provider-own',
    difficulty: 'exchange',
    about: "the service's own factors have another provider than PLATFORM",
    change: () => ({ vendor: (provider) => (provider === 'PLATFORM' ? 'SERVICE' : provider) }),
  },
  {
    id: 'authn-sms-called-text',
    clause: 'authn.resources.factor.type-value',
    difficulty: 'exchange',
    about: 'factors over text messages have the type text',
    change: (rules) => ({ factorType: (factorType) => (factorType === 'sms' ? 'text' : rules.factorType(factorType)) }),
  },
  {
    id: 'authn-open-factor-is-active',
    clause: 'authn.resources.factor.not-setup',
    difficulty: 'response',
    about: 'factors that can be enrolled are shown as ACTIVE',
    change: () => ({ enrollmentStatus: () => 'ACTIVE' }),
  },
  {
    id: 'authn-factors-not-listed',
    clause: 'authn.transitions.mfa-required-factors',
    alsoBreaks: ['authn.transitions.mfa-before-expired-factors'],
    difficulty: 'exchange',
    about: 'MFA_REQUIRED lists no factor',
    change: () => ({ listed: () => [] }),
  },
  {
    id: 'authn-factor-not-asked-for',
    clause: 'authn.transitions.mfa-required',
    alsoBreaks: ['authn.service.state-by-policy', 'authn.service.policies'],
    difficulty: 'exchange',
    about: 'a sign-on policy that asks for a factor at every sign-in is not applied',
    change: (rules) => ({ challenged: (user, call) => user.policy.challenge !== 'always' && rules.challenged(user, call) }),
  },
  {
    id: 'authn-enrollment-not-asked-for',
    clause: 'authn.transitions.mfa-enroll',
    alsoBreaks: ['authn.service.state-by-group', 'authn.service.policies'],
    difficulty: 'exchange',
    about: 'an enrollment policy is not applied to a sign-in with a password',
    change: (rules) => ({
      nextStatus(transaction, user, now) {
        const applies = transaction.app !== undefined || transaction.activation || transaction.enrolled > 0;
        return rules.nextStatus(transaction, applies ? user : { ...user, policy: { ...user.policy, requiresEnrollment: false } }, now);
      },
    }),
  },
  {
    id: 'authn-enrollment-asked-of-everybody',
    clause: 'authn.service.state-by-group',
    difficulty: 'exchange',
    about: 'an enrollment policy of one group is applied to users outside of it',
    change: (rules) => ({
      nextStatus: (transaction, user, now) =>
        rules.nextStatus(transaction, { ...user, policy: { ...user.policy, requiresEnrollment: openOffers(user).length > 0 } }, now),
    }),
  },
  {
    id: 'authn-no-second-enrollment',
    clause: 'authn.resources.options.multi-enroll',
    alsoBreaks: ['authn.transitions.enroll-further'],
    difficulty: 'sequence',
    about: 'multiOptionalFactorEnroll is ignored: one factor ends the enrollment',
    change: () => ({ enrollsMore: () => false }),
  },
  {
    id: 'authn-anything-can-be-enrolled',
    clause: 'authn.service.mfa-enabled-enroll',
    difficulty: 'sequence',
    about: 'a user for whom no factor is enabled can enroll one',
    change: () => ({
      mayEnroll: () => true,
      offered: (user) => openOffers({ ...user, offers: [...user.offers, { factorType: 'question', provider: 'PLATFORM' }] }),
    }),
  },
  {
    id: 'authn-wrong-answer-verifies',
    clause: 'authn.service.functions',
    difficulty: 'exchange',
    about: 'any answer verifies a factor',
    change: () => ({ codeIsRight: () => true }),
  },
];
