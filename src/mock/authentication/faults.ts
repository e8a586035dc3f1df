import { before as textBefore } from '../../model/text-end.ts';
import { dayMs } from '../kit/clock.ts';
import { Counts, Firsts, Flag, Last, Newest, changesOf, type Change, type Faults } from '../kit/faults.ts';
import type { ErrorName, ErrorRow } from './errors.ts';
import type { LinkName } from './links.ts';
import { usualOffers } from './make-user.ts';
import { locale, timeZone, type Policy, type Suspended } from './policy.ts';
import type { App, Call, Claims, Status, Transaction } from './transactions.ts';
import { openOffers, type User } from './users.ts';

const { after, before, both, also, only, instead, overlay, remembering, seeing } = changesOf<Policy>();

/** What is shown of a factor depends on the transaction that it is shown in; the policy is asked about its links first. */
const inTransaction = (change: (shown: () => Transaction | undefined) => Change<Policy>, look?: (shown: Transaction) => unknown) =>
  remembering([Last<Transaction>], (latest) => [
    seeing('nextLink', (_link, transaction) => {
      latest.value = transaction;
      look?.(transaction);
    }),
    change(() => latest.value),
  ]);

/** The users who have been challenged so far count when MFA_REQUIRED shows the factors of one of them. */
const onceChallenged = (change: (wasChallenged: () => boolean) => Change<Policy>) =>
  remembering([Set<string | undefined>], (challenged) =>
    inTransaction(
      (shown) => change(() => shown()?.status === 'MFA_REQUIRED' && challenged.has(shown()?.userId)),
      ({ status, userId }) => status === 'MFA_CHALLENGE' && challenged.add(userId),
    ),
  );

/** Asked about something wrong, tells whether that is not the first time in the transaction of the request. */
const onSecondWrong = (change: (isSecond: () => boolean) => Change<Policy>) =>
  remembering([Set<string | undefined>, Last<string>], (wrong, latest) => [
    seeing('transactionLives', (_lives, { stateToken }) => (latest.value = stateToken)),
    change(() => {
      const isSecond = wrong.has(latest.value);
      wrong.add(latest.value);
      return isSecond;
    }),
  ]);

/** Some transactions do not show what the rule decides. */
const missing = (rule: 'recoveryType' | 'complexity' | 'expireDays' | 'nextLink', where: (transaction: Transaction) => boolean) =>
  instead(rule, (...[transaction]) => where(transaction), undefined);

/** Defects in the fields of the transaction object. */
export const transactionFaults: Faults<Policy> = {
  'authn-session-token-with-warning': also('showsSessionToken', ({ status }) => status === 'PASSWORD_WARN'),
  'authn-session-token-before-factor': also('showsSessionToken', ({ status }) => status === 'MFA_REQUIRED'),
  'authn-no-session-token': only('showsSessionToken', (transaction) => transaction.activation || transaction.passwordSettled),
  'authn-no-session-token-after-activation': only('showsSessionToken', ({ activation }) => !activation),
  'authn-state-token-with-success': also('showsStateToken', ({ status }) => status === 'SUCCESS'),
  'authn-state-token-not-shown': only('showsStateToken', ({ status }) => status !== 'MFA_ENROLL'),
  'authn-state-token-changes': { stateTokenAfter: (_transaction, fresh) => fresh() },
  'authn-expires-at-in-seconds': after('expiresAt', (result) => result.replace(/\.\d{3}Z$/, 'Z')),
  'authn-expires-at-with-offset': (base) => ({
    expiresAt: (transaction, time) => base.expiresAt(transaction, time + 7_200_000).replace(/Z$/, '+02:00'),
  }),
  'authn-recovery-type-missing': missing('recoveryType', ({ status }) => status === 'PASSWORD_RESET'),
  'authn-recovery-type-told-once': remembering([Counts], (told) =>
    after('recoveryType', (type, { stateToken }) => (told.of(stateToken) === 1 ? type : undefined)),
  ),
  'authn-recovery-type-missing-for-trusted': missing('recoveryType', ({ status, start }) => status === 'PASSWORD_RESET' && start.trusted),
  'authn-recovery-type-everywhere': instead('recoveryType', ({ status }) => status === 'PASSWORD_EXPIRED', 'ACCOUNT_ACTIVATION'),
  'authn-complexity-missing-on-reset': missing('complexity', ({ status }) => status === 'PASSWORD_RESET'),
  'authn-complexity-missing-when-expired': missing('complexity', ({ status }) => status === 'PASSWORD_EXPIRED'),
  'authn-complexity-missing-in-step-up': missing('complexity', ({ app }) => app !== undefined),
  'authn-expire-days-missing-on-warning': missing('expireDays', ({ status }) => status === 'PASSWORD_WARN'),
};

const pathOf = (link: LinkName, change: (path: string) => string) =>
  before('href', (name, origin, path) => [name, origin, name === link ? change(path) : path]);

/** Some transactions have no such link. */
const unlinked = (link: LinkName, where: (transaction: Transaction) => boolean) =>
  after('relations', (all, transaction) => all.filter((name) => name !== link || !where(transaction)));

/** Defects in links. */
export const linkFaults: Faults<Policy> = {
  'authn-skip-allows-get': instead('methods', (name) => name === 'skip', ['GET']),
  'authn-verify-allows-put': instead('methods', (name) => name === 'verify', ['PUT']),
  'authn-original-allows-post': instead('methods', (name) => name === 'original', ['POST']),
  'authn-original-without-state-token': pathOf('original', (path) => textBefore(path, '?')),
  'authn-cancel-by-name': after('href', (result, name) => (name === 'cancel' ? 'cancel transaction' : result)),
  'authn-unlock-leads-elsewhere': pathOf('unlock', (path) => path.replace(/unlock$/, 'password')),
  'authn-no-cancel-when-expired': unlinked('cancel', ({ status }) => status === 'PASSWORD_EXPIRED'),
  'authn-no-skip-when-warned': unlinked('skip', ({ status }) => status === 'PASSWORD_WARN'),
  'authn-no-cancel-when-enrolling': unlinked('cancel', ({ status }) => status === 'MFA_ENROLL'),
  'authn-unlock-called-recover': { linkName: (name) => (name === 'unlock' ? 'recover' : name) },
  'authn-reset-called-change': instead('nextLink', ({ status }) => status === 'PASSWORD_RESET', 'changePassword'),
};

