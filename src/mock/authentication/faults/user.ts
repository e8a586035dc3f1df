import { before } from '../../../model/text-end.ts';
import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';

/** Defects in what is told of a user, and to whom. */
export const userFaults: readonly Fault<Rules>[] = [
  {
    id: 'authn-locked-out-shows-user',
    clause: 'authn.service.public-no-metadata',
    difficulty: 'response',
    about: 'LOCKED_OUT embeds the user, who has not been authenticated',
    change: () => ({ showsUser: () => true }),
  },
  {
    id: 'authn-refusal-embeds-user',
    clause: 'authn.service.public-no-metadata',
    difficulty: 'response',
    about: 'a refused sign-in is told something of a user',
    change: (rules) => ({
      errorExtras: (name) => (name === 'authenticationFailed' ? { _embedded: { user: { id: '00uUnknown' } } } : rules.errorExtras(name)),
    }),
  },
  {
    id: 'authn-refusal-starts-transaction',
    clause: 'authn.transitions.refused-no-transaction',
    difficulty: 'response',
    about: 'a refused sign-in carries a state token',
    change: (rules) => ({
      errorExtras: (name) => (name === 'authenticationFailed' ? { stateToken: '00Refused' } : rules.errorExtras(name)),
    }),
  },
  {
    id: 'authn-hidden-lockout-shown',
    clause: 'authn.transitions.locked-out-hidden',
    difficulty: 'exchange',
    about: 'a lockout that the policy hides is shown as LOCKED_OUT',
    change: () => ({ showsLockout: () => true }),
  },
  {
    id: 'authn-activation-refused-with-a-hint',
    clause: 'authn.service.public-no-metadata',
    difficulty: 'exchange',
    about: 'the refusal of an activation token says for whom the last one was issued',
    change: () => ({ activationCauses: (latest) => (latest === undefined ? [] : [`The token may be that of ${latest}.`]) }),
  },
  {
    id: 'authn-hidden-lockout-told',
    clause: 'authn.transitions.locked-out-hidden',
    difficulty: 'exchange',
    about: 'the refusal of a locked-out user says so in a cause, though lockout failures are hidden',
    change: () => ({ signInCauses: ({ locked }) => (locked ? ['The account is locked.'] : []) }),
  },
  {
    id: 'authn-shown-lockout-hidden',
    clause: 'authn.transitions.locked-out',
    difficulty: 'exchange',
    about: 'a lockout that the policy shows is refused like a wrong password',
    change: () => ({ showsLockout: () => false }),
  },
  {
    id: 'authn-login-shortened',
    clause: 'authn.resources.user.login-value',
    difficulty: 'exchange',
    about: 'profile.login is the short name of a user who has a longer one',
    change: (rules) => ({ profile: (user) => ({ ...rules.profile(user), login: before(user.login, '@') }) }),
  },
  {
    id: 'authn-password-changed-in-milliseconds',
    clause: 'authn.resources.user.password-changed-notation',
    difficulty: 'response',
    about: 'passwordChanged counts milliseconds, which the profile does not declare',
    change: ({ expiresAt, timestamp }) => ({
      timestamp: (time) => String(time),
      expiresAt: (transaction, time) => expiresAt.call({ timestamp }, transaction, time),
    }),
  },
  {
    id: 'authn-names-swapped',
    clause: 'authn.resources.user.first-name',
    alsoBreaks: ['authn.resources.user.last-name'],
    difficulty: 'exchange',
    about: 'given name and family name stand in each other’s place',
    change: (rules) => ({ profile: (user) => ({ ...rules.profile(user), firstName: user.name.last, lastName: user.name.first }) }),
  },
];
