import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';

/** Defects in what trusted and public applications may claim. */
export const trustFaults: readonly Fault<Rules>[] = [
  {
    id: 'authn-any-api-token',
    clause: 'authn.resources.context.device-token-invalid-credential',
    alsoBreaks: ['authn.authentication.trusted'],
    difficulty: 'sequence',
    about: 'an API token that was never issued makes a trusted application',
    change: (rules) => ({
      trusted: (authorization, apiTokens) => /^SSWS \S/.test(authorization ?? '') || rules.trusted(authorization, apiTokens),
    }),
  },
  {
    id: 'authn-api-token-ignored',
    clause: 'authn.authentication.trusted',
    alsoBreaks: [
      'authn.endpoints.authn.authorization',
      'authn.service.trusted-context',
      'authn.endpoints.authn.headers',
      'authn.endpoints.authn.forwarded-for',
      'authn.endpoints.user-factors',
      'authn.authentication.same-device',
      'authn.resources.context.device-token',
      'authn.events.new-device-email',
    ],
    difficulty: 'exchange',
    about: 'no API token makes a trusted application',
    change: () => ({ trusted: () => false }),
  },
  {
    id: 'authn-override-refused',
    clause: 'authn.authentication.override-harmless',
    alsoBreaks: ['authn.resources.context.device-token-privileged', 'authn.authentication.override-requires-token'],
    difficulty: 'exchange',
    about: 'a device token that comes without an API token is refused instead of ignored',
    change: (rules) => ({
      refusesClaims: (claims, trusted) =>
        !trusted && typeof claims.deviceToken === 'string' ? 'deviceToken: an API token is needed' : rules.refusesClaims(claims, trusted),
    }),
  },
  {
    id: 'authn-public-needs-credential',
    clause: 'authn.authentication.public',
    alsoBreaks: [
      'authn.service.public',
      'authn.transitions.password-warn',
      'authn.transitions.mfa-enroll',
      'authn.resources.options.warn-false',
      'authn.resources.options.warn-outside',
      'authn.resources.options.multi-enroll-nullable',
    ],
    difficulty: 'exchange',
    about: 'requests with options are refused without an API token',
    change: (rules) => ({
      refusesClaims: (claims, trusted) =>
        !trusted && Object.keys(claims.options).length > 0 ? 'options: an API token is needed' : rules.refusesClaims(claims, trusted),
    }),
  },
  {
    id: 'authn-forwarded-for-of-anybody',
    clause: 'authn.endpoints.authn.forwarded-for-public',
    difficulty: 'exchange',
    about: 'X-Forwarded-For of a public application is believed',
    change: (rules) => ({ clientIp: (call, policy) => rules.clientIp({ ...call, trusted: true }, policy) }),
  },
  {
    id: 'authn-forwarded-for-without-gateway',
    clause: 'authn.endpoints.authn.forwarded-for-gateway',
    difficulty: 'exchange',
    about: 'X-Forwarded-For is believed though the address of the trusted application is not an allowed gateway',
    change: (rules) => ({ clientIp: (call, policy) => rules.clientIp(call, { ...policy, trustsGateway: true }) }),
  },
  {
    id: 'authn-forwarded-for-ignored',
    clause: 'authn.endpoints.authn.forwarded-for',
    alsoBreaks: ['authn.service.trusted-context', 'authn.endpoints.authn.headers'],
    difficulty: 'exchange',
    about: 'X-Forwarded-For of a trusted application behind an allowed gateway is not believed',
    change: () => ({ clientIp: ({ address }) => address }),
  },
  {
    id: 'authn-address-not-evaluated',
    clause: 'authn.service.policy-context',
    difficulty: 'exchange',
    about: 'a sign-on policy that allows one address lets in every address',
    change: (rules) => ({ denies: (policy, clientIp) => policy.access === 'denied' && rules.denies(policy, clientIp) }),
  },
];
