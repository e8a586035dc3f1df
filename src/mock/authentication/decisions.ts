import type { Call, Claims } from './call.ts';
import type { Choices } from './choices.ts';
import type { ErrorName } from './errors.ts';
import type { App, Status, Transaction } from './transactions.ts';
import { openOffers, shortName, type Complexity, type Factor, type FactorOffer, type UserPolicy, type User } from './users.ts';

/** One request and its user, as a handler holds them across a suspension point. */
export interface Turn {
  readonly call: Call;
  readonly user: User;
}

/** The decisions of document 2, one small function each. Times are milliseconds since the epoch. */
export interface Decisions {
  trusted(authorization: string | undefined, apiTokens: ReadonlySet<string>): boolean;
  /** address of the client as the user's policies see it */
  clientIp(call: Call, policy: UserPolicy): string;
  deviceToken(token: unknown, trusted: boolean): string | undefined;
  fingerprint(fingerprint: string | undefined, trusted: boolean): string | undefined;
  fitsDeviceToken(token: string): boolean;
  /** whether a nullable option asks for what it is called */
  option(value: unknown): boolean;
  /** why a request cannot be answered for what its sender claims, if so */
  refusesClaims(claims: Claims, trusted: boolean): string | undefined;
  /** whether parameters are taken from the query as well */
  readsQuery(): boolean;
  /** whether the parameter may be left out, of those that a sign-in with a user name and a password change have */
  optional(parameter: string): boolean;
  /** whether a transaction starts without anything that says for whom */
  startsForNobody(): boolean;
  takesActivation(trusted: boolean): boolean;
  /** the error of a sign-in that is refused, of a user who is known or not, in a step-up or not */
  signInError(known: boolean, stepUp: boolean): ErrorName;
  /** the error of an activation token that is refused, of one that was issued or not */
  activationError(issued: boolean): ErrorName;
  answersTo(user: User, name: string): boolean;
  passwordMatches(user: User, password: string): boolean;
  showsLockout(user: User): boolean;
  denies(policy: UserPolicy, clientIp: string): boolean;
  activationLives(expiresAt: number, now: number): boolean;
  /** whether an identity-provider-initiated step-up may lead to the app */
  supportsApp(app: App): boolean;
  /** whether opening the app leads to its custom sign-in page, with a state token */
  redirectsToSignInPage(app: App): boolean;
  transactionLives(transaction: Transaction, now: number): boolean;
  lifetimeMs(): number;
  passwordExpired(user: User, now: number): boolean;
  inWarnPeriod(user: User, now: number): boolean;
  /** what the transaction needs next, now that its primary authentication has succeeded */
  nextStatus(transaction: Transaction, user: User, now: number): Status;
  /** whether another factor is offered after one was enrolled */
  enrollsMore(transaction: Transaction, open: readonly FactorOffer[]): boolean;
  challenged(user: User, call: Call): boolean;
  mayChangePassword(transaction: Transaction): boolean;
  oldPasswordMatches(user: User, password: string): boolean;
  maySkip(transaction: Transaction): boolean;
  meets(password: string, complexity: Complexity, by: 'change' | 'reset'): boolean;
  mayEnroll(transaction: Transaction): boolean;
  offered(user: User): readonly FactorOffer[];
  /** whether the factor of a path is one that the transaction's user may verify */
  ownsFactor(user: User, factorId: string): boolean;
  codeIsRight(secret: string, code: string): boolean;
  revokesSessions(asked: boolean | undefined): boolean;
  /** whether a session ends when the others of its user are revoked */
  isRevoked(sessionId: string, current: string | undefined): boolean;
  notifies(user: User, fingerprint: string | undefined): boolean;
  /** whether a sign-in with that outcome ties its device fingerprint to the user */
  tiesFingerprint(outcome: Status | 'refused'): boolean;
  /** whether a transaction that has come to that status makes its device one that is not challenged again */
  remembersDevice(transaction: Transaction): boolean;
  /** what a handler goes on with after a suspension point; `latest` is what any handler was about last */
  resume(own: Turn, latest: Turn, point: string): Turn;
  /** whether a write looks again, after a suspension point, at what it has decided on before */
  looksAgain(point: string): boolean;
  /** the state token of a new transaction; `last` is that of the one before it */
  stateToken(fresh: string, inFlight: number, last: string | undefined): string;
  /** the state token of a transaction after another step */
  stateTokenAfter(transaction: Transaction, fresh: () => string): string;
  /** the transaction of a state token, which may be missing */
  transactionOf(stateToken: string | undefined, transactions: ReadonlyMap<string, Transaction>): Transaction | undefined;
  /** whether the limiter counts a request, given how many others are in flight */
  countsRequest(inFlight: number): boolean;
  /** whether a limit that is used up until then holds now */
  limitHolds(until: number, now: number): boolean;
  /** whether a request passes that the limiter admits, or does not; `refusedUntil` is the reset that its caller's last refusal named, or 0 */
  admits(allowed: boolean, refusedUntil: number, now: number): boolean;
  /** the transaction as it is remembered behind an answer that shows `moved` */
  remembered(moved: Transaction, before: Transaction): Transaction;
  /** the password that a user has after an answer that accepted or refused another one */
  passwordAfter(user: User, asked: string, accepted: boolean, by: 'change' | 'reset'): string | undefined;
  passwordChangedAfter(user: User, now: number): number;
  factorsAfter(user: User, enrolled: Factor): readonly Factor[];
  /** whether a session token that is shown can be exchanged for a session */
  honoursSessionToken(transaction: Transaction): boolean;
  sessionTokenLives(expiresAt: number, now: number): boolean;
}

