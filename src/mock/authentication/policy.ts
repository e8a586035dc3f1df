import { dayMs } from '../kit/clock.ts';
import { limitHeaders, type Allowance } from '../kit/limiter.ts';
import type { JsonObject } from '../kit/service.ts';
import type { Choices } from './choices.ts';
import { errorRows, type ErrorName, type ErrorRow } from './errors.ts';
import { linkTable, type LinkName } from './links.ts';
import type { App, Call, Claims, Status, Transaction } from './transactions.ts';
import {
  openOffers,
  shortName,
  type Complexity,
  type Factor,
  type FactorOffer,
  type FactorType,
  type User,
  type UserPolicy,
} from './users.ts';

/** One request and its user, as a handler holds them across a suspension point. */
export interface Suspended {
  readonly call: Call;
  readonly user: User;
}

/** Everybody's. */
export const locale = 'en_US';
export const timeZone = 'Europe/Berlin';

const minuteMs = 60_000;

/**
 * What the service decides and shows, as the document states it, under the choices where it permits several answers. Rules may consult one
 * another through `this`. Times are milliseconds since the epoch.
 */
export function policyFor(choices: Choices) {
  return {
    // who sends a request, and what of it counts
    trusted(authorization: string | undefined, apiTokens: ReadonlySet<string>): boolean {
      const token = /^SSWS (\S+)$/i.exec(authorization ?? '')?.[1];
      return token !== undefined && apiTokens.has(token);
    },
    /** address of the client as the user's policies see it */
    clientIp({ trusted, address, forwardedFor }: Call, { trustsGateway }: UserPolicy): string {
      const original = forwardedFor?.split(',')[0]?.trim();
      return trusted && trustsGateway && original ? original : address;
    },
    deviceToken(token: unknown, trusted: boolean): string | undefined {
      return trusted && typeof token === 'string' && this.fitsDeviceToken(token) ? token : undefined;
    },
    fingerprint: (fingerprint: string | undefined, trusted: boolean) => (trusted ? fingerprint : undefined),
    fitsDeviceToken: (token: string) => token.length <= 32 && !token.includes('-'),
    /** whether a nullable option asks for what it is called */
    option: (value: unknown): boolean => value === true,
    /** why a request cannot be answered for what its sender claims, if so */
    refusesClaims({ deviceToken }: Claims, trusted: boolean): string | undefined {
      const unfit = trusted && typeof deviceToken === 'string' && !this.fitsDeviceToken(deviceToken);
      return unfit && choices.unfitDeviceToken === 'refused' ? 'deviceToken: at most 32 characters and no hyphens' : undefined;
    },
    /** whether parameters are taken from the query as well */
    readsQuery: () => false,
    /** whether the parameter may be left out, of those that a sign-in with a user name and a password change have */
    optional: (parameter: string): boolean => parameter === 'revokeSessions',
    /** whether the limiter counts a request, given how many others are in flight */
    countsRequest: (_inFlight: number) => true,
    /** whether a limit that is used up until then holds now */
    limitHolds: (until: number, now: number) => now < until,
    /** whether a request passes that the limiter admits, or does not; `refusedUntil` is the reset that its caller's last refusal named, or 0 */
    admits: (allowed: boolean, _refusedUntil: number, _now: number) => allowed,

    // signing in
    /** whether a transaction starts without anything that says for whom */
    startsForNobody: () => false,
    takesActivation: (_trusted: boolean) => true,
    /** the error of a sign-in that is refused, of a user who is known or not, in a step-up or not */
    signInError: (_known: boolean, _stepUp: boolean): ErrorName => 'authenticationFailed',
    /** the error of an activation token that is refused, of one that was issued or not */
    activationError: (_issued: boolean): ErrorName => 'authenticationFailed',
    answersTo: (user: User, name: string) => user.login === name || shortName(user) === name,
    /** `toApp`: the sign-in is for an app */
    passwordMatches: (user: User, password: string, _toApp = false) => user.password === password,
    showsLockout: (user: User) => user.policy.showsLockout,
    isLockedOut: ({ locked }: User, _toApp: boolean, _inStepUp: boolean) => locked,
    denies: ({ access }: UserPolicy, clientIp: string, _toApp: boolean) =>
      access === 'denied' || (typeof access === 'object' && access.onlyFrom !== clientIp),
    /** the token that a text stands for, of those that were issued */
    tokenMeant: (text: string, _issued: readonly string[]) => text,
    activationLives: (expiresAt: number, now: number) => now < expiresAt,
    /** whether an identity-provider-initiated step-up may lead to the app */
    supportsApp: ({ protocol }: App) => protocol === 'SAML2.0' || protocol === 'WS-FED',
    /** whether opening the app leads to its custom sign-in page, with a state token */
    redirectsToSignInPage: ({ protocol, signInPage }: App) => protocol === 'SAML2.0' && signInPage,

    // transactions
    transactionLives: ({ expiresAt }: Transaction, now: number) => now < expiresAt,
    lifetimeMs: () => 5 * minuteMs,
    passwordExpired: ({ passwordChanged, policy: { passwordAgeMs } }: User, now: number) =>
      passwordAgeMs !== undefined && now >= passwordChanged + passwordAgeMs,
    inWarnPeriod: ({ passwordChanged, policy: { passwordAgeMs, warnPeriodMs } }: User, now: number) =>
      passwordAgeMs !== undefined && now >= passwordChanged + passwordAgeMs - warnPeriodMs,
    /** what the transaction needs next, now that its primary authentication has succeeded */
    nextStatus(transaction: Transaction, user: User, now: number): Status {
      const { app, start, passwordSettled, verified } = transaction;
      const expired = !passwordSettled && this.passwordExpired(user, now);
      const challenged = expired || app?.requires === 'verification' || this.challenged(user, start);
      if (challenged && user.factors.length > 0 && !verified) return 'MFA_REQUIRED';
      if (user.password === undefined) return 'PASSWORD_RESET';
      if (expired) return 'PASSWORD_EXPIRED';
      if (!passwordSettled && start.options.warnBeforePasswordExpired && this.inWarnPeriod(user, now)) return 'PASSWORD_WARN';
      const enrolls = app?.requires === 'enrollment' || user.policy.requiresEnrollment;
      if (enrolls && user.factors.length === 0) return 'MFA_ENROLL';
      return this.enrollsMore(transaction, this.offered(user)) ? 'MFA_ENROLL' : 'SUCCESS';
    },
    /** whether another factor is offered after one was enrolled */
    enrollsMore: ({ start, enrolled, enrollmentEnded }: Transaction, open: readonly FactorOffer[]) =>
      start.options.multiOptionalFactorEnroll && enrolled > 0 && !enrollmentEnded && open.length > 0,
    challenged({ policy, devices }: User, { deviceToken }: Call): boolean {
      if (policy.challenge === 'never' || policy.challenge === 'always') return policy.challenge === 'always';
      return deviceToken === undefined || !devices.includes(deviceToken);
    },
    /** whether what a request writes is written although it is refused in this state */
    writesWhereRefused: (_transaction: Transaction, _by: 'change' | 'reset') => false,
    maySetFirstPassword: ({ status }: Transaction) => status === 'PASSWORD_RESET',
    mayChangePassword: ({ status }: Transaction) => status === 'PASSWORD_EXPIRED' || status === 'PASSWORD_WARN',
    oldPasswordMatches(user: User, password: string): boolean {
      return this.passwordMatches(user, password);
    },
    mayEnroll: ({ status }: Transaction) => status === 'MFA_ENROLL',
    offered: openOffers,
    maySkip: ({ status, enrolled }: Transaction) => status === 'PASSWORD_WARN' || (status === 'MFA_ENROLL' && enrolled > 0),
    meets: (password: string, { minLength, minLowerCase, minUpperCase, minNumber, minSymbol }: Complexity, _by: 'change' | 'reset') =>
      password.length >= minLength &&
      count(password, /\p{Ll}/gu) >= minLowerCase &&
      count(password, /\p{Lu}/gu) >= minUpperCase &&
      count(password, /\p{Nd}/gu) >= minNumber &&
      count(password, /[^\p{L}\p{Nd}]/gu) >= minSymbol,
    /** the factor that a path names, of all that there are; `user` is the one of the transaction */
    factorNamed: (factors: readonly Factor[], factorId: string, _user: User) => factors.find(({ id }) => id === factorId),
    /** whether the factor of a path is one that the transaction's user may verify */
    ownsFactor: ({ factors }: User, factorId: string) => factors.some(({ id }) => id === factorId),
    codeIsRight: (secret: string, code: string) => secret === code,
    revokesSessions: (asked: boolean | undefined, _transaction: Transaction) => asked ?? false,
    /** whether sessions end although the change that was to end them is refused */
    revokesWhenRefused: () => false,
    /** whether a session ends when the others of its user are revoked */
    isRevoked: (sessionId: string, current: string | undefined) => sessionId !== current,
    /** whether a session that was revoked then is alive again */
    returns: (_revokedAt: number, _now: number) => false,
    notifies: ({ policy, fingerprints }: User, fingerprint: string | undefined, _transaction: Transaction) =>
      policy.sendsNewDeviceMail && fingerprint !== undefined && !fingerprints.includes(fingerprint),
    /** who is told of the new device of a user */
    addressee: (user: User) => user,
    /** whether a sign-in with that outcome ties its device fingerprint to the user */
    tiesFingerprint: (outcome: Status | 'refused'): boolean => outcome === 'SUCCESS',
    /** whether a transaction that has come to that status makes its device one that is not challenged again */
    remembersDevice: ({ status, verified }: Transaction) => status === 'SUCCESS' && verified,

    // what is remembered
    /** what a handler goes on with after a suspension point; `latest` is what any handler was about last */
    resume: (own: Suspended, _latest: Suspended, _point: string) => own,
    /** the user that a write starts from, after a suspension point: as remembered now, not as read before */
    readAgain: (_before: User, now: User) => now,
    /** whether a write looks again, after a suspension point, at what it has decided on before */
    looksAgain: (_point: string) => true,
    /** the state token of a new transaction; `last` is that of the one before it */
    stateToken: (fresh: string, _inFlight: number, _last: string | undefined) => fresh,
    /** the state token of a transaction after another step */
    stateTokenAfter: ({ stateToken }: Transaction, _fresh: () => string) => stateToken,
    /** the transaction of a state token, which may be missing */
    transactionOf: (stateToken: string | undefined, transactions: ReadonlyMap<string, Transaction>) =>
      stateToken === undefined ? undefined : transactions.get(stateToken),
    /** the transaction as it is remembered behind an answer that shows `moved` */
    remembered: (moved: Transaction, _before: Transaction) => moved,
    /** the password that a user has after an answer that accepted or refused another one */
    passwordAfter: ({ password }: User, asked: string, accepted: boolean, _by: 'change' | 'reset') => (accepted ? asked : password),
    passwordChangedAfter: (_user: User, now: number) => now,
    factorsAfter: ({ factors }: User, enrolled: Factor): readonly Factor[] => [...factors, enrolled],
    /** whether a session token that is shown can be exchanged for a session */
    honoursSessionToken: (_transaction: Transaction) => true,
    sessionTokenLives: (expiresAt: number, now: number) => now < expiresAt,

    // how a transaction looks on the wire
    timestamp: (time: number) => new Date(time).toISOString(),
    showsExpiry: ({ status }: Transaction) => status !== 'LOCKED_OUT' || choices.lockedOutTransaction,
    expiresAt(_transaction: Transaction, time: number): string {
      return this.timestamp(time);
    },
    showsUser: ({ status }: Transaction) => status !== 'LOCKED_OUT',
    profile: ({ login, name }: User): JsonObject => ({
      login,
      firstName: name.first,
      lastName: name.last,
      locale,
      timeZone,
    }),
    showsStateToken: ({ status, app }: Transaction) =>
      (status !== 'SUCCESS' || app !== undefined) && (status !== 'LOCKED_OUT' || choices.lockedOutTransaction),
    showsSessionToken: ({ status, app }: Transaction) => status === 'SUCCESS' && app === undefined,
    type: ({ app }: Transaction) => (app === undefined ? undefined : 'SESSION_STEP_UP'),
    recoveryType: ({ status, activation }: Transaction) =>
      status === 'PASSWORD_RESET' && activation ? 'ACCOUNT_ACTIVATION' : status === 'RECOVERY_CHALLENGE' ? 'UNLOCK' : undefined,
    showsTarget: ({ app }: Transaction) => app !== undefined,
    /** the app that stands for that of a transaction */
    targetOf: (app: App) => app,
    complexity: ({ status }: Transaction, complexity: Complexity) => (passwordStatuses.includes(status) ? complexity : undefined),
    /** days until a password expires, rounded up */
    expireDays: ({ status }: Transaction, { passwordChanged, policy: { passwordAgeMs } }: User, now: number) =>
      status === 'PASSWORD_WARN' || status === 'PASSWORD_RESET'
        ? Math.max(0, Math.ceil((passwordChanged + (passwordAgeMs ?? 0) - now) / dayMs))
        : undefined,
    showsRememberDevice: ({ status, app }: Transaction) => status === 'MFA_REQUIRED' && app !== undefined,
    /** what a link is called */
    linkName: (name: LinkName): string => name,
    /** what `_links.next` stands for */
    nextLink: ({ status, app }: Transaction) => (status === 'SUCCESS' && app === undefined ? undefined : nextNames[status]),
    /** `_links` beside `next` */
    relations({ status, enrolled }: Transaction): readonly LinkName[] {
      if (status === 'MFA_ENROLL' && enrolled > 0) return ['skip', 'cancel'];
      if (status === 'RECOVERY_CHALLENGE') return choices.unlockLinks === 'cancel' ? ['cancel'] : [];
      return furtherRelations[status] ?? [];
    },
    methods: (name: LinkName): readonly string[] => [linkTable[name].method],
    href: (_name: LinkName, origin: string, path: string) => `${origin}${path}`,
    /** what a refused sign-in is told, beside the error itself */
    signInCauses: (_user: User): readonly string[] => [],
    /** what a refused activation is told, beside the error itself; `latest` is the user to whom the last token was issued */
    activationCauses: (_latest: string | undefined): readonly string[] => [],
    /** whether a caller may list the factors of any user */
    listsFactors: (trusted: boolean) => trusted,
    /** enrolled factors that MFA_REQUIRED lists */
    listed: ({ factors }: User) => factors,
    factorType: (factorType: FactorType): string => factorType,
    vendor: (provider: string) => provider,
    /** name of a factor in what the policy says of each */
    policyKey: ({ id }: Factor): string => id,
    phoneNumber: masked,
    /** profile of the service's own push factor; `known` once its user has proven more than a password */
    pushProfile: (profile: JsonObject, known: boolean) => (known ? profile : {}),
    enrollmentStatus: () => 'NOT_SETUP',

    // errors and limits
    error: (name: ErrorName): ErrorRow => (choices.errorSummary === 'loose' ? loosely(errorRows[name]) : errorRows[name]),
    errorCauses: (_name: ErrorName, causes: readonly string[]) => causes,
    /** what an error says beside the Error object */
    errorExtras: (_name: ErrorName): JsonObject => ({}),
    limitHeaders: (allowance: Allowance, refused: boolean, _now: number): Readonly<Record<string, string>> =>
      refused || choices.rateLimitHeaders === 'always' ? limitHeaders('x-rate-limit', allowance) : {},
  };
}

