import type { Faults } from '../../kit/faults.ts';
import { after, exchange, response } from '../fault.ts';
import type { Policy } from '../policy.ts';
import { before as textBefore } from '../../../model/text-end.ts';

/** Defects in what is told of a user, and to whom. */
export const userFaults: Faults<Policy> = {
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
