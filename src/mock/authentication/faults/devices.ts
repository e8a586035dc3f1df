import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';

/** Defects in policies by device, and in the device token that they go by. */
export const deviceFaults: readonly Fault<Rules>[] = [
  {
    id: 'authn-device-token-of-anybody',
    clause: 'authn.resources.context.device-token-privileged',
    alsoBreaks: ['authn.authentication.override-requires-token'],
    difficulty: 'sequence',
    about: 'a device token is honoured though no API token was sent',
    change: (rules) => ({ deviceToken: (token) => rules.deviceToken(token, true) }),
  },
  {
    id: 'authn-device-token-too-long',
    clause: 'authn.limits.device-token-length',
    difficulty: 'sequence',
    about: 'a device token of more than 32 characters is honoured',
    change: () => ({ fitsDeviceToken: (token) => !token.includes('-') }),
  },
  {
    id: 'authn-device-token-one-too-short',
    clause: 'authn.resources.context.device-token-length',
    difficulty: 'sequence',
    about: 'a device token of 32 characters is not honoured',
    change: (rules) => ({ fitsDeviceToken: (token) => token.length < 32 && rules.fitsDeviceToken(token) }),
  },
  {
    id: 'authn-device-token-with-hyphens',
    clause: 'authn.limits.device-token-hyphens',
    difficulty: 'sequence',
    about: 'a device token with hyphens is honoured',
    change: () => ({ fitsDeviceToken: (token) => token.length <= 32 }),
  },
  {
    id: 'authn-any-device-token',
    clause: 'authn.authentication.other-device',
    difficulty: 'sequence',
    about: 'one known device is enough for a policy by device: any other device token is not challenged either',
    change: (rules) => ({
      challenged: (user, call) =>
        rules.challenged(user, call) &&
        !(user.policy.challenge === 'per-device' && call.deviceToken !== undefined && user.devices.length > 0),
    }),
  },
  {
    id: 'authn-missing-device-token',
    clause: 'authn.authentication.no-device',
    difficulty: 'sequence',
    about: 'a user with a known device is not challenged by a policy by device when the device token is missing',
    change: (rules) => ({
      challenged: (user, call) =>
        rules.challenged(user, call) &&
        !(user.policy.challenge === 'per-device' && call.deviceToken === undefined && user.devices.length > 0),
    }),
  },
  {
    id: 'authn-unmatched-device-not-new',
    clause: 'authn.authentication.new-device-unmatched',
    difficulty: 'sequence',
    about: 'a new-device rule takes an unmatched device token for a known one',
    change: (rules) => ({
      challenged: (user, call) =>
        rules.challenged(user, call) &&
        !(user.policy.challenge === 'new-device' && call.deviceToken !== undefined && user.devices.length > 0),
    }),
  },
  {
    id: 'authn-missing-device-not-new',
    clause: 'authn.authentication.new-device-missing',
    difficulty: 'sequence',
    about: 'a new-device rule takes a missing device token for a known one',
    change: (rules) => ({
      challenged: (user, call) =>
        rules.challenged(user, call) &&
        !(user.policy.challenge === 'new-device' && call.deviceToken === undefined && user.devices.length > 0),
    }),
  },
  {
    id: 'authn-device-forgotten',
    clause: 'authn.authentication.same-device',
    alsoBreaks: ['authn.resources.context.device-token'],
    difficulty: 'sequence',
    about: 'the same device token is challenged again at every sign-in',
    change: () => ({ remembersDevice: () => false }),
  },
  {
    id: 'authn-device-known-too-early',
    clause: 'authn.authentication.same-device',
    difficulty: 'sequence',
    about: 'a device counts as known as soon as it has been challenged, whether or not the challenge was met',
    change: () => ({ remembersDevice: () => true }),
  },
  {
    id: 'authn-device-known-by-fingerprint',
    clause: 'authn.versioning.fingerprint-detection',
    difficulty: 'sequence',
    about: 'a new-device rule knows a device by its fingerprint, whatever its device token is',
    change: (rules) => ({
      challenged(user, call) {
        const known = call.fingerprint !== undefined && user.fingerprints.includes(call.fingerprint);
        return rules.challenged(user, call) && !(user.policy.challenge === 'new-device' && known);
      },
    }),
  },
];
