import type { AuthenticationFixtures } from '../../model/types.ts';
import { dayMs } from '../kit/clock.ts';
import type { JsonObject } from '../kit/service.ts';
import type { Maker } from './context.ts';
import { pushProfile } from './factors.ts';
import { newTransaction, type App } from './transactions.ts';
import type { Factor, FactorOffer, User, UserPolicy } from './users.ts';

const givenNames = ['Ada', 'Blaise', 'Chika', 'Dilma', 'Edsger', 'Frida', 'Grace', 'Hedy'] as const;
const familyNames = ['Abara', 'Berg', 'Castillo', 'Dietrich', 'Eze', 'Fontaine', 'Goto', 'Haddad'] as const;

/** Asks for the password and nothing else; a password lasts 90 days and is warned of in the last 14. */
const plainPolicy: UserPolicy = {
  complexity: { minLength: 8, minLowerCase: 1, minUpperCase: 1, minNumber: 1, minSymbol: 1 },
  passwordAgeMs: 90 * dayMs,
  warnPeriodMs: 14 * dayMs,
  showsLockout: false,
  challenge: 'never',
  requiresEnrollment: false,
  access: 'allowed',
  trustsGateway: true,
  sendsNewDeviceMail: false,
};

/** A password that violates the complexity of every policy made here. */
export const weakPassword = 'weak';

/** Factors that a user may be allowed to enroll. */
export const usualOffers: readonly FactorOffer[] = [
  { factorType: 'question', provider: 'PLATFORM' },
  { factorType: 'token:software:totp', provider: 'PLATFORM' },
  { factorType: 'sms', provider: 'PLATFORM' },
  { factorType: 'call', provider: 'PLATFORM' },
  { factorType: 'push', provider: 'PLATFORM' },
  { factorType: 'token:hardware', provider: 'KEYMAKER' },
  { factorType: 'token', provider: 'KEYMAKER' },
];

/** Adds a user whose password was changed ten days ago and whom no policy asks for more, but for what is given. */
export function addUser({ store, id, now }: Maker, fields: Partial<Omit<User, 'policy'>> = {}, policy: Partial<UserPolicy> = {}): User {
  const pick = <Name>(names: readonly [Name, ...Name[]]): Name => names[id(1).charCodeAt(0) % names.length] ?? names[0];
  const name = { first: pick(givenNames), last: pick(familyNames) };
  const user: User = {
    id: `00u${id(17)}`,
    login: `${name.first}.${name.last}.${id(8)}@example.test`.toLowerCase(),
    password: `Aa1-${id(12)}`,
    passwordChanged: now() - 10 * dayMs,
    locked: false,
    name,
    policy: { ...plainPolicy, ...policy },
    factors: [],
    offers: [],
    devices: [],
    fingerprints: [],
    ...fields,
  };
  store.users.set(user.id, user);
  return user;
}

/** A question factor; its secret is the answer. */
export function questionFactor({ id }: Maker): Factor {
  return ownFactor(`ufs${id(17)}`, 'question', { question: 'first_concert' }, `answer ${id(8)}`);
}

/** The service's own push factor. */
export function pushFactor({ id }: Maker): Factor {
  return ownFactor(`opf${id(17)}`, 'push', pushProfile('pocket@example.test'), id(6));
}

/** A factor that sends codes to a telephone number. */
export function smsFactor({ id }: Maker): Factor {
  const digits = Array.from({ length: 7 }, () => id(1).charCodeAt(0) % 10).join('');
  const phoneNumber = `+1 555-${digits.slice(0, 3)}-${digits.slice(3)}`;
  return ownFactor(`sms${id(17)}`, 'sms', { phoneNumber }, id(6));
}

function ownFactor(id: string, factorType: Factor['factorType'], profile: JsonObject, secret: string): Factor {
  return { id, factorType, provider: 'PLATFORM', profile, secret };
}

const protocols = { saml: 'SAML2.0', 'ws-federation': 'WS-FED', other: 'OPENID_CONNECT' } as const;

interface AppFields {
  readonly protocol: keyof typeof protocols;
  readonly signInPage: boolean;
  readonly requires?: App['requires'];
}

/** Adds an application. */
export function prepareApp({ store, id: nextId }: Maker, { protocol, signInPage, requires = 'nothing' }: AppFields): App {
  const id = `0oa${nextId(17)}`;
  const app: App = {
    id,
    name: `payroll_${nextId(4).toLowerCase()}`,
    label: 'Payroll',
    protocol: protocols[protocol],
    signInPage,
    requires,
  };
  store.apps.set(id, app);
  return app;
}

/** A redirect must last until a test comes to it. */
const redirectLifetimeMs = 3_600_000;

/** Adds an application and the state token that a redirect to its sign-in page has just given to the user. */
export function prepareStepUp(maker: Maker, user: User, requires: App['requires'], inSession: boolean): JsonObject {
  const app = prepareApp(maker, { protocol: 'saml', signInPage: true, requires });
  const transaction = newTransaction(`00${maker.id(40)}`, maker.now() + redirectLifetimeMs, {
    app,
    inSession,
    userId: inSession ? user.id : undefined,
  });
  maker.store.transactions.set(transaction.stateToken, transaction);
  return { stateToken: transaction.stateToken, appId: app.id, appName: app.name, appLabel: app.label };
}

type GivenUser = NonNullable<AuthenticationFixtures['users']>[number];
type GivenFactor = NonNullable<GivenUser['factors']>[number];

/** Users as a file of fixtures has them. */
export function putFixtures(maker: Maker, { users = [] }: AuthenticationFixtures): void {
  for (const { id, login, password, firstName = 'Ada', lastName = 'Byron', locked = false, factors = [] } of users)
    addUser(
      maker,
      { id, login, password, locked, name: { first: firstName, last: lastName }, factors: factors.map(factorOf) },
      { challenge: factors.length > 0 ? 'always' : 'never' },
    );
}

function factorOf({ id, factorType, secret, phoneNumber = '+1 555-010-0100' }: GivenFactor): Factor {
  const profiles = { question: { question: 'first_concert' }, sms: { phoneNumber }, push: pushProfile('pocket@example.test') };
  return ownFactor(id, factorType, profiles[factorType], secret);
}
