import fc from 'fast-check';
import type { CharacterRule } from '../model/types.ts';

/** Which rule of a policy counts what, by the member that holds its number. */
export type PolicyRules = Readonly<Record<string, CharacterRule>>;

/** The rule of a password that breaks none. */
export const KEPT = 'kept';

/** Symbols that every class of symbols has. */
const CLASSES = {
  lowerCase: 'abcdefghijklmnopqrstuvwxyz',
  upperCase: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  digit: '0123456789',
  symbol: '!#%+',
} as const;
type CharacterClass = keyof typeof CLASSES;
const CLASS_NAMES = ['lowerCase', 'upperCase', 'digit', 'symbol'] as const satisfies readonly CharacterClass[];

/** More than any policy asks for. */
const MOST = 200;

/**
 * A password that just keeps an announced policy, or that breaks this one of its rules by one character and keeps all others. Undefined where
 * there is none: the rule asks for nothing, or is always kept with the others.
 */
export function passwordBy(policy: unknown, rules: PolicyRules, broken: string, seed: number): string | undefined {
  const least = numbersOf(policy, rules);
  if (least === undefined) return undefined;
  const rule = rules[broken];
  const counts = { ...least, ...(rule === undefined || rule === 'length' ? {} : { [rule]: least[rule] - 1 }) };
  const length = rule === 'length' ? least.length - 1 : least.length;
  const own = CLASS_NAMES.reduce((sum, name) => sum + counts[name], 0);
  const filler = rule === 'lowerCase' ? 'upperCase' : 'lowerCase';
  const isPossible = CLASS_NAMES.every((name) => counts[name] >= 0) && (rule !== 'length' || own <= length) && Math.max(own, length) > 0;
  if (!isPossible || (broken !== KEPT && rule === undefined)) return undefined;
  const classes = CLASS_NAMES.flatMap((name) =>
    Array.from({ length: counts[name] + (name === filler ? Math.max(0, length - own) : 0) }, () => CLASSES[name]),
  );
  const characters = fc.tuple(...classes.map((alphabet) => fc.constantFrom(...alphabet.split(''))));
  return fc.sample(characters, { seed, numRuns: 1 })[0]?.join('');
}

function numbersOf(policy: unknown, rules: PolicyRules): Record<CharacterRule, number> | undefined {
  if (typeof policy !== 'object' || policy === null) return undefined;
  const least = { length: 0, lowerCase: 0, upperCase: 0, digit: 0, symbol: 0 };
  for (const [member, rule] of Object.entries(rules)) {
    const number: unknown = Object.entries(policy).find(([name]) => name === member)?.[1];
    if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > MOST) return undefined;
    least[rule] = number;
  }
  return least;
}
