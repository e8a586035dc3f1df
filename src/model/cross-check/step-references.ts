import type { FileKey } from '../sources.ts';
import type { Expectation, Given, Step } from '../types.ts';
import { pointerSegment } from '../pointer.ts';
import type { Reference } from './mistake.ts';
import type { DefinedNames, Names } from './names.ts';

export function* givenReferences(file: FileKey, { state, params = {} }: Given, pointer: string, names: DefinedNames): Generator<Reference> {
  yield { file, pointer: `${pointer}/state`, what: 'a state of provider-states.yaml', name: state, known: names.providerStates };
  yield* paramReferences(file, params, `${pointer}/params`, `a parameter of '${state}'`, names.params.get(state));
}

export function* stepReferences(file: FileKey, step: Step, pointer: string, names: DefinedNames): Generator<Reference> {
  const { call, act, provide, caller, with: args = {}, expect = [] } = step;
  if (call !== undefined) {
    yield { file, pointer: `${pointer}/call`, what: 'an operation of endpoints.yaml', name: call, known: names.operations };
    yield* paramReferences(file, args, `${pointer}/with`, `a parameter of ${call}`, names.parameters.get(call));
  }
  if (act !== undefined) {
    yield { file, pointer: `${pointer}/act`, what: 'an act of provider-states.yaml', name: act, known: names.acts };
    yield* paramReferences(file, args, `${pointer}/with`, `a parameter of '${act}'`, names.params.get(act));
  }
  if (provide !== undefined) yield* givenReferences(file, provide, `${pointer}/provide`, names);
  if (caller !== undefined)
    yield { file, pointer: `${pointer}/caller`, what: 'a caller of authentication.yaml', name: caller, known: names.callers };
  for (const [at, one] of expect.entries()) yield* expectationReferences(file, one, `${pointer}/expect/${at}`, names);
}

export function* expectationReferences(
  file: FileKey,
  expectation: Expectation,
  pointer: string,
  names: DefinedNames,
): Generator<Reference> {
  const { state = [], notState = [], error = [], link = {}, events = {} } = expectation;
  for (const [at, name] of state.entries())
    yield { file, pointer: `${pointer}/state/${at}`, what: 'a state of states.yaml', name, known: names.states };
  for (const [at, name] of notState.entries())
    yield { file, pointer: `${pointer}/notState/${at}`, what: 'a state of states.yaml', name, known: names.states };
  for (const [at, name] of error.entries())
    yield { file, pointer: `${pointer}/error/${at}`, what: 'an error of errors.yaml', name, known: names.errors };
  for (const [relation, name] of Object.entries(link)) {
    if (typeof name === 'string')
      yield { file, pointer: `${pointer}/link/${pointerSegment(relation)}`, what: 'a link of endpoints.yaml', name, known: names.links };
  }
  for (const kind of Object.keys(events))
    yield {
      file,
      pointer: `${pointer}/events/${pointerSegment(kind)}`,
      what: 'an event of provider-states.yaml',
      name: kind,
      known: names.events,
    };
}

/** Nothing is said of the parameters of something that is not there itself. */
function* paramReferences(file: FileKey, args: object, pointer: string, what: string, known: Names | undefined): Generator<Reference> {
  if (known === undefined) return;
  for (const name of Object.keys(args)) yield { file, pointer: `${pointer}/${pointerSegment(name)}`, what, name, known };
}
