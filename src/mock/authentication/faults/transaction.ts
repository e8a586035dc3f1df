import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';

/** Defects in the fields of the transaction object. */
export const transactionFaults: readonly Fault<Rules>[] = [
  {
    id: 'authn-session-token-with-warning',
    clause: 'authn.resources.transaction.session-token-early',
    difficulty: 'response',
    about: 'a session token is handed out with PASSWORD_WARN, before the transaction has succeeded',
    change: (rules) => ({
      showsSessionToken: (transaction) => transaction.status === 'PASSWORD_WARN' || rules.showsSessionToken(transaction),
    }),
  },
  {
    id: 'authn-session-token-before-factor',
    clause: 'authn.resources.transaction.session-token-early',
    difficulty: 'response',
    about: 'a session token is handed out with MFA_REQUIRED, before the factor has been verified',
    change: (rules) => ({
      showsSessionToken: (transaction) => transaction.status === 'MFA_REQUIRED' || rules.showsSessionToken(transaction),
    }),
  },
  {
    id: 'authn-no-session-token',
    clause: 'authn.transitions.success-session-token',
    alsoBreaks: ['authn.resources.transaction.session-token-success'],
    difficulty: 'response',
    about: 'SUCCESS of a user name and a password comes without a session token',
    change: (rules) => ({
      showsSessionToken: (transaction) => (transaction.activation || transaction.passwordSettled) && rules.showsSessionToken(transaction),
    }),
  },
  {
    id: 'authn-no-session-token-after-activation',
    clause: 'authn.transitions.activation-success-token',
    alsoBreaks: ['authn.resources.transaction.session-token-success'],
    difficulty: 'response',
    about: 'SUCCESS of an activation token comes without a session token',
    change: (rules) => ({ showsSessionToken: (transaction) => !transaction.activation && rules.showsSessionToken(transaction) }),
  },
  {
    id: 'authn-state-token-with-success',
    clause: 'authn.resources.transaction.state-token-absent',
    difficulty: 'response',
    about: 'SUCCESS of primary authentication still shows a state token',
    change: (rules) => ({ showsStateToken: (transaction) => transaction.status === 'SUCCESS' || rules.showsStateToken(transaction) }),
  },
  {
    id: 'authn-state-token-not-shown',
    clause: 'authn.authentication.state-token',
    difficulty: 'response',
    about: 'MFA_ENROLL comes without the state token that the enrollment needs',
    change: (rules) => ({ showsStateToken: (transaction) => transaction.status !== 'MFA_ENROLL' && rules.showsStateToken(transaction) }),
  },
  {
    id: 'authn-state-token-changes',
    clause: 'authn.resources.transaction.state-token-identifies',
    alsoBreaks: ['authn.endpoints.authn.state-token', 'authn.endpoints.links.original-state-token'],
    difficulty: 'exchange',
    about: 'each step gives the transaction another state token',
    change: () => ({ stateTokenAfter: (_transaction, fresh) => fresh() }),
  },
  {
    id: 'authn-expires-at-in-seconds',
    clause: 'authn.resources.transaction.expires-at',
    difficulty: 'response',
    about: 'expiresAt has no milliseconds',
    change: (rules) => ({ expiresAt: (transaction, time) => rules.expiresAt(transaction, time).replace(/\.\d{3}Z$/, 'Z') }),
  },
  {
    id: 'authn-expires-at-with-offset',
    clause: 'authn.resources.transaction.expires-at',
    difficulty: 'response',
    about: 'expiresAt is the same instant, written with an offset instead of in UTC',
    change: (rules) => ({ expiresAt: (transaction, time) => rules.expiresAt(transaction, time + 7_200_000).replace(/Z$/, '+02:00') }),
  },
  {
    id: 'authn-recovery-type-missing',
    clause: 'authn.resources.transaction.recovery-type-activation',
    alsoBreaks: ['authn.transitions.activation-recovery-type'],
    difficulty: 'response',
    about: 'the transaction of a user created without credentials does not say that it activates the account',
    change: (rules) => ({
      recoveryType: (transaction) => (transaction.status === 'PASSWORD_RESET' ? undefined : rules.recoveryType(transaction)),
    }),
  },
  {
    id: 'authn-recovery-type-everywhere',
    clause: 'authn.resources.transaction.recovery-type-others',
    difficulty: 'response',
    about: 'the transaction of an expired password says that it activates the account',
    change: (rules) => ({
      recoveryType: (transaction) => (transaction.status === 'PASSWORD_EXPIRED' ? 'ACCOUNT_ACTIVATION' : rules.recoveryType(transaction)),
    }),
  },
  {
    id: 'authn-complexity-missing-on-reset',
    clause: 'authn.resources.policy.complexity-shown',
    difficulty: 'response',
    about: 'PASSWORD_RESET does not show what the new password must look like',
    change: (rules) => ({
      complexity: (transaction, complexity) =>
        transaction.status === 'PASSWORD_RESET' ? undefined : rules.complexity(transaction, complexity),
    }),
  },
  {
    id: 'authn-complexity-missing-when-expired',
    clause: 'authn.transitions.password-expired-complexity',
    alsoBreaks: ['authn.resources.policy.complexity-shown'],
    difficulty: 'response',
    about: 'PASSWORD_EXPIRED does not show what the new password must look like',
    change: (rules) => ({
      complexity: (transaction, complexity) =>
        transaction.status === 'PASSWORD_EXPIRED' ? undefined : rules.complexity(transaction, complexity),
    }),
  },
  {
    id: 'authn-expire-days-missing-on-warning',
    clause: 'authn.resources.policy.expire-days-shown',
    difficulty: 'response',
    about: 'PASSWORD_WARN does not say in how many days the password expires',
    change: (rules) => ({
      expireDays: (transaction, user, now) =>
        transaction.status === 'PASSWORD_WARN' ? undefined : rules.expireDays(transaction, user, now),
    }),
  },
];