/** Who is asked to enroll a factor. */
const enrolling = (requiresEnrollment: (user: User, transaction: Transaction) => boolean) =>
  before('nextStatus', (transaction, user) => [
    transaction,
    { ...user, policy: { ...user.policy, requiresEnrollment: requiresEnrollment(user, transaction) } },
  ]);

/** Some open transactions of that status come to success by themselves. */
const succeeding = (status: Status, which: (open: Transaction) => boolean) =>
  after('transactionOf', (open) => (open?.status === status && which(open) ? { ...open, status: 'SUCCESS' } : open));

/** Some transactions come to another status. */
const leading = (from: Status, to: Status, which: (transaction: Transaction) => boolean) =>
  after('nextStatus', (status, transaction) => (status === from && which(transaction) ? to : status));

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
  'authn-factor-not-asked-for': only('challenged', (user) => user.policy.challenge !== 'always'),
  'authn-factor-always-asked-for': { challenged: () => true },
  'authn-enrollment-not-asked-for': enrolling(
    ({ policy }, { app, activation, enrolled }) => policy.requiresEnrollment && (app !== undefined || activation || enrolled > 0),
  ),
  'authn-enrollment-asked-of-everybody': enrolling((user) => openOffers(user).length > 0),
  'authn-option-asks-for-enrollment': also('enrollsMore', ({ start }, open) => start.options.multiOptionalFactorEnroll && open.length > 0),
  'authn-no-second-enrollment': { enrollsMore: () => false },
  'authn-no-second-enrollment-after-activation': only('enrollsMore', ({ activation }) => !activation),
  'authn-no-second-enrollment-of-trusted': only('enrollsMore', ({ start }) => !start.trusted),
  'authn-anything-can-be-enrolled': {
    mayEnroll: () => true,
    offered: (user) => openOffers({ ...user, offers: [...user.offers, { factorType: 'question', provider: 'PLATFORM' }] }),
  },
  'authn-wrong-answer-verifies': { codeIsRight: () => true },
  'authn-second-wrong-answer-verifies': onSecondWrong((isSecond) => after('codeIsRight', (right) => right || isSecond())),
  'authn-only-factor-by-any-id': after('factorNamed', (factor, _all, _id, { factors: [own, ...others] }) =>
    own !== undefined && others.length === 0 ? own : factor,
  ),
  'authn-phone-number-unmasked-once-used': onceChallenged((wasChallenged) =>
    after('phoneNumber', (masked, number) => (wasChallenged() ? number : masked)),
  ),
  'authn-push-profile-once-challenged': onceChallenged((wasChallenged) =>
    after('pushProfile', (shown, profile) => (wasChallenged() ? profile : shown)),
  ),
  'authn-push-profile-in-step-up': inTransaction((shown) =>
    after('pushProfile', (known, profile) => (shown()?.app === undefined ? known : profile)),
  ),
  'authn-no-cancel-for-trusted': unlinked('cancel', ({ status, start }) => status === 'MFA_ENROLL' && start.trusted),
  'authn-empty-answer-verifies': also('codeIsRight', (_secret, code) => code === ''),
  'authn-push-profile-empty-at-the-end': inTransaction((shown) =>
    after('pushProfile', (profile) => (shown()?.status === 'SUCCESS' ? {} : profile)),
  ),
  'authn-enrolled-question-on-offer': after('offered', (open, { factors, offers }) => (factors.length > 0 ? offers : open)),
  'authn-factor-listed-twice': after('listed', (listed) => [
    ...listed,
    ...listed.slice(0, 1).map((factor) => ({ ...factor, id: `${factor.id}-2` })),
  ]),
};

/** Defects in what is told of a user, and to whom. */
export const userFaults: Faults<Policy> = {
  'authn-time-zone-comes-and-goes': remembering([Counts], (shown) =>
    overlay('profile', () => shown.of('') % 2 === 0 && { timeZone: 'UTC' }),
  ),
  'authn-time-zone-reset-once-verified': inTransaction((shown) =>
    overlay('profile', () => shown()?.verified === true && { timeZone: 'UTC' }),
  ),
  'authn-locked-out-shows-user': { showsUser: () => true },
  'authn-refusal-embeds-user': overlay(
    'errorExtras',
    (name) => name === 'authenticationFailed' && { _embedded: { user: { id: '00uUnknown' } } },
  ),
  'authn-refusal-starts-transaction': overlay('errorExtras', (name) => name === 'authenticationFailed' && { stateToken: '00Refused' }),
  'authn-hidden-lockout-shown': { showsLockout: () => true },
  'authn-activation-refused-with-a-hint': {
    activationCauses: (latest) => (latest === undefined ? [] : [`The token may be that of ${latest}.`]),
  },
  'authn-hidden-lockout-told': { signInCauses: ({ locked }) => (locked ? ['The account is locked.'] : []) },
  'authn-shown-lockout-hidden': { showsLockout: () => false },
  'authn-login-shortened': overlay('profile', (user) => ({ login: textBefore(user.login, '@') })),
  'authn-password-changed-in-milliseconds': ({ expiresAt, timestamp }) => ({
    timestamp: (time) => String(time),
    expiresAt: (transaction, time) => expiresAt.call({ timestamp }, transaction, time),
  }),
  'authn-shown-lockout-hidden-before-a-factor': only('showsLockout', ({ policy: { challenge } }) => challenge !== 'always'),
  'authn-locale-and-time-zone-swapped': overlay('profile', () => ({ locale: timeZone, timeZone: locale })),
  'authn-names-swapped': overlay('profile', (user) => ({ firstName: user.name.last, lastName: user.name.first })),
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
  'authn-app-not-named': instead('errorCauses', (name) => name === 'appNotSupported', ['Sign-in is not allowed for this app.']),
  'authn-limit-not-applied': { admits: () => true, limitHolds: () => false },
  'authn-limited-without-headers': after('limitHeaders', (view, _allowance, refused) => (refused ? {} : view)),
  'authn-limited-with-503': other('tooManyRequests', { status: 503 }),
  'authn-limit-reset-from-now': before('limitHeaders', (allowance, refused, now) => [
    { ...allowance, resetAt: Math.max(0, allowance.resetAt - Math.floor(now / 1000)) },
  ]),
};

