import { before as textBefore } from '../../../model/text-end.ts';
import type { Faults } from '../../kit/faults.ts';
import type { ErrorName, ErrorRow } from '../errors.ts';
import { after, before } from '../fault.ts';
import type { Policy } from '../policy.ts';

/** Defects in what is told of a user, and to whom. */
export const userFaults: Faults<Policy> = {
  'authn-time-zone-comes-and-goes': (base) => {
    let shown = 0;
    return { profile: (user) => ({ ...base.profile(user), ...(shown++ % 2 === 1 ? { timeZone: 'UTC' } : {}) }) };
  },
  'authn-locked-out-shows-user': { showsUser: () => true },
  'authn-refusal-embeds-user': after('errorExtras', (result, name) =>
    name === 'authenticationFailed' ? { _embedded: { user: { id: '00uUnknown' } } } : result,
  ),
  'authn-refusal-starts-transaction': after('errorExtras', (result, name) =>
    name === 'authenticationFailed' ? { stateToken: '00Refused' } : result,
  ),
  'authn-hidden-lockout-shown': { showsLockout: () => true },
  'authn-activation-refused-with-a-hint': {
    activationCauses: (latest) => (latest === undefined ? [] : [`The token may be that of ${latest}.`]),
  },
  'authn-hidden-lockout-told': { signInCauses: ({ locked }) => (locked ? ['The account is locked.'] : []) },
  'authn-shown-lockout-hidden': { showsLockout: () => false },
  'authn-login-shortened': after('profile', (view, user) => ({ ...view, login: textBefore(user.login, '@') })),
  'authn-password-changed-in-milliseconds': ({ expiresAt, timestamp }) => ({
    timestamp: (time) => String(time),
    expiresAt: (transaction, time) => expiresAt.call({ timestamp }, transaction, time),
  }),
  'authn-names-swapped': after('profile', (view, user) => ({ ...view, firstName: user.name.last, lastName: user.name.first })),
};

const other = (name: ErrorName, difference: Partial<ErrorRow>) =>
  after('error', (row, asked) => (asked === name ? { ...row, ...difference } : row));

/** Defects in refusals and in the rate-limit headers. */
export const errorFaults: Faults<Policy> = {
  'authn-refused-with-403': other('authenticationFailed', { status: 403 }),
  'authn-refused-with-other-summary': other('authenticationFailed', { summary: 'Sign-in was refused' }),
  'authn-password-refused-with-400': other('updateFailed', { status: 400 }),
  'authn-old-password-not-named': after('errorCauses', (result, name, causes) =>
    name === 'updateFailed' ? causes.map((cause) => cause.replace('oldPassword: ', '')) : result,
  ),
  'authn-app-not-named': after('errorCauses', (result, name) =>
    name === 'appNotSupported' ? ['Sign-in is not allowed for this app.'] : result,
  ),
  'authn-limit-not-applied': {
    admits: () => true,
    limitHolds: () => false,
  },
  'authn-limited-without-headers': after('limitHeaders', (view, _allowance, refused) => (refused ? {} : view)),
  'authn-limited-with-503': other('tooManyRequests', { status: 503 }),
  'authn-limit-reset-from-now': before('limitHeaders', (allowance, refused, now) => [
    { ...allowance, resetAt: Math.max(0, allowance.resetAt - Math.floor(now / 1000)) },
  ]),
};
