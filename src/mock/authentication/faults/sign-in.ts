import type { Faults } from '../../kit/faults.ts';
import { after, before } from '../fault.ts';
import type { Policy } from '../policy.ts';

/** Defects in who is signed in and by what. */
export const signInFaults: Faults<Policy> = {
  'authn-short-name-unknown': { answersTo: (user, name) => user.login === name },
  'authn-any-password': (base) => ({
    passwordMatches: (user, password) => user.password !== undefined && password !== '',
    oldPasswordMatches: (user, password) => base.passwordMatches(user, password),
  }),
  'authn-password-in-any-case': { passwordMatches: (user, password) => user.password?.toLowerCase() === password.toLowerCase() },
  'authn-sign-in-once': ({ passwordMatches }) => {
    const used = new Set<string>();
    return {
      passwordMatches(user, password) {
        const matches = passwordMatches(user, password) && !used.has(user.id);
        if (matches) used.add(user.id);
        return matches;
      },
      oldPasswordMatches: passwordMatches,
    };
  },
  'authn-password-left-out': after('optional', (result, parameter) => parameter === 'password' || result),
  'authn-transaction-for-nobody': { startsForNobody: () => true },
  'authn-parameters-in-query': { readsQuery: () => true },
  'authn-unknown-user-not-found': after('signInError', (result, known) => (known ? result : 'notFound')),
  'authn-denial-ignored': after('denies', (result, policy) => policy.access !== 'denied' && result),
  'authn-expired-password-accepted': { passwordExpired: () => false },
  'authn-expired-password-before-factor': (base) => ({
    nextStatus(transaction, user, now) {
      const expired = !transaction.passwordSettled && base.passwordExpired(user, now);
      return expired ? 'PASSWORD_EXPIRED' : base.nextStatus(transaction, user, now);
    },
  }),
  'authn-activation-needs-api-token': { takesActivation: (trusted) => trusted },
  'authn-activation-refuses-api-token': { takesActivation: (trusted) => !trusted },
  'authn-unknown-activation-not-found': after('activationError', (result, issued) => (issued ? result : 'notFound')),
  'authn-activation-without-password': before('nextStatus', (transaction, user) => [
    transaction,
    transaction.activation ? { ...user, password: user.password ?? '' } : user,
  ]),
  'authn-activation-without-enrollment': after('nextStatus', (status, transaction) =>
    status === 'MFA_ENROLL' && transaction.activation && transaction.status === 'UNAUTHENTICATED' ? 'SUCCESS' : status,
  ),
};

const refusesOption = (fits: (value: unknown) => boolean) =>
  after('refusesClaims', (result, { options }) => (Object.values(options).every(fits) ? result : 'options: a value is not permitted'));

/** Defects in what the options object does. */
export const optionFaults: Faults<Policy> = {
  'authn-warning-not-given': { inWarnPeriod: () => false },
  'authn-warning-outside-period': { inWarnPeriod: () => true },
  'authn-warning-unasked': before('nextStatus', (transaction) => [
    { ...transaction, start: { ...transaction.start, options: { ...transaction.start.options, warnBeforePasswordExpired: true } } },
  ]),
  'authn-false-option-is-true': { option: (value) => typeof value === 'boolean' },
  'authn-null-option-is-true': { option: (value) => value === true || value === null },
  'authn-null-option-refused': refusesOption((value) => value !== null),
  'authn-false-option-refused': refusesOption((value) => value !== false),
  'authn-null-device-token-refused': after('refusesClaims', (result, claims) =>
    claims.deviceToken === null ? 'deviceToken: a string is expected' : result,
  ),
};
