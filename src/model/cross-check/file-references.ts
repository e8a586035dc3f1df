import { pointerSegment } from '../pointer.ts';
import type { FileKey } from '../sources.ts';
import type { Expectation, Given, Step } from '../types.ts';
import type { Reference } from './mistake.ts';
import type { DefinedNames, Names } from './names.ts';

/** One name, or each of a list; nothing where none is given. */
type Named = string | readonly string[] | undefined;

/** What rows of one file refer to by name, at their pointers. */
export class FileReferences {
  readonly names: DefinedNames;
  readonly #file: FileKey;

  constructor(file: FileKey, names: DefinedNames) {
    this.#file = file;
    this.names = names;
  }

  *named(pointer: string, what: string, named: Named, known: Names): Generator<Reference> {
    if (typeof named === 'string') yield { file: this.#file, pointer, what, name: named, known };
    else for (const [at, name] of (named ?? []).entries()) yield { file: this.#file, pointer: `${pointer}/${at}`, what, name, known };
  }

  operations(pointer: string, named: Named): Generator<Reference> {
    return this.named(pointer, 'an operation of endpoints.yaml', named, this.names.operations);
  }

  resources(pointer: string, named: Named): Generator<Reference> {
    return this.named(pointer, 'a resource of resources.yaml', named, this.names.resources);
  }

  errors(pointer: string, named: Named): Generator<Reference> {
    return this.named(pointer, 'an error of errors.yaml', named, this.names.errors);
  }

  states(pointer: string, named: Named): Generator<Reference> {
    return this.named(pointer, 'a state of states.yaml', named, this.names.states);
  }

  callers(pointer: string, named: Named): Generator<Reference> {
    return this.named(pointer, 'a caller of authentication.yaml', named, this.names.callers);
  }

  /** What has to stand before a request, and the request itself. */
  *asked(row: { given?: readonly Given[]; prepare?: readonly Step[]; step?: Step }, pointer: string): Generator<Reference> {
    for (const [at, given] of (row.given ?? []).entries()) yield* this.given(given, `${pointer}/given/${at}`);
    yield* this.steps(row.prepare, `${pointer}/prepare`);
    if (row.step !== undefined) yield* this.step(row.step, `${pointer}/step`, row.prepare);
  }

  *given({ state, params = {} }: Given, pointer: string): Generator<Reference> {
    yield* this.named(`${pointer}/state`, 'a state of provider-states.yaml', state, this.names.providerStates);
    yield* this.#parameters(params, `${pointer}/params`, `a parameter of '${state}'`, this.names.params.get(state));
  }

  *steps(steps: readonly Step[] | undefined, pointer: string): Generator<Reference> {
    for (const [at, step] of (steps ?? []).entries()) yield* this.step(step, `${pointer}/${at}`, steps?.slice(0, at));
  }

  *step(
    { call, of, act, provide, caller, with: args = {}, expect }: Step,
    pointer: string,
    before: readonly Step[] = [],
  ): Generator<Reference> {
    yield* this.named(`${pointer}/of`, 'the id of a step before', of, new Set(before.flatMap(({ id }) => id ?? [])));
    if (call !== undefined) {
      yield* this.operations(`${pointer}/call`, call);
      yield* this.#parameters(args, `${pointer}/with`, `a parameter of ${call}`, this.names.parameters.get(call));
    }
    if (act !== undefined) {
      yield* this.named(`${pointer}/act`, 'an act of provider-states.yaml', act, this.names.acts);
      yield* this.#parameters(args, `${pointer}/with`, `a parameter of '${act}'`, this.names.params.get(act));
    }
    if (provide !== undefined) yield* this.given(provide, `${pointer}/provide`);
    yield* this.callers(`${pointer}/caller`, caller);
    yield* this.expectations(expect, `${pointer}/expect`);
  }

  *expectations(expectations: readonly Expectation[] | undefined, pointer: string): Generator<Reference> {
    for (const [at, one] of (expectations ?? []).entries()) yield* this.expectation(one, `${pointer}/${at}`);
  }

  *expectation({ state, notState, error, link = {}, events = {} }: Expectation, pointer: string): Generator<Reference> {
    yield* this.states(`${pointer}/state`, state);
    yield* this.states(`${pointer}/notState`, notState);
    yield* this.errors(`${pointer}/error`, error);
    for (const [relation, name] of Object.entries(link))
      if (typeof name === 'string')
        yield* this.named(`${pointer}/link/${pointerSegment(relation)}`, 'a link of endpoints.yaml', name, this.names.links);
    for (const kind of Object.keys(events))
      yield* this.named(`${pointer}/events/${pointerSegment(kind)}`, 'an event of provider-states.yaml', kind, this.names.events);
  }

  /** Nothing is said of the parameters of something that is not there itself. */
  *#parameters(args: object, pointer: string, what: string, known: Names | undefined): Generator<Reference> {
    if (known === undefined) return;
    for (const name of Object.keys(args)) yield* this.named(`${pointer}/${pointerSegment(name)}`, what, name, known);
  }
}
