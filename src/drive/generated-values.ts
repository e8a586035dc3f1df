import fc from 'fast-check';
import { withoutNumber } from '../model/text-end.ts';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGIT = '0123456789';

/** Values that a spec may ask for as $fresh.KIND; a trailing number makes another one of the kind. */
const KINDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  // Several of each class, and long: meets any usual policy that counts characters by class.
  password: fc
    .tuple(characters(LOWER, 8), characters(UPPER, 6), characters(DIGIT, 6), characters('!#%+', 4))
    .map((parts) => parts.join('')),
  name: characters(LOWER, 10).map((text) => `assay-${text}`),
  login: characters(LOWER, 10).map((text) => `assay.${text}@example.test`),
  id: characters(LOWER + UPPER + DIGIT, 20),
  token: characters(LOWER + UPPER + DIGIT, 42),
  deviceToken: characters(LOWER + UPPER + DIGIT, 32),
  fingerprint: characters(LOWER + DIGIT, 24),
  uuid: fc.uuid(),
  text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  integer: fc.integer({ min: 1, max: 99 }),
  boolean: fc.boolean(),
  ip: fc.tuple(fc.integer({ min: 1, max: 254 }), fc.integer({ min: 1, max: 254 })).map(([a, b]) => `198.18.${a}.${b}`),
};

/** What names something new in the target: it must not be there yet, so that a case that is driven again needs others. */
const IDENTITIES: readonly string[] = ['name', 'login', 'id', 'token', 'deviceToken', 'fingerprint', 'uuid'];

export function isIdentity(name: string): boolean {
  return IDENTITIES.includes(kindOf(name));
}

function kindOf(name: string): string {
  return withoutNumber(name);
}

function characters(alphabet: string, length: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...alphabet.split('')), { minLength: length, maxLength: length }).map((all) => all.join(''));
}

/**
 * The value of one name for one case: the same seed gives the same value. Answers undefined for a kind that is not known.
 */
export function freshValue(name: string, seed: number): unknown {
  const arbitrary = KINDS[kindOf(name)];
  if (arbitrary === undefined) return undefined;
  return fc.sample(arbitrary, { seed: seed ^ hash(name), numRuns: 1 })[0];
}

/** 32-bit FNV-1a, for seeds that depend on a name. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value | 0;
}