export type Policy = ReturnType<typeof policyFor>;

const passwordStatuses: readonly Status[] = ['PASSWORD_EXPIRED', 'PASSWORD_WARN', 'PASSWORD_RESET'];

const nextNames: Partial<Record<Status, LinkName>> = {
  UNAUTHENTICATED: 'authenticate',
  SUCCESS: 'original',
  PASSWORD_EXPIRED: 'changePassword',
  PASSWORD_WARN: 'changePassword',
  PASSWORD_RESET: 'resetPassword',
  LOCKED_OUT: 'unlock',
  MFA_CHALLENGE: 'verify',
  MFA_ENROLL_ACTIVATE: 'activate',
};

const furtherRelations: Partial<Record<Status, readonly LinkName[]>> = {
  PASSWORD_EXPIRED: ['cancel'],
  PASSWORD_WARN: ['skip', 'cancel'],
  PASSWORD_RESET: ['cancel'],
  MFA_REQUIRED: ['cancel'],
  MFA_ENROLL: ['cancel'],
  MFA_CHALLENGE: ['prev', 'cancel'],
  MFA_ENROLL_ACTIVATE: ['prev', 'cancel'],
};

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** All digits but the first of an international number and the last four become X. */
function masked(phoneNumber: string): string {
  return phoneNumber.replaceAll(/(?<!^\+)\d(?=(?:\D*\d){4})/g, 'X');
}

/** A summary that differs from the table's only in case and closing punctuation. */
function loosely(row: ErrorRow): ErrorRow {
  return { ...row, summary: `${row.summary.charAt(0)}${row.summary.slice(1).toLowerCase()}.` };
}
