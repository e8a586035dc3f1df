import type { Faults } from '../../kit/faults.ts';
import { after, exchange, response } from '../fault.ts';
import type { Policy } from '../policy.ts';

/** Defects in the fields of the transaction object. */
export const transactionFaults: Faults<Policy> = {
  'authn-session-token-with-warning': response(
    'a session token is handed out with PASSWORD_WARN, before the transaction has succeeded',
    'authn.resources.transaction.session-token-early',
    after('showsSessionToken', (result, transaction) => transaction.status === 'PASSWORD_WARN' || result),
  ),
  'authn-session-token-before-factor': response(
    'a session token is handed out with MFA_REQUIRED, before the factor has been verified',
    'authn.resources.transaction.session-token-early',
    after('showsSessionToken', (result, transaction) => transaction.status === 'MFA_REQUIRED' || result),
  ),
  'authn-no-session-token': response(
    'SUCCESS of a user name and a password comes without a session token',
    ['authn.transitions.success-session-token', 'authn.resources.transaction.session-token-success'],
    after('showsSessionToken', (result, transaction) => (transaction.activation || transaction.passwordSettled) && result),
  ),
  'authn-no-session-token-after-activation': response(
    'SUCCESS of an activation token comes without a session token',
    ['authn.transitions.activation-success-token', 'authn.resources.transaction.session-token-success'],
    after('showsSessionToken', (result, transaction) => !transaction.activation && result),
  ),
  'authn-state-token-with-success': response(
    'SUCCESS of primary authentication still shows a state token',
    'authn.resources.transaction.state-token-absent',
    after('showsStateToken', (result, transaction) => transaction.status === 'SUCCESS' || result),
  ),
  'authn-state-token-not-shown': response(
    'MFA_ENROLL comes without the state token that the enrollment needs',
    'authn.authentication.state-token',
    after('showsStateToken', (result, transaction) => transaction.status !== 'MFA_ENROLL' && result),
  ),
  'authn-state-token-changes': exchange(
    'each step gives the transaction another state token',
    [
      'authn.resources.transaction.state-token-identifies',
      'authn.endpoints.authn.state-token',
      'authn.endpoints.links.original-state-token',
    ],
    { stateTokenAfter: (_transaction, fresh) => fresh() },
  ),
  'authn-expires-at-in-seconds': response(
    'expiresAt has no milliseconds',
    'authn.resources.transaction.expires-at',
    after('expiresAt', (result) => result.replace(/\.\d{3}Z$/, 'Z')),
  ),
  'authn-expires-at-with-offset': response(
    'expiresAt is the same instant, written with an offset instead of in UTC',
    'authn.resources.transaction.expires-at',
    (base) => ({ expiresAt: (transaction, time) => base.expiresAt(transaction, time + 7_200_000).replace(/Z$/, '+02:00') }),
  ),
  'authn-recovery-type-missing': response(
    'the transaction of a user created without credentials does not say that it activates the account',
    ['authn.resources.transaction.recovery-type-activation', 'authn.transitions.activation-recovery-type'],
    after('recoveryType', (result, transaction) => (transaction.status === 'PASSWORD_RESET' ? undefined : result)),
  ),
  'authn-recovery-type-everywhere': response(
    'the transaction of an expired password says that it activates the account',
    'authn.resources.transaction.recovery-type-others',
    after('recoveryType', (result, transaction) => (transaction.status === 'PASSWORD_EXPIRED' ? 'ACCOUNT_ACTIVATION' : result)),
  ),
  'authn-complexity-missing-on-reset': response(
    'PASSWORD_RESET does not show what the new password must look like',
    'authn.resources.policy.complexity-shown',
    after('complexity', (result, transaction) => (transaction.status === 'PASSWORD_RESET' ? undefined : result)),
  ),
  'authn-complexity-missing-when-expired': response(
    'PASSWORD_EXPIRED does not show what the new password must look like',
    ['authn.transitions.password-expired-complexity', 'authn.resources.policy.complexity-shown'],
    after('complexity', (result, transaction) => (transaction.status === 'PASSWORD_EXPIRED' ? undefined : result)),
  ),
  'authn-expire-days-missing-on-warning': response(
    'PASSWORD_WARN does not say in how many days the password expires',
    'authn.resources.policy.expire-days-shown',
    after('expireDays', (result, transaction) => (transaction.status === 'PASSWORD_WARN' ? undefined : result)),
  ),
};
