import type { FieldOf } from '../plan/request.ts';
import type { Step, CredentialChange, CharacterRule } from '../model/types.ts';
import type { Case } from '../plan/case.ts';
import { valueAt } from '../model/pointer.ts';
import { resolveReferences, type Lookup } from '../plan/scope.ts';
import type { Standing } from './providers.ts';
import { UnknownField } from './blocked.ts';
import { freshValue, hash, isIdentity } from './generated-values.ts';
import fc from 'fast-check';

/** Something that a case has made in the target, and that its clean-up takes away again. */
export interface CreatedResource {
  /** the operation that made it */
  readonly by: string;
  /** undefined where no operation takes it away, or its answer does not name it */
  readonly undo: Step | undefined;
  readonly readBack: Step | undefined;
  /** values that name what it belongs to */
  readonly within: readonly unknown[];
}

/** What a step's answer leaves behind for later references. */
export interface Remembered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** as the profile's bindings find it */
  readonly body: unknown;
  /** whose answer it is; a Link header leads to more of the same */
  readonly operation: string | undefined;
  /** what was asked: a relative link is meant from there (RFC 8288, section 3.2) */
  readonly url: string;
}

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The names that steps of one case may refer to: aliases of provider states, step ids, `last`, `fresh`, and `near` for what is almost one of them,
 * `by-policy` for what an announced policy asks for, and `has-policy` for whether there is such a thing.
 */
export interface CaseScope {
  readonly lookup: Lookup;
  /** the same scope with fresh values of its own */
  inRound(round: number): CaseScope;
  /** the same scope with a last answer of its own */
  aside(): CaseScope;
  provide(alias: string, standing: Standing): void;
  /** what an act answered, under its step's id */
  name(id: string, data: JsonObject): void;
  /** all provider states so far, oldest first */
  provided(): readonly Standing[];
  /** the name of the provider state that an alias stands for; undefined where it stands for none */
  stateOf(alias: string): string | undefined;
  /** what the case has made in the target and not taken away yet, oldest first */
  made(): readonly CreatedResource[];
  make(made: CreatedResource): void;
  forget(which: (made: CreatedResource) => boolean): void;
  /**
   * A field of the latest object that is called so by a parameter: made in the case, or told of by a provider state. Of several, such as groups
   * of one name in two teams, the one that was made with the same arguments is meant. Throws UnknownField where there is the object and nobody
   * has told of the field.
   */
  readonly fieldOf: FieldOf;
  /** notes what a parameter's value stands for: the response of the operation that made it, and with which of its arguments it goes */
  nameObject(parameter: string, value: unknown, object: unknown, operation: string, beside?: JsonObject): void;
  /** credentials that the case has obtained, by key identity; a turned clock may have ended them */
  readonly credentials: Map<string, string>;
  remember(stepId: string | undefined, answer: Remembered): void;
  last(): Remembered | undefined;
  /** the answer of a step of this name, or the last one; undefined where no answer is called so */
  answerOf(name: string): Remembered | undefined;
  /** makes the answer before the last one the last, where there is one of the same operation */
  stepBack(): void;
}

/** What a step passes to its operation, references resolved. */
export function argumentsOf(step: Step, scope: CaseScope): Record<string, unknown> {
  return resolvedObject(step.with, scope);
}

/** What a step adds to the query of its request, references resolved. */
export function queryOf(step: Step, scope: CaseScope): Record<string, unknown> {
  return resolvedObject(step.query, scope);
}

function resolvedObject(given: Step['with'] | Step['query'], scope: CaseScope): Record<string, unknown> {
  const resolved = resolveReferences(given ?? {}, scope.lookup);
  return typeof resolved === 'object' && resolved !== null ? { ...resolved } : {};
}

/**
 * @param policies which rules the policies of families.yaml have, by row
 * @param learnFresh told of each generated value by name, so that secrets among them are redacted
 */
