import { parseSpan } from './clock.ts';
import { isObject } from './json.ts';
import { ControlError, type JsonObject } from './service.ts';

/** The members of a message, or the parameters of a provider state or an act, read by name and kind. Each throws ControlError. */
export type Arguments = ReturnType<typeof readMembers>;

/** Reads the parameters of `owner` (a state or act), of which null is as good as absent. Throws ControlError for a name outside `known`. */
export function readArguments(owner: string, known: readonly string[], params: JsonObject): Arguments {
  demandNames(params, known, (name) => `'${owner}' has no parameter '${name}'`, 'Send it without parameters.');
  const given = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));
  return readMembers(given, (name) => `parameter '${name}' of '${owner}'`);
}

/** Reads the members of an object; `placeOf` is what a refusal calls one. */
export function readMembers(object: JsonObject, placeOf: (name: string) => string = (name) => `'${name}'`) {
  const refuse = (name: string, expected: string): never => {
    const value = JSON.stringify(object[name]);
    const code = value === undefined ? 'mock-value-missing' : 'mock-value';
    throw new ControlError(code, `${placeOf(name)} is ${value ?? 'missing'}`, `Send '${name}': ${expected}.`);
  };
  const read = <Value>(name: string, expected: string, fits: (value: unknown) => value is Value): Value | undefined => {
    const value = object[name];
    return value === undefined || fits(value) ? value : refuse(name, expected);
  };
  const oneOfThese = (values: readonly string[]): string => `one of ${values.join(', ')}`;
  /** like `text`, but only one of these values */
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    read(name, oneOfThese(values), (value): value is Value => values.some((one) => one === value));
  return {
    text: (name: string, expected = 'a string') => read(name, expected, isText),
    flag: (name: string) => read(name, 'true or false', isFlag),
    integer(name: string, least = -Infinity, most = Infinity) {
      const fits = (value: unknown): value is number => isInteger(value) && value >= least && value <= most;
      return read(name, wholeNumber(least, most), fits);
    },
    /** an ISO 8601 duration; no more than so many days that every moment that follows from it has a date */
    span: (name: string) => read(name, 'an ISO 8601 duration of weeks, days and time, of ten thousand days at most', isSpan),
    texts: (name: string, expected = 'an array of strings') => read(name, expected, isTexts),
    list: (name: string, expected: string) => read(name, expected, isList),
    /** like `text`, but refused where absent */
    needed: (name: string, expected = 'a string') => read(name, expected, isText) ?? refuse(name, expected),
    /** refuses what is absent, and must not be */
    missing: refuse,
    /** an empty one where absent */
    object: (name: string): JsonObject => read(name, 'an object', isObject) ?? {},
    /** as it was sent, for kinds that the others do not read */
    value: (name: string) => object[name],
    oneOf,
    /** like `oneOf`, but refused where absent */
    chosen: <Value extends string>(name: string, values: readonly Value[]) => oneOf(name, values) ?? refuse(name, oneOfThese(values)),
  };
}

/** Refuses a name that is not known; `none` is what to do where there are no names. Throws ControlError. */
export function demandNames(object: JsonObject, known: readonly string[], messageOf: (name: string) => string, none: string): void {
  const stranger = Object.keys(object).find((name) => !known.includes(name));
  if (stranger !== undefined)
    throw new ControlError('mock-name-unknown', messageOf(stranger), known.length === 0 ? none : `Known are: ${known.join(', ')}.`);
}

function wholeNumber(least: number, most: number): string {
  if (least === -Infinity) return 'a whole number';
  return most === Infinity ? `a whole number of at least ${least}` : `a whole number from ${least} to ${most}`;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isSpan = (value: unknown): value is string => isText(value) && parseSpan(value) !== undefined;
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

/** No entry of that name: another service may have it. */
export class UnknownNameError extends ControlError {
  readonly known: readonly string[];
  constructor(message: string, known: readonly string[]) {
    super('mock-name-unknown', message, `Known are: ${known.map((name) => `'${name}'`).join(', ')}.`);
    this.known = known;
  }
}

/** One entry of a catalogue: its parameters' names, and what brings it about. */
export interface Entry<Context, Result> {
  readonly params: readonly string[];
  readonly run: (context: Context, args: Arguments) => Result;
}

/** An entry of a catalogue: `'a user': entry(['name'], (context, args) => …)`. */
export function entry<Context, Result>(
  params: readonly string[],
  run: (context: Context, args: Arguments) => Result,
): Entry<Context, Result> {
  return { params, run };
}

/** A catalogue of provider states or acts, by name. */
export type Entries<Context, Result> = Readonly<Record<string, Entry<Context, Result>>>;

/** Runs the entry of that name. Throws ControlError for an unknown name (with the known ones) and for unknown parameters. */
export function runEntry<Context, Result>(
  what: 'provider state' | 'act',
  entries: Entries<Context, Result>,
  name: string,
  params: JsonObject,
  context: Context,
): Result {
  const entry = Object.hasOwn(entries, name) ? entries[name] : undefined;
  if (entry === undefined) throw new UnknownNameError(`unknown ${what} '${name}'`, Object.keys(entries));
  return entry.run(context, readArguments(name, entry.params, params));
}
