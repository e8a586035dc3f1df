import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KEPT, passwordBy } from './case-scope.ts';

const RULES = { least: 'length', small: 'lowerCase', big: 'upperCase', numbers: 'digit', signs: 'symbol' } as const;
const few = fc.integer({ min: 0, max: 4 });
const policies = fc.record({ least: fc.integer({ min: 0, max: 30 }), small: few, big: few, numbers: few, signs: few });

/** By how many characters a password falls short of each rule. */
function shortfalls(policy: Readonly<Record<keyof typeof RULES, number>>, password: string): Readonly<Record<string, number>> {
  const count = (pattern: RegExp): number => password.match(pattern)?.length ?? 0;
  const has: Readonly<Record<string, number>> = {
    least: password.length,
    small: count(/[a-z]/g),
    big: count(/[A-Z]/g),
    numbers: count(/\d/g),
    signs: count(/[!#%+]/g),
  };
  const short = Object.entries(policy).map(([name, number]) => [name, number - (has[name] ?? 0)] as const);
  return Object.fromEntries(short.filter(([, by]) => by > 0));
}

test('a kept policy is just kept, and a broken rule alone is broken, by one character', () => {
  fc.assert(
    fc.property(policies, fc.constantFrom(KEPT, ...Object.keys(RULES)), fc.integer(), (policy, broken, seed) => {
      const password = passwordBy(policy, RULES, broken, seed);
      const needed = Math.max(policy.least, policy.small + policy.big + policy.numbers + policy.signs);
      if (password === undefined) {
        // Only a rule that asks for nothing, or a length that the other rules make up already, cannot be broken alone.
        const own = policy.small + policy.big + policy.numbers + policy.signs;
        const asks = Object.entries(policy).find(([name]) => name === broken)?.[1] ?? needed;
        return asks === 0 || (broken === 'least' ? own >= policy.least || policy.least === 1 : needed === 1);
      }
      const short = shortfalls(policy, password);
      return broken === KEPT
        ? Object.keys(short).length === 0 && password.length === needed
        : JSON.stringify(short) === JSON.stringify({ [broken]: 1 });
    }),
  );
});

test.each([undefined, null, 'strict', {}, { least: '8' }, { least: 1e9 }, { least: -1 }, { least: 1.5 }])(
  'a policy that is none has no password: %j',
  (policy) => {
    expect(passwordBy(policy, { least: 'length' }, KEPT, 1)).toBeUndefined();
  },
);
