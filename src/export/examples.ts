import type { DocumentSpec, Given } from '../model/types.ts';
import { sampleValue } from '../model/catalogue.ts';
import { placedByText } from '../model/placed-by.ts';
import { pointerSegments } from '../model/pointer.ts';
import type { JsonSchema } from '../model/schema/json-schema.ts';
import { planRequest } from '../plan/request.ts';
import { resolveReferences } from '../plan/scope.ts';
import { contextKey, type Transition } from '../plan/transition-system.ts';
import type { BoundOperation } from './deployment.ts';
import { schemaAt } from './dialect.ts';

/** A request of an operation and its response. Both have the same name in a description: that is how tools find pairs. */
export interface ExamplePair {
  readonly name: string;
  readonly about: string;
  /** of the request; undefined: the document shows none, and the schemas make one up */
  readonly args: Readonly<Record<string, unknown>> | undefined;
  /** what the response shows beyond its schema: the state to which the request leads */
  readonly demand: JsonSchema;
}

/** The document's own examples of an operation, and one for each state to which it leads. */
export function examplePairs(spec: DocumentSpec, transitions: readonly Transition[], operation: BoundOperation): readonly ExamplePair[] {
  const { id, examples = [] } = operation.row;
  const arrivals = arrivalsOf(spec, transitions, operation);
  const [first] = arrivals;
  const shown = examples.map(({ id: example, about, given = [], with: args }) => {
    const contexts = given.map(contextKey);
    const states = given.map(({ state }) => state);
    const arrival =
      arrivals.find((one) => one.given.some((own) => contexts.includes(contextKey(own)))) ??
      arrivals.find((one) => one.given.some(({ state }) => states.includes(state))) ??
      first;
    return { name: `${id}.${example}`, about, args: sampleArguments(spec, given, args), demand: arrival?.demand ?? {} };
  });
  if (arrivals.length === 0) return shown.length > 0 ? shown : [{ name: id, about: MADE_UP, args: undefined, demand: {} }];
  const byState = new Map(arrivals.toReversed().map((one) => [one.state, one]));
  return [
    ...shown,
    ...[...new Set(arrivals.map(({ state }) => state))].flatMap((state) => {
      const { args, demand = {} } = byState.get(state) ?? {};
      return [{ name: `${id}.${state}`, about: MADE_UP, args, demand }];
    }),
  ];
}

export const MADE_UP = 'made up by the schema';

/** A state in which an operation leaves the machine of its resource, and the request of the transition that leads there. */
interface Arrival {
  readonly state: string;
  readonly demand: JsonSchema;
  readonly args: ExamplePair['args'];
  /** of the transition */
  readonly given: readonly Given[];
}

/** In the order of the state table; the first state of the machine where no transition calls the operation. Empty without a machine. */
function arrivalsOf(spec: DocumentSpec, transitions: readonly Transition[], { row, binding }: BoundOperation): readonly Arrival[] {
  const resources = row.responses.flatMap(({ resource }) => resource ?? []);
  const machine = spec.states.machines.find((one) => one.statePointer !== undefined && resources.includes(one.resource));
  if (machine?.statePointer === undefined) return [];
  const states = machine.states.flatMap(({ name, pseudo }) => (pseudo === true ? [] : [name]));
  const { root = '', ...fields } = binding?.response ?? {};
  const pointer = fields[machine.statePointer.slice(1)] ?? `${root}${machine.statePointer}`;
  const arrival = (state: string, args: ExamplePair['args'], given: readonly Given[]): Arrival => ({
    state,
    demand: schemaAt(pointerSegments(pointer), { const: state }, true),
    args,
    given,
  });
  const others = machine.transitions.flatMap(({ given = [] }) => given);
  const reached = transitions.flatMap((transition) => {
    const { trigger, given = [] } = transition.row;
    const step = trigger.find(({ call }) => call === row.id);
    const state = states.find((name) => name === transition.continues);
    if (transition.machine !== machine || step === undefined || state === undefined) return [];
    return [arrival(state, sampleArguments(spec, [...given, ...others], step.with ?? {}), given)];
  });
  return reached.length > 0 ? reached : states.slice(0, 1).map((state) => arrival(state, undefined, []));
}

/** Arguments of an example with made-up values for all that provider states, earlier answers and chance would give. */
function sampleArguments(spec: DocumentSpec, given: readonly Given[], args: object): Readonly<Record<string, unknown>> {
  const resolved = resolveReferences(args, ([alias = '', ...fields]) => {
    if (alias === 'fresh') return `${fields[0] ?? alias}1`;
    const state = given.find((one) => one.as === alias)?.state;
    const data = spec.providerStates.states.find(({ name }) => name === state)?.data ?? {};
    const name = fields.findLast((field) => /[a-z]/i.test(field)) ?? alias;
    return sampleValue(name, data[fields[0] ?? '']?.schema ?? {});
  });
  return typeof resolved === 'object' && resolved !== null ? { ...resolved } : {};
}

/** The body of a request with these arguments, as a schema sees it; undefined without one. */
export function exampleBody({ row, binding, path }: BoundOperation, args: Readonly<Record<string, unknown>>): unknown {
  const inPath = Object.fromEntries(placedByText(path).map((name) => [name, sampleValue(name, {})]));
  const { body } = planRequest(row, binding, { ...inPath, ...args });
  if (body === undefined) return undefined;
  return 'json' in body ? body.json : Object.fromEntries(new URLSearchParams(body.text));
}
