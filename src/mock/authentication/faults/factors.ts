import type { Faults } from '../../kit/faults.ts';
import { after, before, exchange, response, sequence } from '../fault.ts';
import type { Policy } from '../policy.ts';
import { openOffers } from '../users.ts';

/** Defects in what is shown of factors, and in their enrollment and verification. */
export const factorFaults: Faults<Policy> = {
  'authn-phone-number-unmasked': response('the telephone number of a factor is shown whole', 'authn.resources.factor.phone-masked', {
    phoneNumber: (number) => number,
  }),
  'authn-push-profile-too-early': response(
    "the profile of the service's own push factor is shown before the factor has been verified",
    'authn.resources.factor.push-empty',
    { pushProfile: (profile) => profile },
  ),
  'authn-push-profile-stays-empty': sequence(
    "the profile of the service's own push factor stays empty after the factor has been verified",
    'authn.resources.factor.push-populated',
    { pushProfile: () => ({}) },
  ),
  'authn-vendor-in-lower-case': response(
    'vendor names are in lower case',
    ['authn.resources.factor.provider', 'authn.resources.factor.vendor-name', 'authn.resources.factor.provider-own'],
    { vendor: (provider) => provider.toLowerCase() },
  ),
  'authn-own-factors-renamed': exchange(
    "the service's own factors have another provider than PLATFORM",
    'authn.resources.factor.provider-own',
    { vendor: (provider) => (provider === 'PLATFORM' ? 'SERVICE' : provider) },
  ),
  'authn-sms-called-text': exchange(
    'factors over text messages have the type text',
    'authn.resources.factor.type-value',
    after('factorType', (result, factorType) => (factorType === 'sms' ? 'text' : result)),
  ),
  'authn-open-factor-is-active': response('factors that can be enrolled are shown as ACTIVE', 'authn.resources.factor.not-setup', {
    enrollmentStatus: () => 'ACTIVE',
  }),
  'authn-factors-not-listed': exchange(
    'MFA_REQUIRED lists no factor',
    ['authn.transitions.mfa-required-factors', 'authn.transitions.mfa-before-expired-factors'],
    { listed: () => [] },
  ),
  'authn-factor-not-asked-for': exchange(
    'a sign-on policy that asks for a factor at every sign-in is not applied',
    ['authn.transitions.mfa-required', 'authn.service.state-by-policy', 'authn.service.policies'],
    after('challenged', (result, user) => user.policy.challenge !== 'always' && result),
  ),
  'authn-enrollment-not-asked-for': exchange(
    'an enrollment policy is not applied to a sign-in with a password',
    ['authn.transitions.mfa-enroll', 'authn.service.state-by-group', 'authn.service.policies'],
    before('nextStatus', (transaction, user) => {
      const applies = transaction.app !== undefined || transaction.activation || transaction.enrolled > 0;
      return [transaction, applies ? user : { ...user, policy: { ...user.policy, requiresEnrollment: false } }];
    }),
  ),
  'authn-enrollment-asked-of-everybody': exchange(
    'an enrollment policy of one group is applied to users outside of it',
    'authn.service.state-by-group',
    before('nextStatus', (transaction, user) => [
      transaction,
      { ...user, policy: { ...user.policy, requiresEnrollment: openOffers(user).length > 0 } },
    ]),
  ),
  'authn-no-second-enrollment': sequence(
    'multiOptionalFactorEnroll is ignored: one factor ends the enrollment',
    ['authn.resources.options.multi-enroll', 'authn.transitions.enroll-further'],
    { enrollsMore: () => false },
  ),
  'authn-anything-can-be-enrolled': sequence('a user for whom no factor is enabled can enroll one', 'authn.service.mfa-enabled-enroll', {
    mayEnroll: () => true,
    offered: (user) => openOffers({ ...user, offers: [...user.offers, { factorType: 'question', provider: 'PLATFORM' }] }),
  }),
  'authn-wrong-answer-verifies': exchange('any answer verifies a factor', 'authn.service.functions', { codeIsRight: () => true }),
};
