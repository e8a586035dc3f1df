import { withoutNulls } from './json.ts';
import { membersOf, type Members } from './members.ts';
import { ControlError, type JsonObject } from './service.ts';

/** What a message, a provider state or an act is given. Each kind that does not fit throws ControlError. */
export type Arguments = Members;

/** Reads the parameters of `owner` (a state or act), of which null is as good as absent. Throws ControlError for a name outside `known`. */
export function readArguments(owner: string, known: readonly string[], params: JsonObject): Arguments {
  demandNames(params, known, (name) => `'${owner}' has no parameter '${name}'`, 'Send it without parameters.');
  return readMessage(withoutNulls(params), (name) => `parameter '${name}' of '${owner}'`);
}

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
