import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';

/** Defects in step-up authentication. */
export const stepUpFaults: readonly Fault<Rules>[] = [
  {
    id: 'authn-step-up-type-missing',
    clause: 'authn.resources.transaction.type-step-up',
    difficulty: 'response',
    about: 'a step-up transaction does not say its type once its user is known',
    change: (rules) => ({ type: (transaction) => (transaction.userId === undefined ? rules.type(transaction) : undefined) }),
  },
  {
    id: 'authn-step-up-type-everywhere',
    clause: 'authn.resources.transaction.type-primary',
    difficulty: 'response',
    about: 'every transaction says that it is a step-up',
    change: () => ({ type: () => 'SESSION_STEP_UP' }),
  },
  {
    id: 'authn-target-missing',
    clause: 'authn.transitions.step-up-target',
    alsoBreaks: ['authn.transitions.step-up-authentication', 'authn.resources.target'],
    difficulty: 'response',
    about: 'a step-up transaction without a user does not show where it leads',
    change: (rules) => ({ showsTarget: (transaction) => transaction.status !== 'UNAUTHENTICATED' && rules.showsTarget(transaction) }),
  },
  {
    id: 'authn-remember-device-missing',
    clause: 'authn.transitions.step-up-remember-device',
    alsoBreaks: [
      'authn.resources.policy.allow-remember-shown',
      'authn.resources.policy.remember-lifetime-shown',
      'authn.resources.policy.remember-default-shown',
      'authn.resources.policy.factors-info-shown',
    ],
    difficulty: 'response',
    about: 'MFA_REQUIRED of a step-up leaves out how devices are remembered',
    change: () => ({ showsRememberDevice: () => false }),
  },
  {
    id: 'authn-factors-info-by-type',
    clause: 'authn.resources.policy.factors-info-keys',
    difficulty: 'response',
    about: 'factorsPolicyInfo is keyed by the type of factors',
    change: () => ({ policyKey: ({ factorType }) => factorType }),
  },
  {
    id: 'authn-no-way-back-to-app',
    clause: 'authn.transitions.step-up-complete-original',
    difficulty: 'response',
    about: 'a step-up that took a factor ends in SUCCESS without a link to the app',
    change: (rules) => ({
      nextLink: (transaction) => (transaction.status === 'SUCCESS' && transaction.verified ? undefined : rules.nextLink(transaction)),
    }),
  },
  {
    id: 'authn-no-way-to-app',
    clause: 'authn.transitions.step-up-success-original',
    alsoBreaks: ['authn.endpoints.links.original-state-token'],
    difficulty: 'response',
    about: 'a step-up by password alone ends in SUCCESS without a link to the app',
    change: (rules) => ({
      nextLink: (transaction) => (transaction.status === 'SUCCESS' && !transaction.verified ? undefined : rules.nextLink(transaction)),
    }),
  },
  {
    id: 'authn-step-up-needs-no-password',
    clause: 'authn.transitions.step-up-unauthenticated',
    difficulty: 'exchange',
    about: 'a step-up without a session says SUCCESS before anybody has signed in',
    change: (rules) => ({
      transactionOf(stateToken, transactions) {
        const transaction = rules.transactionOf(stateToken, transactions);
        return transaction?.status === 'UNAUTHENTICATED' && !transaction.inSession ? { ...transaction, status: 'SUCCESS' } : transaction;
      },
    }),
  },
  {
    id: 'authn-step-up-done-when-asked-again',
    clause: 'authn.transitions.step-up-unauthenticated',
    difficulty: 'sequence',
    about: 'a step-up without a session says UNAUTHENTICATED, and SUCCESS when its state is asked for again',
    change(rules) {
      const asked = new Set<string>();
      return {
        transactionOf(stateToken, transactions) {
          const transaction = rules.transactionOf(stateToken, transactions);
          if (stateToken === undefined || transaction?.status !== 'UNAUTHENTICATED' || transaction.inSession) return transaction;
          if (asked.has(stateToken)) return { ...transaction, status: 'SUCCESS' };
          asked.add(stateToken);
          return transaction;
        },
      };
    },
  },
  {
    id: 'authn-step-up-refused-as-state',
    clause: 'authn.errors.e0000004.step-up',
    difficulty: 'exchange',
    about: 'wrong credentials in a step-up are answered as if the transaction did not allow a sign-in',
    change: (rules) => ({ signInError: (known, stepUp) => (stepUp ? 'notInThisState' : rules.signInError(known, stepUp)) }),
  },
  {
    id: 'authn-step-up-asks-for-enrollment',
    clause: 'authn.transitions.step-up-success',
    difficulty: 'exchange',
    about: 'a step-up by password leads to enrollment though nothing asks for it',
    change: (rules) => ({
      nextStatus(transaction, user, now) {
        const status = rules.nextStatus(transaction, user, now);
        return status === 'SUCCESS' && transaction.app?.requires === 'nothing' && !transaction.inSession ? 'MFA_ENROLL' : status;
      },
    }),
  },
  {
    id: 'authn-step-up-asks-again',
    clause: 'authn.transitions.step-up-complete',
    difficulty: 'exchange',
    about: 'a step-up asks for a factor again after it has been verified',
    change: (rules) => ({
      nextStatus(transaction, user, now) {
        const status = rules.nextStatus(transaction, user, now);
        return status === 'SUCCESS' && transaction.app?.requires === 'verification' ? 'MFA_REQUIRED' : status;
      },
    }),
  },
  {
    id: 'authn-step-up-without-verification',
    clause: 'authn.transitions.step-up-mfa-required',
    difficulty: 'exchange',
    about: "verification that the app's policy asks for is left out for users with a session",
    change: (rules) => ({
      nextStatus: (transaction, user, now) =>
        rules.nextStatus(
          { ...transaction, verified: transaction.verified || (transaction.inSession && transaction.app?.requires === 'verification') },
          user,
          now,
        ),
    }),
  },
  {
    id: 'authn-step-up-without-enrollment',
    clause: 'authn.transitions.step-up-mfa-enroll',
    difficulty: 'exchange',
    about: "enrollment that the app's policy asks for is left out",
    change: (rules) => ({
      nextStatus: ({ app, ...transaction }, user, now) =>
        rules.nextStatus({ ...transaction, app: app?.requires === 'enrollment' ? { ...app, requires: 'nothing' } : app }, user, now),
    }),
  },
  {
    id: 'authn-unsupported-app-accepted',
    clause: 'authn.step-up.idp-unsupported',
    difficulty: 'exchange',
    about: 'a step-up initiated by the identity platform leads to apps of any protocol',
    change: () => ({ supportsApp: () => true }),
  },
  {
    id: 'authn-ws-federation-refused',
    clause: 'authn.step-up.idp-ws-federation',
    difficulty: 'exchange',
    about: 'a step-up initiated by the identity platform is refused for WS-Federation apps',
    change: (rules) => ({ supportsApp: (app) => app.protocol !== 'WS-FED' && rules.supportsApp(app) }),
  },
  {
    id: 'authn-saml-refused',
    clause: 'authn.step-up.idp',
    difficulty: 'exchange',
    about: 'a step-up initiated by the identity platform is refused for SAML apps',
    change: (rules) => ({ supportsApp: (app) => app.protocol !== 'SAML2.0' && rules.supportsApp(app) }),
  },
  {
    id: 'authn-redirect-without-sign-in-page',
    clause: 'authn.step-up.sp-page-enabled',
    difficulty: 'exchange',
    about: 'an app whose custom sign-in page is not enabled is redirected to it all the same',
    change: () => ({ redirectsToSignInPage: ({ protocol }) => protocol === 'SAML2.0' }),
  },
  {
    id: 'authn-redirect-for-any-protocol',
    clause: 'authn.step-up.sp-saml-only',
    difficulty: 'exchange',
    about: 'an app that is not a SAML app is redirected to the custom sign-in page with a state token',
    change: () => ({ redirectsToSignInPage: ({ signInPage }) => signInPage }),
  },
  {
    id: 'authn-redirect-for-none',
    clause: 'authn.step-up.sp-redirect',
    difficulty: 'exchange',
    about: 'no app is redirected to its custom sign-in page',
    change: () => ({ redirectsToSignInPage: () => false }),
  },
];
