import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';

/** Defects behind an answer that looks right: what is remembered is something else. */
export const hiddenStateFaults: readonly Fault<Rules>[] = [
  {
    id: 'authn-password-not-changed',
    clause: 'authn.endpoints.change-password.new-password',
    alsoBreaks: ['authn.endpoints.change-password'],
    difficulty: 'sequence',
    about: 'a password change answers SUCCESS and leaves the old password in place',
    change: (rules) => ({
      passwordAfter: (user, asked, accepted, by) => (by === 'change' ? user.password : rules.passwordAfter(user, asked, accepted, by)),
    }),
  },
  {
    id: 'authn-first-password-lost',
    clause: 'authn.transitions.activation-reset-success',
    difficulty: 'sequence',
    about: 'a first password is accepted and cut off before it is stored',
    change: (rules) => ({
      passwordAfter: (user, asked, accepted, by) => rules.passwordAfter(user, by === 'reset' ? asked.slice(0, -1) : asked, accepted, by),
    }),
  },
  {
    id: 'authn-refused-password-stored',
    clause: 'authn.endpoints.change-password.old-password',
    alsoBreaks: ['authn.endpoints.change-password.weak-password-not-taken'],
    difficulty: 'sequence',
    about: 'a refused password change takes place all the same',
    change: () => ({ passwordAfter: (_user, asked) => asked }),
  },
  {
    id: 'authn-password-changed-stands-still',
    clause: 'authn.resources.user.password-changed-moves',
    difficulty: 'sequence',
    about: 'passwordChanged stays what it was when a password is changed that has not expired',
    change: (rules) => ({ passwordChangedAfter: (user, now) => (rules.passwordExpired(user, now) ? now : user.passwordChanged) }),
  },
  {
    id: 'authn-change-before-factor',
    clause: 'authn.transitions.mfa-before-expired',
    difficulty: 'sequence',
    about: 'behind MFA_REQUIRED the password can be changed without the factor',
    change: (rules) => ({
      mayChangePassword: (transaction) => transaction.status === 'MFA_REQUIRED' || rules.mayChangePassword(transaction),
    }),
  },
  {
    id: 'authn-expired-can-be-skipped',
    clause: 'authn.transitions.expired-mandatory',
    difficulty: 'sequence',
    about: 'an expired password can be skipped as a warning can',
    change: (rules) => ({ maySkip: (transaction) => transaction.status === 'PASSWORD_EXPIRED' || rules.maySkip(transaction) }),
  },
  {
    id: 'authn-verified-and-forgotten',
    clause: 'authn.transitions.expired-after-mfa',
    difficulty: 'sequence',
    about: 'PASSWORD_EXPIRED is answered after verification, and the transaction stays in MFA_REQUIRED',
    change: (rules) => ({
      remembered: (moved, before) => (moved.status === 'PASSWORD_EXPIRED' && moved.verified ? before : rules.remembered(moved, before)),
    }),
  },
  {
    id: 'authn-warning-remembered-as-expired',
    clause: 'authn.transitions.password-warn',
    difficulty: 'sequence',
    about: 'PASSWORD_WARN is answered, and the transaction is in PASSWORD_EXPIRED: it cannot be skipped',
    change: (rules) => ({
      remembered: (moved, before) =>
        moved.status === 'PASSWORD_WARN' ? { ...moved, status: 'PASSWORD_EXPIRED' } : rules.remembered(moved, before),
    }),
  },
  {
    id: 'authn-reset-remembered-as-reset',
    clause: 'authn.transitions.activation-reset-mfa-enroll',
    difficulty: 'sequence',
    about: 'MFA_ENROLL is answered after the first password was set, and the transaction stays in PASSWORD_RESET',
    change: (rules) => ({
      remembered: (moved, before) =>
        before.status === 'PASSWORD_RESET' && moved.status === 'MFA_ENROLL' ? before : rules.remembered(moved, before),
    }),
  },
  {
    id: 'authn-activation-forgotten',
    clause: 'authn.transitions.activation-mfa-enroll',
    alsoBreaks: ['authn.resources.transaction.expiry'],
    difficulty: 'sequence',
    about: 'MFA_ENROLL is answered to an activation token, and the state token is worth nothing',
    change: (rules) => ({
      remembered: (moved, before) =>
        moved.activation && moved.status === 'MFA_ENROLL' && before.status === 'UNAUTHENTICATED'
          ? { ...moved, expiresAt: 0 }
          : rules.remembered(moved, before),
    }),
  },
  {
    id: 'authn-step-up-remembered-as-success',
    clause: 'authn.transitions.step-up-mfa-required',
    difficulty: 'sequence',
    about: 'MFA_REQUIRED is answered to a step-up, and the way to the app is open already',
    change: (rules) => ({
      remembered: (moved, before) =>
        moved.app !== undefined && moved.status === 'MFA_REQUIRED' ? { ...moved, status: 'SUCCESS' } : rules.remembered(moved, before),
    }),
  },
  {
    id: 'authn-enrolled-factor-lost',
    clause: 'authn.endpoints.enroll-factor',
    alsoBreaks: ['authn.service.functions'],
    difficulty: 'sequence',
    about: 'an enrollment succeeds, and the factor is not among those of the user',
    change: () => ({ factorsAfter: ({ factors }) => factors }),
  },
  {
    id: 'authn-session-token-worthless',
    clause: 'authn.service.session-service',
    difficulty: 'sequence',
    about: 'the session token of a changed password cannot be exchanged for a session',
    change: (rules) => ({ honoursSessionToken: (transaction) => !transaction.passwordSettled && rules.honoursSessionToken(transaction) }),
  },
  {
    id: 'authn-factor-of-another-user',
    clause: 'authn.authentication.state-token-bound',
    difficulty: 'sequence',
    about: 'a transaction is taken on by the factor of another user',
    change: () => ({ ownsFactor: () => true }),
  },
];
