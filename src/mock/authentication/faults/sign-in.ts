import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';

/** Defects in who is signed in and by what. */
export const signInFaults: readonly Fault<Rules>[] = [
  {
    id: 'authn-short-name-unknown',
    clause: 'authn.endpoints.authn.username-short',
    difficulty: 'exchange',
    about: 'users are found by their fully qualified name only',
    change: () => ({ answersTo: (user, name) => user.login === name }),
  },
  {
    id: 'authn-any-password',
    clause: 'authn.transitions.invalid-credentials',
    alsoBreaks: ['authn.errors.e0000004.step-up', 'authn.service.public-no-metadata'],
    difficulty: 'exchange',
    about: 'any password is right as long as it is not empty',
    change: (rules) => ({
      passwordMatches: (user, password) => user.password !== undefined && password !== '',
      oldPasswordMatches: (user, password) => rules.passwordMatches(user, password),
    }),
  },
  {
    id: 'authn-password-left-out',
    clause: 'authn.endpoints.authn.rule-username-alone',
    alsoBreaks: ['authn.endpoints.authn.password', 'authn.service.public-no-metadata'],
    difficulty: 'exchange',
    about: 'a user name without a password signs in',
    change: (rules) => ({ optional: (parameter) => parameter === 'password' || rules.optional(parameter) }),
  },
  {
    id: 'authn-transaction-for-nobody',
    clause: 'authn.endpoints.authn.rule-nothing',
    difficulty: 'exchange',
    about: 'a request that says nothing starts a transaction',
    change: () => ({ startsForNobody: () => true }),
  },
  {
    id: 'authn-parameters-in-query',
    clause: 'authn.endpoints.authn.body-parameters',
    difficulty: 'exchange',
    about: 'user name and password are taken from the query too',
    change: () => ({ readsQuery: () => true }),
  },
  {
    id: 'authn-unknown-user-not-found',
    clause: 'authn.errors.e0000004.unknown-user',
    alsoBreaks: ['authn.transitions.invalid-credentials', 'authn.endpoints.authn.errors'],
    difficulty: 'exchange',
    about: 'a user name that is nobody’s is answered 404, which tells the names of users',
    change: (rules) => ({ signInError: (known, stepUp) => (known ? rules.signInError(known, stepUp) : 'notFound') }),
  },
  {
    id: 'authn-denial-ignored',
    clause: 'authn.transitions.denied',
    difficulty: 'exchange',
    about: 'a sign-on policy that denies access to a user is not applied',
    change: (rules) => ({ denies: (policy, clientIp) => policy.access !== 'denied' && rules.denies(policy, clientIp) }),
  },
  {
    id: 'authn-expired-password-accepted',
    clause: 'authn.transitions.password-expired',
    alsoBreaks: ['authn.transitions.password-expires', 'authn.transitions.mfa-before-expired', 'authn.service.policies'],
    difficulty: 'exchange',
    about: 'an expired password is as good as any',
    change: () => ({ passwordExpired: () => false }),
  },
  {
    id: 'authn-expired-password-before-factor',
    clause: 'authn.transitions.mfa-before-expired',
    difficulty: 'exchange',
    about: 'a user with a factor may replace an expired password before the factor has been verified',
    change: (rules) => ({
      nextStatus(transaction, user, now) {
        const expired = !transaction.passwordSettled && rules.passwordExpired(user, now);
        return expired ? 'PASSWORD_EXPIRED' : rules.nextStatus(transaction, user, now);
      },
    }),
  },
  {
    id: 'authn-activation-needs-api-token',
    clause: 'authn.endpoints.authn.authorization-activation',
    alsoBreaks: [
      'authn.endpoints.authn.token',
      'authn.transitions.activation-success',
      'authn.transitions.activation-mfa-enroll',
      'authn.transitions.activation-password-reset',
    ],
    difficulty: 'exchange',
    about: 'an activation token is refused without an API token',
    change: () => ({ takesActivation: (trusted) => trusted }),
  },
  {
    id: 'authn-activation-refuses-api-token',
    clause: 'authn.endpoints.authn.authorization-activation',
    difficulty: 'exchange',
    about: 'an activation token is refused beside an API token',
    change: () => ({ takesActivation: (trusted) => !trusted }),
  },
  {
    id: 'authn-unknown-activation-not-found',
    clause: 'authn.transitions.activation-invalid',
    difficulty: 'exchange',
    about: 'an activation token that was never issued is answered 404',
    change: (rules) => ({ activationError: (issued) => (issued ? rules.activationError(issued) : 'notFound') }),
  },
  {
    id: 'authn-activation-without-password',
    clause: 'authn.transitions.activation-password-reset',
    difficulty: 'exchange',
    about: 'a user created without credentials is activated without setting a password',
    change: (rules) => ({
      nextStatus: (transaction, user, now) =>
        rules.nextStatus(transaction, transaction.activation ? { ...user, password: user.password ?? '' } : user, now),
    }),
  },
  {
    id: 'authn-activation-without-enrollment',
    clause: 'authn.transitions.activation-mfa-enroll',
    difficulty: 'exchange',
    about: 'an activation token of a user with a password leads past the enrollment that is asked for',
    change: (rules) => ({
      nextStatus(transaction, user, now) {
        const status = rules.nextStatus(transaction, user, now);
        return status === 'MFA_ENROLL' && transaction.activation && transaction.status === 'UNAUTHENTICATED' ? 'SUCCESS' : status;
      },
    }),
  },
];
