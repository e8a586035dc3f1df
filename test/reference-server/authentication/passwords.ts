import type { AuthenticationService, Person } from './people.ts';

const COMPLEXITY = { minLength: 13, minLowerCase: 2, minUpperCase: 2, minNumber: 2, minSymbol: 1 };

/** What every password needs at least. */
export function complexityOf({ choices }: Pick<AuthenticationService, 'choices'>): typeof COMPLEXITY {
  return choices.has('policy-of-length-and-digits')
    ? { minLength: 17, minLowerCase: 0, minUpperCase: 0, minNumber: 4, minSymbol: 0 }
    : COMPLEXITY;
}

export const WEAK_PASSWORD = 'Too "simple" 1';

/** Whether a new password fits the policy: its characters, and that it is another one. */
export function fits(password: string, { password: present }: Person, authentication: AuthenticationService): boolean {
  const { defects } = authentication;
  const complexity = complexityOf(authentication);
  const count = (pattern: RegExp): number => [...password.matchAll(pattern)].length;
  return (
    password !== present &&
    count(/./gsu) >= complexity.minLength - (defects.has('authn.min-length-off-by-one') ? 1 : 0) &&
    (count(/\p{Ll}/gu) >= complexity.minLowerCase || defects.has('authn.lower-case-free')) &&
    count(/\p{Lu}/gu) >= complexity.minUpperCase - (defects.has('authn.one-upper-case') ? 1 : 0) &&
    (count(/\p{Nd}/gu) >= complexity.minNumber || defects.has('authn.numbers-free')) &&
    (count(/[^\p{L}\p{Nd}]/gu) >= complexity.minSymbol || defects.has('authn.symbols-free'))
  );
}
