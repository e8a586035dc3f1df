import type { Faults } from '../../kit/faults.ts';
import { after, before, response, sequence } from '../fault.ts';
import type { Policy } from '../policy.ts';
import type { ErrorName, ErrorRow } from '../errors.ts';

const other = (name: ErrorName, difference: Partial<ErrorRow>) =>
  after('error', (row, asked) => (asked === name ? { ...row, ...difference } : row));

/** Defects in refusals and in the rate-limit headers. */
export const errorFaults: Faults<Policy> = {
  'authn-refused-with-403': response(
    'a refused sign-in is answered 403',
    [
      'authn.errors.e0000004.status',
      'authn.transitions.locked-out-hidden',
      'authn.transitions.invalid-credentials',
      'authn.transitions.denied',
      'authn.transitions.activation-invalid',
      'authn.transitions.activation-expired',
      'authn.endpoints.authn.errors',
    ],
    other('authenticationFailed', { status: 403 }),
  ),
  'authn-refused-with-other-summary': response(
    'a refused sign-in has another errorSummary',
    'authn.errors.e0000004.summary',
    other('authenticationFailed', { summary: 'Sign-in was refused' }),
  ),
  'authn-password-refused-with-400': response(
    'a refused password change is answered 400',
    ['authn.errors.e0000014.status', 'authn.endpoints.change-password.wrong-old-password', 'authn.endpoints.change-password.weak-password'],
    other('updateFailed', { status: 400 }),
  ),
  'authn-old-password-not-named': response(
    'a wrong old password is refused without a cause that names it',
    'authn.endpoints.change-password.cause-names-old-password',
    after('errorCauses', (result, name, causes) =>
      name === 'updateFailed' ? causes.map((cause) => cause.replace('oldPassword: ', '')) : result,
    ),
  ),
  'authn-app-not-named': response(
    'the refusal of an app that does not support step-up does not name the app',
    'authn.errors.e0000001.cause',
    after('errorCauses', (result, name) => (name === 'appNotSupported' ? ['Sign-in is not allowed for this app.'] : result)),
  ),
  'authn-limit-not-applied': sequence('no request is ever above the rate limit', ['authn.limits.public', 'authn.service.public-limited'], {
    admits: () => true,
    limitHolds: () => false,
  }),
  'authn-limited-without-headers': response(
    'a 429 carries no rate-limit headers',
    ['authn.errors.rate-limit-headers.limit', 'authn.errors.rate-limit-headers.remaining', 'authn.errors.rate-limit-headers.reset'],
    after('limitHeaders', (view, _allowance, refused) => (refused ? {} : view)),
  ),
  'authn-limited-with-503': response(
    'a request above the rate limit is answered 503',
    ['authn.errors.e0000047.status', 'authn.limits.public'],
    other('tooManyRequests', { status: 503 }),
  ),
  'authn-limit-reset-from-now': response(
    'X-Rate-Limit-Reset counts the seconds from now',
    'authn.errors.rate-limit-headers.reset',
    before('limitHeaders', (allowance, refused, now) => [
      { ...allowance, resetAt: Math.max(0, allowance.resetAt - Math.floor(now / 1000)) },
    ]),
  ),
};