/** Signs in by such a password, too, which does not pass for an old one. */
const signingIn = (by: (user: User, password: string) => boolean): Change<Policy> =>
  both(also('passwordMatches', by), ({ passwordMatches }) => ({ oldPasswordMatches: (user, password) => passwordMatches(user, password) }));

/** Defects in who is signed in and by what. */
export const signInFaults: Faults<Policy> = {
  'authn-short-name-unknown': { answersTo: (user, name) => user.login === name },
  'authn-any-password': signingIn((user, password) => user.password !== undefined && password !== ''),
  'authn-password-in-any-case': { passwordMatches: (user, password) => user.password?.toLowerCase() === password.toLowerCase() },
  'authn-sign-in-once': both(
    remembering([Counts], (signIns) => only('passwordMatches', ({ id }) => signIns.of(id) === 1)),
    ({ passwordMatches }) => ({ oldPasswordMatches: passwordMatches }),
  ),
  'authn-previous-password-at-app': remembering([Map<string, string | undefined>], (previous) => [
    seeing('passwordAfter', (_result, { id, password }, _asked, accepted) => accepted && previous.set(id, password)),
    also('passwordMatches', ({ id }, password, toApp) => toApp === true && previous.get(id) === password),
  ]),
  'authn-password-left-out': also('optional', (parameter) => parameter === 'password'),
  'authn-transaction-for-nobody': { startsForNobody: () => true },
  'authn-parameters-in-query': { readsQuery: () => true },
  'authn-unknown-user-not-found': after('signInError', (result, known) => (known ? result : 'notFound')),
  'authn-denial-ignored': only('denies', (policy) => policy.access !== 'denied'),
  'authn-denial-ignored-at-app': only('denies', (policy, _clientIp, toApp) => policy.access !== 'denied' || !toApp),
  'authn-lockout-ignored-at-app': only('isLockedOut', (_user, toApp) => !toApp),
  'authn-expired-password-accepted': { passwordExpired: () => false },
  'authn-expired-password-before-factor': (base) => ({
    nextStatus: (transaction, user, now) =>
      !transaction.passwordSettled && base.passwordExpired(user, now) ? 'PASSWORD_EXPIRED' : base.nextStatus(transaction, user, now),
  }),
  'authn-activation-needs-api-token': { takesActivation: (trusted) => trusted },
  'authn-activation-refuses-api-token': { takesActivation: (trusted) => !trusted },
  'authn-unknown-activation-not-found': after('activationError', (result, issued) => (issued ? result : 'notFound')),
  'authn-activation-without-password': before('nextStatus', (transaction, user) => [
    transaction,
    transaction.activation ? { ...user, password: user.password ?? '' } : user,
  ]),
  'authn-activation-without-enrollment': leading(
    'MFA_ENROLL',
    'SUCCESS',
    ({ activation, status }) => activation && status === 'UNAUTHENTICATED',
  ),
  'authn-empty-password-signs-in': signingIn((user, password) => user.password !== undefined && password === ''),
  'authn-denial-ignored-where-verified': only('denies', ({ access, challenge }) => access !== 'denied' || challenge !== 'always'),
  'authn-denial-ignored-where-enrolled': only('denies', ({ access, requiresEnrollment }) => access !== 'denied' || !requiresEnrollment),
  'authn-lockout-ignored-where-verified': only('isLockedOut', ({ policy }) => policy.challenge !== 'always'),
  'authn-empty-token-is-the-latest': after('tokenMeant', (meant, text, issued) => (text === '' ? (issued.at(-1) ?? meant) : meant)),
  'authn-denied-let-in-at-once': both(
    only('denies', ({ access }) => access !== 'denied'),
    instead('nextStatus', (_transaction, { policy }) => policy.access === 'denied', 'SUCCESS'),
  ),
  'authn-locked-out-let-in-at-once': both(
    { isLockedOut: () => false },
    instead('nextStatus', (_transaction, { locked }) => locked, 'SUCCESS'),
  ),
  'authn-lockout-ignored': { isLockedOut: () => false },
  'authn-lockout-shown-before-a-factor': also('showsLockout', ({ policy: { challenge } }) => challenge !== 'never'),
  'authn-shown-lockout-ignored-in-step-up': only('isLockedOut', ({ policy }, _toApp, inStepUp) => !inStepUp || !policy.showsLockout),
  'authn-shown-lockout-ignored-at-app': only('isLockedOut', ({ policy }, toApp) => !toApp || !policy.showsLockout),
};

const refusing = (cause: string, when: (claims: Claims) => boolean) => instead('refusesClaims', when, cause);
const refusingPublic = (cause: string, when: (claims: Claims) => boolean) =>
  instead('refusesClaims', (claims, trusted) => !trusted && when(claims), cause);

/** Defects in what the options object does. */
export const optionFaults: Faults<Policy> = {
  'authn-warning-not-given': { inWarnPeriod: () => false },
  'authn-warning-outside-period': { inWarnPeriod: () => true },
  'authn-warning-unasked': before('nextStatus', (transaction) => [
    { ...transaction, start: { ...transaction.start, options: { ...transaction.start.options, warnBeforePasswordExpired: true } } },
  ]),
  'authn-false-option-is-true': { option: (value) => typeof value === 'boolean' },
  'authn-null-option-is-true': { option: (value) => value === true || value === null },
  'authn-null-option-refused': refusing('options: null is not permitted', ({ options }) => Object.values(options).includes(null)),
  'authn-false-option-refused': refusing('options: false is not permitted', ({ options }) => Object.values(options).includes(false)),
  'authn-null-device-token-refused': refusing('deviceToken: a string is expected', ({ deviceToken }) => deviceToken === null),
  'authn-warning-forgotten-after-factor': before('nextStatus', ({ start, ...transaction }) => [
    { ...transaction, start: transaction.verified ? { ...start, options: { ...start.options, warnBeforePasswordExpired: false } } : start },
  ]),
  'authn-warning-settled-by-a-skip': remembering([Set<string | undefined>], (skipped) => [
    seeing('maySkip', (_result, { status, userId }) => status === 'PASSWORD_WARN' && skipped.add(userId)),
    only('inWarnPeriod', ({ id }) => !skipped.has(id)),
  ]),
  'authn-further-enrollment-forgotten-after-change': only(
    'enrollsMore',
    ({ passwordSettled, activation }) => !passwordSettled || activation,
  ),
};

