import { isObject } from '../kit/json.ts';
import type { JsonObject, WireRequest } from '../kit/service.ts';
import type { Factor, User } from './users.ts';

/** The statuses of the document, and those where a call leads whose outcome it leaves open. */
export type Status =
  | 'UNAUTHENTICATED'
  | 'SUCCESS'
  | 'PASSWORD_EXPIRED'
  | 'PASSWORD_WARN'
  | 'PASSWORD_RESET'
  | 'MFA_REQUIRED'
  | 'MFA_ENROLL'
  | 'LOCKED_OUT'
  | 'MFA_CHALLENGE'
  | 'MFA_ENROLL_ACTIVATE'
  | 'RECOVERY_CHALLENGE';

/** An application that a step-up transaction leads to. */
export interface App {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly protocol: string;
  /** the page that users are redirected to with a state token; without it there is no step-up on the way to the app */
  readonly signInPage: boolean;
  /** what its sign-on policy asks for beyond the password */
  readonly requires: 'nothing' | 'enrollment' | 'verification';
}

export interface Transaction {
  readonly stateToken: string;
  readonly status: Status;
  readonly expiresAt: number;
  /** set once primary authentication has succeeded */
  readonly userId?: string | undefined;
  /** in a step-up transaction, where it leads */
  readonly app?: App | undefined;
  /** the user had a session before the transaction began */
  readonly inSession: boolean;
  /** begun with an activation token */
  readonly activation: boolean;
  /** the call that authenticated it: options, device token and fingerprint hold for the whole transaction */
  readonly start: Call;
  /** a factor was verified */
  readonly verified: boolean;
  /** password changed, warning skipped, or none of it applies */
  readonly passwordSettled: boolean;
  /** factors enrolled in this transaction */
  readonly enrolled: number;
  readonly enrollmentEnded: boolean;
  /** factor being challenged, or verified or enrolled last */
  readonly factorId?: string | undefined;
  /** factor whose enrollment waits for its code */
  readonly pending?: Factor | undefined;
  /** how a recovery is proven */
  readonly recoveryFactor?: string | undefined;
}

/** A transaction that has only just begun, but for the fields given. */
export function newTransaction(stateToken: string, expiresAt: number, fields: Partial<Transaction>): Transaction {
  return {
    stateToken,
    status: 'UNAUTHENTICATED',
    expiresAt,
    inSession: false,
    activation: false,
    start: nobody,
    verified: false,
    passwordSettled: false,
    enrolled: 0,
    enrollmentEnded: false,
    ...fields,
  };
}

/** The factor that a challenge, or an activation, is about. */
export function factorInQuestion({ pending, factorId }: Transaction, { factors }: User): Factor | undefined {
  return pending ?? factors.find(({ id }) => id === factorId);
}

/** Stands for the call that is still to come. */
const nobody: Call = {
  trusted: false,
  address: '',
  forwardedFor: undefined,
  fingerprint: undefined,
  deviceToken: undefined,
  options: { multiOptionalFactorEnroll: false, warnBeforePasswordExpired: false },
  sessionId: undefined,
  origin: '',
};

/** What the options object of a request asks for. */
export interface Options {
  readonly multiOptionalFactorEnroll: boolean;
  readonly warnBeforePasswordExpired: boolean;
}

/** What one request says about its sender, as it came. */
export type Claims = Readonly<ReturnType<typeof readClaims>>;

/** One request as the handlers see it: the claims, reduced to what the sender may claim. */
export interface Call extends Omit<Claims, 'authorization' | 'deviceToken' | 'options'> {
  /** sent by a trusted application */
  readonly trusted: boolean;
  readonly deviceToken: string | undefined;
  readonly options: Options;
}

/** Reads the claims of a request whose body is that object. */
export function readClaims(request: WireRequest, body: JsonObject) {
  const options: JsonObject = isObject(body['options']) ? body['options'] : {};
  const context = isObject(body['context']) ? body['context'] : {};
  return {
    authorization: request.headers['authorization'],
    address: request.remoteAddress,
    forwardedFor: request.headers['x-forwarded-for'],
    fingerprint: request.headers['x-device-fingerprint'],
    deviceToken: context['deviceToken'],
    options,
    /** session of the user who sends it, from a cookie */
    sessionId: /(?:^|;\s*)(?:sid=)?([^;=\s]+)(?:;|$)/.exec(request.headers['cookie'] ?? '')?.[1],
    origin: request.origin,
  };
}
