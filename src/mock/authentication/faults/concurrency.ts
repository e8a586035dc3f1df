import type { Faults } from '../../kit/faults.ts';
import { after, concurrency } from '../fault.ts';
import type { Policy } from '../policy.ts';

/** Defects that need two callers at once. */
export const concurrencyFaults: Faults<Policy> = {
  'authn-users-mixed-up': concurrency(
    'of two sign-ins at once, the first is answered with the user of the second',
    'authn.resources.user.is-the-one',
    { resume: (own, latest, point) => (point === 'sign-in.before-write' ? { ...own, user: latest.user } : own) },
  ),
  'authn-sessions-mixed-up': concurrency(
    'of two session tokens exchanged at once, the first becomes a session of the second user',
    'authn.service.session-service',
    { resume: (own, latest, point) => (point === 'session.before-write' ? { ...own, user: latest.user } : own) },
  ),
  'authn-state-token-shared': concurrency(
    'transactions that begin at once share one state token',
    'authn.resources.transaction.state-token-identifies',
    after('stateToken', (result, _fresh, inFlight, last) => (inFlight > 1 && last !== undefined ? last : result)),
  ),
  'authn-options-mixed-up': concurrency(
    'of two sign-ins at once, the first is answered under the options of the second',
    ['authn.resources.options.warn', 'authn.transitions.password-warn'],
    { resume: (own, latest) => ({ ...own, call: { ...own.call, options: latest.call.options } }) },
  ),
  'authn-trust-mixed-up': concurrency(
    'a public application that calls beside a trusted one is trusted too',
    'authn.endpoints.authn.forwarded-for-public',
    { resume: (own, latest) => ({ ...own, call: { ...own.call, trusted: own.call.trusted || latest.call.trusted } }) },
  ),
  'authn-device-tokens-mixed-up': concurrency(
    'a sign-in without a device token takes that of the sign-in beside it',
    'authn.authentication.no-device',
    {
      resume: (own, latest) => ({ ...own, call: { ...own.call, deviceToken: own.call.deviceToken ?? latest.call.deviceToken } }),
    },
  ),
  'authn-password-changed-twice': concurrency(
    'of two password changes at once both succeed, the second with an old password that is no longer right',
    ['authn.endpoints.change-password.old-password', 'authn.endpoints.change-password.wrong-old-password'],
    after('looksAgain', (result, point) => point !== 'change-password.before-write' && result),
  ),
  'authn-limit-counts-once-at-a-time': concurrency(
    'requests that arrive while another is being answered are not counted against the rate limit',
    'authn.limits.public',
    { countsRequest: (inFlight) => inFlight === 0 },
  ),
};
