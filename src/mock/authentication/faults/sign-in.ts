import type { Faults } from '../../kit/faults.ts';
import { after, before, exchange, sequence } from '../fault.ts';
import type { Policy } from '../policy.ts';

/** Defects in who is signed in and by what. */
export const signInFaults: Faults<Policy> = {
  'authn-short-name-unknown': exchange('users are found by their fully qualified name only', 'authn.endpoints.authn.username-short', {
    answersTo: (user, name) => user.login === name,
  }),
  'authn-any-password': exchange(
    'any password is right as long as it is not empty',
    ['authn.transitions.invalid-credentials', 'authn.errors.e0000004.step-up', 'authn.service.public-no-metadata'],
    (base) => ({
      passwordMatches: (user, password) => user.password !== undefined && password !== '',
      oldPasswordMatches: (user, password) => base.passwordMatches(user, password),
    }),
  ),
  'authn-password-in-any-case': exchange(
    'a password is right in any letter case',
    ['authn.transitions.invalid-credentials', 'authn.errors.e0000004.step-up', 'authn.endpoints.change-password.wrong-old-password'],
    { passwordMatches: (user, password) => user.password?.toLowerCase() === password.toLowerCase() },
  ),
  'authn-sign-in-once': sequence('a password is right once', 'authn.transitions.success', ({ passwordMatches }) => {
    const used = new Set<string>();
    return {
      passwordMatches(user, password) {
        const matches = passwordMatches(user, password) && !used.has(user.id);
        if (matches) used.add(user.id);
        return matches;
      },
      oldPasswordMatches: passwordMatches,
    };
  }),
  'authn-password-left-out': exchange(
    'a user name without a password signs in',
    ['authn.endpoints.authn.rule-username-alone', 'authn.endpoints.authn.password', 'authn.service.public-no-metadata'],
    after('optional', (result, parameter) => parameter === 'password' || result),
  ),
  'authn-transaction-for-nobody': exchange('a request that says nothing starts a transaction', 'authn.endpoints.authn.rule-nothing', {
    startsForNobody: () => true,
  }),
  'authn-parameters-in-query': exchange('user name and password are taken from the query too', 'authn.endpoints.authn.body-parameters', {
    readsQuery: () => true,
  }),
  'authn-unknown-user-not-found': exchange(
    'a user name that is nobody’s is answered 404, which tells the names of users',
    ['authn.errors.e0000004.unknown-user', 'authn.transitions.invalid-credentials', 'authn.endpoints.authn.errors'],
    after('signInError', (result, known) => (known ? result : 'notFound')),
  ),
  'authn-denial-ignored': exchange(
    'a sign-on policy that denies access to a user is not applied',
    'authn.transitions.denied',
    after('denies', (result, policy) => policy.access !== 'denied' && result),
  ),
  'authn-expired-password-accepted': exchange(
    'an expired password is as good as any',
    [
      'authn.transitions.password-expired',
      'authn.transitions.password-expires',
      'authn.transitions.mfa-before-expired',
      'authn.service.policies',
    ],
    { passwordExpired: () => false },
  ),
  'authn-expired-password-before-factor': exchange(
    'a user with a factor may replace an expired password before the factor has been verified',
    'authn.transitions.mfa-before-expired',
    (base) => ({
      nextStatus(transaction, user, now) {
        const expired = !transaction.passwordSettled && base.passwordExpired(user, now);
        return expired ? 'PASSWORD_EXPIRED' : base.nextStatus(transaction, user, now);
      },
    }),
  ),
  'authn-activation-needs-api-token': exchange(
    'an activation token is refused without an API token',
    [
      'authn.endpoints.authn.authorization-activation',
      'authn.endpoints.authn.token',
      'authn.transitions.activation-success',
      'authn.transitions.activation-mfa-enroll',
      'authn.transitions.activation-password-reset',
    ],
    { takesActivation: (trusted) => trusted },
  ),
  'authn-activation-refuses-api-token': exchange(
    'an activation token is refused beside an API token',
    'authn.endpoints.authn.authorization-activation',
    { takesActivation: (trusted) => !trusted },
  ),
  'authn-unknown-activation-not-found': exchange(
    'an activation token that was never issued is answered 404',
    'authn.transitions.activation-invalid',
    after('activationError', (result, issued) => (issued ? result : 'notFound')),
  ),
  'authn-activation-without-password': exchange(
    'a user created without credentials is activated without setting a password',
    'authn.transitions.activation-password-reset',
    before('nextStatus', (transaction, user) => [transaction, transaction.activation ? { ...user, password: user.password ?? '' } : user]),
  ),
  'authn-activation-without-enrollment': exchange(
    'an activation token of a user with a password leads past the enrollment that is asked for',
    'authn.transitions.activation-mfa-enroll',
    after('nextStatus', (status, transaction) =>
      status === 'MFA_ENROLL' && transaction.activation && transaction.status === 'UNAUTHENTICATED' ? 'SUCCESS' : status,
    ),
  ),
};

const refusesOption = (fits: (value: unknown) => boolean) =>
  after('refusesClaims', (result, { options }) => (Object.values(options).every(fits) ? result : 'options: a value is not permitted'));

/** Defects in what the options object does. */
export const optionFaults: Faults<Policy> = {
  'authn-warning-not-given': exchange(
    'warnBeforePasswordExpired is ignored',
    ['authn.transitions.password-warn', 'authn.resources.options.warn'],
    { inWarnPeriod: () => false },
  ),
  'authn-warning-outside-period': exchange(
    'whoever asks to be warned is warned, however far away the expiry is',
    'authn.resources.options.warn-outside',
    { inWarnPeriod: () => true },
  ),
  'authn-warning-unasked': exchange(
    'users are warned within the warn period whatever the option says',
    ['authn.resources.options.warn-false', 'authn.resources.options.warn-nullable', 'authn.resources.options'],
    before('nextStatus', (transaction) => [
      { ...transaction, start: { ...transaction.start, options: { ...transaction.start.options, warnBeforePasswordExpired: true } } },
    ]),
  ),
  'authn-false-option-is-true': exchange('an option counts as true as soon as it is given', 'authn.resources.options.warn-false', {
    option: (value) => typeof value === 'boolean',
  }),
  'authn-null-option-is-true': exchange('an option that is null counts as true', 'authn.resources.options.warn-nullable', {
    option: (value) => value === true || value === null,
  }),
  'authn-null-option-refused': exchange(
    'an option that is null is refused',
    ['authn.resources.options.multi-enroll-nullable', 'authn.resources.options.warn-nullable'],
    refusesOption((value) => value !== null),
  ),
  'authn-false-option-refused': exchange(
    'an option that is false is refused',
    ['authn.resources.options.multi-enroll-boolean', 'authn.resources.options.warn-false'],
    refusesOption((value) => value !== false),
  ),
  'authn-null-device-token-refused': exchange(
    'a device token that is null is refused',
    'authn.resources.context.device-token-nullable',
    after('refusesClaims', (result, claims) => (claims.deviceToken === null ? 'deviceToken: a string is expected' : result)),
  ),
};
