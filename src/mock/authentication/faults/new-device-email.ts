import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';

/** Defects in when a user is told of a new device. */
export const newDeviceEmailFaults: readonly Fault<Rules>[] = [
  {
    id: 'authn-fingerprint-of-anybody',
    clause: 'authn.endpoints.authn.fingerprint-privileged',
    difficulty: 'exchange',
    about: 'a device fingerprint is honoured though no API token was sent',
    change: () => ({ fingerprint: (fingerprint) => fingerprint }),
  },
  {
    id: 'authn-new-device-not-told',
    clause: 'authn.events.new-device-email',
    difficulty: 'exchange',
    about: 'no e-mail is sent for a new device fingerprint',
    change: () => ({ notifies: () => false }),
  },
  {
    id: 'authn-known-device-told',
    clause: 'authn.endpoints.authn.fingerprint-known',
    difficulty: 'sequence',
    about: 'the e-mail is sent for a fingerprint of an earlier successful sign-in too',
    change: () => ({ tiesFingerprint: () => false }),
  },
  {
    id: 'authn-failed-sign-in-ties-device',
    clause: 'authn.endpoints.authn.fingerprint-failed',
    difficulty: 'sequence',
    about: 'a refused sign-in makes its device fingerprint a known one, so that no e-mail follows',
    change: () => ({ tiesFingerprint: () => true }),
  },
  {
    id: 'authn-second-device-not-told',
    clause: 'authn.endpoints.authn.fingerprint',
    alsoBreaks: ['authn.versioning.fingerprint-email'],
    difficulty: 'sequence',
    about: 'the e-mail is sent for the first device of a user only',
    change: (rules) => ({ notifies: (user, fingerprint) => user.fingerprints.length === 0 && rules.notifies(user, fingerprint) }),
  },
  {
    id: 'authn-new-device-told-when-disabled',
    clause: 'authn.events.new-device-email-disabled',
    difficulty: 'exchange',
    about: 'the e-mail is sent where the feature is not enabled',
    change: (rules) => ({
      notifies: (user, fingerprint) => rules.notifies({ ...user, policy: { ...user.policy, sendsNewDeviceMail: true } }, fingerprint),
    }),
  },
];
