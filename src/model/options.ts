import { didYouMean } from './yaml-file.ts';

/** What the value of an option has to be: programs without types pass anything. */
export interface OptionRule {
  readonly expected: string;
  readonly holds: (value: unknown) => boolean;
  /** of an object: the rules of its members, of which there are no others */
  readonly members?: Readonly<Record<string, OptionRule>>;
}

export type OptionRules<Options> = Readonly<Record<keyof Options, OptionRule>>;

export const TEXT: OptionRule = { expected: 'a string', holds: (value) => typeof value === 'string' };
export const BOOLEAN: OptionRule = { expected: 'true or false', holds: (value) => typeof value === 'boolean' };
export const NAMES: OptionRule = { expected: 'a list of strings', holds: areTexts };
export const FILTER: OptionRule = { expected: 'a list of at least one string', holds: (value) => areTexts(value) && value.length > 0 };
export const OBJECT: OptionRule = { expected: 'an object', holds: (value) => typeof value === 'object' && value !== null };
export const FUNCTION: OptionRule = { expected: 'a function', holds: (value) => typeof value === 'function' };

export const SPECS: OptionRule = has('specs, as loadSpecs answers them', 'documents', 'clauses');
export const SIGNAL: OptionRule = has('the signal of an AbortController', 'aborted', 'addEventListener');

/** An object of a kind that is known by these members: one of another realm is none of the same class. */
export function has(expected: string, ...members: readonly string[]): OptionRule {
  return { expected, holds: (value) => typeof value === 'object' && value !== null && members.every((name) => name in value) };
}

/** The same as TEXT, which stands for something. */
export function text(expected: string): OptionRule {
  return { expected, holds: TEXT.holds };
}

/** An object of options. */
export function objectOf<Options>(members: OptionRules<Options>): OptionRule {
  return { ...OBJECT, members };
}

export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): OptionRule {
  return {
    expected: `a whole number of at least ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${most}`}`,
    holds: (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  };
}

/** What is wrong with options: one that there is not, or a value that an option cannot have; undefined where nothing is. */
export function optionMistake(about: string, options: unknown, rules: Readonly<Record<string, OptionRule>>): string | undefined {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    return `${about}: expected an object, found ${describe(options)}`;
  const names = Object.keys(rules);
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) return `${about}: there is no option '${name}'. Known: ${names.join(', ')}${didYouMean(name, names)}`;
    const mistake = value === undefined ? undefined : valueMistake(`${about}: ${name}`, value, rule);
    if (mistake !== undefined) return mistake;
  }
  return undefined;
}

/** What is wrong with a value; undefined where nothing is. */
export function valueMistake(about: string, value: unknown, { expected, holds, members }: OptionRule): string | undefined {
  if (!holds(value)) return `${about}: expected ${expected}, found ${describe(value)}`;
  return members === undefined ? undefined : optionMistake(about, value, members);
}

/** As JSON, one level deep: what lies below may lead back to itself. Of some values JSON has no word. */
function describe(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  const scalar = (part: unknown): unknown =>
    typeof part === 'bigint' ? String(part) : typeof part === 'object' && part !== null ? '…' : part;
  return JSON.stringify(value, (name, part: unknown) => (name === '' ? part : scalar(part))) ?? typeof value;
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
