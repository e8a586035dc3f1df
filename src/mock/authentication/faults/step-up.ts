import type { Faults } from '../../kit/faults.ts';
import { after, around, before, exchange, response, sequence } from '../fault.ts';
import type { Policy } from '../policy.ts';

/** Defects in step-up authentication. */
export const stepUpFaults: Faults<Policy> = {
  'authn-step-up-type-missing': response(
    'a step-up transaction does not say its type once its user is known',
    'authn.resources.transaction.type-step-up',
    after('type', (result, transaction) => (transaction.userId === undefined ? result : undefined)),
  ),
  'authn-step-up-type-everywhere': response('every transaction says that it is a step-up', 'authn.resources.transaction.type-primary', {
    type: () => 'SESSION_STEP_UP',
  }),
  'authn-target-missing': response(
    'a step-up transaction without a user does not show where it leads',
    ['authn.transitions.step-up-target', 'authn.transitions.step-up-authentication', 'authn.resources.target'],
    after('showsTarget', (result, transaction) => transaction.status !== 'UNAUTHENTICATED' && result),
  ),
  'authn-remember-device-missing': response(
    'MFA_REQUIRED of a step-up leaves out how devices are remembered',
    [
      'authn.transitions.step-up-remember-device',
      'authn.resources.policy.allow-remember-shown',
      'authn.resources.policy.remember-lifetime-shown',
      'authn.resources.policy.remember-default-shown',
      'authn.resources.policy.factors-info-shown',
    ],
    { showsRememberDevice: () => false },
  ),
  'authn-factors-info-by-type': response('factorsPolicyInfo is keyed by the type of factors', 'authn.resources.policy.factors-info-keys', {
    policyKey: ({ factorType }) => factorType,
  }),
  'authn-no-way-back-to-app': response(
    'a step-up that took a factor ends in SUCCESS without a link to the app',
    'authn.transitions.step-up-complete-original',
    after('nextLink', (result, transaction) => (transaction.status === 'SUCCESS' && transaction.verified ? undefined : result)),
  ),
  'authn-no-way-to-app': response(
    'a step-up by password alone ends in SUCCESS without a link to the app',
    ['authn.transitions.step-up-success-original', 'authn.endpoints.links.original-state-token'],
    after('nextLink', (result, transaction) => (transaction.status === 'SUCCESS' && !transaction.verified ? undefined : result)),
  ),
  'authn-step-up-needs-no-password': exchange(
    'a step-up without a session says SUCCESS before anybody has signed in',
    'authn.transitions.step-up-unauthenticated',
    after('transactionOf', (transaction) =>
      transaction?.status === 'UNAUTHENTICATED' && !transaction.inSession ? { ...transaction, status: 'SUCCESS' } : transaction,
    ),
  ),
  'authn-step-up-done-when-asked-again': sequence(
    'a step-up without a session says UNAUTHENTICATED, and SUCCESS when its state is asked for again',
    'authn.transitions.step-up-unauthenticated',
    around('transactionOf', (transactionOf) => {
      const asked = new Set<string>();
      return (stateToken, transactions) => {
        const transaction = transactionOf(stateToken, transactions);
        if (stateToken === undefined || transaction?.status !== 'UNAUTHENTICATED' || transaction.inSession) return transaction;
        if (asked.has(stateToken)) return { ...transaction, status: 'SUCCESS' };
        asked.add(stateToken);
        return transaction;
      };
    }),
  ),
  'authn-step-up-refused-as-state': exchange(
    'wrong credentials in a step-up are answered as if the transaction did not allow a sign-in',
    'authn.errors.e0000004.step-up',
    after('signInError', (result, _known, stepUp) => (stepUp ? 'notInThisState' : result)),
  ),
  'authn-step-up-asks-for-enrollment': exchange(
    'a step-up by password leads to enrollment though nothing asks for it',
    'authn.transitions.step-up-success',
    after('nextStatus', (status, transaction) =>
      status === 'SUCCESS' && transaction.app?.requires === 'nothing' && !transaction.inSession ? 'MFA_ENROLL' : status,
    ),
  ),
  'authn-step-up-asks-again': exchange(
    'a step-up asks for a factor again after it has been verified',
    'authn.transitions.step-up-complete',
    after('nextStatus', (status, transaction) =>
      status === 'SUCCESS' && transaction.app?.requires === 'verification' ? 'MFA_REQUIRED' : status,
    ),
  ),
  'authn-step-up-without-verification': exchange(
    "verification that the app's policy asks for is left out for users with a session",
    'authn.transitions.step-up-mfa-required',
    before('nextStatus', (transaction) => [
      { ...transaction, verified: transaction.verified || (transaction.inSession && transaction.app?.requires === 'verification') },
    ]),
  ),
  'authn-step-up-without-enrollment': exchange(
    "enrollment that the app's policy asks for is left out",
    'authn.transitions.step-up-mfa-enroll',
    before('nextStatus', ({ app, ...transaction }) => [
      { ...transaction, app: app?.requires === 'enrollment' ? { ...app, requires: 'nothing' as const } : app },
    ]),
  ),
  'authn-unsupported-app-accepted': exchange(
    'a step-up initiated by the identity platform leads to apps of any protocol',
    'authn.step-up.idp-unsupported',
    { supportsApp: () => true },
  ),
  'authn-ws-federation-refused': exchange(
    'a step-up initiated by the identity platform is refused for WS-Federation apps',
    'authn.step-up.idp-ws-federation',
    after('supportsApp', (result, app) => app.protocol !== 'WS-FED' && result),
  ),
  'authn-saml-refused': exchange(
    'a step-up initiated by the identity platform is refused for SAML apps',
    'authn.step-up.idp',
    after('supportsApp', (result, app) => app.protocol !== 'SAML2.0' && result),
  ),
  'authn-redirect-without-sign-in-page': exchange(
    'an app whose custom sign-in page is not enabled is redirected to it all the same',
    'authn.step-up.sp-page-enabled',
    { redirectsToSignInPage: ({ protocol }) => protocol === 'SAML2.0' },
  ),
  'authn-redirect-for-any-protocol': exchange(
    'an app that is not a SAML app is redirected to the custom sign-in page with a state token',
    'authn.step-up.sp-saml-only',
    { redirectsToSignInPage: ({ signInPage }) => signInPage },
  ),
  'authn-redirect-for-none': exchange('no app is redirected to its custom sign-in page', 'authn.step-up.sp-redirect', {
    redirectsToSignInPage: () => false,
  }),
};
