import type { Faults } from '../../kit/faults.ts';
import { after, before, exchange, sequence } from '../fault.ts';
import type { Policy } from '../policy.ts';
import type { User } from '../users.ts';

/** Defects in what trusted and public applications may claim. */
export const trustFaults: Faults<Policy> = {
  'authn-any-api-token': sequence(
    'an API token that was never issued makes a trusted application',
    ['authn.resources.context.device-token-invalid-credential', 'authn.authentication.trusted'],
    after('trusted', (result, authorization) => /^SSWS \S/.test(authorization ?? '') || result),
  ),
  'authn-api-token-ignored': exchange(
    'no API token makes a trusted application',
    [
      'authn.authentication.trusted',
      'authn.endpoints.authn.authorization',
      'authn.service.trusted-context',
      'authn.endpoints.authn.headers',
      'authn.endpoints.authn.forwarded-for',
      'authn.endpoints.user-factors',
      'authn.authentication.same-device',
      'authn.resources.context.device-token',
      'authn.events.new-device-email',
    ],
    { trusted: () => false },
  ),
  'authn-override-refused': exchange(
    'a device token that comes without an API token is refused instead of ignored',
    [
      'authn.authentication.override-harmless',
      'authn.resources.context.device-token-privileged',
      'authn.authentication.override-requires-token',
    ],
    after('refusesClaims', (result, claims, trusted) =>
      !trusted && typeof claims.deviceToken === 'string' ? 'deviceToken: an API token is needed' : result,
    ),
  ),
  'authn-public-needs-credential': exchange(
    'requests with options are refused without an API token',
    [
      'authn.authentication.public',
      'authn.service.public',
      'authn.transitions.password-warn',
      'authn.transitions.mfa-enroll',
      'authn.resources.options.warn-false',
      'authn.resources.options.warn-outside',
      'authn.resources.options.multi-enroll-nullable',
    ],
    after('refusesClaims', (result, claims, trusted) =>
      !trusted && Object.keys(claims.options).length > 0 ? 'options: an API token is needed' : result,
    ),
  ),
  'authn-factors-of-anybody': exchange('the factors of a user are listed for a public application', 'authn.service.public-no-metadata', {
    listsFactors: () => true,
  }),
  'authn-forwarded-for-of-anybody': exchange(
    'X-Forwarded-For of a public application is believed',
    'authn.endpoints.authn.forwarded-for-public',
    before('clientIp', (call) => [{ ...call, trusted: true }]),
  ),
  'authn-forwarded-for-without-gateway': exchange(
    'X-Forwarded-For is believed though the address of the trusted application is not an allowed gateway',
    'authn.endpoints.authn.forwarded-for-gateway',
    before('clientIp', (call, policy) => [call, { ...policy, trustsGateway: true }]),
  ),
  'authn-forwarded-for-ignored': exchange(
    'X-Forwarded-For of a trusted application behind an allowed gateway is not believed',
    ['authn.endpoints.authn.forwarded-for', 'authn.service.trusted-context', 'authn.endpoints.authn.headers'],
    { clientIp: ({ address }) => address },
  ),
  'authn-address-not-evaluated': exchange(
    'a sign-on policy that allows one address lets in every address',
    'authn.service.policy-context',
    after('denies', (result, policy) => policy.access === 'denied' && result),
  ),
};

/** A user with a known device is not challenged by such a policy where a device token comes with the call, or where none does. */
const unchallenged = (challenge: User['policy']['challenge'], withToken: boolean) =>
  after('challenged', (result, user, call) => {
    const isMet = user.policy.challenge === challenge && (call.deviceToken !== undefined) === withToken && user.devices.length > 0;
    return result && !isMet;
  });

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
    unchallenged('per-device', true),
  ),
  'authn-missing-device-token': sequence(
    'a user with a known device is not challenged by a policy by device when the device token is missing',
    'authn.authentication.no-device',
    unchallenged('per-device', false),
  ),
  'authn-unmatched-device-not-new': sequence(
    'a new-device rule takes an unmatched device token for a known one',
    'authn.authentication.new-device-unmatched',
    unchallenged('new-device', true),
  ),
  'authn-missing-device-not-new': sequence(
    'a new-device rule takes a missing device token for a known one',
    'authn.authentication.new-device-missing',
    unchallenged('new-device', false),
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