const minuteMs = 60_000;

/** The decisions that the document states, under the choices where it permits several. */
export function decisions(choices: Choices): Decisions {
  return {
    ...stated,
    refusesClaims({ deviceToken }, trusted) {
      const unfit = trusted && typeof deviceToken === 'string' && !this.fitsDeviceToken(deviceToken);
      return unfit && choices.unfitDeviceToken === 'refused' ? 'deviceToken: at most 32 characters and no hyphens' : undefined;
    },
  };
}

const stated: Omit<Decisions, 'refusesClaims'> & ThisType<Decisions> = {
  trusted: (authorization, apiTokens) => {
    const token = /^SSWS (\S+)$/i.exec(authorization ?? '')?.[1];
    return token !== undefined && apiTokens.has(token);
  },
  clientIp: ({ trusted, address, forwardedFor }, { trustsGateway }) => {
    const original = forwardedFor?.split(',')[0]?.trim();
    return trusted && trustsGateway && original ? original : address;
  },
  deviceToken(token, trusted) {
    return trusted && typeof token === 'string' && this.fitsDeviceToken(token) ? token : undefined;
  },
  fingerprint: (fingerprint, trusted) => (trusted ? fingerprint : undefined),
  fitsDeviceToken: (token) => token.length <= 32 && !token.includes('-'),
  option: (value) => value === true,
  readsQuery: () => false,
  optional: (parameter) => parameter === 'revokeSessions',
  startsForNobody: () => false,
  takesActivation: () => true,
  signInError: () => 'authenticationFailed',
  activationError: () => 'authenticationFailed',
  answersTo: (user, name) => user.login === name || shortName(user) === name,
  passwordMatches: (user, password) => user.password === password,
  showsLockout: (user) => user.policy.showsLockout,
  denies: ({ access }, clientIp) => access === 'denied' || (typeof access === 'object' && access.onlyFrom !== clientIp),
  activationLives: (expiresAt, now) => now < expiresAt,
  supportsApp: ({ protocol }) => protocol === 'SAML2.0' || protocol === 'WS-FED',
  redirectsToSignInPage: ({ protocol, signInPage }) => protocol === 'SAML2.0' && signInPage,
  transactionLives: ({ expiresAt }, now) => now < expiresAt,
  lifetimeMs: () => 5 * minuteMs,
  passwordExpired: ({ passwordChanged, policy: { passwordAgeMs } }, now) =>
    passwordAgeMs !== undefined && now >= passwordChanged + passwordAgeMs,
  inWarnPeriod({ passwordChanged, policy: { passwordAgeMs, warnPeriodMs } }, now) {
    return passwordAgeMs !== undefined && now >= passwordChanged + passwordAgeMs - warnPeriodMs;
  },
  nextStatus(transaction, user, now) {
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
  enrollsMore: ({ start, enrolled, enrollmentEnded }, open) =>
    start.options.multiOptionalFactorEnroll && enrolled > 0 && !enrollmentEnded && open.length > 0,
  challenged({ policy, devices }, { deviceToken }) {
    if (policy.challenge === 'never' || policy.challenge === 'always') return policy.challenge === 'always';
    return deviceToken === undefined || !devices.includes(deviceToken);
  },
  mayChangePassword: ({ status }) => status === 'PASSWORD_EXPIRED' || status === 'PASSWORD_WARN',
  oldPasswordMatches(user, password) {
    return this.passwordMatches(user, password);
  },
  mayEnroll: ({ status }) => status === 'MFA_ENROLL',
  offered: openOffers,
  maySkip: ({ status, enrolled }) => status === 'PASSWORD_WARN' || (status === 'MFA_ENROLL' && enrolled > 0),
  meets: (password, { minLength, minLowerCase, minUpperCase, minNumber, minSymbol }) =>
    password.length >= minLength &&
    count(password, /\p{Ll}/gu) >= minLowerCase &&
    count(password, /\p{Lu}/gu) >= minUpperCase &&
    count(password, /\p{Nd}/gu) >= minNumber &&
    count(password, /[^\p{L}\p{Nd}]/gu) >= minSymbol,
  ownsFactor: ({ factors }, factorId) => factors.some(({ id }) => id === factorId),
  codeIsRight: (secret, code) => secret === code,
  revokesSessions: (asked) => asked ?? false,
  isRevoked: (sessionId, current) => sessionId !== current,
  notifies: ({ policy, fingerprints }, fingerprint) =>
    policy.sendsNewDeviceMail && fingerprint !== undefined && !fingerprints.includes(fingerprint),
  tiesFingerprint: (outcome) => outcome === 'SUCCESS',
  remembersDevice: ({ status, verified }) => status === 'SUCCESS' && verified,
  resume: (own) => own,
  looksAgain: () => true,
  stateToken: (fresh) => fresh,
  stateTokenAfter: ({ stateToken }) => stateToken,
  transactionOf: (stateToken, transactions) => (stateToken === undefined ? undefined : transactions.get(stateToken)),
  countsRequest: () => true,
  limitHolds: (until, now) => now < until,
  admits: (allowed) => allowed,
  remembered: (moved) => moved,
  passwordAfter: ({ password }, asked, accepted) => (accepted ? asked : password),
  passwordChangedAfter: (_user, now) => now,
  factorsAfter: ({ factors }, enrolled) => [...factors, enrolled],
  honoursSessionToken: () => true,
  sessionTokenLives: (expiresAt, now) => now < expiresAt,
};

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
