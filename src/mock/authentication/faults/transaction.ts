import { before as textBefore } from '../../../model/text-end.ts';
import type { Faults } from '../../kit/faults.ts';
import { after, before } from '../fault.ts';
import type { Policy } from '../policy.ts';

/** Defects in the fields of the transaction object. */
export const transactionFaults: Faults<Policy> = {
  'authn-session-token-with-warning': after('showsSessionToken', (result, transaction) => transaction.status === 'PASSWORD_WARN' || result),
  'authn-session-token-before-factor': after('showsSessionToken', (result, transaction) => transaction.status === 'MFA_REQUIRED' || result),
  'authn-no-session-token': after(
    'showsSessionToken',
    (result, transaction) => (transaction.activation || transaction.passwordSettled) && result,
  ),
  'authn-no-session-token-after-activation': after('showsSessionToken', (result, transaction) => !transaction.activation && result),
  'authn-state-token-with-success': after('showsStateToken', (result, transaction) => transaction.status === 'SUCCESS' || result),
  'authn-state-token-not-shown': after('showsStateToken', (result, transaction) => transaction.status !== 'MFA_ENROLL' && result),
  'authn-state-token-changes': { stateTokenAfter: (_transaction, fresh) => fresh() },
  'authn-expires-at-in-seconds': after('expiresAt', (result) => result.replace(/\.\d{3}Z$/, 'Z')),
  'authn-expires-at-with-offset': (base) => ({
    expiresAt: (transaction, time) => base.expiresAt(transaction, time + 7_200_000).replace(/Z$/, '+02:00'),
  }),
  'authn-recovery-type-missing': after('recoveryType', (result, transaction) =>
    transaction.status === 'PASSWORD_RESET' ? undefined : result,
  ),
  'authn-recovery-type-everywhere': after('recoveryType', (result, transaction) =>
    transaction.status === 'PASSWORD_EXPIRED' ? 'ACCOUNT_ACTIVATION' : result,
  ),
  'authn-complexity-missing-on-reset': after('complexity', (result, transaction) =>
    transaction.status === 'PASSWORD_RESET' ? undefined : result,
  ),
  'authn-complexity-missing-when-expired': after('complexity', (result, transaction) =>
    transaction.status === 'PASSWORD_EXPIRED' ? undefined : result,
  ),
  'authn-expire-days-missing-on-warning': after('expireDays', (result, transaction) =>
    transaction.status === 'PASSWORD_WARN' ? undefined : result,
  ),
};

/** Defects in links. */
export const linkFaults: Faults<Policy> = {
  'authn-skip-allows-get': after('methods', (result, name) => (name === 'skip' ? ['GET'] : result)),
  'authn-verify-allows-put': after('methods', (result, name) => (name === 'verify' ? ['PUT'] : result)),
  'authn-original-allows-post': after('methods', (result, name) => (name === 'original' ? ['POST'] : result)),
  'authn-original-without-state-token': before('href', (name, origin, path) => [
    name,
    origin,
    name === 'original' ? textBefore(path, '?') : path,
  ]),
  'authn-cancel-by-name': after('href', (result, name) => (name === 'cancel' ? 'cancel transaction' : result)),
  'authn-unlock-leads-elsewhere': before('href', (name, origin, path) => [
    name,
    origin,
    name === 'unlock' ? path.replace(/unlock$/, 'password') : path,
  ]),
  'authn-no-cancel-when-expired': after('relations', (result, transaction) => (transaction.status === 'PASSWORD_EXPIRED' ? [] : result)),
  'authn-no-skip-when-warned': after('relations', (result, transaction) =>
    result.filter((name) => transaction.status !== 'PASSWORD_WARN' || name !== 'skip'),
  ),
  'authn-no-cancel-when-enrolling': after('relations', (result, transaction) =>
    result.filter((name) => transaction.status !== 'MFA_ENROLL' || name !== 'cancel'),
  ),
  'authn-reset-called-change': after('nextLink', (result, transaction) =>
    transaction.status === 'PASSWORD_RESET' ? 'changePassword' : result,
  ),
};
