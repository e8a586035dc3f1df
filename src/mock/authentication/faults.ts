import { before as textBefore } from '../../model/text-end.ts';
import { type Faults, changesOf } from '../kit/faults.ts';
import type { ErrorName, ErrorRow } from './errors.ts';
import { usualOffers } from './make-user.ts';
import type { Policy } from './policy.ts';
import { type User, openOffers } from './users.ts';

const { around, after, before } = changesOf<Policy>();

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

/** Defects in what is shown of factors, and in their enrollment and verification. */
export const factorFaults: Faults<Policy> = {
  'authn-phone-number-unmasked': { phoneNumber: (number) => number },
  'authn-push-profile-too-early': { pushProfile: (profile) => profile },
  'authn-push-profile-stays-empty': { pushProfile: () => ({}) },
  'authn-vendor-in-lower-case': { vendor: (provider) => provider.toLowerCase() },
  'authn-own-factors-renamed': { vendor: (provider) => (provider === 'PLATFORM' ? 'SERVICE' : provider) },
  'authn-sms-called-text': after('factorType', (result, factorType) => (factorType === 'sms' ? 'text' : result)),
  'authn-open-factor-is-active': { enrollmentStatus: () => 'ACTIVE' },
  'authn-factors-not-listed': { listed: () => [] },
  'authn-factor-not-asked-for': after('challenged', (result, user) => user.policy.challenge !== 'always' && result),
  'authn-enrollment-not-asked-for': before('nextStatus', (transaction, user) => {
    const applies = transaction.app !== undefined || transaction.activation || transaction.enrolled > 0;
    return [transaction, applies ? user : { ...user, policy: { ...user.policy, requiresEnrollment: false } }];
  }),
  'authn-enrollment-asked-of-everybody': before('nextStatus', (transaction, user) => [
    transaction,
    { ...user, policy: { ...user.policy, requiresEnrollment: openOffers(user).length > 0 } },
  ]),
  'authn-no-second-enrollment': { enrollsMore: () => false },
  'authn-no-second-enrollment-after-activation': after('enrollsMore', (result, { activation }) => result && !activation),
  'authn-no-second-enrollment-of-trusted': after('enrollsMore', (result, { start }) => result && !start.trusted),
  'authn-anything-can-be-enrolled': {
    mayEnroll: () => true,
    offered: (user) => openOffers({ ...user, offers: [...user.offers, { factorType: 'question', provider: 'PLATFORM' }] }),
  },
  'authn-wrong-answer-verifies': { codeIsRight: () => true },
};

/** Defects in what is told of a user, and to whom. */
export const userFaults: Faults<Policy> = {
  'authn-time-zone-comes-and-goes': (base) => {
    let shown = 0;
    return { profile: (user) => ({ ...base.profile(user), ...(shown++ % 2 === 1 ? { timeZone: 'UTC' } : {}) }) };
  },
  'authn-locked-out-shows-user': { showsUser: () => true },
  'authn-refusal-embeds-user': after('errorExtras', (result, name) =>
    name === 'authenticationFailed' ? { _embedded: { user: { id: '00uUnknown' } } } : result,
  ),
  'authn-refusal-starts-transaction': after('errorExtras', (result, name) =>
    name === 'authenticationFailed' ? { stateToken: '00Refused' } : result,
  ),
  'authn-hidden-lockout-shown': { showsLockout: () => true },
  'authn-activation-refused-with-a-hint': {
    activationCauses: (latest) => (latest === undefined ? [] : [`The token may be that of ${latest}.`]),
  },
  'authn-hidden-lockout-told': { signInCauses: ({ locked }) => (locked ? ['The account is locked.'] : []) },
  'authn-shown-lockout-hidden': { showsLockout: () => false },
  'authn-login-shortened': after('profile', (view, user) => ({ ...view, login: textBefore(user.login, '@') })),
  'authn-password-changed-in-milliseconds': ({ expiresAt, timestamp }) => ({
    timestamp: (time) => String(time),
    expiresAt: (transaction, time) => expiresAt.call({ timestamp }, transaction, time),
  }),
  'authn-names-swapped': after('profile', (view, user) => ({ ...view, firstName: user.name.last, lastName: user.name.first })),
};

const other = (name: ErrorName, difference: Partial<ErrorRow>) =>
  after('error', (row, asked) => (asked === name ? { ...row, ...difference } : row));