export function createCaseScope(
  seed: number,
  { id, data = id }: Pick<Case, 'id' | 'data'>,
  surroundings: Readonly<Record<string, unknown>>,
  learnFresh: (name: string, value: unknown) => void,
  policies: Readonly<Record<string, PolicyRules>> = {},
): CaseScope {
  const named = new Map<string, unknown>(Object.entries(surroundings));
  const fresh = new Map<string, unknown>();
  const answers = new Map<string, Remembered>();
  const states: Standing[] = [];
  const credentials = new Map<string, string>();
  let made: readonly CreatedResource[] = [];
  const objects = new Map<string, readonly NamedObject[]>();
  const nameObject = (parameter: string, value: unknown, named: NamedObject): void => {
    const key = JSON.stringify([parameter, value]);
    objects.set(key, [...(objects.get(key) ?? []), named]);
  };

  const fieldOf: FieldOf = (parameter, value, field, args) => {
    const all = objects.get(JSON.stringify([parameter, value])) ?? [];
    const known = all.findLast(({ beside = {} }) => Object.entries(beside).every(([name, one]) => args[name] === one)) ?? all.at(-1);
    const found = valueAt(known?.object, [field]) ?? undefined;
    const state = states.find(({ data }) => holds(data, value))?.state;
    if (found !== undefined || (known === undefined && state === undefined)) return found;
    const fields = Object.keys(Object(known?.object)).join(', ') || 'nothing';
    const reference = `{${parameter}.${field}} of a binding`;
    if (known?.operation !== undefined)
      throw new UnknownField(`${reference}: the response of ${known.operation} has no ${field}, only ${fields}`, 'config');
    const place = `objects.${parameter}.${String(value)}`;
    throw new UnknownField(
      `${reference}: the provider state '${state ?? ''}' came without ${place}.${field}: it has ${fields}`,
      'provider-state',
    );
  };

  const freshOnce = (name: string, round: number): unknown => {
    const key = `${round}/${name}`;
    if (!fresh.has(key)) {
      const drawnFor = isIdentity(name) ? id : data;
      const value = freshValue(name, seed ^ hash(round === 0 ? drawnFor : `${drawnFor}/${round}`));
      learnFresh(name, value);
      fresh.set(key, value);
    }
    return fresh.get(key);
  };

  const lookUp = (round: number, memory: Memory, [head = '', ...rest]: readonly string[]): unknown => {
    if (head === 'fresh') return freshOnce(rest.join('.'), round);
    if (head === 'last') return valueAt(memory.last?.body, rest);
    if (head === 'by-policy') return byPolicy(lookUp(round, memory, rest.slice(2)), rest);
    if (head === 'has-policy') return byPolicy(lookUp(round, memory, rest.slice(2)), rest) !== undefined;
    if (head === 'near') return nearMissOf(lookUp(round, memory, rest.slice(1)), rest);
    return valueAt(named.get(head), rest);
  };

  /** A credential that is almost right is as secret as the right one. */
  const nearMissOf = (secret: unknown, [change = '', ...path]: readonly string[]): unknown => {
    const value = typeof secret === 'string' || typeof secret === 'number' ? nearMiss(change, String(secret)) : undefined;
    if (value !== undefined && value !== '') learnFresh(path.at(-1) ?? '', value);
    return value;
  };

  const byPolicy = (policy: unknown, [row = '', rule = '']: readonly string[]): unknown => {
    const rules = policies[row];
    const value = rules === undefined ? undefined : passwordBy(policy, rules, rule, seed ^ hash(`${data}/${row}/${rule}`));
    if (value !== undefined) learnFresh('password', value);
    return value;
  };

  const view = (round: number, memory: Memory): CaseScope => ({
    lookup: (path) => lookUp(round, memory, path),
    inRound: (other) => view(other, memory),
    aside: () => view(round, { ...memory }),
    provide: (alias, standing) => {
      named.set(alias, standing.data);
      for (const [parameter, byName] of Object.entries(Object(standing.data['objects'])))
        for (const [value, object] of Object.entries(Object(byName))) nameObject(parameter, value, { object });
      states.push(standing);
    },
    name: (id, data) => void named.set(id, data),
    provided: () => states,
    made: () => made,
    make: (one) => void (made = [...made, one]),
    forget: (which) => void (made = made.filter((one) => !which(one))),
    nameObject: (parameter, value, object, operation, beside = {}) => nameObject(parameter, value, { object, operation, beside }),
    fieldOf,
    stateOf: (alias) => states.find(({ data }) => data === named.get(alias))?.state,
    credentials,
    remember: (stepId, answer) => {
      memory.before = memory.last;
      memory.last = answer;
      if (stepId === undefined) return;
      named.set(stepId, answer);
      answers.set(stepId, answer);
    },
    last: () => memory.last,
    answerOf: (name) => (name === 'last' ? memory.last : answers.get(name)),
    stepBack: () => {
      if (memory.before?.operation === memory.last?.operation) memory.last = memory.before;
    },
  });
  return view(0, { last: undefined, before: undefined });
}

