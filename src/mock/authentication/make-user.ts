import type { Surroundings } from '../kit/service.ts';
import { pushProfile } from './factors.ts';
import type { Store } from './store.ts';
import type { Factor, FactorOffer, UserPolicy, User } from './users.ts';

/** Where a provider state puts what it makes. */
export interface Place {
  readonly store: Store;
  readonly surroundings: Surroundings;
}

export const dayMs = 86_400_000;

const givenNames = ['Ada', 'Blaise', 'Chika', 'Dilma', 'Edsger', 'Frida', 'Grace', 'Hedy'] as const;
const familyNames = ['Abara', 'Berg', 'Castillo', 'Dietrich', 'Eze', 'Fontaine', 'Goto', 'Haddad'] as const;

/** Asks for the password and nothing else; a password lasts 90 days and is warned of in the last 14. */
const plainPolicy: UserPolicy = {
  complexity: { minLength: 8, minLowerCase: 1, minUpperCase: 1, minNumber: 1, minSymbol: 0 },
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
export function addUser(
  { store, surroundings }: Place,
  fields: Partial<Omit<User, 'policy'>> = {},
  policy: Partial<UserPolicy> = {},
): User {
  const pick = <Name>(names: readonly [Name, ...Name[]]): Name => names[surroundings.id(1).charCodeAt(0) % names.length] ?? names[0];
  const name = { first: pick(givenNames), last: pick(familyNames) };
  const user: User = {
    id: `00u${surroundings.id(17)}`,
    login: `${name.first}.${name.last}.${surroundings.id(8)}@example.test`.toLowerCase(),
    password: `Aa1${surroundings.id(12)}`,
    passwordChanged: surroundings.now() - 10 * dayMs,
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
export function questionFactor({ surroundings }: Place): Factor {
  return {
    id: `ufs${surroundings.id(17)}`,
    factorType: 'question',
    provider: 'PLATFORM',
    profile: { question: 'first_concert' },
    secret: `answer ${surroundings.id(8)}`,
  };
}

/** The service's own push factor. */
export function pushFactor({ surroundings }: Place): Factor {
  return {
    id: `opf${surroundings.id(17)}`,
    factorType: 'push',
    provider: 'PLATFORM',
    profile: pushProfile('pocket@example.test'),
    secret: surroundings.id(6),
  };
}

/** A factor that sends codes to a telephone number. */
export function smsFactor({ surroundings }: Place): Factor {
  const digits = Array.from({ length: 7 }, () => surroundings.id(1).charCodeAt(0) % 10).join('');
  const phoneNumber = `+1 555-${digits.slice(0, 3)}-${digits.slice(3)}`;
  return { id: `sms${surroundings.id(17)}`, factorType: 'sms', provider: 'PLATFORM', profile: { phoneNumber }, secret: surroundings.id(6) };
}
