import type { Faults } from '../../kit/faults.ts';
import { after, before, exchange, sequence } from '../fault.ts';
import type { Policy } from '../policy.ts';

const leaveOut = (name: string) => after('optional', (result, parameter) => parameter === name || result);

/** Defects in what a password change accepts and revokes. */
export const passwordFaults: Faults<Policy> = {
  'authn-wrong-old-password-accepted': exchange(
    'a password is changed whatever the old one is said to be',
    ['authn.endpoints.change-password.wrong-old-password', 'authn.endpoints.change-password.old-password'],
    { oldPasswordMatches: () => true },
  ),
  'authn-old-password-left-out': exchange(
    'a password is changed without the old one',
    'authn.endpoints.change-password.old-password',
    leaveOut('oldPassword'),
  ),
  'authn-new-password-left-out': exchange(
    'a change without a new password completes the transaction',
    'authn.endpoints.change-password.new-password-required',
    leaveOut('newPassword'),
  ),
  'authn-state-token-left-out': exchange(
    'a password change without a live state token goes to the latest transaction that waits for one',
    'authn.endpoints.change-password.state-token',
    (base) => ({
      optional: (parameter) => parameter === 'stateToken' || base.optional(parameter),
      transactionOf: (stateToken, transactions) =>
        base.transactionOf(stateToken, transactions) ?? [...transactions.values()].findLast((open) => base.mayChangePassword(open)),
    }),
  ),
  'authn-state-token-trimmed': exchange(
    'a state token is found with white space around it',
    ['authn.endpoints.change-password.state-token', 'authn.endpoints.authn.state-token'],
    before('transactionOf', (stateToken, transactions) => [stateToken?.trim(), transactions]),
  ),
  'authn-weak-password-accepted': exchange(
    'a new password may be as simple as one likes',
    ['authn.endpoints.change-password.weak-password', 'authn.endpoints.change-password.weak-password-not-taken'],
    after('meets', (result, _password, _complexity, by) => by === 'change' || result),
  ),
  'authn-weak-first-password-accepted': exchange(
    'a first password may be as simple as one likes',
    'authn.errors.e0000014.weak-password',
    after('meets', (result, _password, _complexity, by) => by === 'reset' || result),
  ),
  'authn-revoke-sessions-demanded': exchange(
    'a password change without revokeSessions is refused',
    'authn.endpoints.change-password.revoke-sessions',
    after('optional', (result, parameter) => parameter !== 'revokeSessions' && result),
  ),
  'authn-sessions-revoked-unasked': sequence(
    'a password change revokes the sessions of the user where revokeSessions is left out',
    'authn.endpoints.change-password.revoke-default',
    { revokesSessions: (asked) => asked ?? true },
  ),
  'authn-sessions-live-on': sequence(
    'revokeSessions is accepted, and every session of the user lives on',
    'authn.endpoints.change-password.revoke-all',
    { revokesSessions: () => false },
  ),
  'authn-current-session-revoked': sequence(
    'revokeSessions ends the session of the user who asks for it as well',
    'authn.endpoints.change-password.revoke-keeps-current',
    { isRevoked: () => true },
  ),
};
