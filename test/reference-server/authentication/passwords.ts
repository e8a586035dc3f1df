import type { Defects } from '../faults/defects.ts';
import type { Person } from './people.ts';

/** What every password needs at least. */
export const COMPLEXITY = { minLength: 13, minLowerCase: 2, minUpperCase: 2, minNumber: 2, minSymbol: 1 };

export const WEAK_PASSWORD = 'Too "simple" 1';

/** Whether a new password fits the policy: its characters, and that it is another one. */
export function fits(password: string, { password: present }: Person, defects: Defects): boolean {
  const count = (pattern: RegExp): number => [...password.matchAll(pattern)].length;
  return (
    password !== present &&
    count(/./gsu) >= COMPLEXITY.minLength - (defects.has('authn.min-length-off-by-one') ? 1 : 0) &&
    (count(/\p{Ll}/gu) >= COMPLEXITY.minLowerCase || defects.has('authn.lower-case-free')) &&
    count(/\p{Lu}/gu) >= COMPLEXITY.minUpperCase - (defects.has('authn.one-upper-case') ? 1 : 0) &&
    count(/\p{Nd}/gu) >= COMPLEXITY.minNumber &&
    (count(/[^\p{L}\p{Nd}]/gu) >= COMPLEXITY.minSymbol || defects.has('authn.symbols-free'))
  );
}