interface NamedObject {
  readonly object: unknown;
  /** undefined for what a provider state has told of */
  readonly operation?: string;
  readonly beside?: JsonObject;
}

function holds(data: unknown, value: unknown): boolean {
  return data === value || (typeof data === 'object' && data !== null && Object.values(data).some((one) => holds(one, value)));
}

interface Memory {
  last: Remembered | undefined;
  before: Remembered | undefined;
}

/**
 * A credential that is almost right, and never the same one in another spelling: letters that are hexadecimal digits have no case, and the
 * last bits of Base64 may stand for nothing. Its padding that is left out does, too, but not a letter in the place of it.
 */
const CHANGED: Readonly<Record<CredentialChange | 'empty', (secret: string) => string>> = {
  otherCase: (secret) =>
    HEXADECIMAL.test(secret) || inOtherCase(secret) === secret ? withOther(secret, lastOf(secret)) : inOtherCase(secret),
  lastCharacter: (secret) => withOther(secret, lastOf(secret)),
  firstCharacter: (secret) => withOther(secret, 0),
  shortened: (secret) => secret.slice(0, lastOf(secret)),
  lengthened: (secret) => `${secret}Q7`,
  veryLast: (secret) => withOther(secret, secret.length - 1, NEXT_BIT),
  oneMore: (secret) => `${secret}k`,
  spaceBefore: (secret) => ` ${secret}`,
  spaceAfter: (secret) => `${secret} `,
  empty: () => '',
};

const HEXADECIMAL = /^[\da-f-]+$/i;
/** In the order of their values in Base64 (RFC 4648, section 5). */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const LETTERS_AND_DIGITS = 62;

/** The two bits of a character in Base64 that count even in a last one, after a single byte. */
const FIRST_BIT = 32;
const NEXT_BIT = 16;

/** The credential with this change; undefined where there is no such change. */
export function nearMiss(change: string, secret: string): string | undefined {
  return Object.entries(CHANGED).find(([name]) => name === change)?.[1](secret);
}

function inOtherCase(text: string): string {
  return text.replaceAll(/\p{L}/gu, (letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()));
}

/** Where the last character stands that is no padding. */
function lastOf(secret: string): number {
  return secret.replace(/={1,2}$/, '').length - 1;
}

/** Another character at this place: one that differs in this bit, and a letter or digit, since a token may have no others. */
function withOther(secret: string, index: number, bit = FIRST_BIT): string {
  const value = ALPHABET.indexOf(secret.charAt(index));
  const other = (value ^ bit) < LETTERS_AND_DIGITS ? value ^ bit : value ^ (FIRST_BIT | NEXT_BIT);
  return `${secret.slice(0, index)}${value === -1 ? 'x' : ALPHABET.charAt(other)}${secret.slice(index + 1)}`;
}

/** Which rule of a policy counts what, by the member that holds its number. */
type PolicyRules = Readonly<Record<string, CharacterRule>>;

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
