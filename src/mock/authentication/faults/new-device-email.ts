import type { Faults } from '../../kit/faults.ts';
import { after, before, exchange, sequence } from '../fault.ts';
import type { Policy } from '../policy.ts';

/** Defects in when a user is told of a new device. */
export const newDeviceEmailFaults: Faults<Policy> = {
  'authn-fingerprint-of-anybody': exchange(
    'a device fingerprint is honoured though no API token was sent',
    'authn.endpoints.authn.fingerprint-privileged',
    { fingerprint: (fingerprint) => fingerprint },
  ),
  'authn-new-device-not-told': exchange('no e-mail is sent for a new device fingerprint', 'authn.events.new-device-email', {
    notifies: () => false,
  }),
  'authn-known-device-told': sequence(
    'the e-mail is sent for a fingerprint of an earlier successful sign-in too',
    'authn.endpoints.authn.fingerprint-known',
    { tiesFingerprint: () => false },
  ),
  'authn-failed-sign-in-ties-device': sequence(
    'a refused sign-in makes its device fingerprint a known one, so that no e-mail follows',
    'authn.endpoints.authn.fingerprint-failed',
    { tiesFingerprint: () => true },
  ),
  'authn-second-device-not-told': sequence(
    'the e-mail is sent for the first device of a user only',
    ['authn.endpoints.authn.fingerprint', 'authn.versioning.fingerprint-email'],
    after('notifies', (result, user) => user.fingerprints.length === 0 && result),
  ),
  'authn-new-device-told-when-disabled': exchange(
    'the e-mail is sent where the feature is not enabled',
    'authn.events.new-device-email-disabled',
    before('notifies', (user) => [{ ...user, policy: { ...user.policy, sendsNewDeviceMail: true } }]),
  ),
};
