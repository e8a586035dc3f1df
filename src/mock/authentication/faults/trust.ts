import type { Faults } from '../../kit/faults.ts';
import { after, before, exchange, sequence } from '../fault.ts';
import type { Policy } from '../policy.ts';

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