/** Defects in refusals and in the rate-limit headers. */
export const errorFaults: Faults<Policy> = {
  'authn-refused-with-403': other('authenticationFailed', { status: 403 }),
  'authn-refused-with-other-summary': other('authenticationFailed', { summary: 'Sign-in was refused' }),
  'authn-password-refused-with-400': other('updateFailed', { status: 400 }),
  'authn-old-password-not-named': after('errorCauses', (result, name, causes) =>
    name === 'updateFailed' ? causes.map((cause) => cause.replace('oldPassword: ', '')) : result,
  ),
  'authn-app-not-named': after('errorCauses', (result, name) =>
    name === 'appNotSupported' ? ['Sign-in is not allowed for this app.'] : result,
  ),
  'authn-limit-not-applied': {
    admits: () => true,
    limitHolds: () => false,
  },
  'authn-limited-without-headers': after('limitHeaders', (view, _allowance, refused) => (refused ? {} : view)),
  'authn-limited-with-503': other('tooManyRequests', { status: 503 }),
  'authn-limit-reset-from-now': before('limitHeaders', (allowance, refused, now) => [
    { ...allowance, resetAt: Math.max(0, allowance.resetAt - Math.floor(now / 1000)) },
  ]),
};

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

const leaveOut = (name: string) => after('optional', (result, parameter) => parameter === name || result);

/** Defects in what a password change accepts and revokes. */
export const passwordFaults: Faults<Policy> = {
  'authn-wrong-old-password-accepted': { oldPasswordMatches: () => true },
  'authn-old-password-left-out': leaveOut('oldPassword'),
  'authn-new-password-left-out': leaveOut('newPassword'),
  'authn-state-token-left-out': (base) => ({
    optional: (parameter) => parameter === 'stateToken' || base.optional(parameter),
    transactionOf: (stateToken, transactions) =>
      base.transactionOf(stateToken, transactions) ?? [...transactions.values()].findLast((open) => base.mayChangePassword(open)),
  }),
  'authn-state-token-trimmed': before('transactionOf', (stateToken, transactions) => [stateToken?.trim(), transactions]),
  'authn-weak-password-accepted': after('meets', (result, _password, _complexity, by) => by === 'change' || result),
  'authn-weak-first-password-accepted': after('meets', (result, _password, _complexity, by) => by === 'reset' || result),
  'authn-revoke-sessions-demanded': after('optional', (result, parameter) => parameter !== 'revokeSessions' && result),
  'authn-sessions-revoked-unasked': { revokesSessions: (asked) => asked ?? true },
  'authn-sessions-live-on': { revokesSessions: () => false },
  'authn-current-session-revoked': { isRevoked: () => true },
  'authn-refused-change-ends-sessions': { revokesWhenRefused: () => true },
};

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

/** Defects in what trusted and public applications may claim. */
export const trustFaults: Faults<Policy> = {
  'authn-any-api-token': after('trusted', (result, authorization) => /^SSWS \S/.test(authorization ?? '') || result),
  'authn-api-token-ignored': { trusted: () => false },
  'authn-override-refused': after('refusesClaims', (result, claims, trusted) =>
    !trusted && typeof claims.deviceToken === 'string' ? 'deviceToken: an API token is needed' : result,
  ),
  'authn-public-needs-credential': after('refusesClaims', (result, claims, trusted) =>
    !trusted && Object.keys(claims.options).length > 0 ? 'options: an API token is needed' : result,
  ),
  'authn-factors-of-anybody': { listsFactors: () => true },
  'authn-forwarded-for-of-anybody': before('clientIp', (call) => [{ ...call, trusted: true }]),
  'authn-forwarded-for-without-gateway': before('clientIp', (call, policy) => [call, { ...policy, trustsGateway: true }]),
  'authn-forwarded-for-ignored': { clientIp: ({ address }) => address },
  'authn-address-not-evaluated': after('denies', (result, policy) => policy.access === 'denied' && result),
};

/** A user with a known device is not challenged by such a policy where a device token comes with the call, or where none does. */
const unchallenged = (challenge: User['policy']['challenge'], withToken: boolean) =>
  after('challenged', (result, user, call) => {
    const isMet = user.policy.challenge === challenge && (call.deviceToken !== undefined) === withToken && user.devices.length > 0;
    return result && !isMet;
  });

/** Defects in policies by device, and in the device token that they go by. */
export const deviceFaults: Faults<Policy> = {
  'authn-device-token-of-anybody': (base) => ({ deviceToken: (token) => base.deviceToken(token, true) }),
  'authn-device-token-too-long': { fitsDeviceToken: (token) => !token.includes('-') },
  'authn-device-token-one-too-short': after('fitsDeviceToken', (result, token) => token.length < 32 && result),
  'authn-device-token-with-hyphens': { fitsDeviceToken: (token) => token.length <= 32 },
  'authn-any-device-token': unchallenged('per-device', true),
  'authn-missing-device-token': unchallenged('per-device', false),
  'authn-unmatched-device-not-new': unchallenged('new-device', true),
  'authn-missing-device-not-new': unchallenged('new-device', false),
  'authn-device-forgotten': { remembersDevice: () => false },
  'authn-verified-for-good': ({ remembersDevice, challenged }) => {
    const verified = new Set<string>();
    return {
      remembersDevice(transaction) {
        if (transaction.status === 'SUCCESS' && transaction.verified && transaction.userId !== undefined) verified.add(transaction.userId);
        return remembersDevice(transaction);
      },
      challenged(user, call) {
        return challenged.call(this, user, call) && !verified.has(user.id);
      },
    };
  },
  'authn-device-known-too-early': { remembersDevice: () => true },
  'authn-device-known-by-fingerprint': after('challenged', (result, user, call) => {
    const known = call.fingerprint !== undefined && user.fingerprints.includes(call.fingerprint);
    return result && !(user.policy.challenge === 'new-device' && known);
  }),
};

