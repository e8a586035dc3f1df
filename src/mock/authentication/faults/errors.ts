import type { Fault } from '../../kit/service.ts';
import type { ErrorName, ErrorRow } from '../errors.ts';
import type { Rules } from '../rules.ts';

const other = (name: ErrorName, difference: Partial<ErrorRow>) => (rules: Rules) => ({
  error: (asked: ErrorName): ErrorRow => (asked === name ? { ...rules.error(name), ...difference } : rules.error(asked)),
});

/** Defects in refusals and in the rate-limit headers. */
export const errorFaults: readonly Fault<Rules>[] = [
  {
    id: 'authn-refused-with-403',
    clause: 'authn.errors.e0000004.status',
    alsoBreaks: [
      'authn.transitions.locked-out-hidden',
      'authn.transitions.invalid-credentials',
      'authn.transitions.denied',
      'authn.transitions.activation-invalid',
      'authn.transitions.activation-expired',
      'authn.endpoints.authn.errors',
    ],
    difficulty: 'response',
    about: 'a refused sign-in is answered 403',
    change: other('authenticationFailed', { status: 403 }),
  },
  {
    id: 'authn-refused-with-other-summary',
    clause: 'authn.errors.e0000004.summary',
    difficulty: 'response',
    about: 'a refused sign-in has another errorSummary',
    change: other('authenticationFailed', { summary: 'Sign-in was refused' }),
  },
  {
    id: 'authn-password-refused-with-400',
    clause: 'authn.errors.e0000014.status',
    alsoBreaks: ['authn.endpoints.change-password.wrong-old-password', 'authn.endpoints.change-password.weak-password'],
    difficulty: 'response',
    about: 'a refused password change is answered 400',
    change: other('updateFailed', { status: 400 }),
  },
  {
    id: 'authn-old-password-not-named',
    clause: 'authn.endpoints.change-password.cause-names-old-password',
    difficulty: 'response',
    about: 'a wrong old password is refused without a cause that names it',
    change: (rules) => ({
      errorCauses: (name, causes) =>
        name === 'updateFailed' ? causes.map((cause) => cause.replace('oldPassword: ', '')) : rules.errorCauses(name, causes),
    }),
  },
  {
    id: 'authn-app-not-named',
    clause: 'authn.errors.e0000001.cause',
    difficulty: 'response',
    about: 'the refusal of an app that does not support step-up does not name the app',
    change: (rules) => ({
      errorCauses: (name, causes) =>
        name === 'appNotSupported' ? ['Sign-in is not allowed for this app.'] : rules.errorCauses(name, causes),
    }),
  },
  {
    id: 'authn-limit-not-applied',
    clause: 'authn.limits.public',
    alsoBreaks: ['authn.service.public-limited'],
    difficulty: 'sequence',
    about: 'no request is ever above the rate limit',
    change: () => ({ admits: () => true, limitHolds: () => false }),
  },
  {
    id: 'authn-limited-without-headers',
    clause: 'authn.errors.rate-limit-headers.limit',
    alsoBreaks: ['authn.errors.rate-limit-headers.remaining', 'authn.errors.rate-limit-headers.reset'],
    difficulty: 'response',
    about: 'a 429 carries no rate-limit headers',
    change: (rules) => ({ limitHeaders: (allowance, refused, now) => (refused ? {} : rules.limitHeaders(allowance, refused, now)) }),
  },
  {
    id: 'authn-limited-with-503',
    clause: 'authn.errors.e0000047.status',
    alsoBreaks: ['authn.limits.public'],
    difficulty: 'response',
    about: 'a request above the rate limit is answered 503',
    change: other('tooManyRequests', { status: 503 }),
  },
  {
    id: 'authn-limit-reset-from-now',
    clause: 'authn.errors.rate-limit-headers.reset',
    difficulty: 'response',
    about: 'X-Rate-Limit-Reset counts the seconds from now',
    change: (rules) => ({
      limitHeaders: (allowance, refused, now) =>
        rules.limitHeaders({ ...allowance, resetAt: Math.max(0, allowance.resetAt - Math.floor(now / 1000)) }, refused, now),
    }),
  },
];
