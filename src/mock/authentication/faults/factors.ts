import type { Faults } from '../../kit/faults.ts';
import { after, before } from '../fault.ts';
import type { Policy } from '../policy.ts';
import { openOffers } from '../users.ts';

/** Defects in what is shown of factors, and in their enrollment and verification. */
export const factorFaults: Faults<Policy> = {
  'authn-phone-number-unmasked': { phoneNumber: (number) => number },
  'authn-push-profile-too-early': { pushProfile: (profile) => profile },
  'authn-push-profile-stays-empty': { pushProfile: () => ({}) },
  'authn-vendor-in-lower-case': { vendor: (provider) => provider.toLowerCase() },
  'authn-own-factors-renamed': { vendor: (provider) => (provider === 'PLATFORM' ? 'SERVICE' : provider) },
  'authn-sms-called-text': after('factorType', (result, factorType) => (factorType === 'sms' ? 'text' : result)),
  'authn-open-factor-is-active': { enrollmentStatus: () => 'ACTIVE' },
  'authn-factors-not-listed': { listed: () => [] },
  'authn-factor-not-asked-for': after('challenged', (result, user) => user.policy.challenge !== 'always' && result),
  'authn-enrollment-not-asked-for': before('nextStatus', (transaction, user) => {
    const applies = transaction.app !== undefined || transaction.activation || transaction.enrolled > 0;
    return [transaction, applies ? user : { ...user, policy: { ...user.policy, requiresEnrollment: false } }];
  }),
  'authn-enrollment-asked-of-everybody': before('nextStatus', (transaction, user) => [
    transaction,
    { ...user, policy: { ...user.policy, requiresEnrollment: openOffers(user).length > 0 } },
  ]),
  'authn-no-second-enrollment': { enrollsMore: () => false },
  'authn-anything-can-be-enrolled': {
    mayEnroll: () => true,
    offered: (user) => openOffers({ ...user, offers: [...user.offers, { factorType: 'question', provider: 'PLATFORM' }] }),
  },
  'authn-wrong-answer-verifies': { codeIsRight: () => true },
};