/** Defects in when a user is told of a new device. */
export const newDeviceEmailFaults: Faults<Policy> = {
  'authn-fingerprint-of-anybody': { fingerprint: (fingerprint) => fingerprint },
  'authn-new-device-not-told': { notifies: () => false },
  'authn-known-device-told': { tiesFingerprint: () => false },
  'authn-failed-sign-in-ties-device': { tiesFingerprint: () => true },
  'authn-second-device-not-told': after('notifies', (result, user) => user.fingerprints.length === 0 && result),
  'authn-new-device-told-when-disabled': before('notifies', (user) => [{ ...user, policy: { ...user.policy, sendsNewDeviceMail: true } }]),
};

/** Defects behind an answer that looks right: what is remembered is something else. */
export const hiddenStateFaults: Faults<Policy> = {
  'authn-password-not-changed': after('passwordAfter', (result, user, _asked, _accepted, by) => (by === 'change' ? user.password : result)),
  'authn-first-password-lost': before('passwordAfter', (user, asked, accepted, by) => [user, by === 'reset' ? asked.slice(0, -1) : asked]),
  'authn-refused-password-stored': { passwordAfter: (_user, asked) => asked },
  'authn-password-changed-stands-still': (base) => ({
    passwordChangedAfter: (user, now) => (base.passwordExpired(user, now) ? now : user.passwordChanged),
  }),
  'authn-change-before-factor': after('mayChangePassword', (result, transaction) => transaction.status === 'MFA_REQUIRED' || result),
  'authn-expired-can-be-skipped': after('maySkip', (result, transaction) => transaction.status === 'PASSWORD_EXPIRED' || result),
  'authn-enrollment-can-be-skipped': (base) => ({
    maySkip: (transaction) => transaction.status === 'MFA_ENROLL' || base.maySkip(transaction),
    nextStatus: (transaction, user, now) => (transaction.enrollmentEnded ? 'SUCCESS' : base.nextStatus(transaction, user, now)),
  }),
  'authn-verification-can-be-skipped': (base) => {
    const skipped = new Set<string>();
    return {
      maySkip(transaction) {
        if (transaction.status === 'MFA_REQUIRED') skipped.add(transaction.stateToken);
        return skipped.has(transaction.stateToken) || base.maySkip(transaction);
      },
      nextStatus(transaction, user, now) {
        const verified = transaction.verified || skipped.has(transaction.stateToken);
        return base.nextStatus({ ...transaction, verified }, user, now);
      },
    };
  },
  'authn-enrolled-instead-of-verified': (base) => ({
    mayEnroll: (transaction) => transaction.status === 'MFA_REQUIRED' || base.mayEnroll(transaction),
    offered: (user) =>
      user.offers.length === 0 && user.factors.length > 0 ? openOffers({ ...user, offers: usualOffers }) : base.offered(user),
  }),
  'authn-verified-and-forgotten': after('remembered', (result, moved, before) =>
    moved.status === 'PASSWORD_EXPIRED' && moved.verified ? before : result,
  ),
  'authn-warning-remembered-as-expired': after('remembered', (result, moved) =>
    moved.status === 'PASSWORD_WARN' ? { ...moved, status: 'PASSWORD_EXPIRED' } : result,
  ),
  'authn-reset-remembered-as-reset': after('remembered', (result, moved, before) =>
    before.status === 'PASSWORD_RESET' && moved.status === 'MFA_ENROLL' ? before : result,
  ),
  'authn-activation-forgotten': after('remembered', (result, moved, before) =>
    moved.activation && moved.status === 'MFA_ENROLL' && before.status === 'UNAUTHENTICATED' ? { ...moved, expiresAt: 0 } : result,
  ),
  'authn-step-up-remembered-as-success': after('remembered', (result, moved) =>
    moved.app !== undefined && moved.status === 'MFA_REQUIRED' ? { ...moved, status: 'SUCCESS' } : result,
  ),
  'authn-enrolled-factor-lost': { factorsAfter: ({ factors }) => factors },
  'authn-session-token-worthless': after('honoursSessionToken', (result, transaction) => !transaction.passwordSettled && result),
  'authn-factor-of-another-user': { ownsFactor: () => true },
};

