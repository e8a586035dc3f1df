import type { DocumentSpec } from '../model/types.ts';
import { fieldAt, valuesAt } from '../model/field-path.ts';
import { valueAt } from '../model/pointer.ts';
import { createValidator } from '../model/schema/validator.ts';
import { errorNamePointer, operationOf } from '../profile/answer.ts';
import { operationBinding } from '../profile/profile.ts';
import type { EmittedEvent, ExchangeEvent, TraceEvent } from '../trace/events.ts';
import { emittedIn, emittedOf, exchangesWith, viewOf, type CaseEvidence, type Evidence } from './evidence.ts';
import type { Context } from './expectation.ts';
import type { JudgeInput } from './finding.ts';
import { placeKey } from './steps.ts';

/** What the exchange's expectations may refer to: provider states and earlier answers of its case, and the events of its step. */
export function contextOf(input: JudgeInput, entry: CaseEvidence, exchange: ExchangeEvent): Context {
  let written: ReadonlySet<string> | undefined;
  const emitted = emittedIn(entry).find(({ place }) => placeKey(place) === placeKey(exchange.place));
  return {
    ...emptyContext(input),
    bodyShown: operationOf(input.spec, exchange.operation)?.open?.includes('response') !== true,
    bindingKey: `services.${input.spec.name}.bindings.${exchange.operation ?? ''}.response`,
    fieldsAt: documentedFields(input.spec, exchange),
    ...boundPlaces(input, exchange),
    lookup: ([head = '', ...path]) => valueAt(meaning(input, named(entry, exchange, head)), path),
    subjectOf: (alias) => subjectOf(named(entry, exchange, alias)),
    stateOf: (alias) => {
      const event = named(entry, exchange, alias);
      return event?.type === 'state' ? event.state : undefined;
    },
    emitted: emitted === undefined ? undefined : emittedOf(entry, emitted),
    isWritten: (value) => (written ??= leavesWritten(entry, exchange)).has(JSON.stringify(value)),
  };
}

/** What an act's expectations may look at: the events, and what they may be about. */
export function contextOfAct(input: JudgeInput, entry: CaseEvidence, emitted: EmittedEvent): Context {
  return {
    ...emptyContext(input),
    subjectOf: (alias) => subjectOf(named(entry, emitted, alias)),
    emitted: emittedOf(entry, emitted),
  };
}

/** An event may name what was made, or what the request was about. */
function subjectOf(event: NamedEvent | undefined): unknown {
  return event?.type === 'exchange' ? [event.request.url, event.request.body, event.response?.body] : event?.data;
}

/** The single values in provider states and requests of a case before an exchange. */
function leavesWritten(entry: CaseEvidence, exchange: ExchangeEvent): ReadonlySet<string> {
  const before = entry.events.slice(0, entry.events.indexOf(exchange));
  const written = before.map((event) => (event.type === 'state' ? event.data : event.type === 'exchange' ? event.request.body : undefined));
  return new Set(written.flatMap(leavesOf));
}

function leavesOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [JSON.stringify(value) ?? ''];
}

/**
 * What a profile is sure of stands where it says, and so does what some response has shown there; other bindings may be what is wrong. The mock's
 * own answers have the names of the specs.
 */
function boundPlaces(input: JudgeInput, { operation = '' }: ExchangeEvent): Pick<Context, 'isBound' | 'isPlaced'> {
  const { spec, profile } = input;
  const { response = {}, certain = profile.embedded } = operationBinding(profile, spec.name, operation) ?? {};
  const fieldOf = (pointer: string): string => fieldAt(pointer.replace(/^\/body\//, ''));
  const isNamed = (pointer: string): boolean => response[fieldOf(pointer)] !== undefined;
  return {
    isBound: (pointer) => isNamed(pointer) && (certain || isShown(input, operation, fieldOf(pointer))),
    isPlaced: (pointer) => profile.embedded || isNamed(pointer),
  };
}

const shownFields = new WeakMap<Evidence, Map<string, boolean>>();

/** Whether some response of the operation has a value in the field. */
function isShown({ spec, profile, evidence }: JudgeInput, operation: string, field: string): boolean {
  const known = shownFields.get(evidence) ?? new Map<string, boolean>();
  shownFields.set(evidence, known);
  const key = `${spec.name} ${operation} ${field}`;
  const path = field.split('.');
  const found =
    known.get(key) ??
    exchangesWith(evidence, spec.name).some(
      (one) => one.operation === operation && valuesAt(viewOf(spec, profile, one)?.body, path).some((value) => value !== null),
    );
  known.set(key, found);
  return found;
}

/** Other fields are not the document's: what they hold is observed. */
function documentedFields(spec: DocumentSpec, { operation }: ExchangeEvent): Context['fieldsAt'] {
  return (pointer) => {
    const shown = new Set(operationOf(spec, operation)?.responses.map(({ resource }) => resource));
    const paths = spec.resources.resources.filter(({ name }) => shown.has(name)).flatMap(({ fields }) => fields.map(({ path }) => path));
    const place = `${fieldAt(pointer.replace(/^\/body\//, ''))}.`;
    return paths.flatMap((path) => (path.startsWith(place) ? [path.slice(place.length)] : []));
  };
}

type NamedEvent = Extract<TraceEvent, { readonly type: 'state' | 'act' | 'exchange' }>;

/** What a name stood for at an event: the latest provider state, act or answer of that name before it. */
function named(entry: CaseEvidence, at: TraceEvent, name: string): NamedEvent | undefined {
  return entry.events
    .slice(0, entry.events.indexOf(at))
    .filter((one) => one.type === 'state' || one.type === 'act' || one.type === 'exchange')
    .findLast((one) => (one.type === 'state' ? one.alias : one.step) === name);
}

function meaning(input: JudgeInput, event: NamedEvent | undefined): unknown {
  return event?.type === 'exchange' ? viewOf(input.spec, input.profile, event) : event?.data;
}

/** What an expectation may refer to that belongs to no case: nothing. */
export function emptyContext({ spec, profile }: Pick<JudgeInput, 'spec' | 'profile'>): Context {
  return {
    spec,
    validator: createValidator(),
    errorReadable: errorNamePointer(spec, profile) !== undefined,
    bodyShown: true,
    bindingKey: `services.${spec.name}.bindings`,
    fieldsAt: () => [],
    isBound: () => false,
    isPlaced: () => false,
    lookup: () => undefined,
    subjectOf: () => undefined,
    stateOf: () => undefined,
    isWritten: () => false,
    emitted: undefined,
  };
}
