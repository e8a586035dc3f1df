import type { Choices } from '../choices.ts';
import type { Clock } from '../clock.ts';
import type { Defects } from '../faults/defects.ts';
import { keepSecret, mark, secretMark, strongPassword } from '../marks.ts';
import type { Outbox } from '../control/outbox.ts';

export type FactorKind = 'question' | 'sms' | 'push';
export type Challenge = 'always' | 'once-per-device' | 'on-new-device' | 'never';

export interface Factor {
  readonly id: string;
  readonly kind: FactorKind;
  /** question: the answer */
  readonly answer: string;
  readonly phoneNumber: string;
  /** push: populated profiles are shown once it has been verified */
  verified: boolean;
}

export interface Person {
  readonly id: string;
  readonly login: string;
  readonly shortLogin: string;
  readonly firstName: string;
  readonly lastName: string;
  /** undefined: created without credentials */
  password: string | undefined;
  /** before the last change */
  previousPassword: string | undefined;
  passwordChanged: number;
  passwordExpiresAt: number;
  readonly factors: Factor[];
  challenge: Challenge;
  mustEnroll: boolean;
  /** to be warned of the end of the password, at any sign-in */
  warnAsked: boolean;
  locked: false | 'shown' | 'hidden';
  /** wrong passwords in a row */
  misses: number;
  denied: boolean;
  /** the only client address that the sign-on policy lets in */
  onlyFrom: string | undefined;
  /** it has done so once */
  wasLetIn: boolean;
  /** whether the caller's own address is a gateway */
  gateway: boolean;
  notified: boolean;
  readonly devices: Set<string>;
  readonly fingerprints: Set<string>;
  /** the last of them */
  fingerprintAt: number;
  activation: { readonly token: string; readonly expired: boolean } | undefined;
  /** requests of public applications that start a transaction exceed the limit until then */
  limitedUntil: number;
  pushApproved: boolean;
  /** the last factor */
  verifiedAt: number;
}

export interface App {
  readonly id: string;
  readonly protocol: 'saml' | 'ws-federation' | 'other';
  readonly signInPage: boolean;
  readonly requires: 'nothing' | 'enrollment' | 'verification';
}

export interface Session {
  readonly id: string;
  readonly credential: string;
  readonly person: Person;
  active: boolean;
  revokedAt: number;
}

/** Everything that the sign-in service knows. */
export interface AuthenticationService {
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly defects: Defects;
  readonly choices: Choices;
  readonly apiToken: string;
  /** reads what factors a user has, where a second token is asked for */
  readonly factorsToken: string;
  /** where the service stands, for its links */
  readonly baseUrl: () => string;
  readonly people: Person[];
  readonly apps: Map<string, App>;
  readonly transactions: Map<string, Transaction>;
  /** session tokens that have not been used */
  readonly tickets: Map<string, Person>;
  readonly sessions: Map<string, Session>;
}

export type Step =
  | 'UNAUTHENTICATED'
  | 'SUCCESS'
  | 'PASSWORD_EXPIRED'
  | 'PASSWORD_WARN'
  | 'PASSWORD_RESET'
  | 'MFA_REQUIRED'
  | 'MFA_ENROLL'
  | 'LOCKED_OUT';

export interface Transaction {
  readonly token: string;
  readonly expiresAt: number;
  person: Person | undefined;
  step: Step;
  /** of a step-up */
  readonly app: App | undefined;
  readonly recovery: boolean;
  /** it was begun with an activation token */
  readonly activated: boolean;
  /** it was begun for nobody yet */
  readonly anonymous: boolean;
  warn: boolean;
  enrollMore: boolean;
  device: string | undefined;
  /** given by a public application, and ignored but for a defect */
  ignoredDevice: string | undefined;
  /** the device fingerprint was that of an earlier sign-in */
  recognized: boolean;
  /** the device fingerprint that it was begun with */
  fingerprint: string | undefined;
  usedAt: number;
  verified: boolean;
  enrolled: number;
  skipped: boolean;
  /** a factor has been asked to send something */
  asked: boolean;
  pushAsked: boolean;
}

export const DAY = 86_400_000;
export const PASSWORD_LIFE_DAYS = 45;
export const WARN_DAYS = 5;
export const QUESTIONS = ['first_bicycle', 'favourite_glacier', 'worst_soup'];

export function newAuthenticationService(
  clock: Clock,
  outbox: Outbox,
  defects: Defects,
  choices: Choices,
  baseUrl: () => string,
): AuthenticationService {
  const [apps, transactions, tickets, sessions] = [new Map(), new Map(), new Map(), new Map()];
  const [apiToken, factorsToken] = [secretMark(30), secretMark(30)];
  return { clock, outbox, defects, choices, apiToken, factorsToken, baseUrl, people: [], apps, transactions, tickets, sessions };
}

export function addPerson(authentication: AuthenticationService, about: Partial<Person> = {}): Person {
  const name = mark('u').slice(2);
  const person: Person = {
    id: mark('usr'),
    login: `Ása.O'Brien+${name}@Second.example.test`,
    shortLogin: `ása-${name}`,
    firstName: 'Ása "Sunna"',
    lastName: `O'Brien-${name.slice(0, 4)}`,
    password: strongPassword(),
    previousPassword: undefined,
    passwordChanged: authentication.clock.now() - DAY,
    passwordExpiresAt: authentication.clock.now() + (PASSWORD_LIFE_DAYS - 1) * DAY,
    factors: [],
    challenge: 'never',
    mustEnroll: false,
    warnAsked: false,
    locked: false,
    misses: 0,
    denied: false,
    onlyFrom: undefined,
    wasLetIn: false,
    gateway: true,
    notified: true,
    devices: new Set(),
    fingerprints: new Set(),
    fingerprintAt: 0,
    activation: undefined,
    limitedUntil: 0,
    pushApproved: false,
    verifiedAt: 0,
    ...about,
  };
  authentication.people.push(person);
  return person;
}

export function addFactor(person: Person, kind: FactorKind, answer = keepSecret(mark('svar'))): Factor {
  const factor: Factor = { id: mark('fac'), kind, answer, phoneNumber: '+354 555 01 27', verified: false };
  person.factors.push(factor);
  return factor;
}

export function personNamed(authentication: AuthenticationService, name: string): Person | undefined {
  const wanted = name.toLowerCase();
  const isPrefix = wanted.length >= 8 && authentication.defects.has('authn.username-prefix');
  return (
    authentication.people.find(({ login, shortLogin }) => login.toLowerCase() === wanted || shortLogin.toLowerCase() === wanted) ??
    authentication.people.find(({ login }) => isPrefix && login.toLowerCase().startsWith(wanted))
  );
}
