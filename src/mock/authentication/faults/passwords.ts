import type { Faults } from '../../kit/faults.ts';
import { after, before } from '../fault.ts';
import type { Policy } from '../policy.ts';

const leaveOut = (name: string) => after('optional', (result, parameter) => parameter === name || result);

/** Defects in what a password change accepts and revokes. */
export const passwordFaults: Faults<Policy> = {
  'authn-wrong-old-password-accepted': { oldPasswordMatches: () => true },
  'authn-old-password-left-out': leaveOut('oldPassword'),
  'authn-new-password-left-out': leaveOut('newPassword'),
  'authn-state-token-left-out': (base) => ({
    optional: (parameter) => parameter === 'stateToken' || base.optional(parameter),
    transactionOf: (stateToken, transactions) =>
      base.transactionOf(stateToken, transactions) ?? [...transactions.values()].findLast((open) => base.mayChangePassword(open)),
  }),
  'authn-state-token-trimmed': before('transactionOf', (stateToken, transactions) => [stateToken?.trim(), transactions]),
  'authn-weak-password-accepted': after('meets', (result, _password, _complexity, by) => by === 'change' || result),
  'authn-weak-first-password-accepted': after('meets', (result, _password, _complexity, by) => by === 'reset' || result),
  'authn-revoke-sessions-demanded': after('optional', (result, parameter) => parameter !== 'revokeSessions' && result),
  'authn-sessions-revoked-unasked': { revokesSessions: (asked) => asked ?? true },
  'authn-sessions-live-on': { revokesSessions: () => false },
  'authn-current-session-revoked': { isRevoked: () => true },
};
