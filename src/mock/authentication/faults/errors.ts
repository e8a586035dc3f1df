import { before as textBefore } from '../../../model/text-end.ts';
import type { Faults } from '../../kit/faults.ts';
import type { ErrorName, ErrorRow } from '../errors.ts';
import { after, before, exchange, response, sequence } from '../fault.ts';
import type { Policy } from '../policy.ts';

/** Defects in what is told of a user, and to whom. */
export const userFaults: Faults<Policy> = {
  'authn-time-zone-comes-and-goes': response(
    'every other response shows another time zone of the user',
    'authn.resources.user.time-zone',
    (base) => {
      let shown = 0;
      return { profile: (user) => ({ ...base.profile(user), ...(shown++ % 2 === 1 ? { timeZone: 'UTC' } : {}) }) };
    },
  ),
  'authn-locked-out-shows-user': response(
    'LOCKED_OUT embeds the user, who has not been authenticated',
    'authn.service.public-no-metadata',
    { showsUser: () => true },
  ),
  'authn-refusal-embeds-user': response(
    'a refused sign-in is told something of a user',
    'authn.service.public-no-metadata',
    after('errorExtras', (result, name) => (name === 'authenticationFailed' ? { _embedded: { user: { id: '00uUnknown' } } } : result)),
  ),
  'authn-refusal-starts-transaction': response(
    'a refused sign-in carries a state token',
    'authn.transitions.refused-no-transaction',
    after('errorExtras', (result, name) => (name === 'authenticationFailed' ? { stateToken: '00Refused' } : result)),
  ),
  'authn-hidden-lockout-shown': exchange('a lockout that the policy hides is shown as LOCKED_OUT', 'authn.transitions.locked-out-hidden', {
    showsLockout: () => true,
  }),
  'authn-activation-refused-with-a-hint': exchange(
    'the refusal of an activation token says for whom the last one was issued',
    'authn.service.public-no-metadata',
    { activationCauses: (latest) => (latest === undefined ? [] : [`The token may be that of ${latest}.`]) },
  ),
  'authn-hidden-lockout-told': exchange(
    'the refusal of a locked-out user says so in a cause, though lockout failures are hidden',
    'authn.transitions.locked-out-hidden',
    { signInCauses: ({ locked }) => (locked ? ['The account is locked.'] : []) },
  ),
  'authn-shown-lockout-hidden': exchange(
    'a lockout that the policy shows is refused like a wrong password',
    'authn.transitions.locked-out',
    { showsLockout: () => false },
  ),
  'authn-login-shortened': exchange(
    'profile.login is the short name of a user who has a longer one',
    'authn.resources.user.login-value',
    after('profile', (view, user) => ({ ...view, login: textBefore(user.login, '@') })),
  ),
  'authn-password-changed-in-milliseconds': response(
    'passwordChanged counts milliseconds, which the profile does not declare',
    'authn.resources.user.password-changed-notation',
    ({ expiresAt, timestamp }) => ({
      timestamp: (time) => String(time),
      expiresAt: (transaction, time) => expiresAt.call({ timestamp }, transaction, time),
    }),
  ),
  'authn-names-swapped': exchange(
    'given name and family name stand in each other’s place',
    ['authn.resources.user.first-name', 'authn.resources.user.last-name'],
    after('profile', (view, user) => ({ ...view, firstName: user.name.last, lastName: user.name.first })),
  ),
};

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
