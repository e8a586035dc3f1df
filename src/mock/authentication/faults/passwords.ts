import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';

const leaveOut =
  (name: string) =>
  (rules: Rules): Partial<Rules> => ({ optional: (parameter) => parameter === name || rules.optional(parameter) });

/** Defects in what a password change accepts and revokes. */
export const passwordFaults: readonly Fault<Rules>[] = [
  {
    id: 'authn-wrong-old-password-accepted',
    clause: 'authn.endpoints.change-password.wrong-old-password',
    alsoBreaks: ['authn.endpoints.change-password.old-password'],
    difficulty: 'exchange',
    about: 'a password is changed whatever the old one is said to be',
    change: () => ({ oldPasswordMatches: () => true }),
  },
  {
    id: 'authn-old-password-left-out',
    clause: 'authn.endpoints.change-password.old-password',
    difficulty: 'exchange',
    about: 'a password is changed without the old one',
    change: leaveOut('oldPassword'),
  },
  {
    id: 'authn-new-password-left-out',
    clause: 'authn.endpoints.change-password.new-password-required',
    difficulty: 'exchange',
    about: 'a change without a new password completes the transaction',
    change: leaveOut('newPassword'),
  },
  {
    id: 'authn-state-token-left-out',
    clause: 'authn.endpoints.change-password.state-token',
    difficulty: 'exchange',
    about: 'a password change without a live state token goes to the latest transaction that waits for one',
    change: (rules) => ({
      ...leaveOut('stateToken')(rules),
      transactionOf: (stateToken, transactions) =>
        rules.transactionOf(stateToken, transactions) ?? [...transactions.values()].findLast((open) => rules.mayChangePassword(open)),
    }),
  },
  {
    id: 'authn-weak-password-accepted',
    clause: 'authn.endpoints.change-password.weak-password',
    alsoBreaks: ['authn.endpoints.change-password.weak-password-not-taken'],
    difficulty: 'exchange',
    about: 'a new password may be as simple as one likes',
    change: (rules) => ({ meets: (password, complexity, by) => by === 'change' || rules.meets(password, complexity, by) }),
  },
  {
    id: 'authn-weak-first-password-accepted',
    clause: 'authn.errors.e0000014.weak-password',
    difficulty: 'exchange',
    about: 'a first password may be as simple as one likes',
    change: (rules) => ({ meets: (password, complexity, by) => by === 'reset' || rules.meets(password, complexity, by) }),
  },
  {
    id: 'authn-revoke-sessions-demanded',
    clause: 'authn.endpoints.change-password.revoke-sessions',
    difficulty: 'exchange',
    about: 'a password change without revokeSessions is refused',
    change: (rules) => ({ optional: (parameter) => parameter !== 'revokeSessions' && rules.optional(parameter) }),
  },
  {
    id: 'authn-sessions-revoked-unasked',
    clause: 'authn.endpoints.change-password.revoke-default',
    difficulty: 'sequence',
    about: 'a password change revokes the sessions of the user where revokeSessions is left out',
    change: () => ({ revokesSessions: (asked) => asked ?? true }),
  },
  {
    id: 'authn-sessions-live-on',
    clause: 'authn.endpoints.change-password.revoke-all',
    difficulty: 'sequence',
    about: 'revokeSessions is accepted, and every session of the user lives on',
    change: () => ({ revokesSessions: () => false }),
  },
  {
    id: 'authn-current-session-revoked',
    clause: 'authn.endpoints.change-password.revoke-keeps-current',
    difficulty: 'sequence',
    about: 'revokeSessions ends the session of the user who asks for it as well',
    change: () => ({ isRevoked: () => true }),
  },
];
