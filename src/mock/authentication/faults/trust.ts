import type { Faults } from '../../kit/faults.ts';
import { after, before } from '../fault.ts';
import type { Policy } from '../policy.ts';
import type { User } from '../users.ts';

/** Defects in what trusted and public applications may claim. */
export const trustFaults: Faults<Policy> = {
  'authn-any-api-token': after('trusted', (result, authorization) => /^SSWS \S/.test(authorization ?? '') || result),
  'authn-api-token-ignored': { trusted: () => false },
  'authn-override-refused': after('refusesClaims', (result, claims, trusted) =>
    !trusted && typeof claims.deviceToken === 'string' ? 'deviceToken: an API token is needed' : result,
  ),
  'authn-public-needs-credential': after('refusesClaims', (result, claims, trusted) =>
    !trusted && Object.keys(claims.options).length > 0 ? 'options: an API token is needed' : result,
  ),
  'authn-factors-of-anybody': { listsFactors: () => true },
  'authn-forwarded-for-of-anybody': before('clientIp', (call) => [{ ...call, trusted: true }]),
  'authn-forwarded-for-without-gateway': before('clientIp', (call, policy) => [call, { ...policy, trustsGateway: true }]),
  'authn-forwarded-for-ignored': { clientIp: ({ address }) => address },
  'authn-address-not-evaluated': after('denies', (result, policy) => policy.access === 'denied' && result),
};

/** A user with a known device is not challenged by such a policy where a device token comes with the call, or where none does. */
const unchallenged = (challenge: User['policy']['challenge'], withToken: boolean) =>
  after('challenged', (result, user, call) => {
    const isMet = user.policy.challenge === challenge && (call.deviceToken !== undefined) === withToken && user.devices.length > 0;
    return result && !isMet;
  });

/** Defects in policies by device, and in the device token that they go by. */
export const deviceFaults: Faults<Policy> = {
  'authn-device-token-of-anybody': (base) => ({ deviceToken: (token) => base.deviceToken(token, true) }),
  'authn-device-token-too-long': { fitsDeviceToken: (token) => !token.includes('-') },
  'authn-device-token-one-too-short': after('fitsDeviceToken', (result, token) => token.length < 32 && result),
  'authn-device-token-with-hyphens': { fitsDeviceToken: (token) => token.length <= 32 },
  'authn-any-device-token': unchallenged('per-device', true),
  'authn-missing-device-token': unchallenged('per-device', false),
  'authn-unmatched-device-not-new': unchallenged('new-device', true),
  'authn-missing-device-not-new': unchallenged('new-device', false),
  'authn-device-forgotten': { remembersDevice: () => false },
  'authn-device-known-too-early': { remembersDevice: () => true },
  'authn-device-known-by-fingerprint': after('challenged', (result, user, call) => {
    const known = call.fingerprint !== undefined && user.fingerprints.includes(call.fingerprint);
    return result && !(user.policy.challenge === 'new-device' && known);
  }),
};

/** Defects in when a user is told of a new device. */
export const newDeviceEmailFaults: Faults<Policy> = {
  'authn-fingerprint-of-anybody': { fingerprint: (fingerprint) => fingerprint },
  'authn-new-device-not-told': { notifies: () => false },
  'authn-known-device-told': { tiesFingerprint: () => false },
  'authn-failed-sign-in-ties-device': { tiesFingerprint: () => true },
  'authn-second-device-not-told': after('notifies', (result, user) => user.fingerprints.length === 0 && result),
  'authn-new-device-told-when-disabled': before('notifies', (user) => [{ ...user, policy: { ...user.policy, sendsNewDeviceMail: true } }]),
};
