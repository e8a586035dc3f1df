import type { Choices } from './choices.ts';

/** Kinds of factor that the document names. */
export type FactorType = 'token' | 'token:software:totp' | 'sms' | 'call' | 'push' | 'question' | 'token:hardware';

/** A factor that a user may enroll: its type, and whose it is. */
export interface FactorOffer {
  readonly factorType: FactorType;
  /** PLATFORM for the service's own */
  readonly provider: string;
}

export interface Factor extends FactorOffer {
  readonly id: string;
  /** unmasked and complete; what a response shows of it the policy decides */
  readonly profile: Readonly<Record<string, unknown>>;
  /** the code or answer that verifies it */
  readonly secret: string;
}

export interface Complexity {
  readonly minLength: number;
  readonly minLowerCase: number;
  readonly minUpperCase: number;
  readonly minNumber: number;
  readonly minSymbol: number;
}

/** What sign-on, password and enrollment policies say for one user. */
export interface UserPolicy {
  readonly complexity: Complexity;
  /** how long a password lasts after its change; undefined where it never expires */
  readonly passwordAgeMs: number | undefined;
  readonly warnPeriodMs: number;
  readonly showsLockout: boolean;
  /** always, once for each device, or by a rule that finds a new device */
  readonly challenge: 'never' | 'always' | 'per-device' | 'new-device';
  readonly requiresEnrollment: boolean;
  readonly access: 'allowed' | 'denied' | { readonly onlyFrom: string };
  /** whether the trusted application's public address is allowed as a gateway */
  readonly trustsGateway: boolean;
  readonly sendsNewDeviceMail: boolean;
}

export interface User {
  readonly id: string;
  /** fully qualified sign-in name */
  readonly login: string;
  /** undefined for a user created without credentials */
  readonly password: string | undefined;
  readonly passwordChanged: number;
  readonly locked: boolean;
  readonly name: { readonly first: string; readonly last: string };
  readonly policy: UserPolicy;
  readonly factors: readonly Factor[];
  readonly offers: readonly FactorOffer[];
  /** device tokens of sign-ins whose challenge was met */
  readonly devices: readonly string[];
  /** device fingerprints of successful sign-ins */
  readonly fingerprints: readonly string[];
}

/** The part of a fully qualified sign-in name before its domain. */
export function shortName(user: User): string {
  return user.login.split('@')[0] ?? user.login;
}

/** Factors that the user may still enroll. */
export function openOffers(user: User): readonly FactorOffer[] {
  return user.offers.filter(
    (offer) => !user.factors.some((factor) => factor.factorType === offer.factorType && factor.provider === offer.provider),
  );
}

type Chosen = { readonly choices: Choices };

/** Whether the factor's codes come by telephone. */
export function isByTelephone({ factorType }: FactorOffer): boolean {
  return factorType === 'sms' || factorType === 'call';
}

/** Whether one polls for the factor's approval. */
export function isPolled({ choices }: Chosen, { factorType }: FactorOffer): boolean {
  return factorType === 'push' && choices.pushWait === 'poll';
}

/** Whether the factor is enrolled by the code that comes with its enrollment. */
export function comesWithCode({ choices }: Chosen, { factorType }: FactorOffer): boolean {
  return (factorType === 'token' || factorType === 'token:hardware') && choices.tokenEnrollment === 'at-once';
}
