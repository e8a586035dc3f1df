import { before as textBefore } from '../../../model/text-end.ts';
import type { Faults } from '../../kit/faults.ts';
import { after, before, exchange, response } from '../fault.ts';
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

/** Defects in links. */
export const linkFaults: Faults<Policy> = {
  'authn-skip-allows-get': response(
    'the skip link says GET where POST is the method',
    ['authn.endpoints.links.skip', 'authn.transitions.skip-link'],
    after('methods', (result, name) => (name === 'skip' ? ['GET'] : result)),
  ),
  'authn-verify-allows-put': response(
    'the verify link says PUT where POST is the method',
    'authn.endpoints.links.verify',
    after('methods', (result, name) => (name === 'verify' ? ['PUT'] : result)),
  ),
  'authn-original-allows-post': response(
    'the link back to the app says POST where GET is the method',
    [
      'authn.endpoints.links.original',
      'authn.transitions.step-up-redirect',
      'authn.transitions.step-up-success-original',
      'authn.transitions.step-up-complete-original',
    ],
    after('methods', (result, name) => (name === 'original' ? ['POST'] : result)),
  ),
  'authn-original-without-state-token': response(
    'the link back to the app has lost its state token',
    ['authn.endpoints.links.original-state-token', 'authn.transitions.step-up-redirect'],
    before('href', (name, origin, path) => [name, origin, name === 'original' ? textBefore(path, '?') : path]),
  ),
  'authn-cancel-by-name': response(
    'the cancel link holds the name of the operation, not a URL',
    ['authn.resources.link.href', 'authn.endpoints.links.cancel'],
    after('href', (result, name) => (name === 'cancel' ? 'cancel transaction' : result)),
  ),
  'authn-unlock-leads-elsewhere': response(
    'the unlock link leads to the recovery of a password',
    ['authn.endpoints.links.unlock', 'authn.transitions.locked-out-next'],
    before('href', (name, origin, path) => [name, origin, name === 'unlock' ? path.replace(/unlock$/, 'password') : path]),
  ),
  'authn-no-cancel-when-expired': response(
    'PASSWORD_EXPIRED has no cancel link',
    'authn.transitions.password-expired-cancel',
    after('relations', (result, transaction) => (transaction.status === 'PASSWORD_EXPIRED' ? [] : result)),
  ),
  'authn-no-skip-when-warned': response(
    'PASSWORD_WARN has no skip link',
    'authn.transitions.password-warn-skip-link',
    after('relations', (result, transaction) => result.filter((name) => transaction.status !== 'PASSWORD_WARN' || name !== 'skip')),
  ),
  'authn-no-cancel-when-enrolling': response(
    'MFA_ENROLL has no cancel link',
    'authn.transitions.mfa-enroll-cancel',
    after('relations', (result, transaction) => result.filter((name) => transaction.status !== 'MFA_ENROLL' || name !== 'cancel')),
  ),
  'authn-reset-called-change': response(
    'PASSWORD_RESET points to the change of a password, which needs the old one',
    'authn.transitions.activation-reset-next',
    after('nextLink', (result, transaction) => (transaction.status === 'PASSWORD_RESET' ? 'changePassword' : result)),
  ),
};
