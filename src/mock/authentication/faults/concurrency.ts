import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';

/** Defects that need two callers at once. */
export const concurrencyFaults: readonly Fault<Rules>[] = [
  {
    id: 'authn-users-mixed-up',
    clause: 'authn.resources.user.is-the-one',
    difficulty: 'concurrency',
    about: 'of two sign-ins at once, the first is answered with the user of the second',
    change: () => ({ resume: (own, latest, point) => (point === 'sign-in.before-write' ? { ...own, user: latest.user } : own) }),
  },
  {
    id: 'authn-sessions-mixed-up',
    clause: 'authn.service.session-service',
    difficulty: 'concurrency',
    about: 'of two session tokens exchanged at once, the first becomes a session of the second user',
    change: () => ({ resume: (own, latest, point) => (point === 'session.before-write' ? { ...own, user: latest.user } : own) }),
  },
  {
    id: 'authn-state-token-shared',
    clause: 'authn.resources.transaction.state-token-identifies',
    difficulty: 'concurrency',
    about: 'transactions that begin at once share one state token',
    change: (rules) => ({
      stateToken: (fresh, inFlight, last) => (inFlight > 1 && last !== undefined ? last : rules.stateToken(fresh, inFlight, last)),
    }),
  },
  {
    id: 'authn-options-mixed-up',
    clause: 'authn.resources.options.warn',
    alsoBreaks: ['authn.transitions.password-warn'],
    difficulty: 'concurrency',
    about: 'of two sign-ins at once, the first is answered under the options of the second',
    change: () => ({ resume: (own, latest) => ({ ...own, call: { ...own.call, options: latest.call.options } }) }),
  },
  {
    id: 'authn-trust-mixed-up',
    clause: 'authn.endpoints.authn.forwarded-for-public',
    difficulty: 'concurrency',
    about: 'a public application that calls beside a trusted one is trusted too',
    change: () => ({ resume: (own, latest) => ({ ...own, call: { ...own.call, trusted: own.call.trusted || latest.call.trusted } }) }),
  },
  {
    id: 'authn-device-tokens-mixed-up',
    clause: 'authn.authentication.no-device',
    difficulty: 'concurrency',
    about: 'a sign-in without a device token takes that of the sign-in beside it',
    change: () => ({
      resume: (own, latest) => ({ ...own, call: { ...own.call, deviceToken: own.call.deviceToken ?? latest.call.deviceToken } }),
    }),
  },
  {
    id: 'authn-password-changed-twice',
    clause: 'authn.endpoints.change-password.old-password',
    alsoBreaks: ['authn.endpoints.change-password.wrong-old-password'],
    difficulty: 'concurrency',
    about: 'of two password changes at once both succeed, the second with an old password that is no longer right',
    change: (rules) => ({ looksAgain: (point) => point !== 'change-password.before-write' && rules.looksAgain(point) }),
  },
  {
    id: 'authn-limit-counts-once-at-a-time',
    clause: 'authn.limits.public',
    difficulty: 'concurrency',
    about: 'requests that arrive while another is being answered are not counted against the rate limit',
    change: () => ({ countsRequest: (inFlight) => inFlight === 0 }),
  },
];
