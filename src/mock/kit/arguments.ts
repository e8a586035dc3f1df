import { ControlError, type JsonObject } from './service.ts';

/** The parameters of a provider state or of an act, read by name and kind. */
export interface Arguments {
  text(name: string): string | undefined;
  flag(name: string): boolean | undefined;
  integer(name: string): number | undefined;
  texts(name: string): readonly string[] | undefined;
  /** like `text`, but refused where absent */
  needed(name: string): string;
  /** as it was sent, for kinds that the others do not read */
  value(name: string): unknown;
  /** like `text`, but only one of these values */
  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | undefined;
}

/** Reads the parameters of `owner` (a state or act). Throws ControlError for a name outside `known` and for a value of another kind. */
export function readArguments(owner: string, known: readonly string[], params: JsonObject): Arguments {
  const stranger = Object.keys(params).find((name) => !known.includes(name));
  if (stranger !== undefined) {
    throw new ControlError(
      'mock-name-unknown',
      `'${owner}' has no parameter '${stranger}'`,
      known.length === 0 ? 'Send it without parameters.' : `Its parameters are: ${known.join(', ')}.`,
    );
  }
  const read = <Value>(name: string, expected: string, fits: (value: unknown) => value is Value): Value | undefined => {
    const value = params[name];
    if (value === undefined || value === null) return undefined;
    if (fits(value)) return value;
    throw new ControlError('mock-value', `parameter '${name}' of '${owner}' is ${JSON.stringify(value)}`, `Send ${expected}.`);
  };
  const text = (name: string): string | undefined => read(name, 'a string', isText);
  return {
    text,
    flag: (name) => read(name, 'true or false', isFlag),
    integer: (name) => read(name, 'a whole number', isInteger),
    value: (name) => params[name],
    texts: (name) => read(name, 'an array of strings', isTexts),
    needed(name) {
      const value = text(name);
      if (value === undefined)
        throw new ControlError('mock-value-missing', `'${owner}' needs the parameter '${name}'`, `Send '${name}' as a string.`);
      return value;
    },
    oneOf: (name, values) => {
      const value = text(name);
      const found = values.find((candidate) => candidate === value);
      if (value !== undefined && found === undefined)
        throw new ControlError('mock-value', `parameter '${name}' of '${owner}' is '${value}'`, `Send one of: ${values.join(', ')}.`);
      return found;
    },
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);
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