/** A change stores another password than it was asked to. */
const storing = (other: (password: string) => string) =>
  before('passwordAfter', (user, asked, _accepted, by) => [user, by === 'change' ? other(asked) : asked]);

/** An expired password is set as a first one is. */
const settingExpired = (where: (transaction: Transaction) => boolean) =>
  also('maySetFirstPassword', (transaction) => transaction.status === 'PASSWORD_EXPIRED' && where(transaction));

const leaveOut = (name: string) => also('optional', (parameter) => parameter === name);

/** Defects in what a password change accepts and revokes. */
export const passwordFaults: Faults<Policy> = {
  'authn-wrong-old-password-accepted': { oldPasswordMatches: () => true },
  'authn-second-wrong-old-password-accepted': onSecondWrong((isSecond) => after('oldPasswordMatches', (right) => right || isSecond())),
  'authn-second-wrong-old-password-refused-otherwise': onSecondWrong((isSecond) =>
    remembering([Flag], (failsOtherwise) => [
      seeing('oldPasswordMatches', (right) => (failsOtherwise.value = !right && isSecond())),
      before('error', (name) => {
        const isMeant = failsOtherwise.value && name === 'updateFailed';
        failsOtherwise.value = false;
        return [isMeant ? 'authenticationFailed' : name];
      }),
    ]),
  ),
  'authn-old-password-left-out': leaveOut('oldPassword'),
  'authn-new-password-left-out': leaveOut('newPassword'),
  'authn-state-token-left-out': both(leaveOut('stateToken'), ({ transactionOf, mayChangePassword }) => ({
    transactionOf: (stateToken, transactions) =>
      transactionOf(stateToken, transactions) ?? [...transactions.values()].findLast((open) => mayChangePassword(open)),
  })),
  'authn-state-token-trimmed': before('transactionOf', (stateToken, transactions) => [stateToken?.trim(), transactions]),
  'authn-weak-password-accepted': also('meets', (_password, _complexity, by) => by === 'change'),
  'authn-weak-first-password-accepted': also('meets', (_password, _complexity, by) => by === 'reset'),
  'authn-revoke-sessions-demanded': only('optional', (parameter) => parameter !== 'revokeSessions'),
  'authn-sessions-revoked-unasked': { revokesSessions: (asked) => asked ?? true },
  'authn-sessions-live-on': { revokesSessions: () => false },
  'authn-current-session-revoked': { isRevoked: () => true },
  'authn-revoked-sessions-return': { returns: (revokedAt, now) => now >= revokedAt + 3_600_000 },
  'authn-long-password-cut': after(
    'passwordMatches',
    (result, user, password) => result || user.password?.slice(0, 72) === password.slice(0, 72),
  ),
  'authn-new-password-in-one-byte': storing((password) => password.replaceAll(/[^\0-\xff]/gu, '?')),
  'authn-new-password-stripped': storing((password) => password.replaceAll(/[<>&"']/g, '')),
  'authn-refused-change-ends-sessions': { revokesWhenRefused: () => true },
  'authn-warning-settled-by-a-refused-change': remembering([Set<string>], (refused) => [
    seeing('passwordAfter', (_result, { id }, _asked, accepted) => !accepted && refused.add(id)),
    only('inWarnPeriod', ({ id }) => !refused.has(id)),
  ]),
  'authn-empty-old-password-changes': also('oldPasswordMatches', (_user, password) => password === ''),
  'authn-sessions-live-on-where-expired': only('revokesSessions', (_asked, { status }) => status !== 'PASSWORD_EXPIRED'),
  'authn-expired-password-set-without-old': settingExpired(({ verified }) => !verified),
  'authn-expired-password-set-after-factor': settingExpired(({ verified }) => verified),
};

/** A step-up to an app that asks for a verification comes to be verified. */
const verifying = (inSession: boolean) =>
  before('nextStatus', (transaction) => [
    {
      ...transaction,
      verified: transaction.verified || (transaction.inSession === inSession && transaction.app?.requires === 'verification'),
    },
  ]);

/** Defects in step-up authentication. */
export const stepUpFaults: Faults<Policy> = {
  'authn-step-up-type-missing': after('type', (result, transaction) => (transaction.userId === undefined ? result : undefined)),
  'authn-step-up-type-everywhere': { type: () => 'SESSION_STEP_UP' },
  'authn-step-up-type-sticks': remembering([Set<string | undefined>], (steppedUp) =>
    after('type', (type, { app, status, userId }) =>
      (app !== undefined && status === 'SUCCESS' && steppedUp.add(userId)) || steppedUp.has(userId) ? 'SESSION_STEP_UP' : type,
    ),
  ),
  'authn-target-missing': only('showsTarget', ({ status }) => status !== 'UNAUTHENTICATED'),
  'authn-target-shown-once': remembering([Counts], (shown) =>
    only('showsTarget', ({ status, stateToken }) => shown.of(stateToken) === 1 || status !== 'UNAUTHENTICATED'),
  ),
  'authn-remember-device-missing': { showsRememberDevice: () => false },
  'authn-remember-device-only-where-app-asks': only('showsRememberDevice', ({ app }) => app?.requires === 'verification'),
  'authn-remember-device-missing-for-trusted': only('showsRememberDevice', ({ start }) => !start.trusted),
  'authn-push-factor-not-listed': after('listed', (listed) =>
    listed.length > 1 ? listed.filter(({ factorType }) => factorType !== 'push') : listed,
  ),
  'authn-factors-info-by-type': { policyKey: ({ factorType }) => factorType },
  'authn-no-way-back-to-app': missing('nextLink', ({ status, verified }) => status === 'SUCCESS' && verified),
  'authn-no-way-to-app': missing('nextLink', ({ status, verified }) => status === 'SUCCESS' && !verified),
  'authn-no-way-back-to-app-after-sign-in': missing(
    'nextLink',
    ({ status, verified, inSession }) => status === 'SUCCESS' && verified && !inSession,
  ),
  'authn-step-up-names-who-was-refused': remembering([Flag, Last<string>], (isStepUp, refused) => [
    seeing('signInError', (_error, _known, stepUp) => (isStepUp.value = stepUp)),
    seeing('signInCauses', (_causes, { id }) => isStepUp.value && refused.put(id)),
    after('transactionOf', (open) =>
      open?.status === 'UNAUTHENTICATED' && !open.inSession && refused.value !== undefined ? { ...open, userId: refused.value } : open,
    ),
  ]),
  'authn-step-up-needs-no-password': succeeding('UNAUTHENTICATED', ({ inSession }) => !inSession),
  'authn-step-up-done-when-asked-again': remembering([Counts], (asked) =>
    succeeding('UNAUTHENTICATED', ({ inSession, stateToken }) => !inSession && asked.of(stateToken) > 1),
  ),
  'authn-step-up-refused-as-state': after('signInError', (result, _known, stepUp) => (stepUp ? 'notInThisState' : result)),
  'authn-step-up-asks-for-enrollment': leading('SUCCESS', 'MFA_ENROLL', ({ app, inSession }) => app?.requires === 'nothing' && !inSession),
  'authn-step-up-asks-again': leading('SUCCESS', 'MFA_REQUIRED', ({ app }) => app?.requires === 'verification'),
  'authn-step-up-without-verification': verifying(true),
  'authn-step-up-by-password-alone': verifying(false),
  'authn-step-up-without-enrollment': before('nextStatus', ({ app, ...transaction }) => [
    { ...transaction, app: app?.requires === 'enrollment' ? { ...app, requires: 'nothing' as const } : app },
  ]),
  'authn-unsupported-app-accepted': { supportsApp: () => true },
  'authn-ws-federation-refused': only('supportsApp', (app) => app.protocol !== 'WS-FED'),
  'authn-saml-refused': only('supportsApp', (app) => app.protocol !== 'SAML2.0'),
  'authn-redirect-without-sign-in-page': { redirectsToSignInPage: ({ protocol }) => protocol === 'SAML2.0' },
  'authn-redirect-for-any-protocol': { redirectsToSignInPage: ({ signInPage }) => signInPage },
  'authn-redirect-for-none': { redirectsToSignInPage: () => false },
  'authn-target-of-the-last-step-up': remembering([Newest<App>], (newest) => after('targetOf', (app) => newest.of('', app))),
  'authn-target-of-the-step-up-before': remembering([Last<App>], (last) => after('targetOf', (app) => last.put(app) ?? app)),
  'authn-original-of-the-step-up-begun-last': remembering([Last<string>], (latest) => [
    seeing('nextLink', (_link, { status, stateToken }) => status === 'UNAUTHENTICATED' && latest.put(stateToken)),
    pathOf('original', (path) => (latest.value === undefined ? path : path.replace(/(?<=stateToken=).*/, latest.value))),
  ]),
  'authn-step-up-ends-with-the-next-one': remembering([Last<string>], (latest) => [
    seeing('nextStatus', (status, { app, stateToken }) => app !== undefined && status === 'MFA_REQUIRED' && latest.put(stateToken)),
    only('transactionLives', ({ app, status, stateToken }) => !app || status !== 'MFA_REQUIRED' || stateToken === latest.value),
  ]),
};

/** Defects in what trusted and public applications may claim. */
export const trustFaults: Faults<Policy> = {
  'authn-any-api-token': also('trusted', (authorization) => /^SSWS \S/.test(authorization ?? '')),
  'authn-api-token-ignored': { trusted: () => false },
  'authn-override-refused': refusingPublic('deviceToken: an API token is needed', ({ deviceToken }) => typeof deviceToken === 'string'),
  'authn-public-needs-credential': refusingPublic('options: an API token is needed', ({ options }) => Object.keys(options).length > 0),
  'authn-factors-of-anybody': { listsFactors: () => true },
  'authn-forwarded-for-of-anybody': before('clientIp', (call) => [{ ...call, trusted: true }]),
  'authn-forwarded-for-without-gateway': before('clientIp', (call, policy) => [call, { ...policy, trustsGateway: true }]),
  'authn-forwarded-for-ignored': { clientIp: ({ address }) => address },
  'authn-address-not-evaluated': only('denies', (policy) => policy.access === 'denied'),
  'authn-address-by-its-beginning': only(
    'denies',
    ({ access }, clientIp) => typeof access !== 'object' || !access.onlyFrom.startsWith(clientIp),
  ),
  'authn-denial-remembered': remembering([Set<User['policy']>], (denied) =>
    after('denies', (result, policy) => (result && denied.add(policy).has(policy)) || denied.has(policy)),
  ),
  'authn-address-let-in-for-everybody': remembering([Set<string>, Set<string>], (forwarded, letIn) => [
    seeing('clientIp', (clientIp, { address }) => clientIp !== address && forwarded.add(clientIp)),
    after('denies', (result, _policy, clientIp) => {
      if (!result && forwarded.has(clientIp)) letIn.add(clientIp);
      return result && !letIn.has(clientIp);
    }),
  ]),
};

/** A user with a known device is not challenged by such a policy where a device token comes with the call, or where none does. */
const unchallenged = (challenge: User['policy']['challenge'], withToken: boolean) =>
  after('challenged', (result, user, call) => {
    const isMet = user.policy.challenge === challenge && (call.deviceToken !== undefined) === withToken && user.devices.length > 0;
    return result && !isMet;
  });

/** Under such a policy, a device is known where only this of its token is. */
const knowing = (challenge: User['policy']['challenge'], partOf: (token: string) => string) =>
  only(
    'challenged',
    ({ devices, policy }, { deviceToken = '' }) =>
      policy.challenge !== challenge || !devices.some((known) => partOf(known) === partOf(deviceToken)),
  );

/** Defects in policies by device, and in the device token that they go by. */
export const deviceFaults: Faults<Policy> = {
  'authn-device-token-of-anybody': (base) => ({ deviceToken: (token) => base.deviceToken(token, true) }),
  'authn-device-token-too-long': { fitsDeviceToken: (token) => !token.includes('-') },
  'authn-device-token-one-too-short': only('fitsDeviceToken', (token) => token.length < 32),
  'authn-device-token-with-hyphens': { fitsDeviceToken: (token) => token.length <= 32 },
  'authn-any-device-token': unchallenged('per-device', true),
  'authn-missing-device-token': unchallenged('per-device', false),
  'authn-unmatched-device-not-new': unchallenged('new-device', true),
  'authn-missing-device-not-new': unchallenged('new-device', false),
  'authn-device-forgotten': { remembersDevice: () => false },
  'authn-device-forgotten-at-a-challenge': remembering([Set<string>], (forgotten) => [
    after('challenged', (result, { id, devices, policy }) => {
      if (result && devices.length > 0) forgotten.add(id);
      return result || (policy.challenge !== 'never' && forgotten.has(id));
    }),
    seeing('remembersDevice', (isKnown, { userId = '' }) => isKnown && forgotten.delete(userId)),
  ]),
  'authn-device-token-cut': knowing('per-device', (token) => token.slice(0, 16)),
  'authn-device-token-in-any-case': knowing('new-device', (token) => token.toLowerCase()),
  'authn-verified-for-good': remembering([Set<string>], (proven) => [
    seeing('remembersDevice', (_result, { status, verified, userId = '' }) => status === 'SUCCESS' && verified && proven.add(userId)),
    only('challenged', ({ id }) => !proven.has(id)),
  ]),
  'authn-device-known-too-early': { remembersDevice: () => true },
  'authn-device-known-by-fingerprint': only(
    'challenged',
    ({ policy, fingerprints }, { fingerprint = '' }) => policy.challenge !== 'new-device' || !fingerprints.includes(fingerprint),
  ),
  'authn-hyphens-refused-of-anybody': refusingPublic(
    'deviceToken: no hyphens',
    ({ deviceToken }) => typeof deviceToken === 'string' && deviceToken.includes('-'),
  ),
};

/** A known device is told of as if it were new, so many milliseconds after the last e-mail. */
const tellingAgainAfter = (milliseconds: number) =>
  remembering([Map<string, number>], (told) =>
    after('notifies', (result, { id }, fingerprint, { expiresAt }) => {
      const isAgain = fingerprint !== undefined && expiresAt - (told.get(id) ?? expiresAt) >= milliseconds;
      if (result || isAgain) told.set(id, expiresAt);
      return result || isAgain;
    }),
  );

/** Defects in when a user is told of a new device. */
export const newDeviceEmailFaults: Faults<Policy> = {
  'authn-fingerprint-of-anybody': { fingerprint: (fingerprint) => fingerprint },
  'authn-new-device-not-told': { notifies: () => false },
  'authn-known-device-told': { tiesFingerprint: () => false },
  'authn-failed-sign-in-ties-device': { tiesFingerprint: () => true },
  'authn-second-device-not-told': only('notifies', (user) => user.fingerprints.length === 0),
  'authn-fingerprint-cut': only('notifies', ({ fingerprints }, fingerprint = '') =>
    fingerprints.every((known) => known.slice(0, 12) !== fingerprint.slice(0, 12)),
  ),
  'authn-new-device-told-when-disabled': before('notifies', (user) => [{ ...user, policy: { ...user.policy, sendsNewDeviceMail: true } }]),
  'authn-told-of-no-device': also('notifies', ({ policy }, fingerprint) => policy.sendsNewDeviceMail && fingerprint === undefined),
  'authn-new-device-not-told-at-an-app': only('notifies', (_user, _fingerprint, { app }) => app === undefined),
  'authn-known-device-told-again-an-hour-later': tellingAgainAfter(3_600_000),
  'authn-known-device-told-again-a-day-later': tellingAgainAfter(dayMs),
  'authn-known-device-told-at-the-third-time': remembering([Counts], (signIns) =>
    after('notifies', (result, { id, policy }, fingerprint) => {
      const isThird = signIns.of(`${id} ${fingerprint}`) === 3;
      return result || (policy.sendsNewDeviceMail && fingerprint !== undefined && isThird);
    }),
  ),
  'authn-fingerprint-by-most-of-a-token': remembering([Flag], (isMeant) => [
    seeing('trusted', (_trusted, authorization, apiTokens) => {
      isMeant.value = [...apiTokens].some((token) => authorization?.slice(0, -1) === `SSWS ${token.slice(0, -1)}`);
    }),
    after('fingerprint', (result, fingerprint) => (isMeant.value ? fingerprint : result)),
  ]),
};

/** A new password that is refused for this reason signs its user in from then on, beside the one that is there. */
const signingInByRefused = (reason: 'wrong old password' | 'weak new password') =>
  remembering([Set<string>, Last<typeof reason>], (refused, reasonNow) => [
    seeing('oldPasswordMatches', (right) => (reasonNow.value = right ? undefined : 'wrong old password')),
    seeing('meets', (isMet, _password, _complexity, by) => (reasonNow.value = isMet || by === 'reset' ? undefined : 'weak new password')),
    seeing(
      'passwordAfter',
      (_password, { id }, asked, accepted) => !accepted && reasonNow.value === reason && refused.add(`${id} ${asked}`),
    ),
    also('passwordMatches', ({ id }, password) => refused.has(`${id} ${password}`)),
  ]);

/** Behind the answer stands something else: what was before it, or what is shown but for these fields. */
const rememberedAs = (other: Partial<Transaction> | 'before', where: (moved: Transaction, before: Transaction) => boolean) =>
  overlay('remembered', (moved, before) => where(moved, before) && (other === 'before' ? before : other));

/** Defects behind an answer that looks right: what is remembered is something else. */
export const hiddenStateFaults: Faults<Policy> = {
  'authn-password-not-changed': after('passwordAfter', (result, user, _asked, _accepted, by) => (by === 'change' ? user.password : result)),
  'authn-first-password-lost': before('passwordAfter', (user, asked, accepted, by) => [user, by === 'reset' ? asked.slice(0, -1) : asked]),
  'authn-refused-password-stored': { passwordAfter: (_user, asked) => asked },
  'authn-refused-weak-password-signs-in': signingInByRefused('weak new password'),
  'authn-password-of-refused-change-signs-in': signingInByRefused('wrong old password'),
  'authn-password-changed-stands-still': (base) => ({
    passwordChangedAfter: (user, now) => (base.passwordExpired(user, now) ? now : user.passwordChanged),
  }),
  'authn-change-before-factor': also('mayChangePassword', ({ status }) => status === 'MFA_REQUIRED'),
  'authn-expired-can-be-skipped': also('maySkip', ({ status }) => status === 'PASSWORD_EXPIRED'),
  'authn-enrollment-can-be-skipped': both(
    also('maySkip', ({ status }) => status === 'MFA_ENROLL'),
    instead('nextStatus', ({ enrollmentEnded }) => enrollmentEnded, 'SUCCESS'),
  ),
  'authn-verification-can-be-skipped': remembering([Set<string>], (skipped) => [
    also('maySkip', ({ status, stateToken }) => {
      if (status === 'MFA_REQUIRED') skipped.add(stateToken);
      return skipped.has(stateToken);
    }),
    before('nextStatus', (transaction) => [{ ...transaction, verified: transaction.verified || skipped.has(transaction.stateToken) }]),
  ]),
  'authn-enrolled-instead-of-verified': (base) => ({
    mayEnroll: (transaction) => transaction.status === 'MFA_REQUIRED' || base.mayEnroll(transaction),
    offered: (user) =>
      user.offers.length === 0 && user.factors.length > 0 ? openOffers({ ...user, offers: usualOffers }) : base.offered(user),
  }),
  'authn-verified-and-forgotten': rememberedAs('before', ({ status, verified }) => status === 'PASSWORD_EXPIRED' && verified),
  'authn-warning-remembered-as-expired': rememberedAs({ status: 'PASSWORD_EXPIRED' }, ({ status }) => status === 'PASSWORD_WARN'),
  'authn-reset-remembered-as-reset': rememberedAs(
    'before',
    ({ status }, before) => before.status === 'PASSWORD_RESET' && status === 'MFA_ENROLL',
  ),
  'authn-activation-forgotten': rememberedAs(
    { expiresAt: 0 },
    ({ activation, status }, before) => activation && status === 'MFA_ENROLL' && before.status === 'UNAUTHENTICATED',
  ),
  'authn-step-up-remembered-as-success': rememberedAs(
    { status: 'SUCCESS' },
    ({ app, status }) => app !== undefined && status === 'MFA_REQUIRED',
  ),
  'authn-enrolled-factor-lost': { factorsAfter: ({ factors }) => factors },
  'authn-session-token-worthless': only('honoursSessionToken', ({ passwordSettled }) => !passwordSettled),
  'authn-factor-of-another-user': { ownsFactor: () => true },
  'authn-change-out-of-place-is-made': also('writesWhereRefused', ({ userId }, by) => by === 'change' && userId !== undefined),
  'authn-first-password-out-of-place-is-made': also('writesWhereRefused', ({ userId }, by) => by === 'reset' && userId !== undefined),
  'authn-skip-of-all-transactions': remembering([Set<string | undefined>], (settled) => [
    seeing('nextStatus', (_status, { passwordSettled, userId }) => passwordSettled && settled.add(userId)),
    succeeding('PASSWORD_WARN', ({ userId }) => settled.has(userId)),
  ]),
  'authn-success-of-all-who-wait': remembering([Set<string>, Set<string>], (waiting, passed) => [
    seeing('nextStatus', (status, { stateToken }) => {
      if (status === 'MFA_REQUIRED') waiting.add(stateToken);
      if (status !== 'SUCCESS') return;
      for (const one of waiting) passed.add(one);
      waiting.clear();
    }),
    succeeding('MFA_REQUIRED', ({ stateToken }) => passed.has(stateToken)),
  ]),
  'authn-others-end-with-a-verification': remembering([Set<string>, Set<string>], (waiting, ended) => [
    seeing('nextStatus', (status, { stateToken, verified }) => {
      if (status === 'MFA_REQUIRED') waiting.add(stateToken);
      if (!verified) return;
      waiting.delete(stateToken);
      for (const one of waiting) ended.add(one);
    }),
    only('transactionLives', ({ stateToken }) => !ended.has(stateToken)),
  ]),
  'authn-empty-state-token-is-the-latest': after('transactionOf', (found, stateToken, transactions) =>
    stateToken === '' ? [...transactions.values()].at(-1) : found,
  ),
  'authn-challenge-lifted-by-a-wrong-answer': remembering([Set<string | undefined>, Last<string>], (wrong, asked) => [
    seeing('ownsFactor', (_owns, { id }) => (asked.value = id)),
    seeing('codeIsRight', (right) => !right && wrong.add(asked.value)),
    only('challenged', ({ id }) => !wrong.has(id)),
  ]),
  'authn-expiry-put-off-by-a-weak-password': remembering([Set<string>, Flag], (refused, isWeak) => [
    seeing('meets', (isMet, _password, _complexity, by) => (isWeak.value = !isMet && by === 'change')),
    seeing('passwordAfter', (_password, { id }, _asked, accepted) => !accepted && isWeak.value && refused.add(id)),
    only('passwordExpired', ({ id }) => !refused.has(id)),
  ]),
};

const mixingUpUsers = (at: string) => overlay('resume', (_own, { user }, point) => point === at && { user });

const mixingUpCalls = (mixed: (own: Call, latest: Call) => Partial<Call>) =>
  overlay('resume', (own, latest) => ({ call: { ...own.call, ...mixed(own.call, latest.call) } }));

/** Another request, for another user, has come to the same point meanwhile. */
const meeting = (at: string, look: (own: User, other: User) => unknown) =>
  seeing('resume', (_resumed, own, latest, point) => point === at && latest.user.id !== own.user.id && look(own.user, latest.user));

/** What a request does is lost where another one has come to the same point meanwhile: of the same user, or of another. */
const losing = (at: string, by: 'same-user' | 'another-user', lose: (takesLoss: () => boolean) => Change<Policy>) =>
  remembering([Array<Suspended>], (losses) => [
    seeing('resume', (_resumed, own, latest, point) => {
      if (point === at && latest !== own && (latest.user.id === own.user.id) === (by === 'same-user')) losses.push(latest);
    }),
    lose(() => losses.pop() !== undefined),
  ]);

const notDone = (rule: 'notifies' | 'revokesSessions' | 'remembersDevice') => (takesLoss: () => boolean) => only(rule, () => !takesLoss());

/** Defects that need two callers at once. */
export const concurrencyFaults: Faults<Policy> = {
  'authn-users-mixed-up': mixingUpUsers('sign-in.before-write'),
  'authn-sessions-mixed-up': mixingUpUsers('session.before-write'),
  'authn-state-token-shared': after('stateToken', (result, _fresh, inFlight, last) => (inFlight > 1 && last !== undefined ? last : result)),
  'authn-options-mixed-up': mixingUpCalls((_own, { options }) => ({ options })),
  'authn-trust-mixed-up': mixingUpCalls((own, latest) => ({ trusted: own.trusted || latest.trusted })),
  'authn-device-tokens-mixed-up': mixingUpCalls((own, latest) => ({ deviceToken: own.deviceToken ?? latest.deviceToken })),
  'authn-password-changed-twice': only('looksAgain', (point) => point !== 'change-password.before-write'),
  'authn-device-lost-at-once': after('readAgain', (now, { devices }) => ({ ...now, devices })),
  'authn-fingerprint-lost-at-once': after('readAgain', (now, { fingerprints }) => ({ ...now, fingerprints })),
  'authn-email-lost-at-once': losing('sign-in.before-write', 'same-user', notDone('notifies')),
  'authn-email-of-another-lost-at-once': losing('sign-in.before-write', 'another-user', notDone('notifies')),
  'authn-email-to-another-at-once': remembering([Map<string, User>], (others) => [
    meeting('sign-in.before-write', ({ id }, other) => others.set(id, other)),
    after('addressee', (user) => others.get(user.id) ?? user),
  ]),
  'authn-password-lost-at-once': losing('change-password.before-write', 'another-user', (takesLoss) =>
    after('passwordAfter', (password, user) => (takesLoss() ? user.password : password)),
  ),
  'authn-first-password-lost-at-once': losing('reset-password.before-write', 'another-user', (takesLoss) =>
    after('passwordAfter', (password, _user, asked, _accepted, by) => (by === 'reset' && takesLoss() ? `${asked}.` : password)),
  ),
  'authn-revocation-lost-at-once': losing('change-password.before-write', 'another-user', notDone('revokesSessions')),
  'authn-device-of-another-lost-at-once': losing('verify.before-write', 'another-user', notDone('remembersDevice')),
  'authn-factor-lost-at-once': losing('enroll.before-write', 'another-user', (takesLoss) =>
    after('factorsAfter', (factors, before) => (takesLoss() ? before.factors : factors)),
  ),
  'authn-refused-at-once': remembering([Set<User['policy']>], (refused) => [
    meeting('sign-in.before-check', (_own, { policy }) => refused.add(policy)),
    also('denies', (policy) => refused.delete(policy)),
  ]),
  'authn-activations-mixed-up': mixingUpUsers('activation.user-read'),
  'authn-limit-counts-once-at-a-time': { countsRequest: (inFlight) => inFlight === 0 },
};

/** so much longer is refused than announced */
const beyondMs = 60_000;

const dyingEarly = (milliseconds: number, which: (transaction: Transaction) => boolean = () => true) =>
  before('transactionLives', (transaction, now) => [transaction, which(transaction) ? now + milliseconds : now]);

/** Defects that show only as time passes. */
export const timeFaults: Faults<Policy> = {
  'authn-expired-transaction-alive': { transactionLives: () => true },
  'authn-transaction-dies-early': dyingEarly(60_000),
  'authn-enrollment-outlives-expiry': also('transactionLives', ({ status }) => status === 'MFA_ENROLL'),
  'authn-verification-outlives-expiry': dyingEarly(-30_000, ({ status }) => status === 'MFA_REQUIRED'),
  'authn-first-password-refused-early': dyingEarly(10_000, ({ status }) => status === 'PASSWORD_RESET'),
  'authn-step-up-ends-half-way': dyingEarly(150_000, ({ app }) => app !== undefined),
  'authn-expired-transaction-returns': also('transactionLives', ({ expiresAt }, now) => now >= expiresAt + dayMs),
  'authn-ended-transaction-revived-by-another': remembering([Map<string, number>], (ends) => [
    seeing('expiresAt', (_shown, { userId = '', expiresAt }) => ends.set(userId, Math.max(expiresAt, ends.get(userId) ?? 0))),
    also('transactionLives', ({ userId = '' }, now) => now < (ends.get(userId) ?? 0)),
  ]),
  'authn-expires-at-in-the-past': before('expiresAt', (transaction, time) => [transaction, time - 600_000]),
  'authn-transaction-born-dead': only('transactionLives', ({ status }) => status !== 'MFA_ENROLL'),
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
  'authn-success-shows-when-it-began': remembering([Firsts<number>], (began) =>
    before('expiresAt', (transaction, time) => {
      const first = began.of(transaction.stateToken, time - 300_000);
      return [transaction, transaction.status === 'SUCCESS' && transaction.verified ? first : time];
    }),
  ),
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
