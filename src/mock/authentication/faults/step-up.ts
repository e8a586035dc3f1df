import type { Faults } from '../../kit/faults.ts';
import { after, around, before } from '../fault.ts';
import type { Policy } from '../policy.ts';

/** Defects in step-up authentication. */
export const stepUpFaults: Faults<Policy> = {
  'authn-step-up-type-missing': after('type', (result, transaction) => (transaction.userId === undefined ? result : undefined)),
  'authn-step-up-type-everywhere': { type: () => 'SESSION_STEP_UP' },
  'authn-target-missing': after('showsTarget', (result, transaction) => transaction.status !== 'UNAUTHENTICATED' && result),
  'authn-remember-device-missing': { showsRememberDevice: () => false },
  'authn-factors-info-by-type': { policyKey: ({ factorType }) => factorType },
  'authn-no-way-back-to-app': after('nextLink', (result, transaction) =>
    transaction.status === 'SUCCESS' && transaction.verified ? undefined : result,
  ),
  'authn-no-way-to-app': after('nextLink', (result, transaction) =>
    transaction.status === 'SUCCESS' && !transaction.verified ? undefined : result,
  ),
  'authn-step-up-needs-no-password': after('transactionOf', (transaction) =>
    transaction?.status === 'UNAUTHENTICATED' && !transaction.inSession ? { ...transaction, status: 'SUCCESS' } : transaction,
  ),
  'authn-step-up-done-when-asked-again': around('transactionOf', (transactionOf) => {
    const asked = new Set<string>();
    return (stateToken, transactions) => {
      const transaction = transactionOf(stateToken, transactions);
      if (stateToken === undefined || transaction?.status !== 'UNAUTHENTICATED' || transaction.inSession) return transaction;
      if (asked.has(stateToken)) return { ...transaction, status: 'SUCCESS' };
      asked.add(stateToken);
      return transaction;
    };
  }),
  'authn-step-up-refused-as-state': after('signInError', (result, _known, stepUp) => (stepUp ? 'notInThisState' : result)),
  'authn-step-up-asks-for-enrollment': after('nextStatus', (status, transaction) =>
    status === 'SUCCESS' && transaction.app?.requires === 'nothing' && !transaction.inSession ? 'MFA_ENROLL' : status,
  ),
  'authn-step-up-asks-again': after('nextStatus', (status, transaction) =>
    status === 'SUCCESS' && transaction.app?.requires === 'verification' ? 'MFA_REQUIRED' : status,
  ),
  'authn-step-up-without-verification': before('nextStatus', (transaction) => [
    { ...transaction, verified: transaction.verified || (transaction.inSession && transaction.app?.requires === 'verification') },
  ]),
  'authn-step-up-without-enrollment': before('nextStatus', ({ app, ...transaction }) => [
    { ...transaction, app: app?.requires === 'enrollment' ? { ...app, requires: 'nothing' as const } : app },
  ]),
  'authn-unsupported-app-accepted': { supportsApp: () => true },
  'authn-ws-federation-refused': after('supportsApp', (result, app) => app.protocol !== 'WS-FED' && result),
  'authn-saml-refused': after('supportsApp', (result, app) => app.protocol !== 'SAML2.0' && result),
  'authn-redirect-without-sign-in-page': { redirectsToSignInPage: ({ protocol }) => protocol === 'SAML2.0' },
  'authn-redirect-for-any-protocol': { redirectsToSignInPage: ({ signInPage }) => signInPage },
  'authn-redirect-for-none': { redirectsToSignInPage: () => false },
};