/** Defects that need two callers at once. */
export const concurrencyFaults: Faults<Policy> = {
  'authn-users-mixed-up': { resume: (own, latest, point) => (point === 'sign-in.before-write' ? { ...own, user: latest.user } : own) },
  'authn-sessions-mixed-up': { resume: (own, latest, point) => (point === 'session.before-write' ? { ...own, user: latest.user } : own) },
  'authn-state-token-shared': after('stateToken', (result, _fresh, inFlight, last) => (inFlight > 1 && last !== undefined ? last : result)),
  'authn-options-mixed-up': { resume: (own, latest) => ({ ...own, call: { ...own.call, options: latest.call.options } }) },
  'authn-trust-mixed-up': {
    resume: (own, latest) => ({ ...own, call: { ...own.call, trusted: own.call.trusted || latest.call.trusted } }),
  },
  'authn-device-tokens-mixed-up': {
    resume: (own, latest) => ({ ...own, call: { ...own.call, deviceToken: own.call.deviceToken ?? latest.call.deviceToken } }),
  },
  'authn-password-changed-twice': after('looksAgain', (result, point) => point !== 'change-password.before-write' && result),
  'authn-device-lost-at-once': after('readAgain', (now, before) => ({ ...now, devices: before.devices })),
  'authn-fingerprint-lost-at-once': after('readAgain', (now, before) => ({ ...now, fingerprints: before.fingerprints })),
  'authn-activations-mixed-up': {
    resume: (own, latest, point) => (point === 'activation.user-read' ? { ...own, user: latest.user } : own),
  },
  'authn-limit-counts-once-at-a-time': { countsRequest: (inFlight) => inFlight === 0 },
};

const dayMs = 86_400_000;
/** so much longer is refused than announced */
const beyondMs = 60_000;

/** Defects that show only as time passes. */
export const timeFaults: Faults<Policy> = {
  'authn-expired-transaction-alive': { transactionLives: () => true },
  'authn-transaction-dies-early': before('transactionLives', (transaction, now) => [transaction, now + 60_000]),
  'authn-enrollment-outlives-expiry': after('transactionLives', (result, transaction) => transaction.status === 'MFA_ENROLL' || result),
  'authn-verification-outlives-expiry': before('transactionLives', (transaction, now) => [
    transaction,
    transaction.status === 'MFA_REQUIRED' ? now - 30_000 : now,
  ]),
  'authn-first-password-refused-early': before('transactionLives', (transaction, now) => [
    transaction,
    transaction.status === 'PASSWORD_RESET' ? now + 10_000 : now,
  ]),
  'authn-step-up-ends-half-way': before('transactionLives', (transaction, now) => [
    transaction,
    transaction.app === undefined ? now : now + 150_000,
  ]),
  'authn-expired-transaction-returns': after(
    'transactionLives',
    (result, transaction, now) => result || now >= transaction.expiresAt + dayMs,
  ),
  'authn-expires-at-in-the-past': before('expiresAt', (transaction, time) => [transaction, time - 600_000]),
  'authn-transaction-born-dead': after('transactionLives', (result, transaction) => transaction.status !== 'MFA_ENROLL' && result),
  'authn-activation-never-expires': { activationLives: () => true },
  'authn-password-expires-late': before('passwordExpired', (user, now) => [user, now - 7 * dayMs]),
  'authn-password-expires-early': before('passwordExpired', (user, now) => [user, now + 3_600_000]),
  'authn-warned-on-last-day-only': before('inWarnPeriod', (user) => [
    { ...user, policy: { ...user.policy, warnPeriodMs: Math.min(dayMs, user.policy.warnPeriodMs) } },
  ]),
  'authn-limited-beyond-reset': (base) => ({
    limitHolds: (until, now) => base.limitHolds(until === 0 ? 0 : until + beyondMs, now),
    admits: (allowed, refusedUntil, now) =>
      base.admits(allowed, refusedUntil, now) && now >= refusedUntil + (refusedUntil === 0 ? 0 : beyondMs),
  }),
};

/** The seeded defects of the service, each of which breaks a clause of document 2. */
export const faults: Faults<Policy> = {
  ...transactionFaults,
  ...linkFaults,
  ...factorFaults,
  ...userFaults,
  ...errorFaults,
  ...signInFaults,
  ...optionFaults,
  ...passwordFaults,
  ...stepUpFaults,
  ...trustFaults,
  ...deviceFaults,
  ...newDeviceEmailFaults,
  ...hiddenStateFaults,
  ...concurrencyFaults,
  ...timeFaults,
};
