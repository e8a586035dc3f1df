import type { Faults } from '../../kit/faults.ts';
import { after, sequence } from '../fault.ts';
import type { Policy } from '../policy.ts';

/** Defects in policies by device, and in the device token that they go by. */
export const deviceFaults: Faults<Policy> = {
  'authn-device-token-of-anybody': sequence(
    'a device token is honoured though no API token was sent',
    ['authn.resources.context.device-token-privileged', 'authn.authentication.override-requires-token'],
    (base) => ({ deviceToken: (token) => base.deviceToken(token, true) }),
  ),
  'authn-device-token-too-long': sequence('a device token of more than 32 characters is honoured', 'authn.limits.device-token-length', {
    fitsDeviceToken: (token) => !token.includes('-'),
  }),
  'authn-device-token-one-too-short': sequence(
    'a device token of 32 characters is not honoured',
    'authn.resources.context.device-token-length',
    after('fitsDeviceToken', (result, token) => token.length < 32 && result),
  ),
  'authn-device-token-with-hyphens': sequence('a device token with hyphens is honoured', 'authn.limits.device-token-hyphens', {
    fitsDeviceToken: (token) => token.length <= 32,
  }),
  'authn-any-device-token': sequence(
    'one known device is enough for a policy by device: any other device token is not challenged either',
    'authn.authentication.other-device',
    after(
      'challenged',
      (result, user, call) =>
        result && !(user.policy.challenge === 'per-device' && call.deviceToken !== undefined && user.devices.length > 0),
    ),
  ),
  'authn-missing-device-token': sequence(
    'a user with a known device is not challenged by a policy by device when the device token is missing',
    'authn.authentication.no-device',
    after(
      'challenged',
      (result, user, call) =>
        result && !(user.policy.challenge === 'per-device' && call.deviceToken === undefined && user.devices.length > 0),
    ),
  ),
  'authn-unmatched-device-not-new': sequence(
    'a new-device rule takes an unmatched device token for a known one',
    'authn.authentication.new-device-unmatched',
    after(
      'challenged',
      (result, user, call) =>
        result && !(user.policy.challenge === 'new-device' && call.deviceToken !== undefined && user.devices.length > 0),
    ),
  ),
  'authn-missing-device-not-new': sequence(
    'a new-device rule takes a missing device token for a known one',
    'authn.authentication.new-device-missing',
    after(
      'challenged',
      (result, user, call) =>
        result && !(user.policy.challenge === 'new-device' && call.deviceToken === undefined && user.devices.length > 0),
    ),
  ),
  'authn-device-forgotten': sequence(
    'the same device token is challenged again at every sign-in',
    ['authn.authentication.same-device', 'authn.resources.context.device-token'],
    { remembersDevice: () => false },
  ),
  'authn-device-known-too-early': sequence(
    'a device counts as known as soon as it has been challenged, whether or not the challenge was met',
    'authn.authentication.same-device',
    { remembersDevice: () => true },
  ),
  'authn-device-known-by-fingerprint': sequence(
    'a new-device rule knows a device by its fingerprint, whatever its device token is',
    'authn.versioning.fingerprint-detection',
    after('challenged', (result, user, call) => {
      const known = call.fingerprint !== undefined && user.fingerprints.includes(call.fingerprint);
      return result && !(user.policy.challenge === 'new-device' && known);
    }),
  ),
};
