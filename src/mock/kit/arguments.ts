import { withoutNulls } from './json.ts';
import { membersOf, type Members } from './members.ts';
import { ControlError, type JsonObject } from './service.ts';

/** What a message, a provider state or an act is given. Each kind that does not fit throws ControlError. */
export type Arguments = Members;

/** Reads the members of a message; `placeOf` is what a refusal calls one. */
export function readMessage(object: JsonObject, placeOf: (name: string) => string = (name) => `'${name}'`): Arguments {
  return membersOf(object, (name, expected): never => {
    const value = JSON.stringify(object[name]);
    const code = value === undefined ? 'mock-value-missing' : 'mock-value';
    throw new ControlError(code, `${placeOf(name)} is ${value ?? 'missing'}`, `Send '${name}': ${expected}.`);
  });
}

/** Refuses a name that is not known; `none` is what to do where there are no names. Throws ControlError. */
export function demandNames(object: JsonObject, known: readonly string[], messageOf: (name: string) => string, none: string): void {
  const stranger = Object.keys(object).find((name) => !known.includes(name));
  if (stranger !== undefined)
    throw new ControlError('mock-name-unknown', messageOf(stranger), known.length === 0 ? none : `Known are: ${known.join(', ')}.`);
}

/** The refusal of a name that is none of those that are known. */
export function unknownName(what: string, name: string, known: readonly string[]): ControlError {
  return new ControlError('mock-name-unknown', `unknown ${what} '${name}'`, `Known are: ${known.map((one) => `'${one}'`).join(', ')}.`);
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

/** Runs the entry of that name; of its parameters, null is as good as absent. Throws ControlError for an unknown name and for unknown parameters. */
export function runEntry<Context, Result>(
  what: 'provider state' | 'act',
  entries: Entries<Context, Result>,
  name: string,
  params: JsonObject,
  context: Context,
): Result {
  const entry = Object.hasOwn(entries, name) ? entries[name] : undefined;
  if (entry === undefined) throw unknownName(what, name, Object.keys(entries));
  demandNames(params, entry.params, (param) => `'${name}' has no parameter '${param}'`, 'Send it without parameters.');
  return entry.run(
    context,
    readMessage(withoutNulls(params), (param) => `parameter '${param}' of '${name}'`),
  );
}
